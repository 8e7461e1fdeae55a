"""Helpers for tests that run accessory-gateway as a program: ports, processes, and the loop over scenarios."""
import glob, os, random, shutil, socket, subprocess, sys, tempfile, time, traceback

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HANG = int(os.environ.get('HANG', 300))  # seconds; only a hang takes that long


class Skip(Exception):
    """Raised with the reason why a scenario cannot run here."""


def need(*programs):
    for program in programs:
        if not shutil.which(program) and not os.path.exists('/usr/sbin/' + program):
            raise Skip(f'{program} is not installed')


SECRETS = set()


def secret(text):
    """Returns a secret, which no log may contain."""
    SECRETS.add(text)
    return text


def leaked(folder):
    """The logs that contain a secret: one of the scenario, or one in a file that the gateway or the scenario has created."""
    secrets = {text.encode() for text in SECRETS}
    for path in glob.glob(folder + '/**/*.key', recursive=True) + glob.glob(folder + '/**/*.token', recursive=True):
        with open(path, 'rb') as file:
            secrets |= {line.strip() for line in file if len(line) > 16}
    logs = [path for path in glob.glob(folder + '/**/*log', recursive=True) if os.path.isfile(path)]
    return [path for path in logs if any(text in open(path, 'rb').read() for text in secrets)]


GIVEN = set()


def free_port():
    """A port that no program uses, never the same twice. Below those that the kernel gives to clients, which could take it before
    its server starts."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        if port in GIVEN:
            continue
        with socket.socket() as s:
            try:
                s.bind(('127.0.0.1', port))
            except OSError:
                continue
        GIVEN.add(port)
        return port


def wait_for(what, condition):
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError('waited in vain for ' + what)


def answers(port):
    try:
        socket.create_connection(('127.0.0.1', port), 1).close()
        return True
    except OSError:
        return False


class Leashed(subprocess.Popen):
    """A helper that ends with this process, even when this one is killed: Tests/leash waits for the end of a pipe that only
    this process holds open."""

    def __init__(self, arguments, **options):
        if not shutil.which(arguments[0]):
            raise FileNotFoundError(arguments[0])
        self.pipe = os.pipe()
        leash = [os.path.join(TOP, 'Tests/leash'), f'/proc/{os.getpid()}/fd/{self.pipe[0]}']
        super().__init__([*leash, *arguments], start_new_session=True, **options)

    def poll(self):
        return self.release(super().poll())

    def wait(self, timeout=None):
        return self.release(super().wait(timeout))

    def release(self, status):
        if status is not None and self.pipe:
            os.write(self.pipe[1], b'\n')
            for end in self.pipe:
                os.close(end)
            self.pipe = None
        return status


class Process:
    """A child process whose output goes to a file."""

    all = []

    def __init__(self, arguments, log, environment=None):
        self.log = log
        with open(log, 'ab') as out:
            self.process = Leashed(arguments, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=environment)
        Process.all.append(self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(HANG)

    def text(self):
        return open(self.log, errors='replace').read()

    @staticmethod
    def kill_all():
        for process in Process.all:
            if process.poll() is None:
                process.kill()
                process.wait()
        Process.all.clear()


def keep(name, folder):
    """Keeps the logs of a failed scenario for the end of CI's output."""
    with open(os.path.join(folder, 'traceback.log'), 'w') as out:
        traceback.print_exc(file=out)
    logs = glob.glob(folder + '/**/*log', recursive=True)
    logs.sort(key=lambda log: (os.path.basename(log) != 'traceback.log', log))
    subprocess.run([os.path.join(TOP, 'scripts/keep-failure'), 'gateway-' + name, *logs])


def run(scenarios, long_scenarios, programs, arguments):
    """Runs the named scenarios, or all of `scenarios` and, with --long, of `long_scenarios`. Exits with 1 after a failure, or with
    75 if a scenario was skipped."""
    long = '--long' in arguments
    names = [a for a in arguments if a != '--long']
    unknown = set(names) - {s.__name__ for s in scenarios + long_scenarios}
    if unknown:
        sys.exit(f'no scenario {", ".join(unknown)}')
    skipped = failed = False
    for scenario in scenarios + long_scenarios:
        if scenario.__name__ not in names if names else scenario in long_scenarios and not long:
            continue
        folder = tempfile.mkdtemp(prefix='gateway-')
        started = time.monotonic()
        try:
            result = scenario(*programs, folder, long)
            assert not (logs := leaked(folder)), f'a secret is in {logs}'
            print(f'gateway {scenario.__name__}: {result} ({time.monotonic() - started:.0f} s)', flush=True)
        except Skip as reason:
            print(f'gateway {scenario.__name__}: SKIPPED: {reason}', flush=True)
            skipped = True
        except Exception as error:
            traceback.print_exc()
            keep(scenario.__name__, folder)
            print(f'gateway {scenario.__name__}: FAILED: {error!r}; see {folder}', flush=True)
            failed = True
            continue
        finally:
            Process.kill_all()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 75 if skipped else 0)
