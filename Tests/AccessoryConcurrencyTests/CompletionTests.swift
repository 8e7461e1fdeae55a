import AccessoryConcurrency
import Testing

@Suite struct CompletionTests {
    @Test func allWaitersReceiveTheFirstCause() async {
        let ending = Completion<Int>()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { await ending.cause() } }
            #expect(!ending.isComplete)
            #expect(ending.complete(7))
            for await cause in group { #expect(cause == 7) }
        }
        #expect(!ending.complete(8))
        #expect(await ending.cause() == 7)
    }

    @Test func completesWithoutACause() async {
        let ending = Completion<Int?>()
        ending.complete(nil)
        #expect(ending.isComplete)
        #expect(await ending.cause() == nil)
        #expect(!ending.complete(1))
    }
}
