import AccessoryLink
import AudioJack
import Foundation
import RequestTransfer

guard CommandLine.arguments.count == 2 else {
    print("Ringtone: name the MP3 file to answer with")
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
    print("Ringtone: \(error)")
}
await jack.release()
