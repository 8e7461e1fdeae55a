#!/usr/bin/env python3
"""Bumble as an iPhone: it reads a watch, which reads its time and its notifications (ANCS), on one link.

    bumble_phone.py ACCESSORY WATCH     the built programs accessory and WatchDisplay

Both are on a virtual air. Prints a line for each check. Exits with 1 if one fails.
"""

import asyncio
import os
import struct
import subprocess
import sys
import tempfile

from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.gatt_client import Client
from bumble.gatt_server import Server

import bumble_peer as peers

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "odd-devices"))
import peer  # noqa: E402

TITLE, MESSAGE = "Ann", "on my way, " * 5
TIME = struct.pack("<H8B", 2026, 11, 30, 1, 59, 7, 1, 0, 0)
NOTIFICATIONS = 50


class Phone:
    """The services of an iPhone, and a client of the watch."""

    def __init__(self, link):
        self.bearer = peers.Bearer(link.socket)
        device = peers.Device()
        device.bearers[self.bearer.handle] = self.bearer
        self.server = Server(device)
        self.server.max_mtu = 185
        self.client = Client(self.bearer)
        self.subscribed = {}
        flags, rights = Characteristic.Properties, Characteristic.Permissions
        self.source = Characteristic(UUID("9FBF120D-6301-42D9-8C58-25E699A21DBD"), flags.NOTIFY, rights.READABLE, b"")
        self.data = Characteristic(UUID("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB"), flags.NOTIFY, rights.READABLE, b"")
        control = Characteristic(
            UUID("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9"), flags.WRITE, rights.WRITEABLE, CharacteristicValue(write=self.answer)
        )
        time = Characteristic(UUID(0x2A2B), flags.READ, rights.READABLE, TIME)
        self.server.add_services(
            [
                Service(UUID(0x1805), [time]),
                Service(UUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0"), [self.source, control, self.data]),
            ]
        )
        self.server.on(self.server.EVENT_CHARACTERISTIC_SUBSCRIPTION, self.subscribe)

    def subscribe(self, _bearer, characteristic, notify, _indicate):
        self.event(characteristic).set() if notify else self.event(characteristic).clear()

    def event(self, characteristic):
        return self.subscribed.setdefault(characteristic.handle, asyncio.Event())

    def answer(self, _bearer, request):
        """Sends the texts of a notification in parts."""
        texts = ((1, TITLE.encode()), (3, MESSAGE.encode()))
        body = bytes(request[:5]) + b"".join(struct.pack("<BH", id, len(text[:64])) + text[:64] for id, text in texts)

        async def send():
            for start in range(0, len(body), 20):
                await self.server.notify_subscriber(self.bearer, self.data, body[start : start + 20])

        asyncio.ensure_future(send())

    async def run(self, lines):
        running = asyncio.ensure_future(self.bearer.run(client=self.client, server=self.server))
        peers.check("phone: MTU", await self.client.request_mtu(185) > 23)
        found = await peers.discover(self.client)
        battery = next(one for one in found.values() if one.uuid == UUID(0x2A19))
        peers.check("phone: reads the watch's battery", await battery.read_value(), b"\x50")
        peers.check("watch: time", await lines(), "the phone's time is 2026-11-30 01:59:07")
        await asyncio.wait_for(self.event(self.source).wait(), 30)
        # the phone reads while the watch does
        reads = asyncio.ensure_future(self.read_often(battery))
        shown = 0
        for number in range(NOTIFICATIONS):
            event = struct.pack("<4BI", 0, 0, 4, 1, number)
            await self.server.notify_subscriber(self.bearer, self.source, event)
            shown += await lines() == f"{TITLE}: {MESSAGE[:64]}"
        peers.check("watch: notifications", shown, NOTIFICATIONS)
        await self.server.notify_subscriber(self.bearer, self.source, struct.pack("<4BI", 2, 0, 4, 0, 1))
        peers.check("watch: removal", await lines(), "a notification was removed")
        peers.check("phone: reads of the watch meanwhile", await reads, 200)
        return running

    async def read_often(self, battery):
        return sum([await battery.read_value() == b"\x50" for _ in range(200)])


async def main(accessory, watch):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        environment = dict(os.environ, XDG_RUNTIME_DIR=folder, XDG_STATE_HOME=folder)
        air = subprocess.Popen([accessory, "air", "--quiet"], env=environment, stdout=subprocess.DEVNULL)
        path = os.path.join(folder, "swift-accessories-air")
        while not os.path.exists(path) and air.poll() is None:
            await asyncio.sleep(0.05)
        device = await asyncio.create_subprocess_exec(
            watch, "virtual", env=environment, stdout=asyncio.subprocess.PIPE
        )

        async def lines():
            return (await asyncio.wait_for(device.stdout.readline(), 30)).decode().rstrip("\n")

        adapter = peer.Adapter(path)
        try:
            link = adapter.connect(await asyncio.to_thread(adapter.find, "Watch"))
            running = await Phone(link).run(lines)
            adapter.close()
            await asyncio.wait_for(running, 30)
            peers.check("watch: the link's end", (await lines()).startswith("the phone sends nothing more: "))
        finally:
            device.kill()
            await device.wait()
            air.terminate()
            air.wait()
    print(f"peers: {peers.failures} failed" if peers.failures else "peers: bumble's phone agrees")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(main(*map(os.path.abspath, sys.argv[1:])))
    sys.exit(1 if peers.failures else 0)
