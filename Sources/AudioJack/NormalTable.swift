internal import AccessoryConcurrency
internal import AccessoryLink
import Glibc

/// A table of standard normal values. A random index selects a value: several times faster than
/// computing each value, and equally good for noise.
enum NormalTable {
    static let mask = (1 << 16) - 1

    static let values: [Float] = {
        var random = SeededRandom(seed: 0x6E6F_6973_65)
        var values: [Float] = []
        values.reserveCapacity(mask + 1)
        while values.count <= mask {
            // Box-Muller transform; 1 - unit is never 0
            let radius = (-2 * log(1 - random.unit())).squareRoot()
            let angle = 2 * Double.pi * random.unit()
            values.append(Float(radius * cos(angle)))
            values.append(Float(radius * sin(angle)))
        }
        return values
    }()
}
