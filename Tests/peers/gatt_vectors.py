#!/usr/bin/env python3
"""Tests the decoder with values from another project's test suite: gatt_vectors.py PROGRAM [FOLDER]

Runs `PROGRAM gatt decode - --json` on the vectors in FOLDER (default: ../shared/facts/gatt) with the folder's check.py, and fails
unless the differences are those below, each with its reason."""
import os, re, subprocess, sys

top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
program = sys.argv[1]
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(top, "..", "shared", "facts", "gatt")
# Values that contradict the specification, which wins. Numbers of IEEE 11073-20601 have a signed exponent of 4 (SFLOAT) or 8 bits
# (FLOAT); the example of the Personal Health Devices Transcoding White Paper is 36.4 = 0xFF00016C.
SPECIFICATIONS = {
    "2A18 071500e80706140800005a001e8011":
        "GATT Specification Supplement, Glucose Measurement, Glucose Concentration: SFLOAT 0x801E is 30e-8",
    "2A18 0fff00e8070704102d14ecff7380332000":
        "GATT Specification Supplement, Glucose Measurement, Glucose Concentration: SFLOAT 0x8073 is 115e-8",
    "2A1C 0080d03b7b":
        "GATT Specification Supplement, Temperature Measurement, Temperature Measurement Value: FLOAT 0x7B3BD080 is 3920000e123",
    "2A1C 042075387b01":
        "GATT Specification Supplement, Temperature Measurement, Temperature Measurement Value: FLOAT 0x7B387520 is 3700000e123",
    "2A1C 07900b0f7ce7070c190e1e2d02":
        "GATT Specification Supplement, Temperature Measurement, Temperature Measurement Value: FLOAT 0x7C0F0B90 is 986000e124",
    "2A1E 00d0b1377b":
        "Health Thermometer Service, Intermediate Temperature, as Temperature Measurement Value: FLOAT 0x7B37B1D0 is 3650000e123",
    "2A34 011500013280": "GATT Specification Supplement, Glucose Measurement Context, Carbohydrate: SFLOAT 0x8032 is 50e-8",
    "2A34 40ff000780": "GATT Specification Supplement, Glucose Measurement Context, HbA1c: SFLOAT 0x8007 is 7e-8",
    "2A35 0110800b800c80": "GATT Specification Supplement, Blood Pressure Measurement, Systolic: SFLOAT 0x8010 is 16e-8",
    "2A35 04788050805a804880": "GATT Specification Supplement, Blood Pressure Measurement, Systolic: SFLOAT 0x8078 is 120e-8",
    "2A35 18788050805a80050300": "GATT Specification Supplement, Blood Pressure Measurement, Systolic: SFLOAT 0x8078 is 120e-8",
    "2A36 007880ff07ff07": "GATT Specification Supplement, Intermediate Cuff Pressure, Current Cuff Pressure: SFLOAT 0x8078 is 120e-8",
    "2A5E 0062804880": "GATT Specification Supplement, PLX Spot-Check Measurement, SpO2: SFLOAT 0x8062 is 98e-8",
    "2A5F 016280488061804b80": "GATT Specification Supplement, PLX Continuous Measurement, SpO2 Normal: SFLOAT 0x8062 is 98e-8",
    "2AA7 0a0378801e0002805f80": "GATT Specification Supplement, CGM Measurement, CGM Glucose Concentration: SFLOAT 0x8078 is 120e-8",
    "2AA7 0de396803c000f030101806280":
        "GATT Specification Supplement, CGM Measurement, CGM Glucose Concentration: SFLOAT 0x8096 is 150e-8",
    "2B21 3c5a648000": "Insulin Delivery Service, IDD Status, Reservoir Remaining Amount: SFLOAT 0x8064 is 100e-8",
    "2B23 ffff006480000000": "Insulin Delivery Service, IDD Features, Insulin Concentration: SFLOAT 0x8064 is 100e-8",
    "2B34 0110800b800d80": "GATT Specification Supplement, Enhanced Blood Pressure Measurement, Systolic: SFLOAT 0x8010 is 16e-8",
    "2B35 7e8280e80300004880010500d0070000":
        "GATT Specification Supplement, Enhanced Intermediate Cuff Pressure, Intermediate Cuff Pressure Value: SFLOAT 0x8082 is 130e-8",
    "2BCF 0a80": "GATT Specification Supplement, Ammonia Concentration: SFLOAT 0x800A is 10e-8",
    "2BD0 0130": "GATT Specification Supplement, Carbon Monoxide Concentration: SFLOAT 0x3001 is 1e3",
    "2BD1 0280": "GATT Specification Supplement, Methane Concentration: SFLOAT 0x8002 is 2e-8",
    "2BD2 c880": "GATT Specification Supplement, Nitrogen Dioxide Concentration: SFLOAT 0x80C8 is 200e-8",
    "2BD3 6480": "GATT Specification Supplement, Non-Methane Volatile Organic Compounds Concentration: SFLOAT 0x8064 is 100e-8",
    "2BD4 3280": "GATT Specification Supplement, Ozone Concentration: SFLOAT 0x8032 is 50e-8",
    "2BD5 3280": "GATT Specification Supplement, Particulate Matter - PM1 Concentration: SFLOAT 0x8032 is 50e-8",
    "2BD6 3280": "GATT Specification Supplement, Particulate Matter - PM2.5 Concentration: SFLOAT 0x8032 is 50e-8",
    "2BD7 3280": "GATT Specification Supplement, Particulate Matter - PM10 Concentration: SFLOAT 0x8032 is 50e-8",
    "2BD8 1480": "GATT Specification Supplement, Sulfur Dioxide Concentration: SFLOAT 0x8014 is 20e-8",
    "2BD9 0180": "GATT Specification Supplement, Sulfur Hexafluoride Concentration: SFLOAT 0x8001 is 1e-8",
    "2BF0 3f058004800a80148003800880":
        "GATT Specification Supplement, Battery Energy Status, External Source Power: SFLOAT 0x8005 is 5e-8",
    "2AE1 ffff00": "GATT Specification Supplement, Voltage: 0xFFFF is \"value is not known\"",
    "2AEF ffffffff": "GATT Specification Supplement, Electric Current: 0xFFFF is \"value is not known\"",
    "2A03 010203040506": "Core Specification, Vol 3, Part G: values are little-endian, so the lowest octet of an address is the first",
    "2A14 02010112": "GATT Specification Supplement, Time Accuracy: steps of 1/8 s",
    "2A66 08f401": "Cycling Power Service, Chain Weight Adjustment: steps of 1 g",
    "2C0A 40420f00": "GATT Specification Supplement, Length: M = 1, d = -7, b = 0, steps of 100 nm",
    "2AB4 35": "Indoor Positioning Service, Uncertainty: bit 0, bits 1 to 3 and bits 4 to 6 are three fields: 1, 2, 3",
    "2AB4 59": "Indoor Positioning Service, Uncertainty: bit 0, bits 1 to 3 and bits 4 to 6 are three fields: 1, 4, 5",
    "2B33 82dd": "Authorization Control Service, segmentation: only the first segment has an Op Code; 0x82 is the last one",
    "2BFA 01c800c80003": "Electronic Shelf Label Service, ESL Display Information: records of width, height and type; no index",
    "2BFB 034001f00007": "Electronic Shelf Label Service, ESL Image Information: one octet, the highest index",
    "2BFD 0207": "Electronic Shelf Label Service, ESL LED Information: an octet for each LED, two bits for each colour and the type",
}
# The same value in another form.
FORMS = {
    "2A0F 0804": "an offset from UTC is in quarters of an hour and text; the sum of two fields is no field",
    "2A51 0304": "a list of bits and their number are no fields: flags have words",
    "2A9D 0f543de7070c190e1e2d03f500a802": "the unit of a height is in, not inches",
    "2B06 000000000000000000": "the vector is a text without numbers",
    "2B06 fdfffffdfffffdffff": "the vector is a text without numbers",
    "2BB9": "no call is no field",
}

path = os.path.join(folder, "vectors-a.jsonl")
if not os.path.isfile(path):
    print(f"gatt: SKIPPED: no vectors in {os.path.normpath(folder)}")
    sys.exit(0)
command = f"{program} gatt decode - --json"
run = subprocess.run([sys.executable, os.path.join(folder, "check.py"), "--show", "1000", "--command", command, path], capture_output=True, text=True)
lines = run.stdout.splitlines()
if not lines or not lines[-1].startswith("{"):
    sys.exit(f"gatt: error: {run.stderr.strip()[-300:]}")
found = {" ".join(line.split(" expected ")[0].split()[1:]): line for line in lines[:-1]}
known = SPECIFICATIONS | FORMS
for value in sorted(set(found) - set(known)):
    print("gatt: error:", found[value])
for value in sorted(set(known) - set(found)):
    print("gatt: error:", value, "is right, and listed as a difference:", known[value])
right = int(re.search(r"'right': (\d+)", lines[-1]).group(1))
counted = right + len(FORMS)
print(f"gatt: {right} of {counted} vectors right ({100 * right / counted:.1f} %), {len(FORMS)} in another form; "
      f"{len(SPECIFICATIONS)} contradict the specification")
sys.exit(0 if set(found) == set(known) else 1)
