internal import BluetoothLE
internal import CaptureFiles

/// Capture files on the command line.
enum Captures {
    /// The maximum size of a file, bytes.
    static let limit = 1 << 30

    /// The bytes of a file, decompressed: it may be a bug report.
    static func read(_ name: String) throws -> [UInt8] {
        let bytes = try InputFile(name).readAll(limit: limit)
        do {
            return try CaptureFile.unpack(bytes)
        } catch {
            throw Failure(.badInput, "\(name): \(error.cause)", nextStep: error.nextStep ?? "")
        }
    }

    /// The capture, or nil if the file is not a capture.
    static func open(_ bytes: [UInt8], name: String) throws -> Capture? {
        do {
            return try Capture(bytes)
        } catch {
            switch error {
            case .notACapture: return nil
            case .truncated: throw damaged(name)
            case .unsupported(let linkType):
                throw Failure(
                    .badInput,
                    "\(name) is a capture of the unsupported link type \(linkType)",
                    nextStep: "capture HCI (btmon -w FILE) or the link layer (types 251, 256)"
                )
            }
        }
    }

    static func damaged(_ name: String) -> Failure {
        Failure(
            .badInput,
            "\(name) is truncated or has a damaged packet",
            nextStep: "the part before was read; capture again for the rest"
        )
    }
}
