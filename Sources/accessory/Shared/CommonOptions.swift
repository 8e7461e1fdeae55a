internal import ArgumentParser

/// Options of every command.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print results and errors as JSON, one object per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false
}
