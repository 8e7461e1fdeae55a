import AudioJack

do {
    print(try await readCard(on: ALSAPort()))
} catch {
    print("ReadCard: \(error)")
}
