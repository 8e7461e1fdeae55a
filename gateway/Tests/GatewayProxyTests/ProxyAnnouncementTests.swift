import BluetoothLE
import Testing

@testable import GatewayProxy

@Suite struct ProxyAnnouncementTests {
    private func file(isEncrypted: Bool) -> String {
        var identity = ProxyWireTests.identity
        identity.friendlyName = "Attic & <loft>"
        return ProxyAnnouncement(identity: identity, port: 6054, isEncrypted: isEncrypted)
            .serviceFile
    }

    @Test func theFileHasTheFieldsForHomeAssistant() {
        let file = file(isEncrypted: true)
        for line in [
            "<name>attic</name>", "<type>_esphomelib._tcp</type>", "<port>6054</port>",
            "<txt-record>mac=02abcdef0123</txt-record>",
            "<txt-record>friendly_name=Attic &amp; &lt;loft&gt;</txt-record>",
            "<txt-record>api_encryption=Noise_NNpsk0_25519_ChaChaPoly_SHA256</txt-record>",
        ] {
            #expect(file.contains(line))
        }
    }

    @Test func aProxyWithoutEncryptionClaimsNone() {
        #expect(!file(isEncrypted: false).contains("api_encryption"))
    }
}
