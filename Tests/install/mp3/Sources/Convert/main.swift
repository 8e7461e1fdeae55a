import AudioConversion

do {
    _ = try await AudioConverter().convert([], format: PCMFormat(sampleRate: 16_000))
} catch {
    print("refused")
}
