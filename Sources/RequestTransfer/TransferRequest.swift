/// A device's request to the app.
public struct TransferRequest: Sendable, Hashable {
    /// The id, which matches an answer to its request; not empty.
    public var id: String
    /// The function, such as "playRingtone"; not empty.
    public var name: String
    /// A URL at which the app may find the requested content.
    public var url: String?
    /// The application on the device.
    public var appID: String?
    /// The parameters of the function.
    public var parameters: [String: JSONValue]
    /// The folder on the device for the answer's files, starting with "/".
    public var deviceStoragePath: String?
    /// The request's files on the device, starting with "/".
    public var remoteFilePaths: [String]
    /// At the app: the local paths of `remoteFilePaths`, in the same order.
    public var localFilePaths: [String] = []

    /// Creates a request.
    public init(
        id: String,
        name: String,
        url: String? = nil,
        appID: String? = nil,
        parameters: [String: JSONValue] = [:],
        deviceStoragePath: String? = nil,
        remoteFilePaths: [String] = []
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.appID = appID
        self.parameters = parameters
        self.deviceStoragePath = deviceStoragePath
        self.remoteFilePaths = remoteFilePaths
    }
}

/// The JSON object on the wire. Missing members are empty, except `id` and `func`.
extension TransferRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, url, appId, params, savePath, files
        case name = "func"
    }

    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        id = try object.decode(String.self, forKey: .id)
        name = try object.decode(String.self, forKey: .name)
        url = try object.decodeIfPresent(String.self, forKey: .url)
        appID = try object.decodeIfPresent(String.self, forKey: .appId)
        parameters = try object.decodeIfPresent([String: JSONValue].self, forKey: .params) ?? [:]
        deviceStoragePath = try object.decodeIfPresent(String.self, forKey: .savePath)
        remoteFilePaths = try object.decodeIfPresent([String].self, forKey: .files) ?? []
        guard !id.isEmpty && !name.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: id.isEmpty ? .id : .name,
                in: object,
                debugDescription: "a request has an id and a name"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(name, forKey: .name)
        try object.encodeIfPresent(url, forKey: .url)
        try object.encodeIfPresent(appID, forKey: .appId)
        if !parameters.isEmpty { try object.encode(parameters, forKey: .params) }
        try object.encodeIfPresent(deviceStoragePath, forKey: .savePath)
        if !remoteFilePaths.isEmpty { try object.encode(remoteFilePaths, forKey: .files) }
    }
}
