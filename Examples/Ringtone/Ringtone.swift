import AccessoryLink
import AudioConversion
import Foundation
import RequestTransfer

/// Answers each `playRingtone` of a device with an MP3 file converted to the device's PCM format: 16 kHz,
/// 16 bit, mono. Returns when the link ends.
func serveRingtones(of mp3: String, over transfer: RequestTransferManager) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pcm = folder.appending(path: "tone.pcm").path

    for await request in transfer.requests {
        var answer = TransferAnswer(to: request)
        if request.name == "playRingtone" {
            do {
                let format = PCMFormat(sampleRate: 16_000, depth: .bits16)
                let report = try await AudioConverter().convert(mp3, to: pcm, format: format)
                answer.content = ["frames": .integer(Int64(report.frames))]
                answer.localFilePaths = [pcm]
            } catch {
                answer.errorCode = -1
                answer.errorMessage = "\(error)"
            }
        } else {
            answer.errorCode = RequestTransferError.noSuchFile(request.name).number
            answer.errorMessage = "nothing is known of \(request.name)"
        }
        do {
            try await transfer.respond(to: request, with: answer)
            print("answered \(request.name) \(request.id)")
        } catch {
            print("the answer to \(request.name) \(request.id) did not get through: \(error)")
        }
    }
}
