#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how late tasks of hand-written sorted sets run: with the design's own polling worker and with Dueline's, each
with a separate key, in the same run on one server. Tasks are added at least a second before they are due. Needs Debian's
python3-redis and redis-server.

    lateness.py [--duectl build/release/bin/duectl] [--n 300] [--spread 60] [cron | lock | poll]...
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import redis

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = os.path.join(HERE, "..", "..", "peers", "custom.py")
DESIGNS = {"cron": ("cron:{key}", 60), "lock": ("zset:{key}?lock={key}_lock_%1", 10), "poll": ("zset:{key}", 1)}


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def line(who, late):
    if not late:
        return f"{who:24} nothing ran"
    return f"{who:24} {len(late):6} runs   p50 {percentile(late, .5):9.2f}   p99 {percentile(late, .99):9.2f}   max {max(late):9.2f} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("designs", nargs="*", default=list(DESIGNS))
    parser.add_argument("--duectl", default=os.path.join(HERE, "..", "..", "..", "build", "release", "bin", "duectl"))
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--spread", type=float, default=60)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sock = os.path.join(folder, "redis.sock")
        server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", sock, "--save", "", "--dir", folder],
                                  stdout=subprocess.DEVNULL)
        client = redis.Redis(unix_socket_path=sock)
        for _ in range(100):
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.05)
        peer = lambda *args: ["/usr/bin/python3", PEER, "--unix", sock, *map(str, args)]
        running = []
        try:
            ends = 2 + a.spread + max(DESIGNS[design][1] for design in a.designs) + 3
            for design in a.designs:
                layout, poll = DESIGNS[design]
                ours, theirs = f"ours_{design}", f"theirs_{design}"
                stats, log = os.path.join(folder, ours), os.path.join(folder, theirs)
                worker = subprocess.Popen([a.duectl, "--url", f"unix:{sock}", "--layout", layout.format(key=ours), "work",
                                           "--queue", ours, "--handler", "*=echo", "--stats", stats], stderr=subprocess.DEVNULL)
                with open(log, "w") as out:
                    other = subprocess.Popen(peer(design, "work", "--key", theirs, "--lock", theirs + "_lock_", "--seconds", ends),
                                             stdout=out)
                running.append((design, poll, worker, other, stats, log))
            time.sleep(1)
            for design in a.designs:
                for key in (f"ours_{design}", f"theirs_{design}"):
                    subprocess.run(peer(design, "produce", "--key", key, "--n", a.n, "--ahead", 2, "--spread", a.spread), check=True,
                                   stdout=subprocess.DEVNULL)
            for design, poll, worker, other, stats, log in running:
                other.wait()
            for design, poll, worker, other, stats, log in running:
                worker.terminate()
                worker.wait()
                figures = json.load(open(stats))
                late = figures["lateness_ms"]
                print(f"{design + ', ours':24} {figures['processed']:6} runs   p50 {late['p50']:9.2f}   p99 {late['p99']:9.2f}   max {late['max']:9.2f} ms")
                runs = [text.split() for text in open(log) if text.startswith("run ")]
                print(line(f"{design}, theirs ({poll} s)", [(float(run[1]) - float(run[2])) * 1000 for run in runs]))
        finally:
            for _, _, worker, other, _, _ in running:
                for process in (worker, other):
                    if process.poll() is None:
                        process.kill()
            server.terminate()
            server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
