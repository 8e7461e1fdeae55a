internal import AccessoryBase
internal import Glibc

/// A writer for a WAV file that appears under its name only when complete: it writes a temporary
/// file in the same folder, which `finish` renames. A writer dropped before that leaves no file. If
/// the path is a link, its target is replaced; folders, devices and pipes are refused.
public struct WAVWriter: ~Copyable {
    /// Path of the file.
    public let path: String
    /// Sound format of the file.
    public let format: WAVFormat

    private let file: FileDescriptor
    private let finalPath: String
    private let partialPath: String
    private var frames = 0

    /// Creates the temporary file.
    public init(_ path: String, _ format: WAVFormat) throws(WAVError) {
        guard format.isValid else { throw .invalidFormat(path: path, format) }
        let finalPath = try Self.destination(path)
        let partialPath = "\(finalPath).partial-\(getpid())"
        do throws(SystemError) {
            file = try Self.create(partialPath, format)
        } catch {
            throw .cannotWrite(path: path, code: error.code)
        }
        self.path = path
        self.format = format
        self.finalPath = finalPath
        self.partialPath = partialPath
    }

    /// The path to replace: the existing file, or the target of a link, or the path itself.
    private static func destination(_ path: String) throws(WAVError) -> String {
        var facts = stat()
        guard stat(FileName.bytes(path), &facts) == 0 else { return path }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            throw .cannotWrite(path: path, code: isFolder ? EISDIR : ENOTSUP)
        }
        // do not replace a file without write permission
        guard access(FileName.bytes(path), W_OK) == 0,
            let real = realpath(FileName.bytes(path), nil)
        else {
            throw .cannotWrite(path: path, code: errno)
        }
        defer { free(real) }
        return FileName.text(UnsafeBufferPointer(start: real, count: strlen(real)))
    }

    private static func create(
        _ path: String,
        _ format: WAVFormat
    ) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor(path, O_RDWR | O_CREAT | O_TRUNC)
        guard file.write(format.header(frames: nil) ?? []) else {
            let error = SystemError(code: errno)
            unlink(FileName.bytes(path))
            throw error
        }
        return file
    }

    deinit {
        // after `finish`, the temporary name no longer exists
        unlink(FileName.bytes(partialPath))
    }

    /// Appends samples, full scale = 1, to every channel.
    public mutating func write(_ samples: [Float]) throws(WAVError) {
        guard format.header(frames: frames + samples.count) != nil else {
            throw .tooLong(path: path)
        }
        guard file.write(format.encode(samples)) else {
            throw .cannotWrite(path: path, code: errno)
        }
        frames += samples.count
    }

    /// Completes the header and renames the file to its final name.
    public consuming func finish() throws(WAVError) {
        let padding: [UInt8] = frames * format.frameSize % 2 == 1 ? [0] : []
        guard file.write(padding), file.rewind(),
            file.write(format.header(frames: frames) ?? []), file.synchronize(),
            rename(FileName.bytes(partialPath), FileName.bytes(finalPath)) == 0
        else { throw .cannotWrite(path: path, code: errno) }
    }
}
