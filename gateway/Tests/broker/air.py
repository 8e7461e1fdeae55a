"""A simulated adapter that replays a recording, and can be powered off or removed.

It serves one program at a time, with the messages of `Sources/AirBroker/Wire.swift`.
"""
import json, os, select, socket, struct, threading, time

RATE_TICK = 0.01  # seconds


def reports(path):
    """Yields the address and data of each advertising report in a recording of capture.py."""
    with open(path, 'rb') as file:
        file.seek(16)
        while header := file.read(24):
            packet = file.read(struct.unpack_from('>I', header)[0])
            yield int.from_bytes(packet[7:13], 'little'), packet[14:14 + packet[13]]


class Air:
    """Serves the adapter `virtual` to a program started with `environment`.

    `recording`: a file of capture.py, or a list of addresses, data and, if it is not -60 dBm, the RSSI."""

    def __init__(self, folder, recording, rate):
        self.environment = {**os.environ, 'XDG_RUNTIME_DIR': folder}
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(os.path.join(folder, 'swift-accessories-air'))
        os.chmod(os.path.join(folder, 'swift-accessories-air'), 0o600)
        self.listener.listen()
        self.reports = reports(recording) if isinstance(recording, str) else iter(recording)
        self.rate = rate
        self.sent = 0
        # the error of scans, or 'lost': there is no adapter
        self.error = None
        self.program = None
        self.is_scanning = self.is_over = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def off(self, seconds):
        """Powers the adapter off for `seconds`."""
        self.fail('poweredOff', seconds)

    def lost(self, seconds):
        """Removes the adapter for `seconds`."""
        self.fail('lost', seconds)

    def fail(self, error, seconds):
        self.error = error
        time.sleep(seconds)
        self.error = None

    def stop(self):
        self.is_over = True
        self.thread.join()

    def run(self):
        due = time.monotonic()
        while not self.is_over:
            due = max(due + RATE_TICK, time.monotonic() - 1)
            files = [self.listener] + ([self.program] if self.program else [])
            for file in select.select(files, [], [], max(0, due - time.monotonic()))[0]:
                self.accept() if file is self.listener else self.handle()
            if self.error:
                self.end()
            elif self.is_scanning and time.monotonic() >= due:
                for _ in range(round(self.rate * RATE_TICK)):
                    self.play()
            elif time.monotonic() < due:
                due -= RATE_TICK
        if self.program:
            self.program.close()
        self.listener.close()

    def send(self, message):
        try:
            self.program.send(json.dumps(message).encode())
        except OSError:
            pass  # handle() detects the closed socket

    def accept(self):
        program, _ = self.listener.accept()
        if self.program or self.error == 'lost':
            return program.close()
        self.program = program
        features = {'advertisingSets': 1, 'advertisingData': 31, 'phys': [1], 'hasChannels': False,
                    'canScanPassively': True, 'hasWholeAdvertisements': True, 'canSetConnectionParameters': True,
                    'canSetAdvertisingInterval': True, 'namesSubscribers': True,
                    'hasSecureConnections': True, 'largestKeySize': 16, 'checksKeySizes': True, 'acceptsSignedWrites': False}
        self.send({'welcome': {'name': 'virtual0', 'address': {'value': 1, 'kind': 0}, 'features': features}})
        self.send({'state': {'_0': 'poweredOff' if self.error else 'poweredOn'}})

    def handle(self):
        try:
            message = self.program.recv(1 << 16)
        except ConnectionResetError:
            message = b''  # a program that was killed
        if not message:
            self.program.close()
            self.program, self.is_scanning = None, False
            return
        message = json.loads(message)
        result = {'done': {}}
        if 'stopScan' in message['request']:
            self.is_scanning = False
        elif 'scan' in message['request']:
            if self.error:
                result = {'failed': {'_0': {self.error: {}}}}
            else:
                self.is_scanning = True
        if message['number']:
            self.send({'reply': {'to': message['number'], '_1': result}})

    def end(self):
        """Ends the scan. If the adapter is removed, closes the connection after the program has read everything."""
        if self.error == 'lost' and self.program:
            # closing a socket that has unread messages also discards the messages sent to the peer
            self.program.shutdown(socket.SHUT_WR)
            while self.program.recv(1 << 16):
                pass
            self.program.close()
            self.program = None
        elif self.is_scanning:
            self.send({'state': {'_0': self.error}})
            self.send({'scanEnded': {'_0': {self.error: {}}}})
        self.is_scanning = False

    def play(self):
        report = next(self.reports, None)
        if report is None:
            self.is_scanning = False
            return
        address, data, *rssi = report
        self.send({'report': {'_0': {'address': {'value': address, 'kind': 0}, 'properties': 0x13, 'rssi': rssi[0] if rssi else -60,
                                     'time': [0, 0], 'data': list(data), 'isRebuilt': False}}})
        self.sent += 1
