/// Returns a zeroed C struct for the core to fill in. Structs with pointers are imported without an
/// initializer.
package func zeroed<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
        return buffer[0]
    }
}
