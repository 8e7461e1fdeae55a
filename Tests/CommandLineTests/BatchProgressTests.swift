import Foundation
import Testing

@testable import accessory

@Suite struct BatchProgressTests {
    @Test("a batch is as large as its files; a device has no size")
    func size() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = ["a", "b"].map { folder.appending(path: $0).path }
        for (path, count) in zip(paths, [3, 4]) {
            try Data(count: count).write(to: URL(filePath: path))
        }
        #expect(BatchProgress.size(of: paths) == 7 && BatchProgress.size(of: []) == 0)
        #expect(BatchProgress.size(of: paths + [folder.appending(path: "none").path]) == 7)
        #expect(BatchProgress.size(of: ["/dev/null"] + paths) == 0)
        #expect(BatchProgress.size(of: paths + ["/dev/null"]) == 0)
    }
}
