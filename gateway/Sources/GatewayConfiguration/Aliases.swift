// Yams' own parser of events is not public; libyaml, which it wraps, is.
internal import CYaml

/// Refuses a document with an alias (`*name`): a few nested ones expand to gigabytes, also as keys of a
/// mapping, which Yams compares while it reads them. An anchor without an alias is harmless. Ends at an
/// error, which Yams then reports.
func refuseAliases(_ yaml: String) throws(ConfigurationFault) {
    let place = Array(yaml.utf8).withUnsafeBufferPointer(firstAlias)
    guard let place else { return }
    throw ConfigurationFault(
        line: Int(place.line) + 1,
        column: Int(place.column) + 1,
        "aliases are not supported; write the value in full, or quote it"
    )
}

/// The place of the first alias.
private func firstAlias(_ text: UnsafeBufferPointer<UInt8>) -> yaml_mark_t? {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return nil }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
    var event = yaml_event_t()
    while yaml_parser_parse(&parser, &event) == 1 {
        defer { yaml_event_delete(&event) }
        if event.type == YAML_ALIAS_EVENT { return event.start_mark }
        if event.type == YAML_STREAM_END_EVENT { break }
    }
    return nil
}
