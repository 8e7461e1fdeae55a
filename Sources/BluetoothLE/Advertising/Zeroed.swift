/// A zeroed C struct for the core to fill in. The importer gives structs with pointers no initializer.
package func zeroed<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
        UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
        return buffer[0]
    }
}
