internal import AccessoryBase
internal import BluetoothLE
internal import GatewayCore
internal import GatewayHTTP
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers the page's requests, which are all read-only.
struct PageRouter {
    let state: PageState
    let history: History
    let access: PageGuard

    /// The longest range of time of a request, milliseconds.
    private static let longestRange: Int64 = 5 * 366 * 86_400_000

    var router: Router<PageContext> {
        let router = Router(context: PageContext.self)
        router.add(middleware: access)
        router.get("/") { _, _ in Self.file(PackageResources.index_html, "text/html") }
        router.get("/page.css") { _, _ in Self.file(PackageResources.page_css, "text/css") }
        router.get("/page.js") { _, _ in Self.file(PackageResources.page_js, "text/javascript") }
        router.get("/api/state") { [state] _, _ in Self.json(state.snapshot()) }
        router.get("/api/history/{device}") { request, context in
            try self.points(request, context.parameters.get("device") ?? "")
        }
        router.get("/events") { [state] _, _ in try Self.events(state) }
        return router
    }

    private static func file(_ bytes: [UInt8], _ type: String) -> Response {
        response(bytes, "\(type); charset=utf-8")
    }

    private static func json(_ bytes: [UInt8]) -> Response { response(bytes, "application/json") }

    private static func response(_ bytes: [UInt8], _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private static func events(_ state: PageState) throws -> Response {
        guard let events = state.watch() else {
            throw HTTPError(.serviceUnavailable, message: "too many pages are open; close one")
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody(asyncSequence: events.map { ByteBuffer(bytes: $0) })
        )
    }

    /// `{"quantities": ["rssi", …], "points": [[time, least, mean, most], …]}`
    private func points(_ request: Request, _ device: String) throws -> Response {
        let query = request.uri.queryParameters
        let now = WallClock.now
        let range = query["range"].flatMap { Int64($0) } ?? 6 * 3_600_000
        guard device.utf8.count == 12, let address = UInt64(device, radix: 16),
            (1...Self.longestRange).contains(range)
        else { throw HTTPError(.badRequest, message: "no such device or range") }
        let series = Series(device: address, quantity: query["quantity"].map(String.init) ?? "rssi")
        let points = try history.points(series, from: now - range, to: now)
        let quantities = try history.quantities(of: address)
        var json = JSONWriter(capacity: 64 * points.count + 64)
        json.object { json in
            json.name("quantities")
            json.array { json in for quantity in quantities { json.value(quantity) } }
            json.name("points")
            json.array { json in
                for point in points {
                    json.array { json in
                        json.value(Int(point.time))
                        for value in [point.least, point.mean, point.most] { json.value(value) }
                    }
                }
            }
        }
        return Self.json(json.bytes)
    }
}

/// The context of a request, with its connection.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// Restricts access to the page, and admits the connections of permitted requests.
struct PageGuard: RouterMiddleware {
    typealias Context = PageContext

    private static let cookie = "accessory_gateway"

    let token: PageToken?
    let connections: Connections

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let token else {
            // refuses requests with a foreign host name that resolves to this machine (DNS
            // rebinding)
            guard Self.isLocal(request.head.authority) else {
                throw HTTPError(.forbidden, message: "open the page as http://localhost")
            }
            return try await answer(request, context, next)
        }
        if let given = request.uri.queryParameters["token"], token.matches(given) {
            let cookie =
                "\(Self.cookie)=\(given); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"
            return Response(status: .seeOther, headers: [.location: "/", .setCookie: cookie])
        }
        guard Self.tokens(request).contains(where: token.matches) else {
            throw HTTPError(.unauthorized, message: "open the page once as /?token=TOKEN")
        }
        return try await answer(request, context, next)
    }

    private func answer(
        _ request: Request,
        _ context: PageContext,
        _ next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        guard connections.admit(context.channel) else {
            throw HTTPError(.serviceUnavailable, message: "too many pages are open; close one")
        }
        return Self.secured(try await next(request, context))
    }

    private static func tokens(_ request: Request) -> [Substring] {
        var tokens: [Substring] = []
        if let text = request.headers[.authorization], text.hasPrefix("Bearer ") {
            tokens.append(text.dropFirst(7))
        }
        for pair in (request.headers[.cookie] ?? "").split(separator: ";") {
            let pair = pair.drop { $0 == " " }
            if pair.hasPrefix("\(cookie)=") { tokens.append(pair.dropFirst(cookie.count + 1)) }
        }
        return tokens
    }

    private static func isLocal(_ authority: String?) -> Bool {
        guard let authority else { return false }
        if authority.hasPrefix("[::1]") { return true }
        let host = authority.split(separator: ":").first ?? ""
        return host == "localhost"
            || host.hasPrefix("127.")
                && host.allSatisfy { $0.isNumber || $0 == "." }
    }

    private static func secured(_ response: Response) -> Response {
        var response = response
        response.headers[.contentSecurityPolicy] =
            "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
