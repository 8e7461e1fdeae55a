internal import CMosquitto
internal import Glibc

/// The destination of the answers to a request: the response topic and correlation data of MQTT 5
/// (section 4.10).
struct ReplyPath: Sendable {
    /// The response topic; nil: the gateway's own topic for answers.
    var topic: String?
    var correlation: [UInt8] = []

    /// Reads the properties of a message; nil with MQTT 3.1.1.
    ///
    /// A response topic that is invalid for publishing is ignored.
    init(_ properties: OpaquePointer?) {
        var text: UnsafeMutablePointer<CChar>?
        let response = Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue)
        if mosquitto_property_read_string(properties, response, &text, false) != nil, let text {
            defer { free(text) }
            if text[0] != 0, mosquitto_pub_topic_check(text) == MOSQ_ERR_SUCCESS.rawValue,
                mosquitto_validate_utf8(text, Int32(strlen(text))) == MOSQ_ERR_SUCCESS.rawValue
            {
                topic = String(cString: text)
            }
        }
        var bytes: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        let data = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
        if mosquitto_property_read_binary(properties, data, &bytes, &count, false) != nil {
            correlation = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            free(bytes)
        }
    }
}
