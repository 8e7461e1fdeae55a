#!/usr/bin/env python3
"""A raw Bluetooth LE peer on the virtual air: plays the devices of devices.json and the centrals of centrals.json.

    peer.py SOCKET NAME     play the device NAME on the air of this socket, and print the packets, until Ctrl-C

It sends and receives ATT packets as bytes, so it can break every rule. run uses its classes.

A device is an attribute table and rules. An attribute is a line: its handle, its kind, its data, and after a bar the
errors (hexadecimal) of reading and writing it, or the security that it needs (1: encrypted, 2: authenticated):

    000a service FFE0 000f                              the last handle of the service
    000b characteristic FFE1 read,write 000c 6f6b       properties, handle of the value, value
    000f attribute 2902 0000 | write 03                 any attribute: type, value
    0014 include 0020 0025 FFE7                         a service's first and last handle, and its UUID

A rule answers a packet: `on` is a regular expression for the packet in hexadecimal digits, or `connect`; `do` lists the
actions; `after` and `times` select among the packets that match. `every` sends a packet at intervals, `not_found` replaces
the error at the end of lists, and `cuts` cuts lists at the MTU. An action is a packet to send, `close`, `move` (advertise
with another address) or `wait SECONDS`. In packets and values, {request}, {answer} (the correct answer) and {fill 41 300}
(300 bytes 0x41) are replaced; {request 1:3} and {answer :-1} are slices. Without actions a rule leaves the request
unanswered.
"""

import json
import os
import queue
import re
import socket
import struct
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
BASE_UUID = bytes.fromhex("fb349b5f8000008000100000")
PROPERTIES = {"broadcast": 1, "read": 2, "command": 4, "write": 8, "notify": 16, "indicate": 32}
# a limit against hangs, not a measure of speed
PATIENCE = 20

# Each device has these attributes, unless it is `alone`; FFE2 notifies once it is subscribed to.
COMMON = [
    "0001 service 1800 0003",
    "0002 characteristic 2A00 read 0003 6f6464",
    "000a service FFE0 000f",
    "000b characteristic FFE1 read,write 000c 6f6b",
    "000d characteristic FFE2 notify 000e",
    "000f attribute 2902 0000",
]
COMMON_RULES = [{"on": "120f000100", "do": ["{answer}", "1b 0e00 6869"]}]


def le16(number):
    return struct.pack("<H", number)


def word(data, at):
    return struct.unpack_from("<H", data, at)[0]


def uuid_bytes(text):
    return bytes.fromhex(text.replace("-", ""))[::-1]


def packet_bytes(template, values=None):
    """The bytes of a packet or value: hexadecimal digits and replacements."""

    def replaced(match):
        name, _, rest = match[1].partition(" ")
        if name == "fill":
            byte, count = rest.split()
            return byte * int(count)
        data = (values or {})[name]
        if rest:
            first, _, last = rest.partition(":")
            data = data[int(first) if first else None : int(last) if last else None]
        return data.hex()

    return bytes.fromhex(re.sub(r"{([^}]*)}", replaced, template))


class Attribute:
    def __init__(self, handle, kind, value, end=0):
        self.handle, self.type, self.value, self.end = handle, kind, value, end
        self.errors, self.needs = {}, 0

    def refusal(self, operation, level):
        if level < self.needs:
            return 0x05 if self.needs > 1 else 0x0F
        return self.errors.get(operation)


def attributes(lines):
    """Reads attribute lines; the order of the lines is kept."""
    table = []
    for line in lines:
        text, _, options = line.partition("|")
        handle, kind, *words = text.split()
        handle = int(handle, 16)
        if kind in ("service", "secondary"):
            uuid, last = words
            kind = 0x2800 if kind == "service" else 0x2801
            made = [Attribute(handle, le16(kind), uuid_bytes(uuid), int(last, 16))]
        elif kind == "include":
            first, last, *uuid = words
            value = le16(int(first, 16)) + le16(int(last, 16)) + b"".join(map(uuid_bytes, uuid))
            made = [Attribute(handle, le16(0x2802), value)]
        elif kind == "characteristic":
            uuid, names, value_handle, *value = words
            flags = sum(PROPERTIES[name] for name in names.split(",") if name != "none")
            value_handle = int(value_handle, 16)
            declaration = bytes([flags]) + le16(value_handle) + uuid_bytes(uuid)
            made = [
                Attribute(handle, le16(0x2803), declaration),
                Attribute(value_handle, uuid_bytes(uuid), packet_bytes(" ".join(value))),
            ]
        else:
            uuid, *value = words
            made = [Attribute(handle, uuid_bytes(uuid), packet_bytes(" ".join(value)))]
        words = options.split()
        for name, number in zip(words[::2], words[1::2]):
            if name == "needs":
                made[-1].needs = int(number)
            else:
                made[-1].errors[name] = int(number, 16)
        table += made
    return table


class Server:
    """Answers requests by the rules of the specification, from a device's attributes."""

    def __init__(self, device):
        self.table = attributes(([] if device.get("alone") else COMMON) + device.get("attributes", []))
        if not device.get("unsorted"):
            self.table.sort(key=lambda attribute: attribute.handle)
        self.stated_mtu, self.cuts = device.get("mtu", 23), device.get("cuts")
        self.not_found = device.get("not_found", "01 {request :1} {request 1:3} 0a")
        self.mtu, self.level, self.prepared = 23, 0, []

    def at(self, handle):
        return next((one for one in self.table if one.handle == handle), None)

    def answer(self, packet):
        opcode = packet[0]
        if opcode & 0x40 or opcode in (0x1B, 0x1D, 0x1E, 0x23) or opcode & 1:
            if opcode == 0x52 and (attribute := self.at(word(packet, 1))):
                attribute.value = packet[3:]
            return b""

        def error(handle, code):
            return bytes([1, opcode]) + le16(handle) + bytes([code])

        def within(first, last):
            return [one for one in self.table if first <= one.handle <= last]

        def listed(found, item, prefix):
            """As many items of one size as fit."""
            sizes = [len(item(one)) for one in found]
            count = next((i for i, size in enumerate(sizes) if size != sizes[0]), len(sizes))
            if not self.cuts:
                count = max(1, min(count, (self.mtu - len(prefix(0))) // sizes[0]))
            body = b"".join(item(one) for one in found[:count])
            return (prefix(sizes[0]) + body)[: self.mtu]

        if opcode == 0x02:
            self.mtu = max(23, min(word(packet, 1), self.stated_mtu))
            return b"\x03" + le16(self.stated_mtu)
        if opcode in (0x08, 0x10):
            kind = packet[5:]
            if len(kind) == 16 and kind.startswith(BASE_UUID):
                kind = kind[12:14]
            found = [one for one in within(word(packet, 1), word(packet, 3)) if one.type == kind]
            if not found:
                return packet_bytes(self.not_found, {"request": packet})
            if opcode == 0x10:
                return listed(
                    found, lambda one: le16(one.handle) + le16(one.end) + one.value, lambda n: bytes([0x11, n])
                )
            if code := found[0].refusal("read", self.level):
                return error(found[0].handle, code)
            return listed(found, lambda one: le16(one.handle) + one.value, lambda n: bytes([0x09, n]))
        if opcode == 0x04:
            found = within(word(packet, 1), word(packet, 3))
            if not found:
                return packet_bytes(self.not_found, {"request": packet})
            return listed(found, lambda one: le16(one.handle) + one.type, lambda n: bytes([0x05, 1 if n == 4 else 2]))
        if opcode == 0x06:
            found = within(word(packet, 1), word(packet, 3))
            found = [one for one in found if one.type == packet[5:7] and one.value == packet[7:]]
            if not found:
                return packet_bytes(self.not_found, {"request": packet})
            return listed(found, lambda one: le16(one.handle) + le16(one.end), lambda n: b"\x07")
        if opcode in (0x0A, 0x0C, 0x12, 0x16):
            handle = word(packet, 1)
            if not (attribute := self.at(handle)):
                return error(handle, 0x01)
            operation = "read" if opcode < 0x10 else "write"
            if code := attribute.refusal(operation, self.level):
                return error(handle, code)
            if opcode == 0x0A:
                return b"\x0b" + attribute.value[: self.mtu - 1]
            if opcode == 0x0C:
                offset = word(packet, 3)
                if offset > len(attribute.value):
                    return error(handle, 0x07)
                return b"\x0d" + attribute.value[offset:][: self.mtu - 1]
            if opcode == 0x12:
                attribute.value = packet[3:]
                return b"\x13"
            self.prepared.append((handle, word(packet, 3), packet[5:]))
            return b"\x17" + packet[1:]
        if opcode == 0x18:
            if packet[1:] == b"\x01":
                for handle, offset, part in self.prepared:
                    attribute = self.at(handle)
                    attribute.value = attribute.value[:offset] + part
            self.prepared = []
            return b"\x19"
        return error(0, 0x06)


class Adapter:
    """An adapter on the virtual air: JSON messages over the broker's socket. `on_link` receives accepted links."""

    def __init__(self, path, pairing="accept"):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(path)
        self.pairing, self.links, self.replies, self.count = pairing, {}, {}, 0
        self.reports, self.on_link, self.lock = queue.Queue(), None, threading.Condition()
        self.address, self.set, self.has_ended = None, None, False
        threading.Thread(target=self._receive, daemon=True).start()
        with self.lock:
            if not self.lock.wait_for(lambda: self.address, PATIENCE):
                raise TimeoutError("the virtual air does not answer")

    def _receive(self):
        while True:
            try:
                data, files, _, _ = socket.recv_fds(self.socket, 1 << 18, 8)
            except OSError:
                data, files = b"", []
            with self.lock:
                if not data:
                    self.has_ended = True
                    self.lock.notify_all()
                    self.socket.close()
                    return
                self._handle(json.loads(data), files)
                self.lock.notify_all()

    def _handle(self, message, files):
        (kind, body), *_ = message.items()
        if kind == "welcome":
            self.address = body["address"]
        elif kind == "reply":
            self.replies[body["to"]] = (body["_1"], files)
        elif kind == "report":
            self.reports.put(body["_0"])
        elif kind == "incoming":
            link = self.links[body["_0"]["number"]] = Link(files[0], body["_0"]["number"])
            if self.on_link:
                threading.Thread(target=self.on_link, args=(link,), daemon=True).start()
        elif kind == "security" and body["link"] in self.links:
            self.links[body["link"]].level = body["_1"]["level"]
        elif kind == "question":
            self._send({"answer": {"question": body["_0"], "_1": {self.pairing: {}}}})

    def _send(self, request):
        self.count += 1
        self.socket.send(json.dumps({"number": self.count, "request": request}).encode())
        return self.count

    def call(self, **request):
        """Sends a request; returns its reply and files."""
        with self.lock:
            number = self._send(request)
            if not self.lock.wait_for(lambda: number in self.replies or self.has_ended, PATIENCE):
                raise TimeoutError(f"no reply to {request}")
            reply, files = self.replies.pop(number, ({"failed": "the virtual air has ended"}, []))
        if "failed" in reply:
            raise OSError(f"{request}: {reply['failed']}")
        return reply, files

    def advertise(self, device, name):
        def structure(kind, data):
            return bytes([len(data) + 1, kind]) + data

        def data(text):
            return list(packet_bytes(text, {"name": structure(9, name.encode())}))

        second = 10**18
        reply, _ = self.call(
            advertise={
                "_0": {
                    "data": data(device.get("advertisement", "020106 {name}")),
                    "scanResponse": data(device.get("response", "")),
                    "isConnectable": device.get("connectable", True),
                    "isExtended": device.get("extended", False),
                    "interval": [[0, second // 20], [0, second // 10]],
                    "primaryPHY": 1,
                    "secondaryPHY": 1,
                }
            }
        )
        self.set = reply["number"]["_0"]

    def find(self, name):
        """The address of the connectable advertiser with this name."""
        second = 10**18
        parameters = {"isActive": True, "reportsDuplicates": True, "phys": [1]}
        self.call(scan={"_0": parameters | {"interval": [0, second // 10], "window": [0, second // 10]}})
        while True:
            report = self.reports.get(timeout=PATIENCE)
            if bytes([9]) + name.encode() in bytes(report["data"]):
                self.call(stopScan={})
                return report["address"]

    def connect(self, address):
        second = 10**18
        parameters = {"supervisionTimeout": [4, 0], "phys": [1, 2], "latency": 0}
        parameters["interval"] = [[0, second * 15 // 1000], [0, second * 30 // 1000]]
        parameters["supervisionTimeout"] = [0, 4 * second]
        self.peer = address
        reply, files = self.call(connect={"_0": address, "_1": parameters})
        link = self.links[reply["link"]["_0"]["number"]] = Link(files[0], reply["link"]["_0"]["number"])
        return link

    def close(self):
        if self.set is not None:
            try:
                self.call(stopSet={"_0": self.set})
            except OSError:
                pass
        for link in list(self.links.values()):
            link.close()
        # ends the thread's call, unlike close
        self.socket.shutdown(socket.SHUT_RDWR)


class Link:
    """The ATT bearer of one connection."""

    def __init__(self, file, number):
        self.socket, self.number, self.level, self.is_closed = socket.socket(fileno=file), number, 0, False

    def send(self, packet):
        try:
            self.socket.send(packet)
        except OSError:
            self.is_closed = True

    def receive(self, seconds=None):
        """The next packet; nothing at the end. Raises TimeoutError."""
        self.socket.settimeout(seconds)
        try:
            return self.socket.recv(4096)
        except TimeoutError:
            raise
        except OSError:
            return b""

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Device:
    """Plays a device until it is closed. `seen` has the packets that it received."""

    def __init__(self, path, name, device, trace=None):
        self.path, self.name, self.device, self.trace = path, name, device, trace
        self.rules = [dict(rule, count=0) for rule in device.get("rules", []) + COMMON_RULES]
        self.seen, self.adapters, self.stop = [], [], threading.Event()
        for other in device.get("neighbours", []):
            self._advertise(other)
        self._advertise(device)

    def _advertise(self, device):
        adapter = Adapter(self.path, device.get("pairing", "accept"))
        self.adapters.append(adapter)
        adapter.on_link = self._serve
        adapter.call(agent={"_0": 1})
        if device.get("connectable", True):
            adapter.call(accept={})
        adapter.advertise(device, self.name)

    @property
    def address(self):
        value = self.adapters[-1].address["value"]
        return ":".join(f"{value >> shift & 255:02X}" for shift in range(40, -8, -8))

    def _serve(self, link):
        server = Server(self.device)
        if every := self.device.get("every"):
            threading.Thread(target=self._repeat, args=(link, every), daemon=True).start()
        try:
            self._apply("connect", b"", server, link)
            while packet := link.receive():
                self.seen.append(packet.hex())
                if self.trace:
                    self.trace("received", packet)
                server.level = link.level
                if not self._apply(packet.hex(), packet, server, link):
                    self._send(link, server.answer(packet))
        except OSError:
            # the device was closed while it changed its address
            if not self.stop.is_set():
                raise

    def _repeat(self, link, every):
        while not link.is_closed and not self.stop.wait(every["seconds"]):
            self._send(link, packet_bytes(every["send"]))

    def _send(self, link, packet):
        if packet:
            if self.trace:
                self.trace("sent", packet)
            link.send(packet)

    def _apply(self, event, packet, server, link):
        for rule in self.rules:
            if not re.match(rule["on"].replace(" ", ""), event):
                continue
            rule["count"] += 1
            first = rule.get("after", 0)
            if not first < rule["count"] <= first + rule.get("times", 1 << 30):
                continue
            for action in rule.get("do", []):
                if action == "close":
                    link.close()
                elif action == "move":
                    self.adapters.pop().close()
                    self._advertise(self.device)
                elif action.startswith("wait "):
                    self.stop.wait(float(action[5:]))
                else:
                    values = {"request": packet}
                    if "{answer" in action:
                        values["answer"] = server.answer(packet)
                    self._send(link, packet_bytes(action, values))
            return True
        return False

    def close(self):
        self.stop.set()
        for adapter in self.adapters:
            adapter.close()


class Centrals:
    """Plays the steps of a central against a peripheral with a name. Raises AssertionError at a wrong packet.

    A step is `a connects`, `a> PACKET` (send), `a< PATTERN` (the next packet must match), `a pairs LEVEL`, `a cannot pair
    LEVEL`, `a shows numbers` (when it pairs; otherwise it cannot), `a forgets` (its keys), `a closes` or `a is dropped`; a
    letter names the central. {FFF1} is the handle of this characteristic's value, {FFF1+1} the next one.
    """

    def __init__(self, path, name):
        self.path, self.name, self.adapters, self.links, self.handles = path, name, {}, {}, {}

    def _discover(self, link):
        """Lists the characteristics' values, because their handles are the peripheral's choice."""
        first = 1
        while True:
            link.send(b"\x08" + le16(first) + b"\xff\xff\x03\x28")
            answer = link.receive(PATIENCE)
            if answer[:1] != b"\x09":
                return
            for at in range(2, len(answer), answer[1]):
                first = word(answer, at) + 1
                self.handles[answer[at + 5 : at + answer[1]][::-1].hex().upper()] = word(answer, at + 3)

    def _filled(self, text):
        def handle(match):
            return le16(self.handles[match[1]] + len(match[2] or "") // 2).hex()

        return re.sub(r"{([0-9A-F]{4})(\+1)?}", handle, text)

    def play(self, step):
        who, what = step[0], step[1:].strip()
        if what == "connects":
            adapter = self.adapters.get(who)
            if not adapter:
                adapter = self.adapters[who] = Adapter(self.path)
                adapter.call(agent={"_0": 3})
            self.links[who] = adapter.connect(adapter.find(self.name))
            if not self.handles:
                self._discover(self.links[who])
        elif what == "shows numbers":
            self.adapters[who].call(agent={"_0": 1})
        elif what == "forgets":
            self.adapters[who].call(agent={"_0": 3})
            self.adapters[who].call(removeBond={"_0": self.adapters[who].peer})
        elif what.startswith("> "):
            self.links[who].send(packet_bytes(self._filled(what[2:])))
        elif what.startswith("< "):
            pattern = self._filled(what[2:]).replace(" ", "")
            try:
                found = self.links[who].receive(PATIENCE).hex()
            except TimeoutError:
                found = "nothing"
            assert re.fullmatch(pattern, found), f"{step}: received {found}"
        elif what == "closes":
            self.links[who].close()
        elif what == "is dropped":
            assert not self.links[who].receive(PATIENCE), f"{step}: it received a packet"
        elif what.startswith("pairs ") or what.startswith("cannot pair "):
            request = {"_0": self.links[who].number, "_1": {"secure": {"_0": int(what.split()[-1])}}}
            try:
                self.adapters[who].call(link=request)
            except OSError as error:
                assert what.startswith("cannot"), f"{step}: {error}"
            else:
                assert what.startswith("pairs"), f"{step}: it paired"
        else:
            raise ValueError(f"unknown step: {step}")

    def close(self):
        for adapter in self.adapters.values():
            adapter.close()


def load(file):
    with open(os.path.join(HERE, file), encoding="utf-8") as text:
        return json.load(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path, name = sys.argv[1:]
    device = load("devices.json").get(name) or sys.exit(f"peer: there is no device {name} in devices.json")
    one = Device(path, name, device, lambda verb, packet: print(f"{verb:8} {packet.hex(' ')}", flush=True))
    print(f"{name} is {one.address}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        one.close()


if __name__ == "__main__":
    main()
