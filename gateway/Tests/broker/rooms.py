"""Several gateways, each with a simulated adapter in its own room."""
import collections, threading
from air import Air


class Room:
    """A gateway of a group and its adapter, to which single reports are given."""

    # nothing that a gateway publishes
    SILENCE = 1, bytes([2, 1, 6])

    def __init__(self, gateway, folder, key, names, name, hold='2s'):
        self.gateway, self.name, self.process = gateway, name, None
        self.queue, self.lock = collections.deque(), threading.Lock()
        gateway.rewrite('name: test', f'name: {name}')
        gateway.rewrite('adapters: []', 'adapters: [virtual]')
        with open(gateway.configuration, 'a') as out:
            out.write(f'gateways: {{key_file: {key}, members: [{", ".join(names)}], hold: {hold}}}\n')
        self.air = Air(folder, [], 100)
        self.air.reports = self

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            return self.queue.popleft() if self.queue else self.SILENCE

    def send(self, *report):
        """Sends an address, data and, if it is not -60 dBm, the RSSI."""
        with self.lock:
            self.queue.append(report)

    def start(self):
        self.process = self.gateway.run(environment=self.air.environment)
        return self

    def kill(self):
        self.process.kill()
        with self.lock:
            self.queue.clear()

    def is_up(self):
        return self.gateway.metric('mqtt_up') and self.gateway.metric('adapter_up{adapter="virtual"}')

    def is_done(self):
        return self.gateway.metric('spool_messages') == 0 and self.gateway.metric('group_held') == 0
