internal import AccessoryBase
import BluetoothLE
internal import FoundationEssentials
internal import Glibc

/// The file that stores an adapter's bonds, such as `bonds-001A7DDA7113.json`; only its owner can
/// read it.
struct BondFile: Sendable {
    let path: String

    /// - Parameters:
    ///   - folder: The folder of the file, which is created when missing.
    ///   - adapter: The adapter's address.
    init(folder: String, adapter: BluetoothAddress) {
        path = "\(folder)/bonds-\(adapter.description.filter { $0 != ":" }).json"
    }

    /// The default folder, `$XDG_STATE_HOME/accessory`.
    static var defaultFolder: String { UserFolders.state() + "/accessory" }

    /// Reads the bonds; empty when there is no file yet.
    func load() throws(RadioError) -> BondList {
        guard let data = FileManager.default.contents(atPath: path) else {
            // fail, because the next key would replace an unreadable file
            guard access(path, F_OK) != 0, errno == ENOENT else {
                throw .failed(
                    FailureReason(
                        "\(path) cannot be read",
                        nextStep: "give this user the right, or move it away"
                    )
                )
            }
            return BondList()
        }
        do {
            return try JSONDecoder().decode(BondList.self, from: data)
        } catch {
            throw .failed(
                FailureReason(
                    "\(path) is damaged",
                    nextStep: "move it away, and pair the devices again"
                )
            )
        }
    }

    /// Replaces the file atomically.
    func save(_ bonds: BondList) throws(RadioError) {
        let folder = String(path[..<path.lastIndex(of: "/")!])
        let draft = "\(path).new"
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let bytes = [UInt8](try JSONEncoder().encode(bonds))
            let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw FailureReason(systemMessage(errno)) }
            let isWritten = write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
            let code = errno
            close(file)
            guard isWritten, rename(draft, path) == 0 else {
                unlink(draft)
                throw FailureReason(systemMessage(isWritten ? errno : code))
            }
        } catch {
            throw .failed(
                FailureReason(
                    "cannot keep keys in \(path): \(error)",
                    nextStep: "make its folder writable, or free some space"
                )
            )
        }
    }
}
