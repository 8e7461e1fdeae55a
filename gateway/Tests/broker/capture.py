#!/usr/bin/env python3
"""Writes a btsnoop recording of BTHome sensors. Every report has a different number.

capture.py OUT [--devices N] [--reports N] [--rate REPORTS_A_SECOND] [--first NUMBER] [--repeats SHARE] [--named]
           [--corpus FILE [--without FILE]] [--start SECONDS]

--corpus: a file of advertising data to send instead; each record follows its length (u16, little-endian). --without: a file with
the kind of each record; records of sensors are left out.
"""
import argparse, random, struct

EPOCH = 0x00DCDDB30F2F8000  # microseconds from year 0 to 1970


def bthome(device, number):
    """Flags, and BTHome v2 (service 0xFCD2): packet id, temperature, humidity, count (4 bytes)."""
    value = bytes([0x40, 0x00, number & 0xFF, 0x02]) + struct.pack('<h', 2000 + device % 500)
    value += bytes([0x03]) + struct.pack('<H', 5000 + number % 100) + bytes([0x3E]) + struct.pack('<I', number)
    data = bytes([0x02, 0x01, 0x06]) + bytes([len(value) + 3, 0x16, 0xD2, 0xFC]) + value
    return data


def named(device, number):
    """A name and BTHome v2 in the form of PVVX's firmware, which TheengsDecoder decodes."""
    value = bytes([0x40, 0x00, number & 0xFF, 0x01, 90]) + bytes([0x02]) + struct.pack('<h', 2000 + number % 500)
    value += bytes([0x03]) + struct.pack('<H', 5000 + number % 100)
    name = b'ATC_%06X' % device
    return bytes([len(name) + 1, 0x09]) + name + bytes([len(value) + 3, 0x16, 0xD2, 0xFC]) + value


SENSORS = {'bthome', 'eddystone-tlm', 'govee', 'hrs', 'mibeacon', 'ruuvi', 'tile'}


def corpus(path, kinds):
    """Returns a function that selects a record of the corpus for each device and report number."""
    data, records, at = open(path, 'rb').read(), [], 0
    while at < len(data):
        length, = struct.unpack_from('<H', data, at)
        records.append(data[at + 2:at + 2 + length])
        at += 2 + length
    if kinds:
        records = [r for r, kind in zip(records, open(kinds).read().split()) if kind not in SENSORS]
    # the factor (Knuth's multiplicative hash) gives neighbouring devices different kinds
    return lambda device, number: records[(device * 2654435761 + number) % len(records)]


def event(device, data, rssi=-60):
    address = struct.pack('<Q', 0xA4C138000000 + device)[:6]
    report = bytes([0x02, 0x01, 0x00, 0x00]) + address + bytes([len(data)]) + data + struct.pack('b', rssi)
    return bytes([0x04, 0x3E, len(report)]) + report


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('out')
    parser.add_argument('--devices', type=int, default=10)
    parser.add_argument('--reports', type=int, default=1000)
    parser.add_argument('--rate', type=float, default=1000)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--repeats', type=float, default=0, help="share of reports that repeat the device's last data, 0 to 1")
    parser.add_argument('--named', action='store_true', help='sensors with a name, in the form that TheengsDecoder decodes')
    parser.add_argument('--start', type=float, default=1_700_000_000, help='time of the first report, seconds since 1970')
    parser.add_argument('--corpus', help='a file of advertising data to send instead')
    parser.add_argument('--without', help='a file with the kinds of the corpus; sensors are left out')
    arguments = parser.parse_args()
    frame = named if arguments.named else bthome
    if arguments.corpus:
        frame = corpus(arguments.corpus, arguments.without)
    last, chance = {}, random.Random(1)
    with open(arguments.out, 'wb') as out:
        out.write(b'btsnoop\0' + struct.pack('>II', 1, 1002))
        for at in range(arguments.reports):
            device = at % arguments.devices
            data = last.get(device)
            if data is None or chance.random() >= arguments.repeats:
                data = last[device] = frame(device, arguments.first + at)
            packet = event(device, data)
            time = EPOCH + int(arguments.start * 1e6) + int(at * 1e6 / arguments.rate)
            out.write(struct.pack('>IIIIq', len(packet), len(packet), 1, 0, time) + packet)


main()
