internal import Glibc

/// A picture drawn as SVG and written in the format of its name: NAME.svg, or NAME.png if
/// rsvg-convert is installed.
struct PictureFile: ~Copyable {
    private let file: OutputFile
    /// The path of rsvg-convert, for PNG.
    private let converter: String?

    static func isPicture(_ path: String) -> Bool {
        path.hasSuffix(".svg") || path.hasSuffix(".png")
    }

    /// - Parameter option: The command's option for the picture.
    init(_ path: String, option: String) throws {
        let converter = path.hasSuffix(".png") ? try Self.findConverter(option) : nil
        file = try OutputFile(path)
        self.converter = converter
    }

    consuming func commit(svg: String) throws {
        var bytes = Array(svg.utf8)
        if let converter { bytes = try Self.convert(bytes, with: converter) }
        try file.write(bytes)
        try file.commit()
    }

    private static func findConverter(_ option: String) throws -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let places = path.split(separator: ":").map { String($0) + "/rsvg-convert" }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(
                .noDevice,
                "rsvg-convert, which converts the picture to PNG, is not installed",
                nextStep: "apt install librsvg2-bin, or use \(option) NAME.svg"
            )
        }
        return found
    }

    /// Runs the converter on unnamed files, which leave nothing behind.
    private static func convert(_ svg: [UInt8], with program: String) throws -> [UInt8] {
        let files = [tmpfile(), tmpfile()].compactMap(\.self)
        defer { for file in files { fclose(file) } }
        guard files.count == 2, writeAll(svg.span.bytes, to: fileno(files[0])) else {
            throw Failure.writing("a temporary file")
        }
        lseek(fileno(files[0]), 0, SEEK_SET)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (i, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, fileno(file), Int32(i))
        }
        let words = [program, "--format=png"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&child, program, &actions, nil, &arguments, nil) == 0,
            waitpid(child, &status, 0) == child, status == 0
        else {
            throw Failure(
                .cannotWrite,
                "rsvg-convert could not draw the picture",
                nextStep: "choose a name that ends in .svg"
            )
        }
        lseek(fileno(files[1]), 0, SEEK_SET)
        var png: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(fileno(files[1]), &buffer, buffer.count), count > 0 {
            png += buffer[..<count]
        }
        return png
    }
}
