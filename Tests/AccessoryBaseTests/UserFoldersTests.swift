import Testing

@testable import AccessoryBase

@Suite struct UserFoldersTests {
    private static let home = ["HOME": "/home/ada"]

    @Test func variablesNameTheFolders() {
        let all = [
            "XDG_STATE_HOME": "/a", "XDG_CONFIG_HOME": "/b", "XDG_RUNTIME_DIR": "/c",
            "HOME": "/home/ada",
        ]
        #expect(UserFolders.state { all[$0] } == "/a")
        #expect(UserFolders.configuration { all[$0] } == "/b")
        #expect(UserFolders.runtime { all[$0] } == "/c")
    }

    @Test(arguments: [nil, "", "relative/path", "./a"])
    func othersCountAsUnset(value: String?) {
        func variable(_ name: String) -> String? { Self.home[name] ?? value }
        #expect(UserFolders.state(variable) == "/home/ada/.local/state")
        #expect(UserFolders.configuration(variable) == "/home/ada/.config")
        #expect(UserFolders.runtime(variable) == nil)
    }

    @Test(arguments: [nil, "", "ada"])
    func withoutAHomeItIsTheOneOfRoot(home: String?) {
        func variable(_ name: String) -> String? { name == "HOME" ? home : nil }
        #expect(UserFolders.state(variable) == "/root/.local/state")
        #expect(UserFolders.configuration(variable) == "/root/.config")
    }

    @Test func theDefaultIsTheProcessEnvironment() {
        #expect(UserFolders.environment("HOME")?.hasPrefix("/") == true)
        #expect(UserFolders.environment("NO_SUCH_VARIABLE_IS_SET") == nil)
    }
}
