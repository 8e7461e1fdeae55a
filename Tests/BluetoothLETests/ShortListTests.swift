import AccessoryConcurrency
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct ShortListTests {
    @Test("a short list behaves like an array", arguments: 0..<20 as Range<UInt64>)
    func model(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var list = ShortList<Int>()
        var array: [Int] = []
        for step in 0..<500 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                list.append(step)
                array.append(step)
            case 2:
                list += [step, -step]
                array += [step, -step]
            case 3:
                #expect(list.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
            default:
                let wanted = array.randomElement(using: &random) ?? 0
                let index = array.firstIndex(of: wanted)
                #expect(list.remove { $0 == wanted } == index.map { array.remove(at: $0) })
            }
            #expect(Array(list) == array)
            #expect(list.count == array.count && list.first == array.first)
        }
    }

    @Test func literals() {
        let list: ShortList = [1, 2, 3]
        #expect(Array(list) == [1, 2, 3])
        #expect(list != [1, 2] && ShortList<Int>() == [])
    }
}
