// A Swift program against the installed C library: checks a frame it wrote, prints the version.
import CInstalled

let payload = Array("installed".utf8)
var frame = [UInt8](repeating: 0, count: payload.count + Int(ACC_FRAME_OVERHEAD))
let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
var header = acc_frame_header()
let status = acc_frame_check(frame, size, &header)
precondition(status.rawValue == 0 && Int(header.length) == payload.count)
print(ACC_VERSION)
