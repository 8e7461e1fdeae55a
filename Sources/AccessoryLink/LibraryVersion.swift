internal import CAccessory

/// Version of this library, three decimal numbers.
public var libraryVersion: String { ACC_VERSION }
