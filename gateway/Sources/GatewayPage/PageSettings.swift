public import GatewayConfiguration
public import GatewayCore

/// The section `page` of the configuration.
public struct PageSettings: SinkSettings {
    public static let name = "page"

    var endpoint = Configuration.Endpoint(host: "127.0.0.1", port: 8099)
    /// The file of the access token; nil: `page.token` in the state folder.
    var tokenFile: String?
    /// Maximum size of the history, bytes.
    var historySize = 1 << 30

    public init(_ section: Section, _ files: Files) {
        section.allow("listen", "token_file", "history")
        if let text = section.text("listen") {
            if let endpoint = Configuration.Endpoint(text, standardPort: 8099) {
                self.endpoint = endpoint
            } else {
                section.fault(
                    "listen",
                    "must be an address such as 127.0.0.1:8099 or 0.0.0.0, not a port alone"
                )
            }
        }
        tokenFile = section.text("token_file").map(files.path)
        historySize = section.size("history", historySize)
        if historySize < 1 << 20 { section.fault("history", "must be 1MiB or more") }
    }

    /// Whether the page is reachable from this machine only.
    var isLocal: Bool {
        endpoint.host == "localhost" || endpoint.host == "::1" || endpoint.host.hasPrefix("127.")
    }

    public func makeSink(_ context: SinkContext) throws -> any Sink {
        let path = tokenFile ?? "\(context.state)/page.token"
        return PageSink(
            self,
            token: isLocal ? nil : try PageToken.load(path),
            tokenPath: path,
            history: try history(context),
            context
        )
    }

    public func forget(_ device: UInt64, _ context: SinkContext) throws {
        try history(context).forget(device)
    }

    private func history(_ context: SinkContext) throws -> History {
        try History("\(context.state)/history.sqlite", limit: historySize, context.log)
    }
}
