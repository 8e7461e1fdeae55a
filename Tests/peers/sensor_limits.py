#!/usr/bin/env python3
"""Tests that no format prints an impossible value: sensor_limits.py PROGRAM [--show]

Makes an advertisement for each alternative of each format in csrc/sensor/sensors.json, and fills what the format leaves open with the
bytes of erased memory, zeros, and the limits of signed numbers. Each value must be possible for its quantity and for the sensor."""
import collections, itertools, json, os, subprocess, sys

top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADDRESS = bytes.fromhex("A4C138010203")
FILLS = {"FF": b"\xff", "00": b"\0", "7FFF": b"\x7f\xff", "FF7F": b"\xff\x7f", "8000": b"\x80\0", "0080": b"\0\x80", "80": b"\x80", "7F": b"\x7f"}
# What no sensor measures, by unit; the ranges of temperatures are the formats' own. Machines have other batteries and pressures.
POSSIBLE = {
    "%": (0, 100), "V": (0, 20), "hPa": (300, 1200), "lx": (0, 150000), "ppm": (0, 32000), "µg/m³": (0, 5000), "bpm": (0, 250),
    "kg": (-50, 272), "lb": (-110, 600), "Ω": (0, 5000), "µS/cm": (0, 30000), "SG": (0.5, 2), "g": (-16.384, 16.384),
    "A": (-2000, 2000), "Bq/m³": (0, 20000), "mg/m³": (0, 20), "µSv": (0, 1000000),
}
MACHINES = {"V": (0, 1000), "hPa": (0, 12000)}


class Frame:
    """What a format requires of an advertisement."""

    def __init__(self):
        self.company = self.service = self.name = None
        self.listed, self.sizes, self.bytes, self.absent = [], {}, {"mfr": {}, "svc": {}}, set()

    def copy(self):
        other = Frame()
        other.company, other.service, other.name, other.listed = self.company, self.service, self.name, list(self.listed)
        other.sizes, other.absent = dict(self.sizes), set(self.absent)
        other.bytes = {part: dict(found) for part, found in self.bytes.items()}
        return other

    def limit(self, part, least, most):
        if part == "record":
            part, least, most = "mfr", least - 2, most - 2
        before = self.sizes.get(part, (0, 24))
        self.sizes[part] = (max(before[0], least), min(before[1], most))
        return self.sizes[part][0] <= self.sizes[part][1]

    def put(self, part, at, mask, value):
        """Requires bits of a byte; an offset below 0 counts from the end."""
        if part == "record":
            part, at = "mfr", at - 2
            if at < 0:  # the company
                known, number = self.company or (0, 0)
                mask, value = mask << 8 * (at + 2), (value & mask) << 8 * (at + 2)
                if (number ^ value) & known & mask:
                    return False
                self.company = (known | mask, number & ~mask | value)
                return True
        before = self.bytes[part].get(at, (0, 0))
        if (before[1] ^ value) & before[0] & mask:
            return False
        self.bytes[part][at] = (before[0] | mask, before[1] | value & mask)
        return at < 0 or self.limit(part, at + 1, 99)


def texts(value):
    return value if isinstance(value, list) else [value]


def put_number(frame, term, number):
    size = int(term["type"][1:3].rstrip("lb")) // 8
    order = "big" if term["type"].endswith("be") else "little"
    data = number.to_bytes(size, order, signed=number < 0)
    return all(frame.put(term["in"], term["at"] + i, 255, byte) for i, byte in enumerate(data))


def alternatives(term, frame, fill):
    """The frames that fulfil a condition, beside what is already required."""
    if "all" in term:
        frames = [frame]
        for part in term["all"]:
            frames = [done for each in frames for done in alternatives(part, each, fill)][:40]
        return frames
    if "any" in term:
        return [done for part in term["any"] for done in alternatives(part, frame.copy(), fill)][:40]
    if "not" in term:  # rare values, which the fillers do not have
        return [frame]
    done = []
    for value in itertools.islice(choices(term), 4):
        one = frame.copy()
        if apply(one, term, value, fill):
            done.append(one)
    return done


def choices(term):
    for key in ("company", "svc_uuid", "lists_uuid", "name_prefix", "name_is", "name_suffix", "name_contains", "name", "hex", "crc16"):
        if key in term:
            return iter(texts(term[key]))
    return iter([None])


def apply(frame, term, value, fill):
    if "company" in term:
        frame.company = (0xFFFF, int(value, 16))
    elif "company_nibbles" in term:
        mask = number = 0
        for i, digit in enumerate(term["company_nibbles"]):
            at = term["nibble"] + i
            shift = 8 * (at // 2) + (0 if at % 2 else 4)  # in the order of sending
            mask, number = mask | 15 << shift, number | int(digit, 16) << shift
        frame.company = (mask, number)
    elif "svc_uuid" in term:
        frame.service = value
    elif "lists_uuid" in term:
        frame.listed.append(value)
    elif any(key.startswith("name") for key in term):
        frame.name = value if term.get("at", 0) == 0 else " " * term["at"] + value
    elif "no" in term:
        frame.absent.add(term["no"])
    elif "len" in term:
        size = int(term["bytes"])
        ranges = {"=": (size, size), ">=": (size, 99), ">": (size + 1, 99), "<=": (0, size), "<": (0, size - 1)}
        return frame.limit(term["len"], *ranges[term.get("op", "=")])
    elif "mac" in term:
        text = {"reversed": ADDRESS[::-1], "as printed": ADDRESS, "last three": ADDRESS[3:]}[term["order"]]
        return all(frame.put(term["mac"], term["at"] + i, 255, byte) for i, byte in enumerate(text))
    elif "hex" in term and "nibble" in term:
        ok = True
        for i, digit in enumerate(value):
            at = term["nibble"] + i
            ok &= frame.put(term["in"], at // 2, 15 if at % 2 else 240, int(digit, 16) << (0 if at % 2 else 4))
        return ok
    elif "hex" in term:
        return all(frame.put(term["in"], term["at"] + i, 255, byte) for i, byte in enumerate(bytes.fromhex(value)))
    elif "bit" in term:
        return frame.put(term["in"], term["at"], 1 << term["bit"], term.get("is", 1) << term["bit"])
    elif "mask" in term:
        return frame.put(term["in"], term["at"], term["mask"], term["value"])
    elif "type" in term:
        least, most = term.get("min", 0), term.get("max", term.get("min", 0) + 1)
        return put_number(frame, term, (int(least) + int(most)) // 2)
    else:
        return False
    return True


def structure(kind, value):
    return bytes([len(value) + 1, kind]) + value


def filled(frame, part, fill):
    least, most = frame.sizes.get(part, (12, 20) if part == "mfr" else (12, 20))
    size = max(least, min(most, 20))
    data = bytearray(itertools.islice(itertools.cycle(fill), size))
    for at, (mask, value) in frame.bytes[part].items():
        data[at] = data[at] & ~mask | value & mask
    return bytes(data)


def advertisement(frame, fill):
    data = b""
    if frame.service and "svc" not in frame.absent:
        uuid = bytes.fromhex(frame.service.replace("-", ""))[::-1]
        data += structure(0x16 if len(uuid) == 2 else 0x21, uuid + filled(frame, "svc", fill))
    needs = frame.company or "mfr" in frame.sizes or frame.bytes["mfr"]
    if needs and "mfr" not in frame.absent:
        mask, number = frame.company or (0, 0)
        word = int.from_bytes((fill * 2)[:2], "little") & ~mask | number
        data += structure(0xFF, word.to_bytes(2, "little") + filled(frame, "mfr", fill))
    for uuid in frame.listed:
        raw = bytes.fromhex(uuid.replace("-", ""))[::-1]
        data += structure(3 if len(raw) == 2 else 7, raw)
    if frame.name:
        data += structure(9, frame.name.encode())
    return data


def event(data):
    body = bytes([2, 1, 0, 0]) + ADDRESS[::-1] + bytes([len(data)]) + data + b"\xc4"
    return (b"\x04\x3e" + bytes([len(body)]) + body).hex()


def cases(formats):
    for one in formats:
        if "match" not in one or not (one.get("fields") or one.get("tlv") or one.get("flags")):
            continue
        for name, fill in FILLS.items():
            for frame in alternatives(one["match"], Frame(), fill):
                data = advertisement(frame, fill)
                if len(data) < 230:
                    yield one, name, data


def is_possible(measurement, one):
    number, unit = measurement.get("number"), measurement.get("unit")
    if number is None or one.get("whole_range"):
        return True
    if unit == "°C":
        least, most = one.get("temperatures", [-60, 130])
    elif one.get("machine") and unit in MACHINES:
        least, most = MACHINES[unit]
    elif unit in POSSIBLE:
        least, most = POSSIBLE[unit]
    else:
        return True
    return least <= number <= most


def main():
    with open(os.path.join(top, "csrc", "sensor", "sensors.json")) as file:
        formats = json.load(file)
    made = list(cases(formats))
    lines = "\n".join(event(data) for _, _, data in made)
    run = subprocess.run([sys.argv[1], "advert", "decode", "--json", "--loose", "-"], input=lines, capture_output=True, text=True)
    records = [record for record in map(json.loads, run.stdout.splitlines()) if "data" in record]
    if len(records) != len(made):
        sys.exit(f"sensors: error: {len(made)} advertisements, {len(records)} records: {run.stderr[-300:]}")
    by_id = {one["id"]: one for one in formats}
    read, wrong, extremes = set(), collections.Counter(), collections.defaultdict(list)
    for (one, fill, data), record in zip(made, records):
        sensor = record.get("sensor") or {}
        found = by_id.get(sensor.get("format"))
        if not found:
            continue
        read.add(found["id"])
        for each in sensor["measurements"]:
            extremes[(each["quantity"], each.get("unit"))].append((each.get("number"), found["id"], fill))
            if not is_possible(each, found):
                wrong[(found["id"], each["quantity"])] += 1
                print(f"sensors: error: {found['id']}: {each['quantity']} {each['number']} {each.get('unit')} ({fill}): {data.hex()}")
    wanted = {one["id"] for one, _, _ in made}
    if "--show" in sys.argv:
        print("not read:", *sorted(wanted - read))
        for key, values in sorted(extremes.items()):
            numbers = [value for value in values if isinstance(value[0], (int, float))]
            if numbers:
                print(key, min(numbers), max(numbers))
    print(f"sensors: {len(made)} advertisements at the limits of numbers: {len(read)} of {len(wanted)} formats read, {sum(wrong.values())} impossible values")
    sys.exit(bool(wrong) or len(read) < 0.95 * len(wanted))


main()
