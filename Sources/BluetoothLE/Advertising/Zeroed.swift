/// A C struct for the core to fill in. The importer gives none to structs that hold pointers.
package func zeroed<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
        return buffer[0]
    }
}
