"""Compares readings with those of other decoders, on mutated advertisements: sensors.py PROGRAM PYTHON [--mutations N] [--newest] [--models]

PYTHON has the other decoders (sensors_peers.py). The advertisements are those of ../shared/facts/sensors, each as it is and N times with
one to three bytes of its manufacturer or service data replaced. A value that differs, and one that only the other decoder reads, must be
explained in sensors-explained.txt; with --newest the rest is only reported. Also counts the models that are equal; --models lists the others."""
import collections, json, os, random, subprocess, sys

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(top, "..", "shared", "facts", "sensors")
EXPLAINED = os.path.join(top, "benchmarks", "sensors-explained.txt")
# the other decoders' names for our quantities, and the unit that theirs has of ours
NAMES = {
    "temperature": "temperature", "tempc": "temperature", "humidity": "humidity", "hum": "humidity", "battery": "battery", "batt": "battery",
    "pressure": "pressure", "pres": "pressure", "illuminance": "illuminance", "lux": "illuminance", "carbon_dioxide": "co2", "co2": "co2",
    "pm1": "pm1", "pm25": "pm2.5", "pm4": "pm4", "pm10": "pm10", "voltage": "voltage", "mass": "mass", "moisture": "moisture", "moi": "moisture",
    "conductivity": "conductivity", "fer": "conductivity", "specific_gravity": "specific-gravity", "voc_index": "voc-index",
    "nox_index": "nox-index", "packet_id": "packet-id", "energy": "energy", "power": "power", "current": "current", "dew_point": "dew-point",
    "keg_size": "keg-size", "volume_start": "volume-start", "volume_dispensed": "volume-dispensed", "position": "position",
    "motion": "motion", "motion_detected": "motion", "window": "opening", "door": "opening", "open": "opening", "leak": "moisture-detected",
}
# what a sensor can measure; a value of another decoder beyond that need not be read here
POSSIBLE = {
    "temperature": (-60, 130), "dew-point": (-60, 130), "humidity": (0, 100), "battery": (0, 100), "moisture": (0, 100), "voltage": (0, 20),
    "pressure": (300, 1200), "illuminance": (0, 150000), "co2": (0, 32000), "pm1": (0, 5000), "pm2.5": (0, 5000), "pm10": (0, 5000),
    "conductivity": (0, 30000), "mass": (-50, 272), "power": (-100000, 100000), "specific-gravity": (0.5, 2),
}
# their unit of ours, where it is another one, and to what they round
CONVERTED = {
    ("ruuvitag_ble", "voltage", "V"): lambda volts: volts * 1000,
    ("theengs", "pressure", "hPa"): lambda hectopascals: hectopascals / 1000,
    ("tilt_ble", "temperature", "°C"): lambda celsius: celsius * 1.8 + 32,
    ("xiaomi_ble", "mass", "lb"): lambda pounds: pounds * 0.45359237,
}
ROUNDED = {("sensirion_ble", "temperature"): 0.1, ("sensirion_ble", "humidity"): 0.1, ("rapt_ble", "battery"): 1, ("ruuvitag_ble", "illuminance"): 1}
SAME = {
    "opening": ("opening", "door", "window"), "moisture": ("moisture", "moisture-detected"), "motion": ("motion", "occupancy"),
    "position": ("position", "level"), "power": ("power", "power-on"),
}


def structures(data):
    """The places of the values that a device sends: those of manufacturer and service data after the company or UUID."""
    places, at = [], 0
    while at < len(data) and data[at] and at + data[at] < len(data):
        if data[at + 1] in (0x16, 0xFF):
            places += range(at + 4, at + 1 + data[at])
        at += 1 + data[at]
    return places


def mutated(vectors, count, chance):
    for vector in vectors:
        data = bytes.fromhex(vector["ad"])
        yield vector, data
        places = structures(data)
        for _ in range(count if places else 0):
            other = bytearray(data)
            for _ in range(chance.randint(1, 3)):
                other[chance.choice(places)] = chance.choice([0, 0xFF, 0x7F, 0x80, chance.randrange(256), chance.randrange(256)])
            yield vector, bytes(other)


def address_of(vector):
    address = vector.get("mac", "").replace("-", ":")
    return address if len(address) == 17 else "A4:C1:38:00:00:01"


def report(address, data):
    body = bytes([2, 1, 0, 0]) + bytes.fromhex(address.replace(":", ""))[::-1] + bytes([len(data)]) + data + b"\xc4"
    return (b"\x04\x3e" + bytes([len(body)]) + body).hex()


def run(command, lines):
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"compare sensors: error: {command[0]}: {done.stderr.strip()[-300:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(program, python, cases):
    """The records of the program and the answers of the other decoders for pairs of address and data."""
    lines = [report(address, data) for address, data in cases]
    ours = [record for record in run([program, "advert", "decode", "--json", "--loose", "-"], lines) if "data" in record]
    questions = [json.dumps({"address": address, "data": data.hex(), "key": None}) for address, data in cases]
    theirs = run([python, os.path.join(top, "benchmarks", "sensors_peers.py")], questions)
    if not len(ours) == len(theirs) == len(cases):
        sys.exit(f"compare sensors: error: {len(cases)} advertisements, {len(ours)} and {len(theirs)} answers")
    return ours, theirs


def value(measurement):
    return next((measurement[key] for key in ("number", "on", "event", "text") if key in measurement), None)


def is_equal(peer, theirs, measurement):
    ours, quantity = value(measurement), measurement["quantity"]
    if not isinstance(ours, (bool, int, float)):
        return False
    if isinstance(theirs, bool) or isinstance(ours, bool):
        return bool(theirs) == bool(ours)
    convert = CONVERTED.get((peer, quantity, measurement.get("unit")))
    values = [ours, convert(ours)] if convert else [ours]
    # their decoders round, mostly to hundredths
    step = ROUNDED.get((peer, quantity), 0.02)
    return any(abs(theirs - each) <= max(step * 0.505, abs(each) * 0.001) for each in values)


def is_possible(quantity, value):
    least, most = POSSIBLE.get(quantity, (value, value))
    return least <= value <= most


def differences(peer, values, sensor):
    """For each: the quantity, what is the matter, their value, and ours. A value that is invalid here must be possible."""
    ours = collections.defaultdict(list)
    for each in sensor.get("measurements", []):
        ours[each["quantity"]].append(each)
    for key, theirs in values:
        quantity = NAMES.get(key)
        if quantity is None or not isinstance(theirs, (bool, int, float)):
            continue
        found = [each for name in SAME.get(quantity, (quantity,)) for each in ours[name]]
        if not found:
            yield quantity, "missing", theirs, []
        elif not any(is_equal(peer, theirs, each) for each in found):
            kind = "invalid" if all(each.get("state") == "invalid" for each in found) else "different"
            if not is_possible(quantity, theirs):
                if kind == "invalid":
                    continue
                kind = "impossible"
            yield quantity, kind, theirs, [value(each) for each in found]


def count_models(program, python, vectors):
    """Whether readings have the model of Home Assistant's libraries in 95 % of their tests' advertisements."""
    # addresses of their own, because the program keeps the name of an address
    cases = [(f"02:00:00:00:{i >> 8:02X}:{i & 255:02X}" if len(v.get("mac", "")) != 17 else v["mac"], bytes.fromhex(v["ad"]))
             for i, v in enumerate(vectors)]
    ours, theirs = ask(program, python, cases)
    equal, total = 0, 0
    for (_, data), record, answers in zip(cases, ours, theirs):
        sensor = record.get("sensor") or {}
        for answer in answers:
            model = answer["model"]
            if answer["peer"] == "theengs" or not isinstance(model, str):
                continue
            total += 1
            if model in (sensor.get("model"), f"{sensor.get('brand')} {sensor.get('model')}"):
                equal += 1
            elif "--models" in sys.argv:
                print(f"compare sensors: model: {answer['peer']} {model}, here {sensor.get('model')}: {data.hex()}")
    print(f"compare sensors: {equal} of {total} models equal, {100 * equal / max(1, total):.1f} %")
    return equal >= 0.95 * total


def explained():
    """The explained differences: peer, format, quantity, kind; "*" is any."""
    with open(EXPLAINED) as file:
        lines = [line.split("#")[0].split() for line in file]
    return [line for line in lines if line]


def main():
    program, python = sys.argv[1:3]
    count = int(sys.argv[sys.argv.index("--mutations") + 1]) if "--mutations" in sys.argv else 40
    path = os.path.join(FOLDER, "vectors-a.jsonl")
    if not os.path.isfile(path):
        print(f"compare sensors: SKIPPED: no vectors in {os.path.normpath(FOLDER)}")
        return
    with open(path) as file:
        vectors = [json.loads(line) for line in file]
    vectors = [vector for vector in vectors if "ad" in vector]
    known = count_models(program, python, vectors)
    vectors = [vector for vector in vectors if not vector.get("key")]
    cases = [(vector, data) for vector, data in mutated(vectors, count, random.Random(38)) if len(data) < 230]
    ours, theirs = ask(program, python, [(address_of(vector), data) for vector, data in cases])
    found, example, values, allowed, used = collections.Counter(), {}, collections.Counter(), explained(), set()
    for (vector, data), record, answers in zip(cases, ours, theirs):
        sensor = record.get("sensor") or {}
        for answer in answers:
            values[answer["peer"]] += sum(key in NAMES for key, _ in answer["values"])
            for quantity, kind, value_there, values_here in differences(answer["peer"], answer["values"], sensor):
                key = (answer["peer"], sensor.get("format", "none"), quantity, kind)
                found[key] += 1
                example.setdefault(key, f"{value_there}, here {values_here}: {data.hex()} of {address_of(vector)}")
    open_ones = 0
    for key, times in sorted(found.items()):
        rule = next((rule for rule in allowed if all(part in ("*", word) for part, word in zip(rule, key))), None)
        if rule:
            used.add(tuple(rule))
            continue
        open_ones += 1
        print(f"compare sensors: {'newest' if '--newest' in sys.argv else 'error'}: {' '.join(key)}: {times} times, first {example[key]}")
    for rule in allowed:
        if tuple(rule) not in used:
            print(f"compare sensors: no longer needed: {' '.join(rule)}")
    total = ", ".join(f"{peer} {number}" for peer, number in sorted(values.items()))
    print(f"compare sensors: {len(cases)} advertisements, values of {total}; {sum(found.values())} differences, {open_ones} kinds unexplained")
    sys.exit(1 if (open_ones or not known) and "--newest" not in sys.argv else 0)


main()
