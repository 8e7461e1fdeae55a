internal import BluetoothLE

/// Properties and permissions with the names of bluetoothctl.
protocol Worded: OptionSet where Element == Self {
    static var vocabulary: [(word: String, option: Self)] { get }
}

extension Worded {
    var words: [String] { Self.vocabulary.filter { contains($0.option) }.map(\.word) }

    /// - Throws: The first unknown word.
    init(words: [String]) throws(UnknownWord) {
        self.init()
        for word in words {
            guard let entry = Self.vocabulary.first(where: { $0.word == word }) else {
                throw UnknownWord(word: word, known: Self.vocabulary.map(\.word))
            }
            insert(entry.option)
        }
    }
}

struct UnknownWord: Error, CustomStringConvertible {
    let word: String
    let known: [String]

    var description: String {
        "'\(word.printable)' is none of " + known.joined(separator: ", ")
    }
}

extension CharacteristicProperties: Worded {
    static let vocabulary: [(word: String, option: CharacteristicProperties)] = [
        ("broadcast", .broadcast), ("read", .read),
        ("write-without-response", .writeWithoutResponse), ("write", .write),
        ("notify", .notify), ("indicate", .indicate),
        ("authenticated-signed-writes", .authenticatedSignedWrites),
        ("extended-properties", .extendedProperties),
        ("encrypt-notify", .notifyEncryptionRequired),
        ("encrypt-indicate", .indicateEncryptionRequired),
    ]
}

extension AttributePermissions: Worded {
    static let vocabulary: [(word: String, option: AttributePermissions)] = [
        ("read", .readable), ("write", .writeable),
        ("encrypt-read", .readEncryptionRequired), ("encrypt-write", .writeEncryptionRequired),
        ("encrypt-authenticated-read", .readAuthenticationRequired),
        ("encrypt-authenticated-write", .writeAuthenticationRequired),
        ("secure-read", .readSecureConnectionsRequired),
        ("secure-write", .writeSecureConnectionsRequired),
        ("notify", .subscribable), ("encrypt-notify", .subscribeEncryptionRequired),
        ("encrypt-authenticated-notify", .subscribeAuthenticationRequired),
        ("secure-notify", .subscribeSecureConnectionsRequired),
    ]
}
