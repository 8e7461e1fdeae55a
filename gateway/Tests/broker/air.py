"""An adapter on the virtual air that plays a recording, and can be powered off or pulled out.

Speaks the messages of `Sources/AirBroker/Wire.swift` to one program at a time.
"""
import json, os, select, socket, struct, threading, time

RATE_TICK = 0.01  # seconds


def reports(path):
    """The advertising reports of a recording by capture.py: address and data."""
    with open(path, 'rb') as file:
        file.seek(16)
        while header := file.read(24):
            packet = file.read(struct.unpack_from('>I', header)[0])
            yield int.from_bytes(packet[7:13], 'little'), packet[14:14 + packet[13]]


class Air:
    """Serves the adapter `virtual` of the programs that are started with `environment`."""

    def __init__(self, folder, recording, rate):
        self.environment = {**os.environ, 'XDG_RUNTIME_DIR': folder}
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listener.bind(os.path.join(folder, 'swift-accessories-air'))
        os.chmod(os.path.join(folder, 'swift-accessories-air'), 0o600)
        self.listener.listen()
        self.reports, self.rate = reports(recording), rate
        self.sent = 0
        # how the scan ends and is refused, or 'lost': no adapter
        self.error = None
        self.program = None
        self.is_scanning = self.is_over = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def off(self, seconds):
        """The adapter is powered off for a while."""
        self.fail('poweredOff', seconds)

    def lost(self, seconds):
        """The adapter is away for a while."""
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
            pass  # its end is received as well

    def accept(self):
        program, _ = self.listener.accept()
        if self.program or self.error == 'lost':
            return program.close()
        self.program = program
        features = {'advertisingSets': 1, 'advertisingData': 31, 'phys': [1], 'hasChannels': False,
                    'canScanPassively': True, 'hasWholeAdvertisements': True, 'canSetConnectionParameters': True,
                    'canSetAdvertisingInterval': True, 'namesSubscribers': True}
        self.send({'welcome': {'name': 'virtual0', 'address': {'value': 1, 'kind': 0}, 'features': features}})
        self.send({'state': {'_0': 'poweredOff' if self.error else 'poweredOn'}})

    def handle(self):
        message = self.program.recv(1 << 16)
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
        """Ends the scan, or the connection after what was sent is read."""
        if self.error == 'lost' and self.program:
            # a socket closed with unread messages would take back those that the program has not read
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
        address, data = report
        self.send({'report': {'_0': {'address': {'value': address, 'kind': 0}, 'properties': 0x13, 'rssi': -60,
                                     'time': [0, 0], 'data': list(data), 'isRebuilt': False}}})
        self.sent += 1
