import AudioJack
import Foundation

do {
    print(try await readCard(on: ALSAPort()))
} catch {
    FileHandle.standardError.write(Data("ReadCard: \(error)\n".utf8))
    exit(1)
}
