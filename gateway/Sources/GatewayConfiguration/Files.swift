internal import AccessoryBase
internal import BeaconCrypto
internal import Beacons
internal import BluetoothLE
internal import Foundation
internal import Glibc

/// The files referenced by a configuration.
public struct Files {
    /// The base of relative paths.
    let folder: String

    /// The path of a file name in the configuration.
    package func path(_ name: String) -> String {
        name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    }

    package static func isReadable(_ path: String) -> Bool {
        access(FileName.bytes(path), R_OK) == 0
    }

    /// Reads a UTF-8 file of at most `limit` bytes.
    package static func text(_ path: String, limit: Int) throws(ConfigurationFault) -> String {
        guard let bytes = LocalFile.read(path, limit: limit) else {
            switch errno {
            case EISDIR: throw ConfigurationFault("\(path) is a folder; name a file in it")
            case EFBIG: throw ConfigurationFault("\(path) is longer than \(limit) bytes")
            default: throw unreadable(path)
            }
        }
        // libyaml counts the mark as a column, and then refuses the first line
        let mark = LineSplitter.byteOrderMark
        let content = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ConfigurationFault("\(path) is not UTF-8 text")
        }
        return text
    }

    /// Reads a file that only the gateway's user, its groups and root may read, as systemd's credentials are.
    package static func secret(_ path: String) throws(ConfigurationFault) -> String {
        var facts = stat()
        guard stat(FileName.bytes(path), &facts) == 0 else { throw unreadable(path) }
        guard isPrivate(facts) else {
            throw ConfigurationFault(
                "\(path) contains secrets, and other users may read or own it; run chmod 600 \(path), and chown it to root or to the gateway's user"
            )
        }
        return try text(path, limit: 1 << 20)
    }

    /// Reads a password, a PIN or another secret of one line, as ``secret(_:)``. The line's end and a byte order mark are no
    /// part of it.
    package static func secretLine(_ path: String) throws(ConfigurationFault) -> String {
        let lines = LineSplitter.lines(of: try secret(path).utf8)
        guard lines.count <= 1 else {
            throw ConfigurationFault("\(path) has \(lines.count) lines; a secret has one")
        }
        return lines.first ?? ""
    }

    private static func isPrivate(_ facts: stat) -> Bool {
        guard facts.st_uid == 0 || facts.st_uid == geteuid(), facts.st_mode & 0o027 == 0 else {
            return false
        }
        guard facts.st_mode & 0o040 != 0 else { return true }
        // systemd shows the access of a service to a credential as that of the group root
        if facts.st_uid == 0, facts.st_gid == 0 { return true }
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(CInt(groups.count), &groups)
        return facts.st_gid == getegid() || groups.prefix(Int(max(0, count))).contains(facts.st_gid)
    }

    private static func unreadable(_ path: String) -> ConfigurationFault {
        ConfigurationFault("cannot read \(path): \(String(cString: strerror(errno)))")
    }

    func keys(_ root: Section) -> SensorKeys {
        guard let path = root.text("keys").map(path) else { return SensorKeys() }
        do {
            let text = try Self.secret(path)
            do {
                return try SensorKeys(json: Array(text.utf8))
            } catch let fault as ConfigurationFault {
                throw ConfigurationFault("\(path): \(fault.reason)")
            }
        } catch {
            root.fault("keys", (error as? ConfigurationFault)?.reason ?? "\(path): \(error)")
            return SensorKeys()
        }
    }

    func sensors(_ root: Section) -> SensorTable? {
        var definitions: [SensorDefinition] = []
        for (name, node) in root.texts("sensors") {
            var json: [UInt8] = []
            do {
                json = Array(try Self.text(path(name), limit: 1 << 20).utf8)
                definitions += try Self.decode([SensorDefinition].self, json)
            } catch let fault as SensorFault {
                let place = fault.place(in: json).map { " \($0):" } ?? ""
                root.faults.add(node, "sensors: \(name):\(place) \(fault)")
            } catch {
                let reason = (error as? ConfigurationFault)?.reason ?? "\(error)"
                let step = "man accessory-sensors describes the format (docs/sensors.md)"
                root.faults.add(node, "sensors: \(name): \(reason); \(step)")
            }
        }
        guard !definitions.isEmpty else { return nil }
        do {
            return try SensorTable(definitions)
        } catch {
            root.fault("sensors", "\(error)")
            return nil
        }
    }

    /// - Throws: `ConfigurationFault` with the position, or the content's own error.
    fileprivate static func decode<Content: Decodable>(
        _ type: Content.Type,
        _ json: [UInt8]
    ) throws -> Content {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw ConfigurationFault(
                JSONSyntax.explanation(of: error, in: json) {
                    _ = try JSONDecoder().decode(type, from: Data($0))
                }
            )
        }
    }
}

extension SensorKeys {
    /// Parses an object with addresses as names, and one or several keys in hexadecimal digits as
    /// values.
    init(json: [UInt8]) throws {
        struct Keys: Decodable {
            let texts: [String]

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                texts = try (try? value.decode([String].self)) ?? [value.decode(String.self)]
            }
        }
        self.init()
        for (name, keys) in try Files.decode([String: Keys].self, json) {
            func fault(_ text: String) -> ConfigurationFault {
                let position = JSONSyntax.position(of: [name], in: json).map { $0 + ": " }
                return ConfigurationFault((position ?? "") + text)
            }
            guard let address = BluetoothAddress(name) else {
                throw fault("'\(name)' is not an address such as A4:C1:38:00:00:01")
            }
            for text in keys.texts {
                guard let key = Quantities.hex(text).flatMap(SensorKey.init) else {
                    throw fault(
                        "the key of \(name) must have 32 hexadecimal digits (24 for old MiBeacon, 48 for Encrypted Data)"
                    )
                }
                add(key, for: address)
            }
        }
    }
}
