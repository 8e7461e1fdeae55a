internal import Glibc

/// The system's message for an errno, in lower case.
public func systemMessage(_ number: Int32) -> String {
    String(cString: strerror(number)).lowercased()
}
