#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much CPU time the window's own recording costs. Runs the window offscreen, alternately without and with
its recording, on a server with busy BullMQ queues. Needs only redis-server.

    window.py [--dueline build/release/bin/dueline] [--queues 50] [--rate 1000] [--seconds 40] [--pairs 3]
"""
import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SETTLE = 15  # seconds until the window has read all queues
BATCHES = 20  # per second


def command(*words):
    parts = [str(word).encode() for word in words]
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)


def connect(path):
    for _ in range(200):
        try:
            link = socket.socket(socket.AF_UNIX)
            link.connect(path)
            return link
        except OSError:
            time.sleep(0.05)
    sys.exit("redis-server did not start")


def add_jobs(path, queues, rate):
    """Adds jobs until it is killed. Each list keeps only its newest jobs."""
    link = connect(path)
    number = 0
    while True:
        began = time.monotonic()
        batch, replies = [], 0
        for _ in range(rate // BATCHES):
            key = f"bull:q{number % queues}:"
            batch += [command("LPUSH", key + "wait", number),
                      command("HSET", f"{key}{number}", "name", "send", "data", "{}"),
                      command("EXPIRE", f"{key}{number}", 60),
                      command("LTRIM", key + "wait", 0, number % 200)]
            replies += 4
            number += 1
        link.sendall(b"".join(batch))
        read = 0
        while read < replies:
            read += link.recv(65536).count(b"\n")
        time.sleep(max(0, 1 / BATCHES - (time.monotonic() - began)))


def cpu_of(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def share(dueline, path, recorded, seconds):
    """Returns the share of a core that the window uses, in percent."""
    with tempfile.TemporaryDirectory() as home:
        os.makedirs(os.path.join(home, "dueline"))
        with open(os.path.join(home, "dueline", "settings.ini"), "w", encoding="ascii") as settings:
            settings.write(f"[window]\nrecorded={str(recorded).lower()}\ntourTaken=true\nlanguage=en\n")
        env = dict(os.environ, QT_QPA_PLATFORM="offscreen", HOME=home, XDG_CONFIG_HOME=home, XDG_STATE_HOME=home,
                   XDG_DATA_HOME=home, XDG_CACHE_HOME=home)
        window = subprocess.Popen([dueline, "--connect", "unix:" + path, "--layout", "bullmq", "--size", "1600x1000"],
                                  env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(SETTLE)
            before, began = cpu_of(window.pid), time.monotonic()
            time.sleep(seconds)
            used = 100 * (cpu_of(window.pid) - before) / (time.monotonic() - began)
            files = [name for _, _, names in os.walk(home) for name in names if name.endswith(".dwit")]
            if bool(files) != recorded:
                sys.exit(f"the window has {len(files)} recordings, although recording is {'on' if recorded else 'off'}")
            return used
        finally:
            window.terminate()
            window.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dueline", default=os.path.join(HERE, "..", "..", "..", "build", "release", "bin", "dueline"))
    parser.add_argument("--queues", type=int, default=50)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--pairs", type=int, default=3)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "redis.sock")
        server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--dir", folder],
                                  stdout=subprocess.DEVNULL)
        producer = 0
        try:
            link = connect(path)
            for queue in range(a.queues):
                link.sendall(command("HSET", f"bull:q{queue}:meta", "version", "bullmq:5.81.5",
                                     "opts.maxLenEvents", 10000))
                link.recv(100)
            producer = os.fork()
            if producer == 0:
                add_jobs(path, a.queues, a.rate)
            costs = []
            for pair in range(a.pairs):
                off = share(a.dueline, path, False, a.seconds)
                on = share(a.dueline, path, True, a.seconds)
                costs.append(on - off)
                print(f"pair {pair + 1}: {off:.2f}% of a core without a recording, {on:.2f}% with it", flush=True)
            print(f"median cost of the recording: {statistics.median(costs):.2f}% of a core (limit: 0.5%)")
        finally:
            if producer:
                os.kill(producer, 15)
                os.waitpid(producer, 0)
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
