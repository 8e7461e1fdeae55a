import AccessoryLink
import AudioJack
import Foundation
import RequestTransfer

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("Ringtone: name the MP3 file to answer with\n".utf8))
    exit(64)
}
var options = AudioJackOptions()
options.link.mode = .duplex
let jack = HostLink(over: ALSAPort(), options: options)
do {
    let stream = DuplexStream(jack)
    try await jack.open()
    let folder = FileManager.default.temporaryDirectory.path
    try await serveRingtones(
        of: CommandLine.arguments[1],
        over: RequestTransferManager(over: stream, folder: folder)
    )
} catch {
    FileHandle.standardError.write(Data("Ringtone: \(error)\n".utf8))
    await jack.release()
    exit(1)
}
await jack.release()
