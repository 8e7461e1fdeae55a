package import CAccessory

/// The measurements from one call into the core.
package struct MeasurementList {
    package private(set) var measurements: [SensorMeasurement] = []
    package let status: Status

    /// - Parameter bytes: The bytes that the call reads; any valid pointer for a call that reads
    ///   none.
    package init(
        _ bytes: UnsafePointer<UInt8>,
        _ read: (UnsafeMutablePointer<acc_measurement>, Int, UnsafeMutablePointer<Int>) -> Status
    ) {
        let capacity = Int(ACC_MEASUREMENTS_MAX)
        var found: [SensorMeasurement] = []
        status = withUnsafeTemporaryAllocation(of: acc_measurement.self, capacity: capacity) {
            list in
            var count = 0
            let status = read(list.baseAddress!, capacity, &count)
            acc_sensor_limit(
                list.baseAddress!,
                count,
                Int32(ACC_SENSOR_COLDEST),
                Int32(ACC_SENSOR_HOTTEST)
            )
            found = list.prefix(count).map { SensorMeasurement($0, in: bytes) }
            return status
        }
        measurements = found
    }
}
