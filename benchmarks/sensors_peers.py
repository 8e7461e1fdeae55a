"""Reads advertisements with Home Assistant's libraries, pySwitchbot and Theengs decoder: sensors_peers.py < ADVERTISEMENTS > ANSWERS

Each line of the input is an advertisement in JSON: `address`, `data` (advertising data in hexadecimal digits) and `key`, which may
be null. Each line of the output is a list of answers: `peer`, `model`, `values` (a list of key and value)."""
import importlib, json, logging, sys, time

from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from home_assistant_bluetooth import BluetoothServiceInfoBleak
from switchbot import parse_advertisement_data
from TheengsDecoder import decodeBLE

BASE = "0000%s-0000-1000-8000-00805f9b34fb"
LIBRARIES = ["bluemaestro_ble", "bthome_ble", "govee_ble", "inkbird_ble", "kegtron_ble", "leaone_ble", "moat_ble", "mopeka_iot_ble",
             "oralb_ble", "qingping_ble", "rapt_ble", "ruuvitag_ble", "sensirion_ble", "sensorpro_ble", "sensorpush_ble",
             "thermobeacon_ble", "thermopro_ble", "tilt_ble", "xiaomi_ble"]


def reader(name):
    module = importlib.import_module(name)
    return next(getattr(module, each) for each in dir(module) if each.endswith("BluetoothDeviceData"))


def long_uuid(little):
    digits = little[::-1].hex()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


def parts(data):
    """Manufacturer data, service data, listed services and the name, as BlueZ hands them out."""
    companies, services, listed, name, at = {}, {}, [], None, 0
    while at < len(data) and data[at] and at + data[at] < len(data):
        kind, value = data[at + 1], data[at + 2:at + 1 + data[at]]
        at += 1 + data[at]
        if kind == 0xFF and len(value) >= 2:
            companies[value[0] | value[1] << 8] = value[2:]
        elif kind == 0x16 and len(value) >= 2:
            services[BASE % value[1::-1].hex()] = value[2:]
        elif kind == 0x21 and len(value) >= 16:
            services[long_uuid(value[:16])] = value[16:]
        elif kind in (2, 3):
            listed += [BASE % value[i:i + 2][::-1].hex() for i in range(0, len(value) - 1, 2)]
        elif kind in (6, 7):
            listed += [long_uuid(value[i:i + 16]) for i in range(0, len(value) - 15, 16)]
        elif kind in (8, 9):
            name = value.rstrip(b"\0").decode("utf-8", "replace")
    return companies, services, listed, name


def service_info(address, data):
    companies, services, listed, name = parts(data)
    advertisement = AdvertisementData(local_name=name, manufacturer_data=companies, service_data=services, service_uuids=listed,
                                      tx_power=None, rssi=-60, platform_data=())
    return BluetoothServiceInfoBleak(name=name or address, address=address, rssi=-60, manufacturer_data=companies, service_data=services,
                                     service_uuids=listed, source="", device=BLEDevice(address, name, {}), advertisement=advertisement,
                                     connectable=True, time=time.monotonic(), tx_power=None, raw=data)


def ask_library(name, make, info, key):
    device = make(bindkey=bytes.fromhex(key)) if key and name in ("bthome_ble", "xiaomi_ble") else make()
    if not device.supported(info):
        return None
    update = device.update(info)
    about = update.devices.get(None) or next(iter(update.devices.values()), None)
    values = [(str(each.key), value.native_value) for table in (update.entity_values, update.binary_entity_values) for each, value in table.items()]
    return {"peer": name, "model": about and about.model, "values": values}


def ask_switchbot(info):
    found = parse_advertisement_data(info.device, info.advertisement)
    if not found or not found.data.get("modelFriendlyName"):
        return None
    values = [(key, value) for key, value in found.data["data"].items() if isinstance(value, (bool, int, float))]
    return {"peer": "pySwitchbot", "model": found.data["modelFriendlyName"], "values": values}


def ask_theengs(info):
    companies, services = info.manufacturer_data, info.service_data
    message = {"id": info.address, "name": info.advertisement.local_name or ""}
    if companies:
        company, value = next(iter(companies.items()))
        message["manufacturerdata"] = company.to_bytes(2, "little").hex() + value.hex()
    if services:
        uuid, value = next(iter(services.items()))
        message["servicedatauuid"], message["servicedata"] = uuid[4:8], value.hex()
    text = decodeBLE(json.dumps({key: value for key, value in message.items() if value}))
    if not text:
        return None
    found = json.loads(text)
    values = [(key, value) for key, value in found.items() if isinstance(value, (bool, int, float))]
    return {"peer": "theengs", "model": found.get("model_id"), "values": values}


def main():
    logging.disable(logging.CRITICAL)
    makers = {name: reader(name) for name in LIBRARIES}
    for line in sys.stdin:
        advertisement = json.loads(line)
        info = service_info(advertisement["address"], bytes.fromhex(advertisement["data"]))
        asks = [lambda name=name, make=make: ask_library(name, make, info, advertisement["key"]) for name, make in makers.items()]
        answers = []
        for ask in asks + [lambda: ask_switchbot(info), lambda: ask_theengs(info)]:
            try:
                answers.append(ask())
            except Exception:  # a library that fails has no answer
                pass
        print(json.dumps([answer for answer in answers if answer], default=str))


main()
