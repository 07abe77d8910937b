# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers of table.py: a private Redis on a separate core, and the CPU time that it and other processes have used."""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time


def say(text):
    print(text, file=sys.stderr, flush=True)


def pinned(core, command):
    return [*os.environ.get('PIN_WITH', '').split(), 'taskset', '-c', str(core), *map(str, command)]


def percentile(values, percent):
    """Returns the given percentile of the sorted values."""
    return values[max(0, -(-len(values) * percent // 100) - 1)]


def cpu_seconds(process):
    """Returns the CPU time of all threads of a process so far."""
    used = 0
    for thread in pathlib.Path(f'/proc/{process}/task').iterdir():
        try:
            used += int((thread / 'schedstat').read_text().split()[0])
        except OSError:
            pass  # the process has just ended
    return used / 1e9


class Server:
    """Private redis-server on core 0 and a free loopback port, which ends with the block."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='dueline-bench-'))
        program = shutil.which('redis-server') or self._other_name()
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            self.port = probe.getsockname()[1]
        self.url = f'redis://127.0.0.1:{self.port}/0'
        log = open(self.folder / 'log', 'w')
        self.process = subprocess.Popen(pinned(0, [program, '--port', self.port, '--bind', '127.0.0.1', '--dir', self.folder,
                                                   '--save', '', '--appendonly', 'no']), stdout=log, stderr=log)
        for _ in range(500):
            try:
                self.client = socket.create_connection(('127.0.0.1', self.port))
                break
            except OSError:
                time.sleep(0.01)
        else:
            sys.exit(f'the private redis-server did not start; see {self.folder}/log')
        self.stream = self.client.makefile('rb')
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.client.close()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def _other_name(self):
        """Returns a server program; Debian's redis-check-rdb is the server under another name."""
        program = self.folder / 'redis-server'
        program.symlink_to(shutil.which('redis-check-rdb'))
        return program

    def _reply(self):
        line = self.stream.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b':':
            return int(rest)
        if kind == b'$':
            return None if rest == b'-1' else self.stream.read(int(rest) + 2)[:-2]
        if kind == b'*':
            return [self._reply() for _ in range(int(rest))]
        if kind == b'-':
            raise RuntimeError(rest.decode())
        return rest

    def send(self, *command):
        parts = [str(part).encode() for part in command]
        self.client.sendall(b'*%d\r\n' % len(parts) + b''.join(b'$%d\r\n%s\r\n' % (len(part), part) for part in parts))

    def call(self, *command):
        self.send(*command)
        return self._reply()

    def info(self, section):
        lines = self.call('INFO', section).decode().splitlines()
        return dict(line.split(':', 1) for line in lines if ':' in line)

    def cpu(self):
        """Returns the CPU time of all threads of the server, in seconds."""
        figures = self.info('cpu')
        return float(figures['used_cpu_sys']) + float(figures['used_cpu_user'])

    def scripts_called(self):
        figures = self.info('commandstats')
        return sum(int(figures.get(f'cmdstat_{name}', 'calls=0').split(',')[0][6:]) for name in ('evalsha', 'eval'))

    def commands_within(self, seconds):
        """Returns the number of commands that clients send within that time, without commands in scripts."""
        with socket.create_connection(('127.0.0.1', self.port)) as monitor:
            monitor.sendall(b'MONITOR\r\n')
            time.sleep(seconds)
            monitor.setblocking(False)
            seen = b''
            try:
                while part := monitor.recv(1 << 20):
                    seen += part
            except BlockingIOError:
                pass
        return sum(b' [0 ' in line and b' [0 lua]' not in line for line in seen.split(b'\n'))

    def duectl(self, program, *words):
        subprocess.run([program, '--url', self.url, *words], check=True, stdout=subprocess.DEVNULL)
