import Foundation
import Testing

/// Files and folders whose names are not UTF-8. `Process` passes only UTF-8, so a shell runs the commands.
@Suite struct FileNameTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs a script in a folder of such a name. `$A` is the program, `$f` and `$g` are two such names.
    private func run(_ script: String) throws -> CommandLineTool.Result {
        let begin = #"""
            cd "$1" || exit 1
            f=$(printf 'f\377\376') g=$(printf 'g\342\202') A="$2"
            mkdir -p "$f" && cd "$f" || exit 1
            set -e

            """#
        return try CommandLineTool.run(
            URL(filePath: "/bin/bash"),
            ["-c", begin + script, "bash", scratch.folder.path, CommandLineTool.program.path]
        )
    }

    private func check(_ script: String, _ place: SourceLocation = #_sourceLocation) throws {
        let result = try run(script)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: place)
    }

    @Test func sound() throws {
        try check(
            """
            head -c 1000 /dev/urandom > "$f"
            "$A" jack encode --profile reader "$f" "$g.wav"
            "$A" jack decode --profile reader "$g.wav" "$g"
            cmp "$f" "$g"
            "$A" jack scope "$g.wav" --profile reader --out "$f.svg"
            "$A" jack probe "$g.wav"
            test -s "$f.svg"
            "$A" jack sounding "$f.wav"
            "$A" jack report "$f.wav" "$f.report"
            "$A" jack encode --report "$f.report" --missing "$f.missing" "$f" "$f.burst"
            "$A" jack decode --report "$f.report" "$f.burst" "$f.out"
            cmp "$f" "$f.out"
            """
        )
    }

    @Test func filesAreReplacedAndNotLost() throws {
        let result = try run(
            #"""
            printf 020106 > "$f"
            "$A" advert decode --file "$f"
            ! "$A" jack encode --profile reader "$f" "$f"
            ln -s "$f" link
            ! "$A" jack encode --profile reader "$f" link
            ln -s "$g" target.wav && printf x > "$g"
            "$A" jack encode --profile reader --force "$f" target.wav
            test -L target.wav && test "$(head -c 4 "$g")" = RIFF
            ls | wc -l
            ! "$A" advert decode --file "$f" --nothing="$g"
            "$A" advert decode --file "$g$f"
            """#
        )
        #expect(result.errors.contains("--nothing") && !result.errors.contains("\u{10FFFF}"))
        let lines = result.output.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(result.status == 66 && lines.last == "4", "\(result.output) \(result.errors)")
        // messages are UTF-8, also those of the parser
        #expect(
            result.errors.contains(
                "cannot read g\u{FFFD}\u{FFFD}f\u{FFFD}\u{FFFD}: no such file or directory"
            )
        )
        #expect(result.errors.contains("f\u{FFFD}\u{FFFD} is the input"))
    }

    @Test func foldersAndImages() throws {
        try check(
            """
            head -c 4096 /dev/urandom > "$f"
            "$A" suota make --version 2.0 "$f" "$g.img"
            "$A" suota inspect "$g.img"
            mkdir "$f.d" && cp "$g.img" "$f.d"
            test "$("$A" suota list "$f.d" | wc -l)" = 1
            printf '[]' > "$f" && "$A" sensors format "$f"
            printf '{}' > "$f" && chmod 600 "$f"
            "$A" advert decode --keys "$f" 020106
            """
        )
    }

    @Test func audioFiles() throws {
        try ConvertTests.silence(100).write(to: scratch.url("a.mp3"))
        try check(
            """
            cp ../a.mp3 "$f.mp3" && cp ../a.mp3 "$g.mp3"
            "$A" convert "$f.mp3" "$f.wav"
            "$A" convert "$f.mp3" "$g.mp3" "$g.d"
            test -s "$g.d/$f.wav" && cmp "$f.wav" "$g.d/$g.wav"
            "$A" convert - - < "$f.mp3" > /dev/null
            """
        )
    }

    @Test("a file is sent and received in such folders; a remote name is refused")
    func requests() throws {
        let result = try run(
            #"""
            mkdir "$f.app" "$f.device" && printf hello > "$f.device/tone"
            "$A" requests serve --folder "$f.app" --socket "$f.s" & server=$!
            while ! test -S "$f.s"; do sleep 0.05; done
            "$A" requests send ring --folder "$f.device" --socket "$f.s" --file /tone
            cmp "$f.device/tone" "$f.app/tone"
            code=0; "$A" requests send ring --folder "$f.device" --socket "$f.s" --file "/$g" || code=$?
            kill $server; wait $server || true
            exit $code
            """#
        )
        #expect(result.errors.contains("the path /g\u{FFFD}"), "\(result.errors)")
        #expect(result.errors.contains("is refused: it is not UTF-8"))
    }
}
