internal import Glibc

/// The user's folders (XDG Base Directory Specification). A variable that is empty or holds a relative path counts as
/// unset.
public enum UserFolders {
    /// Returns a variable of the environment.
    public typealias Variable = (String) -> String?

    /// The folder for state that outlives a program: `XDG_STATE_HOME`, or `~/.local/state`.
    public static func state(_ variable: Variable = environment) -> String {
        absolute("XDG_STATE_HOME", variable) ?? home(variable) + "/.local/state"
    }

    /// The folder for the user's settings: `XDG_CONFIG_HOME`, or `~/.config`.
    public static func configuration(_ variable: Variable = environment) -> String {
        absolute("XDG_CONFIG_HOME", variable) ?? home(variable) + "/.config"
    }

    /// The folder for sockets, `XDG_RUNTIME_DIR`; nil: the process belongs to no login session.
    public static func runtime(_ variable: Variable = environment) -> String? {
        absolute("XDG_RUNTIME_DIR", variable)
    }

    /// The process's own environment.
    public static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func home(_ variable: Variable) -> String {
        absolute("HOME", variable) ?? "/root"
    }

    private static func absolute(_ name: String, _ variable: Variable) -> String? {
        variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
