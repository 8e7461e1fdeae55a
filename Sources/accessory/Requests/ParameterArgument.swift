internal import ArgumentParser
internal import FoundationEssentials
internal import RequestTransfer

/// `key=value`; the value is JSON, otherwise text.
struct ParameterArgument: ExpressibleByArgument {
    let key: String
    let value: JSONValue

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
            return nil
        }
        key = String(argument[..<equals])
        let text = String(argument[argument.index(after: equals)...])
        let json = try? JSONDecoder().decode([JSONValue].self, from: Data("[\(text)]".utf8))
        value = json?.count == 1 ? json![0] : .string(text)
    }
}
