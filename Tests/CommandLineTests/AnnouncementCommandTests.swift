import Foundation
import Testing

/// What `accessory advert decode` says of announcements and Encrypted Data.
@Suite struct AnnouncementCommandTests {
    @Test func announcementsAreNamed() throws {
        let frame = "0B16F6FF00005FF1FF018001" + "0512060012FF"
        let text = try CommandLineTool.run(["advert", "decode", frame])
        #expect(text.status == 0)
        #expect(
            text.output.contains(
                "announces: matter  discriminator 3840  vendor 65521  product 32769  additional data yes\n"
            )
        )
        #expect(
            text.output.contains(
                "announces: connection-interval  minimum 7.5 ms  maximum 81622.5 ms\n"
            )
        )
        // an announced structure is not shown twice
        #expect(!text.output.contains("060012"))
        let json = try CommandLineTool.run(["advert", "decode", "--json", frame])
        #expect(
            json.output.contains(
                #"{"announcements":[{"additionalData":true,"discriminator":3840,"kind":"matter","product":32769,"vendor":65521},"#
            )
        )
        let none = try CommandLineTool.run(["advert", "decode", "--json", "020106"])
        #expect(!none.output.contains("announcements"))
    }

    /// The first sample of the Core Specification Supplement, in an event of a controller.
    @Test func encryptedDataIsDecrypted() throws {
        let scratch = try Scratch()
        let file = scratch.url("keys.json")
        let key = "57a9da12d12e6e131e20612ad10a6a19" + "9e7a00efb17ae746"
        try Data(#"{"C6:05:04:03:02:01": "\#(key)"}"#.utf8).write(to: file)
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        try FileManager.default.setAttributes(mode, ofItemAtPath: file.path)
        let data = "1e3118e157cade74e4dcafdc51c7282810c2217f0e4cef4343181fba0069cc"
        let frame = "043e2b020100010102030405c61f" + data + "c0"
        let open = try CommandLineTool.run(["advert", "decode", "--keys", file.path, frame])
        #expect(open.status == 0)
        #expect(open.output.contains("decrypted: 0f0953686f7274204d696e692d42757303190a8c\n"))
        let closed = try CommandLineTool.run(["advert", "decode", frame])
        #expect(closed.output.contains("announces: encrypted-data  randomizer 18e157cade\n"))
        #expect(!closed.output.contains("decrypted"))
        try Data(#"{"C6:05:04:03:02:01": "57a9"}"#.utf8).write(to: file)
        try FileManager.default.setAttributes(mode, ofItemAtPath: file.path)
        let short = try CommandLineTool.run(["advert", "decode", "--keys", file.path, frame])
        #expect(short.status == 65 && short.errors.contains("48 for Encrypted Data"))
    }
}
