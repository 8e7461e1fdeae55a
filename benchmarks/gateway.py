#!/usr/bin/env python3
"""Compares CPU, memory and losses of accessory-gateway and Theengs gateway, with mosquitto on loopback: compare gateway

gateway.py PROGRAM [PYTHON] [--long]: PYTHON is a Python interpreter with TheengsGateway. CPU is the user and system time of the
whole process, minus that of a run with one report. Each figure is the minimum of three runs. The rows "of the corpus" need
../shared/peers/ble. The last rows run scenarios of gateway/Tests/broker/test.py; with --long, these include an outage of ten
minutes and 50 kills.
"""
import json, os, pwd, re, shutil, socket, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, '..', 'gateway', 'Tests', 'broker')
CAPTURE = os.path.join(TESTS, 'capture.py')
CORPUS = os.path.join(HERE, '..', '..', 'shared', 'peers', 'ble', 'corpus')


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def capture(folder, name, *arguments):
    path = os.path.join(folder, name)
    subprocess.run([sys.executable, CAPTURE, path, *map(str, arguments)], check=True)
    return path


class Mosquitto:
    """A broker on loopback whose sessions survive a restart."""

    def __init__(self, folder):
        self.port = free_port()
        self.configuration = os.path.join(folder, 'mosquitto.conf')
        with open(self.configuration, 'w') as out:
            out.write(f'listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nlog_type none\n'
                      f'persistence true\npersistence_location {folder}/\nuser {pwd.getpwuid(os.getuid()).pw_name}\n')
        self.start()

    def start(self):
        program = shutil.which('mosquitto') or '/usr/sbin/mosquitto'
        self.process = subprocess.Popen([program, '-c', self.configuration], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        time.sleep(1)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.broker = Mosquitto(folder)

    def configure(self, throttle):
        path = os.path.join(self.folder, 'gateway.yaml')
        with open(path, 'w') as out:
            out.write(f'name: bench\nstate: {self.folder}/state\nlog: critical\nmetrics: 127.0.0.1:{free_port()}\n'
                      f'{throttle}mqtt: {{brokers: [mqtt://127.0.0.1:{self.broker.port}]}}\n')
        return path

    def run(self, source, throttle, *options):
        """Runs the gateway. Returns CPU seconds, wall seconds, maximum RssAnon in MB and maximum RSS in MB."""
        started = time.monotonic()
        process = subprocess.Popen([self.program, 'run', self.configure(throttle), '--source', source, *options])
        anonymous = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            try:
                text = open(f'/proc/{process.pid}/status').read()
                match = re.search(r'RssAnon:\s+(\d+)', text)
                anonymous = max(anonymous, int(match.group(1)) / 1024 if match else 0)
            except OSError:
                pass
            time.sleep(0.01)
        assert status == 0, f'the gateway ended with {status}'
        return usage.ru_utime + usage.ru_stime, time.monotonic() - started, anonymous, usage.ru_maxrss / 1024

    def least(self, source, throttle, *options):
        return min(self.run(source, throttle, *options)[0] for _ in range(3))


class Counter:
    """Counts the distinct messages of a topic, in a session that survives a restart of the broker."""

    def __init__(self, port, topic):
        self.process = subprocess.Popen(
            ['stdbuf', '-oL', 'mosquitto_sub', '-p', str(port), '-q', '1', '-i', 'count', '-c', '-V', '311', '-k', '5',
             '-t', topic, '-F', '%t %p'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.lines = set()
        threading.Thread(target=lambda: self.lines.update(self.process.stdout), daemon=True).start()
        time.sleep(1)

    def settled(self):
        """Returns the count once it has not changed for three seconds, and ends the subscriber."""
        count = -1
        while count != len(self.lines):
            count = len(self.lines)
            time.sleep(3)
        self.process.kill()
        self.process.wait()
        return count


def restarted(broker):
    """Stops the broker for two seconds."""
    time.sleep(1)
    broker.stop()
    time.sleep(2)
    broker.start()


def lost(bench):
    """The number of readings lost of 1000 sent within 5 s, during which the broker is down for 2 s."""
    source = capture(bench.folder, 'lost', '--devices', 20, '--reports', 1000, '--rate', 200)
    counter = Counter(bench.broker.port, 'accessory/devices/#')
    process = subprocess.Popen([bench.program, 'run', bench.configure('throttle: {interval: 0s}\n'), '--source',
                                source, '--speed', '1'])
    restarted(bench.broker)
    assert process.wait() == 0
    return 1000 - counter.settled()


def peer(bench, python, rounds=50, restart=False):
    """The results of gateway_theengs.py and the number of messages that arrived; None if Theengs gateway is not installed."""
    counter = Counter(bench.broker.port, 'home/+/BTtoMQTT/+')
    command = [python, os.path.join(HERE, 'gateway_theengs.py'), str(bench.broker.port), str(rounds)]
    if os.path.isdir(CORPUS) and not restart:
        command.append(CORPUS)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if process.stdout.readline() != 'ready\n':
        process.wait()
        counter.settled()
        return None
    time.sleep(0.5)
    warm = len(counter.lines)
    if restart:
        restarted(bench.broker)
    text, _ = process.communicate()
    return {**json.loads(text), 'arrived': counter.settled() - warm}


def row(name, ours, theirs=''):
    print(f'{name:58} {ours:>12} {theirs:>12}', flush=True)


def measure(bench, python):
    row('', 'gateway', 'Theengs')
    every = 'throttle: {interval: 0s}\n'
    base = bench.least(capture(bench.folder, 'one', '--reports', 1), every)
    theengs = peer(bench, python) if python else None
    published, hidden = 50_000, 1_000_000
    source = capture(bench.folder, 'published', '--devices', 100, '--reports', published, '--rate', 5000)
    paced = (bench.least(source, every, '--speed', '1') - base) / published * 1e6
    fast = (bench.least(source, every) - base) / published * 1e6
    row('CPU a published reading, 5000/s (us)', f'{paced:.1f}', f'{theengs["cpu"] * 1e6:.0f}' if theengs else '')
    row('CPU a published reading, as fast as it goes (us)', f'{fast:.1f}')
    source = capture(bench.folder, 'repeated', '--devices', 100, '--reports', hidden, '--rate', 200_000)
    row('CPU an advertisement of a sensor within the throttle (us)', f'{(bench.least(source, "") - base) / hidden * 1e6:.2f}')
    source = capture(bench.folder, 'many', '--devices', 10_000, '--reports', hidden, '--rate', 100_000)
    row('advertisements a CPU second, 10000 sensors, 1000 publishes/s', f'{hidden / (bench.least(source, "") - base):.0f}')
    if os.path.isdir(CORPUS):
        measure_corpus(bench, theengs, base, hidden)
    else:
        print('corpus: SKIPPED: ../shared/peers/ble is missing')
    source = capture(bench.folder, 'thousand', '--devices', 1000, '--reports', 10_000, '--rate', 100)
    _, _, anonymous, rss = bench.run(source, '')
    row('RssAnon with 1000 devices (MB)', f'{anonymous:.1f}')
    row('RSS with 1000 devices; Theengs with 20 (MB)', f'{rss:.1f}', f'{theengs["memory"]:.1f}' if theengs else '')
    cut = peer(bench, python, restart=True) if theengs else None
    row('readings lost of 1000, broker away for 2 s', lost(bench), cut['fed'] - cut['arrived'] if cut else '')
    if theengs is None:
        print('Theengs gateway: SKIPPED: not installed (pip install TheengsGateway)')


def measure_corpus(bench, theengs, base, count):
    """Measures advertisements of all kinds, of which few are from sensors."""
    data, kinds = os.path.join(CORPUS, 'adv.bin'), os.path.join(CORPUS, 'adv.kind')
    common = ['--devices', 10_000, '--reports', count, '--rate', 100_000, '--corpus', data]
    source = capture(bench.folder, 'foreign', *common, '--without', kinds)
    cpu = (bench.least(source, '') - base) / count * 1e6
    row('CPU an advertisement of no sensor, data new each time (us)', f'{cpu:.2f}', f'{theengs["corpus"] * 1e6:.0f}' if theengs else '')
    source = capture(bench.folder, 'corpus', *common, '--repeats', 0.9)
    row('advertisements a CPU second, 10000 devices of the corpus', f'{count / (bench.least(source, "") - base):.0f}',
        f'{1 / theengs["corpus"]:.0f}' if theengs else '')


def main():
    long = '--long' in sys.argv
    arguments = [a for a in sys.argv[1:] if a != '--long']
    program, python = os.path.abspath(arguments[0]), arguments[1] if len(arguments) > 1 else None
    folder = tempfile.mkdtemp(prefix='gateway-bench-')
    bench = Bench(program, folder)
    try:
        measure(bench, python)
    finally:
        bench.broker.stop()
        shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, os.path.join(TESTS, 'test.py'), program, 'nats', 'kills', 'discovery']
                   + (['outage', '--long'] if long else []))


if __name__ == '__main__':
    main()
