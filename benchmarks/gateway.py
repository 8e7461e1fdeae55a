#!/usr/bin/env python3
"""CPU and memory of accessory-gateway with mosquitto on loopback, beside Theengs' decoder: compare gateway

gateway.py PROGRAM [PYTHON]: PYTHON has TheengsDecoder. CPU is user and system time of the whole process, less that of
a run with one report.
"""
import json, os, re, shutil, socket, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
CAPTURE = os.path.join(HERE, '..', 'gateway', 'Tests', 'broker', 'capture.py')


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def capture(folder, name, *arguments):
    path = os.path.join(folder, name)
    subprocess.run([sys.executable, CAPTURE, path, *map(str, arguments)], check=True)
    return path


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        configuration = os.path.join(folder, 'mosquitto.conf')
        with open(configuration, 'w') as out:
            out.write(f'listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nlog_type none\n')
        mosquitto = shutil.which('mosquitto') or '/usr/sbin/mosquitto'
        self.broker = subprocess.Popen([mosquitto, '-c', configuration], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        time.sleep(1)

    def run(self, source, throttle):
        """CPU seconds, wall seconds, highest RssAnon in MB, highest RSS in MB, messages delivered."""
        metrics = free_port()
        configuration = os.path.join(self.folder, 'gateway.yaml')
        with open(configuration, 'w') as out:
            out.write(f'name: bench\nstate: {self.folder}/state\nlog: warning\nmetrics: 127.0.0.1:{metrics}\n{throttle}'
                      f'mqtt: {{brokers: [mqtt://127.0.0.1:{self.port}]}}\n')
        started = time.monotonic()
        process = subprocess.Popen([self.program, 'run', configuration, '--source', source])
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


def theengs(python):
    """CPU seconds of TheengsDecoder for one of the same advertisements."""
    code = '''
import json, time
from TheengsDecoder import decodeBLE
frames = [json.dumps({"id": "A4:C1:38:00:00:01", "rssi": -60, "servicedatauuid": "fcd2",
    "servicedata": "4000%02x02d00703881300" % (n % 256) + "3e%08x" % n}) for n in range(400)]
start = time.process_time()
for frame in frames: decodeBLE(frame)
print((time.process_time() - start) / len(frames))
'''
    result = subprocess.run([python, '-c', code], capture_output=True, text=True)
    return float(result.stdout) if result.returncode == 0 else None


def main():
    program, python = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else sys.executable
    folder = tempfile.mkdtemp(prefix='gateway-bench-')
    bench = Bench(program, folder)
    try:
        every = 'throttle: {interval: 0s}\n'
        base = min(bench.run(capture(folder, 'one', '--reports', 1), every)[0] for _ in range(3))
        published, hidden = 50_000, 1_000_000
        source = capture(folder, 'published', '--devices', 100, '--reports', published)
        cpu = min(bench.run(source, every)[0] for _ in range(3))
        print(f'CPU a published reading (us)         {(cpu - base) / published * 1e6:8.1f}')
        source = capture(folder, 'repeated', '--devices', 100, '--reports', hidden, '--rate', 200_000)
        cpu = min(bench.run(source, '')[0] for _ in range(3))
        print(f'CPU an unpublished advertisement (us) {(cpu - base) / hidden * 1e6:7.2f}')
        source = capture(folder, 'many', '--devices', 10_000, '--reports', hidden, '--rate', 100_000)
        cpu = min(bench.run(source, '')[0] for _ in range(3))
        print(f'advertisements a CPU second, 10000 devices, 1000 publishes/s {hidden / (cpu - base):12.0f}')
        source = capture(folder, 'thousand', '--devices', 1000, '--reports', 10_000, '--rate', 100)
        _, _, anonymous, rss = bench.run(source, '')
        print(f'RssAnon, RSS with 1000 devices (MB)   {anonymous:7.1f} {rss:7.1f}')
        peer = theengs(python)
        if peer is None:
            print('TheengsDecoder: SKIPPED: not installed (pip install TheengsDecoder)')
        else:
            print(f'TheengsDecoder, the same advertisement (us) {peer * 1e6:8.1f}')
    finally:
        bench.broker.kill()
        bench.broker.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
