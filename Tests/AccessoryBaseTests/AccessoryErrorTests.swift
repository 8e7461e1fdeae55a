import Foundation
import Testing

@testable import AccessoryBase

@Suite struct AccessoryErrorTests {
    private struct Plain: AccessoryError {
        var cause = "a; b"
        var nextStep: String?
    }

    private struct Numbered: AccessoryError {
        var cause: String { "c" }
        var nextStep: String? { "d" }
        var code: Int? { 7 }
    }

    @Test func theDescriptionIsTheCauseAndTheNextStep() {
        #expect("\(Plain())" == "a; b" && Plain().code == nil)
        #expect("\(Plain(nextStep: "c"))" == "a; b; c")
    }

    @Test func aReasonKeepsThePartsOfItsError() {
        let reason = FailureReason(Numbered())
        #expect(reason.cause == "c" && reason.nextStep == "d" && reason.code == 7)
        #expect(reason.error is Numbered)
        // a reason of a reason is the first one
        #expect(FailureReason(reason).error is Numbered)
    }

    @Test func aReasonOfAnotherErrorIsItsDescription() {
        struct Other: Error {}
        let reason = FailureReason(Other())
        #expect(reason.cause == "Other()" && reason.nextStep == nil && reason.code == nil)
        #expect(reason.error is Other)
    }

    @Test func aReasonMayBeWords() {
        let number = 3
        let reason: FailureReason = "line \(number)"
        #expect(reason.cause == "line 3" && reason.nextStep == nil)
        let words = FailureReason("c", nextStep: "d", code: 7)
        #expect(words.cause == "c" && words.nextStep == "d" && words.code == 7)
    }

    @Test func reasonsAreEqualByWordsAndNumber() {
        #expect(FailureReason(Numbered()) == FailureReason("c", nextStep: "d", code: 7))
        #expect(FailureReason("c", nextStep: "d") != FailureReason("c", nextStep: "d", code: 7))
        #expect(FailureReason("c") != "d")
        #expect(
            Set([FailureReason(Numbered()), FailureReason("c", nextStep: "d", code: 7)]).count == 1
        )
    }

    @Test func aReasonGoesToAnotherProcessAsWords() throws {
        let data = try JSONEncoder().encode([FailureReason(Numbered()), "e"])
        let read = try JSONDecoder().decode([FailureReason].self, from: data)
        #expect(read == [FailureReason("c", nextStep: "d", code: 7), "e"])
        #expect(!(read[0].error is Numbered))
    }

    @Test func messagesOfTheSystemAreInLowerCase() {
        #expect(systemMessage(2) == "no such file or directory")
    }
}
