#!/usr/bin/env python3
"""Tests of the harness itself."""
import os, signal, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.append(HERE)
from harness import Leashed, free_port, leaked, secret

# a shell cannot trap a signal that was ignored when it began, as it is in the background of a script
signal.signal(signal.SIGINT, signal.default_int_handler)

# a run whose helper has a child; both hold the end of a pipe
RUN = '''import subprocess, sys, time
sys.path.append(sys.argv[1])
from harness import Leashed, free_port
Leashed(['sh', '-c', 'echo ready; sleep 60; echo late'], stdout=int(sys.argv[2]))
time.sleep(60)
'''


class PortTest(unittest.TestCase):
    def test_each_port_is_another_that_no_client_gets(self):
        ports = [free_port() for _ in range(2000)]
        self.assertEqual(len(set(ports)), len(ports))
        self.assertLess(max(ports), 32_768)


class SecretTest(unittest.TestCase):
    def test_secrets_in_logs_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, 'w') as out:
                    out.write(text)
                return path
            password, key = secret('open sesame'), '0123456789abcdefg'
            write('state/proxy.key', key + '\n')
            write('passwords', password)
            logs = [write(name, f'refused: {text}\n') for name, text in (
                ('gateway-1.log', password), ('state/mosquitto.log', key))]
            write('other.log', 'nothing')
            self.assertEqual(sorted(leaked(folder)), sorted(logs))


class LeashTest(unittest.TestCase):
    def test_a_killed_run_leaves_no_helper(self):
        read, write = os.pipe()
        run = subprocess.Popen([sys.executable, '-B', '-c', RUN, HERE, str(write)], pass_fds=[write])
        os.close(write)
        with open(read) as pipe:
            self.assertEqual(pipe.readline(), 'ready\n')
            run.kill()
            run.wait()
            self.assertEqual(pipe.read(), '')

    def test_a_helper_has_its_own_signals_and_status(self):
        helper = Leashed(['sh', '-c', 'trap "exit 3" INT; echo ready; read -r _; :'], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE)
        self.assertEqual(helper.stdout.readline(), b'ready\n')
        helper.send_signal(signal.SIGINT)
        self.assertEqual(helper.wait(), 3)
        helper.stdin.close()
        helper.stdout.close()


unittest.main()
