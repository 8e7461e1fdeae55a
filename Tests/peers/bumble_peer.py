#!/usr/bin/env python3
"""Tests this package's GATT server and client against bumble's, over a unix socket with one ATT PDU per packet.

    bumble_peer.py PROGRAM      PROGRAM: the built gatt-bearer

Prints a line for each check. Exits with 1 if one fails. bumble is on PyPI (Apache-2.0).
"""

import asyncio
import json
import os
import socket
import struct
import sys
import tempfile

from bumble import att, utils
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.gatt_client import Client
from bumble.gatt_server import Server

PATTERN = bytes(i & 255 for i in range(512))
NOTIFICATIONS, INDICATIONS = 500, 50
failures = 0


def check(name, found, wanted=True):
    global failures
    if found == wanted:
        print(f"ok: {name}")
    else:
        failures += 1
        print(f"FAIL: {name}: found {found!r}, wanted {wanted!r}")


class Bearer(utils.EventEmitter):
    """A socket used instead of bumble's connection. `budget`: number of packets, both ways, after which it is closed."""

    EVENT_DISCONNECTION = "disconnection"

    def __init__(self, sock, budget=None):
        super().__init__()
        self.sock = sock
        self.handle = sock.fileno()
        self.att_mtu = 23
        self.encryption = 0
        self.authenticated = False
        self.peer_address = "unix"
        self.budget = budget
        self.packets = 0
        self.waiting = []
        sock.setblocking(False)

    def on_att_mtu_update(self, mtu):
        self.att_mtu = mtu

    def spend(self):
        self.packets += 1
        if self.budget is not None and self.packets > self.budget:
            self.sock.shutdown(socket.SHUT_RDWR)
            return False
        return True

    def send_l2cap_pdu(self, _channel, pdu):
        if self.spend():
            self.waiting.append(bytes(pdu))
            self.flush()

    def flush(self):
        loop = asyncio.get_running_loop()
        while self.waiting:
            try:
                self.sock.send(self.waiting[0])
            except BlockingIOError:
                loop.add_writer(self.sock, self.flush)
                return
            except OSError:
                self.waiting.clear()
                break
            self.waiting.pop(0)
        loop.remove_writer(self.sock)

    async def run(self, client=None, server=None):
        loop = asyncio.get_running_loop()
        while packet := await self.receive(loop):
            if not self.spend():
                break
            pdu = att.ATT_PDU.from_bytes(packet)
            if pdu.op_code & 1 and client:
                client.on_gatt_pdu(pdu)
            elif server:
                server.on_gatt_pdu(self, pdu)
        self.emit(self.EVENT_DISCONNECTION, 0x13)
        if server:
            server.on_disconnection(self)
        loop.remove_writer(self.sock)
        self.sock.close()

    async def receive(self, loop):
        try:
            return await loop.sock_recv(self.sock, 4096)
        except OSError:
            return b""


# Our server, bumble's client


def connect(path, budget=None):
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    sock.connect(path)
    bearer = Bearer(sock, budget)
    client = Client(bearer)
    return bearer, client, asyncio.ensure_future(bearer.run(client=client))


async def refusal(call):
    try:
        await call
        return None
    except att.ATT_Error as error:
        return int(error.error_code)


async def numbers(characteristic, count, notify):
    """Subscribes and returns the numbers with which the first `count` values begin."""
    values, done = [], asyncio.get_running_loop().create_future()

    def receive(value):
        values.append(struct.unpack("<I", value[:4])[0])
        if len(values) == count and not done.done():
            done.set_result(None)

    await characteristic.subscribe(receive, prefer_notify=notify)
    await asyncio.wait_for(done, 30)
    await characteristic.unsubscribe(receive)
    return values


async def discover(client):
    found = {}
    for service in await client.discover_services():
        await service.discover_characteristics()
        for characteristic in service.characteristics:
            await characteristic.discover_descriptors()
            found[str(characteristic.uuid)[-4:] if len(characteristic.uuid.uuid_bytes) == 2 else str(characteristic.uuid)] = characteristic
    return found


async def settled(characteristic, wanted):
    """The server's counts of commands and bytes, once all `wanted` commands are counted or the counts have not changed for a second.
    The server counts commands in a separate task, so an answer may be ahead of the count."""
    counts, unchanged = (0, 0), 0
    while counts[0] < wanted and unchanged < 10:
        now = struct.unpack("<II", await characteristic.read_value())
        unchanged = unchanged + 1 if now == counts else 0
        counts = now
        await asyncio.sleep(0.1 if unchanged else 0)
    return counts


async def try_server(path):
    bearer, client, task = connect(path)
    check("server: MTU", await client.request_mtu(517), 517)
    found = await discover(client)
    main = (await client.discover_service(UUID(0xFFF0)))[0]
    included = await client.discover_included_services(main)
    check("server: included service", [str(s.uuid) for s in included], [str(UUID(0xFFE0))])
    text, big, command, teller = (found[name] for name in ("FFF1", "FFF2", "FFF3", "FFF4"))
    check("server: descriptor", await text.get_descriptor(UUID(0x2901)).read_value(), b"text")
    await text.write_value(b"written", with_response=True)
    check("server: write and read", await text.read_value(), b"written")
    check("server: long read of 512 bytes", await big.read_value(), PATTERN)
    await client.write_long_value(found["FFFA"].handle, PATTERN)
    check("server: prepared write of 512 bytes", await found["FFFA"].read_value(), PATTERN)
    check("server: several handles prepared", await prepare_both(client, text, found["FFFA"]))
    for name, error in (("FFF5", 0x0F), ("FFF7", 0x05), ("FFF8", 0x08), ("FFF9", 0x02)):
        check(f"server: {name} refuses a read", await refusal(found[name].read_value()), error)
    check("server: FFF2 refuses a write", await refusal(big.write_value(b"x", with_response=True)), 0x03)
    check("server: a handle that is not there", await refusal(client.read_value(0xFFF0)), 0x01)
    check("server: offset behind the end", await refusal(blob(client, text.handle, 400)), 0x07)
    check("server: notifications in order", await numbers(teller, NOTIFICATIONS, True), list(range(NOTIFICATIONS)))
    check("server: indications in order", await numbers(teller, INDICATIONS, False), list(range(INDICATIONS)))
    for _ in range(1000):
        await command.write_value(bytes(244), with_response=False)
    check("server: writes without response", await settled(found["FFF6"], 1000), (1000, 244000))
    bearer.sock.shutdown(socket.SHUT_RDWR)
    await task
    return bearer.packets


async def blob(client, handle, offset):
    response = await client.send_request(att.ATT_Read_Blob_Request(attribute_handle=handle, value_offset=offset))
    if response.op_code == att.Opcode.ATT_ERROR_RESPONSE:
        raise att.ATT_Error(error_code=response.error_code, message="refused")


async def prepare_both(client, one, other):
    """Prepares parts of two values, cancels, then prepares and executes."""
    for flags in (0, 1):
        for characteristic in (one, other):
            await client.send_request(
                att.ATT_Prepare_Write_Request(
                    attribute_handle=characteristic.handle, value_offset=0, part_attribute_value=b"both"
                )
            )
        await client.send_request(att.ATT_Execute_Write_Request(flags=flags))
    return (await one.read_value())[:4] == b"both" and (await other.read_value())[:4] == b"both"


async def work(client):
    """Uses every kind of operation, on a link that may be cut."""
    await client.request_mtu(517)
    found = await discover(client)
    await found["FFF1"].write_value(b"written", with_response=True)
    await found["FFF2"].read_value()
    await client.write_long_value(found["FFFA"].handle, PATTERN)
    await numbers(found["FFF4"], NOTIFICATIONS, True)


async def cut_server(path):
    """Disconnects the client after each number of packets in turn; the server must serve the next client."""
    bearer, client, task = connect(path)
    await work(client)
    bearer.sock.shutdown(socket.SHUT_RDWR)
    await task
    total = bearer.packets
    # every packet of the set-up, then a sample of the notifications
    budgets = list(range(0, total - NOTIFICATIONS)) + list(range(total - NOTIFICATIONS, total, 50))
    for budget in budgets:
        bearer, client, task = connect(path, budget)
        job = asyncio.ensure_future(work(client))
        await task
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
    bearer, client, task = connect(path)
    found = await discover(client)
    check(f"server: serves on after {len(budgets)} lost links", await found["FFF2"].read_value(), PATTERN)
    bearer.sock.shutdown(socket.SHUT_RDWR)
    await task


# Bumble's server, our client


class Device:
    """The part of bumble's device that its server uses."""

    class l2cap_channel_manager:
        le_coc_channels = {}

    def __init__(self):
        self.bearers = {}

    def send_l2cap_pdu(self, handle, channel, pdu):
        self.bearers[handle].send_l2cap_pdu(channel, pdu)


def database():
    device = Device()
    server = Server(device)
    server.max_mtu = 517
    state = {"text": b"hello", "writes": 0}
    flags, rights = Characteristic.Properties, Characteristic.Permissions

    def write(_bearer, value):
        state["text"] = bytes(value)

    def command(_bearer, _value):
        state["writes"] += 1

    text = CharacteristicValue(read=lambda _: state["text"], write=write)
    writes = CharacteristicValue(read=lambda _: struct.pack("<I", state["writes"]))
    both = rights.READABLE | rights.WRITEABLE
    note = Descriptor("2901", Descriptor.READABLE, b"text")
    secret = rights.READABLE | rights.READ_REQUIRES_ENCRYPTION
    teller = Characteristic(UUID(0xFFF4), flags.NOTIFY | flags.READ, rights.READABLE, b"n")
    indicator = Characteristic(UUID(0xFFFB), flags.INDICATE | flags.READ, rights.READABLE, b"i")
    characteristics = [
        Characteristic(UUID(0xFFF1), flags.READ | flags.WRITE, both, text, [note]),
        Characteristic(UUID(0xFFF2), flags.READ, rights.READABLE, PATTERN),
        Characteristic(
            UUID(0xFFF3), flags.WRITE_WITHOUT_RESPONSE, rights.WRITEABLE, CharacteristicValue(write=command)
        ),
        Characteristic(UUID(0xFFF5), flags.READ, secret, b"secret"),
        Characteristic(UUID(0xFFF6), flags.READ, rights.READABLE, writes),
        teller,
        indicator,
    ]
    inside = Service(UUID(0xFFE0), [Characteristic(UUID(0xFFE1), flags.READ, rights.READABLE, b"in")], primary=False)
    server.add_services([inside, Service(UUID(0xFFF0), characteristics, included_services=[inside])])
    return device, server, teller, indicator


async def serve(connection, budget=None):
    device, server, teller, indicator = database()
    bearer = Bearer(connection, budget)
    device.bearers[bearer.handle] = bearer

    async def tell(characteristic, count, send):
        for number in range(count):
            await send(bearer, characteristic, struct.pack("<I", number) + bytes(bearer.att_mtu - 7))
        await send(bearer, characteristic, b"")

    jobs = []

    def subscribed(_bearer, characteristic, notify, indicate):
        if characteristic is teller and notify:
            jobs.append(asyncio.ensure_future(tell(teller, NOTIFICATIONS, server.notify_subscriber)))
        if characteristic is indicator and indicate:
            jobs.append(asyncio.ensure_future(tell(indicator, INDICATIONS, server.indicate_subscriber)))

    server.on(server.EVENT_CHARACTERISTIC_SUBSCRIPTION, subscribed)
    await bearer.run(server=server)
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    return bearer.packets


async def refuse(listener):
    """Ends every link that the client establishes after a lost one."""
    while True:
        connection, _ = await asyncio.get_running_loop().sock_accept(listener)
        connection.close()


async def run_client(program, path, listener, budget=None):
    """Runs our client. Returns its report, its exit status and the number of packets."""
    process = await asyncio.create_subprocess_exec(program, "client", path, stdout=asyncio.subprocess.PIPE)
    connection, _ = await asyncio.get_running_loop().sock_accept(listener)
    packets = await serve(connection, budget)
    refusing = asyncio.ensure_future(refuse(listener))
    output, _ = await asyncio.wait_for(process.communicate(), 20)
    refusing.cancel()
    await asyncio.gather(refusing, return_exceptions=True)
    return json.loads(output), process.returncode, packets


async def try_client(program, folder):
    path = os.path.join(folder, "theirs")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen(4)
    listener.setblocking(False)
    report, status, packets = await run_client(program, path, listener)
    wanted = {
        "mtu": 517,
        "description": "text",
        "writtenBack": True,
        "long": True,
        "notifications": NOTIFICATIONS,
        "indications": INDICATIONS,
        "commands": 1000,
        "multiple": True,
    }
    for name, value in wanted.items():
        check(f"client: {name}", report.get(name), value)
    check("client: refusal names its cause", "encryption" in report.get("refusal", ""))
    check("client: no error", (report.get("error"), status), (None, 0))
    setup = packets - NOTIFICATIONS - 2 * INDICATIONS - 1000
    # each budget starts a process, so only some packets of the set-up and some later ones are tested
    budgets = list(range(0, setup, 3)) + [setup + 50, setup + NOTIFICATIONS + 20, packets - 20]
    clean = 0
    for budget in budgets:
        report, status, _ = await run_client(program, path, listener, budget)
        clean += status == 0 and bool(report.get("error"))
    check(f"client: ends with a clear error on {len(budgets)} lost links", clean, len(budgets))


async def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ours")
        server = await asyncio.create_subprocess_exec(program, "serve", path, stdout=asyncio.subprocess.PIPE)
        try:
            await asyncio.wait_for(server.stdout.readline(), 20)
            await try_server(path)
            await cut_server(path)
        finally:
            server.kill()
            await server.wait()
        await try_client(program, folder)
    print(f"peers: {failures} failed" if failures else "peers: bumble agrees")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
