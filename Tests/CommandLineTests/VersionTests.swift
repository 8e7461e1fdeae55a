import CAccessory
import Testing

@Suite struct VersionTests {
    @Test("--version prints the library's version")
    func version() throws {
        let result = try CommandLineTool.run(["--version"])
        #expect(result.status == 0)
        #expect(result.output == ACC_VERSION + "\n")
    }
}
