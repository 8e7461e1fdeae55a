import CAccessoryDBus
import Glibc

@testable import BlueZDaemon
@testable import BluetoothLE

/// Any bytes from a bus: each message is decoded or refused. A change of a device is merged with the
/// same result in place and from the decoded message, and its rebuilt advertisement is well-formed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    var ends: [CInt] = [0, 0]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard count <= 65536, socketpair(AF_UNIX, type, 0, &ends) == 0 else { return 0 }
    defer { close(ends[1]) }
    // the bus's part of the authentication
    let hello = Array("DATA\r\nOK 00112233445566778899aabbccddeeff\r\nAGREE_UNIX_FD\r\n".utf8)
    guard write(ends[1], hello, hello.count) == hello.count, write(ends[1], start, count) == count
    else {
        close(ends[0])
        return 0
    }
    var bus: OpaquePointer?
    guard acc_dbus_open_file(ends[0], &bus) == 0, let bus else {
        close(ends[0])
        return 0
    }
    defer { acc_dbus_close(bus) }
    var device = DeviceRecord()
    var message: OpaquePointer?
    while acc_dbus_next(bus, &message) > 0, let received = message {
        read(received, &device)
        acc_dbus_free(received)
    }
    return 0
}

private func read(_ message: OpaquePointer, _ device: inout DeviceRecord) {
    var inPlace = device
    let reader = DBusReader(message)
    let isMerged = reader.isChange && (try? merge(reader, into: &inPlace)) != nil
    acc_dbus_rewind(message)
    let body = (try? DBusMessage(DBusReader(message)))?.body
    // a list of dropped properties is merged in place only
    if isMerged, let body, body.count == 3, body[2].elements?.isEmpty == true {
        _ = device.merge(body[1].entries ?? [])
        precondition(device == inPlace)
    }
    if isMerged { device = inPlace }
    let report = device.report(at: .zero)
    precondition(report.data.count <= 1650)
    var rest = report.data[...]
    while let length = rest.first {
        precondition(length > 0 && Int(length) < rest.count)
        rest = rest.dropFirst(Int(length) + 1)
    }
}

private func merge(_ reader: DBusReader, into device: inout DeviceRecord) throws {
    guard try reader.read("s") != nil else { throw DBusError.malformed }
    _ = try device.merge(reader)
}
