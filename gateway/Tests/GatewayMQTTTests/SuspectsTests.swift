import GatewaySpool
import Testing

@testable import GatewayMQTT

@Suite struct SuspectsTests {
    private func message(_ name: String, age: Double = 0.1) -> Suspects.Message {
        Suspects.Message(key: .topic(name), age: age)
    }

    /// Connections that end with these messages in flight, one word each; the message refused by each.
    private func refusals(_ connections: [String], age: Double = 0.1) -> [String?] {
        var suspects = Suspects()
        return connections.map { names in
            let messages = names.split(separator: " ").map { message(String($0), age: age) }
            guard case .topic(let topic)? = suspects.connectionEnded(messages) else { return nil }
            return topic
        }
    }

    @Test(
        arguments: [
            (["a b c", "a b c", "b", "b", "b"], "b"),
            (["a b", "b c", "b", "b", "b"], "b"),
            (["b", "b", "b", "b", "b"], "b"),
        ]
    )
    func aMessageThatEndsConnectionsAloneIsRefused(connections: [String], refused: String) {
        #expect(refusals(connections) == [nil, nil, nil, nil, refused])
    }

    @Test(
        arguments: [
            // never alone, in different company, or another one each time
            ["a b", "a b", "a b", "a b", "a b", "a b"], ["a b", "a b", "", "", "", ""],
            ["a", "b", "c", "d", "e", "f"], ["a b", "a b", "a", "b", "a", "b"],
        ]
    )
    func othersAreNot(connections: [String]) {
        #expect(refusals(connections).allSatisfy { $0 == nil })
    }

    /// The network ended the connection, not the broker.
    @Test func aMessageThatWaitedIsNoSuspect() {
        #expect(refusals(Array(repeating: "a", count: 9), age: 5).allSatisfy { $0 == nil })
    }

    @Test func messagesAreSentOneAtATimeAfterTwoEnds() {
        var suspects = Suspects()
        #expect(suspects.isEmpty)
        _ = suspects.connectionEnded([message("a"), message("b")])
        #expect(suspects.isEmpty)
        _ = suspects.connectionEnded([message("a"), message("b")])
        #expect(!suspects.isEmpty)
        suspects.delivered(.topic("a"))
        #expect(!suspects.isEmpty)
        suspects.delivered(.topic("b"))
        #expect(suspects.isEmpty)
    }

    @Test func aDeliveredMessageBeginsAnew() {
        var suspects = Suspects()
        for _ in 0..<4 { #expect(suspects.connectionEnded([message("a")]) == nil) }
        suspects.delivered(.topic("a"))
        for _ in 0..<4 { #expect(suspects.connectionEnded([message("a")]) == nil) }
        #expect(suspects.connectionEnded([message("a")]) == .topic("a"))
        #expect(suspects.isEmpty && suspects.isRefused("a") && !suspects.isRefused("b"))
    }

    @Test func aRefusedTopicIsNotUsedAgain() {
        var suspects = Suspects()
        _ = suspects.connectionEnded([message("a")])
        _ = suspects.connectionEnded([message("a")])
        suspects.refused(.topic("a"))
        #expect(suspects.isEmpty && suspects.isRefused("a"))
    }

    @Test func nothingIsSuspectedAfterEverythingWasDelivered() {
        var suspects = Suspects()
        for _ in 0..<3 { _ = suspects.connectionEnded([message("a")]) }
        suspects.clear()
        #expect(suspects.isEmpty)
        for _ in 0..<4 { #expect(suspects.connectionEnded([message("a")]) == nil) }
    }
}
