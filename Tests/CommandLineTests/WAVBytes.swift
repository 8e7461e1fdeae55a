import Foundation

/// Handmade WAV files, valid and damaged.
enum WAVBytes {
    /// A 16-bit PCM file. `format` is the format tag, `stated` the data size in the header.
    static func make(
        _ samples: [Int16],
        channels: UInt16 = 1,
        rate: UInt32 = 48_000,
        format: UInt16 = 1,
        stated: UInt32? = nil
    ) -> Data {
        let size = stated ?? UInt32(samples.count * 2)
        var data = Data("RIFF".utf8)
        data.append(little: size &+ 36)
        data.append(contentsOf: "WAVEfmt ".utf8)
        data.append(little: UInt32(16))
        data.append(little: format)
        data.append(little: channels)
        data.append(little: rate)
        data.append(little: rate * UInt32(channels) * 2)
        data.append(little: channels * 2)
        data.append(little: UInt16(16))
        data.append(contentsOf: "data".utf8)
        data.append(little: size)
        for sample in samples { data.append(little: sample) }
        return data
    }

    /// The samples of a file with a 44-byte header.
    static func samples(_ file: Data) -> [Int16] {
        let body = Array(file.dropFirst(44))
        return stride(from: 0, to: body.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(body[$0]) | UInt16(body[$0 + 1]) << 8)
        }
    }
}

extension Data {
    mutating func append(little value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
