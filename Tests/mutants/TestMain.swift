// The entry point of the tests in scripts/mutants' copy of the tree. SwiftPM's own one finds tests of XCTest by the
// compiler's index, which takes time and is empty here.
import Testing

@main
struct TestMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
