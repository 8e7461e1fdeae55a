import AudioJack

let jack = AudioJackManager(ALSAPort())
do {
    try await jack.open()
    let answer = try await jack.exchange(Array("read card".utf8), timeout: .seconds(30))
    print(String(decoding: answer, as: UTF8.self))
} catch {
    print("ReadCard: \(error)")
}
await jack.close()
