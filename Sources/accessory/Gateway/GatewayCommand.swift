internal import AccessoryBase
internal import ArgumentParser
internal import Glibc

/// `accessory gateway`
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Publish sensor readings to MQTT; runs accessory-gateway.",
        discussion: """
            Passes all arguments to that program, for example: accessory gateway check FILE. \
            man accessory-gateway and docs/gateway.md describe it.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Arguments of accessory-gateway.", valueName: "argument")
    )
    var arguments: [String] = []

    func run() async throws {
        // the other program would inherit ignored and blocked signals
        for number in [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGPIPE] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var words = (["accessory-gateway"] + arguments).map { strdup(FileName.bytes($0)) } + [nil]
        if let beside = Self.beside { execv(beside, &words) }
        execvp("accessory-gateway", &words)
        throw Failure(
            .noDevice,
            "accessory-gateway is not installed: \(String(cString: strerror(errno)))",
            nextStep:
                "install the package accessory-gateway, or build it: swift build -c release --package-path gateway"
        )
    }

    /// The gateway program in the folder of this program.
    private static var beside: String? {
        guard let own = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/accessory-gateway"
    }
}
