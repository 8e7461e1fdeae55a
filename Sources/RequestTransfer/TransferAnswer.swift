/// The app's answer to a request.
public struct TransferAnswer: Sendable, Hashable {
    /// The request's id.
    public var id: String
    /// The function, as in the request.
    public var name: String
    /// The application on the device.
    public var appID: String?
    /// The content of the answer.
    public var content: [String: JSONValue]
    /// Error code; 0 is success.
    public var errorCode: Int
    /// Error message; nil on success.
    public var errorMessage: String?
    /// The folder on the device for the files, starting with "/"; nil uses the request's.
    public var deviceStoragePath: String?
    /// The files on this machine: at the app the files to send, at the device the received files.
    public var localFilePaths: [String]
    /// The files' paths on the device, in the same order. Set when the answer is sent.
    public internal(set) var remoteFilePaths: [String] = []

    /// Creates an answer to `request`.
    public init(
        to request: TransferRequest,
        content: [String: JSONValue] = [:],
        errorCode: Int = 0,
        errorMessage: String? = nil,
        deviceStoragePath: String? = nil,
        localFilePaths: [String] = []
    ) {
        id = request.id
        name = request.name
        appID = request.appID
        self.content = content
        self.errorCode = errorCode
        self.errorMessage = errorMessage
        self.deviceStoragePath = deviceStoragePath
        self.localFilePaths = localFilePaths
    }
}

/// The JSON object on the wire; `files` are the paths on the device. TopStep's nesting of the error
/// is not public; this one is this project's own. A missing error means success.
extension TransferAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, appId, content, error, savePath, files
        case name = "func"
    }

    private struct Fault: Codable {
        var code: Int
        var message: String?
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        id = try object.decode(String.self, forKey: .id)
        name = try object.decode(String.self, forKey: .name)
        appID = try object.decodeIfPresent(String.self, forKey: .appId)
        content = try object.decodeIfPresent([String: JSONValue].self, forKey: .content) ?? [:]
        let fault = try object.decodeIfPresent(Fault.self, forKey: .error)
        errorCode = fault?.code ?? 0
        errorMessage = fault?.message
        deviceStoragePath = try object.decodeIfPresent(String.self, forKey: .savePath)
        remoteFilePaths = try object.decodeIfPresent([String].self, forKey: .files) ?? []
        localFilePaths = []
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(name, forKey: .name)
        try object.encodeIfPresent(appID, forKey: .appId)
        try object.encode(content, forKey: .content)
        try object.encode(Fault(code: errorCode, message: errorMessage), forKey: .error)
        try object.encodeIfPresent(deviceStoragePath, forKey: .savePath)
        if !remoteFilePaths.isEmpty { try object.encode(remoteFilePaths, forKey: .files) }
    }
}
