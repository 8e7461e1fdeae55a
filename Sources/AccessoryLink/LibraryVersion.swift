internal import CAccessory

/// Version of this library, three decimal numbers.
package var libraryVersion: String { ACC_VERSION }
