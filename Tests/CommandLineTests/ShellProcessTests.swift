import Glibc
import Testing

@testable import accessory

@Suite struct ShellProcessTests {
    @Test func inputAndOutputPass() async throws {
        let input = (0..<200_000).map { UInt8($0 & 255) }
        let copy = try await ShellProcess("cat", input: input).finish()
        #expect(copy.status == 0 && copy.output == input)
        // nor must a command read
        let nothing = try await ShellProcess("exit 3", input: input).finish()
        #expect(nothing.status == 3 && nothing.output.isEmpty)
    }

    @Test func aProcessLeftRunningDoesNotBlock() async throws {
        let result = try await ShellProcess("(sleep 5; echo late) & echo done", input: []).finish()
        #expect(result.status == 0 && result.output == Array("done\n".utf8))
    }

    @Test func itEndsWhenCancelled() async throws {
        let process = try ShellProcess("sleep 1000; echo late", input: [])
        process.terminate()
        let result = await process.finish()
        #expect(result.status == SIGTERM && result.output.isEmpty)
    }
}
