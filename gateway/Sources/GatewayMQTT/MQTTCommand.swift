/// A request that came over MQTT.
public struct MQTTCommand: Sendable {
    public var payload: [UInt8]
    /// Where its answer goes; nil: to the gateway's own topic for answers.
    public var responseTopic: String?
    /// Goes back with the answer.
    public var correlation: [UInt8]
}
