#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the worker engine and its peers on this machine, and prints a Markdown table. README.md explains each line.

Environment: BUILD (build/release), NODE_PATH (a folder with bullmq and ioredis), PIN_WITH (prefix for taskset: as root,
"chrt -r 1" keeps other load on the machine from affecting the figures). Missing peers are listed instead of measured.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

from places import Server, cpu_seconds, percentile, pinned, say

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = pathlib.Path(os.environ.get('BUILD', ROOT / 'build/release'))
BENCH = BUILD / 'tests/bench_engine'
STAMP = BUILD / 'tests/bench_timestamp'
DUECTL = BUILD / 'bin/duectl'
SECTIONS = ['speed', 'late', 'idle', 'many']
SLOTS, BULLMQ, SIDEKIQ = 8, [50, 100, 200], [10, 25]
rows = []  # tuples: what, figure, goal, and whether it was met (or None)


def row(what, figure, goal='', met=None):
    rows.append((what, figure, goal, met))
    say(f'{what}: {figure}')


def worker(command, **environment):
    """Runs a program on the workers' core and returns its line of JSON."""
    done = subprocess.run(pinned(1, command), env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, timeout=400)
    lines = [line for line in done.stdout.splitlines() if line.startswith('{')]
    if not lines:
        sys.exit(f'{command[0]} gave no figures (exit {done.returncode}):\n{done.stderr[-2000:]}')
    return json.loads(lines[-1])


def ours(mode, server, tasks, *more):
    return worker([BENCH, mode, '--url', server.url, '--tasks', str(tasks), *map(str, more)])


def has_bullmq():
    return subprocess.run(['node', '-e', 'require("bullmq"); require("ioredis")'], capture_output=True).returncode == 0


# Programs that are run in rotation: name, function that fills a server, function that runs the tasks. Each returns a
# line with "rate".
def runners(tasks):
    found = {f'ours, {SLOTS} slots': (lambda s: ours('fill', s, tasks), lambda s: ours('work', s, tasks, '--concurrency', SLOTS))}
    for loops in (1, 2, 3):
        found[f'the scripts alone, {loops} at once'] = (
            lambda s: ours('fill', s, tasks), lambda s, n=loops: ours('drive', s, tasks, '--loops', n))
    bullmq = ['node', HERE / 'peers/bullmq.js']
    sidekiq = HERE / 'peers/sidekiq.rb'
    if has_bullmq():
        for slots in BULLMQ:
            found[f'BullMQ, concurrency {slots}'] = (
                lambda s: worker([*bullmq, 'fill', str(s.port), str(tasks)]),
                lambda s, n=slots: worker([*bullmq, 'work', str(s.port), str(tasks), str(n)]))
    else:
        say('left out: BullMQ (set NODE_PATH)')
    if subprocess.run(['which', 'sidekiq'], capture_output=True).returncode == 0:
        for slots in SIDEKIQ:
            found[f'Sidekiq, concurrency {slots}'] = (
                lambda s: worker(['ruby', sidekiq, str(tasks)], REDIS_URL=s.url),
                lambda s, n=slots: worker(['sidekiq', '-q', 'default', '-c', str(n), '-r', sidekiq], REDIS_URL=s.url,
                                          TASKS=str(tasks)))
    else:
        say('left out: Sidekiq (ruby-sidekiq)')
    return found


def speed(tasks, repetitions):
    figures = {}
    for repetition in range(repetitions):
        for name, (fill, work) in runners(tasks).items():
            with Server() as server:
                added = fill(server)
                before = server.cpu()
                line = work(server)
                line['server_us'] = (server.cpu() - before) * 1e6 / tasks
                line['added'] = added['rate']
            figures.setdefault(name, []).append(line)
            say(f'{repetition + 1}/{repetitions} {name}: {line["rate"]:.0f}/s, added {line["added"]:.0f}/s')

    def median(name, field):
        return statistics.median(line[field] for line in figures[name])

    def best(start, field):
        """Returns a peer's best figure, or that of the bare loops; None if the peer was omitted."""
        found = [median(name, field) for name in figures if name.startswith(start)]
        return max(found) if found else None

    for name in figures:
        row(name, f'{median(name, "rate"):,.0f} tasks/s; {median(name, "cpu_us"):.1f} µs of worker and '
                  f'{median(name, "server_us"):.1f} µs of Redis per task')
    rate, added = best('ours', 'rate'), best('ours', 'added')
    share = rate / best('the scripts', 'rate')
    row('no-op tasks: ours of what the scripts reach alone', f'{share:.0%}', 'at least 70 %', share >= 0.7)
    for peer, field, mine, least in (('BullMQ', 'rate', rate, 5), ('Sidekiq', 'rate', rate, 6),
                                     ('BullMQ', 'added', added, 5), ('Sidekiq', 'added', added, 1)):
        theirs = best(peer, field)
        if theirs is None:
            continue
        what = f'no-op tasks: ours to {peer} at its best' if field == 'rate' else \
            f'bulk add, 1,000 at a time: ours ({added:,.0f}/s) to {peer} ({theirs:,.0f}/s)'
        row(what, f'{mine / theirs:.1f} x', f'at least {least} x', mine / theirs >= least)


def late(tasks, spread):
    with Server() as server:
        ours('fill', server, tasks, '--spread-ms', spread)
        line = ours('work', server, tasks, '--concurrency', SLOTS)
    row(f'{tasks:,} tasks over {spread // 1000} s, lateness by our statistics',
        ', '.join(f'{name} {line["late_" + name]:.2f}' for name in ('p50', 'p95', 'p99', 'max')) + ' ms',
        'p50 at most 1 ms, p99 at most 3 ms', line['late_p50'] <= 1 and line['late_p99'] <= 3)
    with Server() as server:
        file = server.folder / 'late'
        ours('fill', server, tasks, '--spread-ms', spread)
        subprocess.run(pinned(1, [DUECTL, 'work', '--url', server.url, '--queue', 'bench', '--concurrency', str(SLOTS),
                                  '--exit-when-empty', '--handler', f'*=command:{STAMP} {file}']),
                       stderr=subprocess.DEVNULL, check=True, timeout=120)
        found = sorted(int(line) / 1000 for line in file.read_text().split())
    if len(found) != tasks:
        sys.exit(f'{len(found)} of {tasks} commands wrote their time')
    p50, p99 = percentile(found, 50), percentile(found, 99)
    row('the same from outside: a command per task writes the time',
        f'earliest {found[0]:.2f}, p50 {p50:.2f}, p95 {percentile(found, 95):.2f}, p99 {p99:.2f}, max {found[-1]:.2f} ms',
        'none early, p50 at most 1 ms, p99 at most 3 ms', found[0] >= 0 and p50 <= 1 and p99 <= 3)


def work_program(server, concurrency, *more):
    return subprocess.Popen(pinned(1, [DUECTL, 'work', '--url', server.url, '--queue', 'bench', '--concurrency', str(concurrency),
                                       '--handler', '*=sleep:0', *map(str, more)]), stderr=subprocess.DEVNULL)


def wait_for_workers(server, count):
    until = time.monotonic() + 30
    while server.call('ZCARD', 'dueline:workers') < count:
        if time.monotonic() > until:
            sys.exit('the workers did not come')
        time.sleep(0.01)


def idle(seconds):
    with Server() as server:
        server.duectl(DUECTL, 'add', 'bench', 'mail.send', '--in', '2h')
        program = work_program(server, SLOTS)
        wait_for_workers(server, 1)
        time.sleep(5)  # until the cost of starting has passed
        cpu = cpu_seconds(program.pid)
        commands = server.commands_within(seconds)
        cpu = cpu_seconds(program.pid) - cpu
        program.terminate()
        program.wait(30)
    row(f'an idle worker over {seconds} s', f'{commands / seconds:.2f} commands/s, {cpu / seconds:.3%} of a core',
        'at most 1/s and 0.1 %', commands <= seconds and cpu / seconds <= 0.001)


def shared(tasks, processes, slots, rest):
    """Runs existing tasks with several processes at the same time. Returns tasks/s, the tasks of each process, script
    calls per task, and the CPU time while no tasks are left."""
    with Server() as server:
        ours('fill', server, 1)
        server.duectl(DUECTL, 'pause', 'bench')
        ours('fill', server, tasks - 1)
        files = [server.folder / f'stats-{i}' for i in range(processes)]
        programs = [work_program(server, slots, '--stats', file) for file in files]
        wait_for_workers(server, processes)
        time.sleep(1)
        before = server.scripts_called()
        started = time.monotonic()
        server.duectl(DUECTL, 'resume', 'bench')
        while server.call('ZCARD', 'dueline:{bench}:done') < tasks:
            time.sleep(0.005)
            if time.monotonic() - started > 120:
                sys.exit('the tasks were not done in two minutes')
        seconds = time.monotonic() - started
        scripts = server.scripts_called() - before
        cpu = sum(cpu_seconds(program.pid) for program in programs)
        time.sleep(rest)
        cpu = sum(cpu_seconds(program.pid) for program in programs) - cpu
        for program in programs:
            program.terminate()
        for program in programs:
            program.wait(30)
        each = [json.loads(file.read_text())['processed'] for file in files]
    return tasks / seconds, each, scripts / tasks, cpu / rest


def many(tasks, repetitions, rest):
    one, ten, shares, scripts, empty = [], [], [], [], []
    for _ in range(repetitions):
        one.append(shared(tasks, 1, 100, 1)[0])
        rate, each, called, cpu = shared(tasks, 10, 10, rest)
        ten.append(rate)
        shares.append(min(each) / (tasks / 10))
        scripts.append(called)
        empty.append(cpu)
        say(f'one process {one[-1]:.0f}/s, ten {rate:.0f}/s: {sorted(each)}')
    part = statistics.median(ten) / statistics.median(one)
    row('100 slots in 10 processes to 100 slots in one', f'{statistics.median(ten):,.0f} to {statistics.median(one):,.0f} tasks/s: '
        f'{part:.0%}', 'at least 80 %', part >= 0.8)
    row('… the process with the fewest tasks got', f'{min(shares):.0%} of its share', 'none starves (20 %)', min(shares) >= 0.2)
    row('… scripts called per task', f'{max(scripts):.3f}', 'no spin: at most 0.2', max(scripts) <= 0.2)
    row('… all ten when nothing is left', f'{max(empty):.2%} of a core', 'at most 1 % (0.1 % each)', max(empty) <= 0.01)


def version(command, last=True):
    try:
        text = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].split()
        return text[-1 if last else 0]
    except (OSError, IndexError):
        return 'absent'


def machine():
    model = next((line.split(':', 1)[1].strip() for line in open('/proc/cpuinfo') if line.startswith('model name')), 'unknown')
    with Server() as server:
        redis = server.info('server')['redis_version']
    bullmq = version(['node', '-p', 'require(require.resolve("bullmq").replace(/bullmq.dist.*/, "bullmq/package.json")).version'])
    return [f'{os.cpu_count()} cores of {model}; load {os.getloadavg()[0]:.1f} at the start; '
            f'server on core 0, workers on core 1 (taskset){", with " + os.environ["PIN_WITH"] if os.environ.get("PIN_WITH") else ""}',
            f'Redis {redis}, Node {version(["node", "--version"])}, BullMQ {bullmq}, '
            f'Ruby {version(["ruby", "-e", "puts RUBY_VERSION"])}, Sidekiq {version(["sidekiq", "--version"])}, '
            f'duectl {version([DUECTL, "--version"])}']


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--tasks', type=int, default=100_000)
    parser.add_argument('--repetitions', type=int, default=3)
    parser.add_argument('--only', choices=SECTIONS, action='append', help='these sections; all unless given')
    parser.add_argument('--small', action='store_true', help='a quick look, not for the record')
    options = parser.parse_args()
    tasks, repetitions = (50_000, 1) if options.small else (options.tasks, options.repetitions)
    sections = options.only or SECTIONS
    began, notes = time.monotonic(), machine()
    if 'speed' in sections:
        speed(tasks, repetitions)
    if 'late' in sections:
        late(1000, 10_000)
    if 'idle' in sections:
        idle(15 if options.small else 60)
    if 'many' in sections:
        many(tasks, repetitions, 5 if options.small else 10)
    print(f'\n{time.strftime("%-d %B %Y")}: {notes[0]}.\n{notes[1]}. {tasks:,} tasks, medians of {repetitions}; '
          f'{time.monotonic() - began:.0f} s in all.\n')
    print('| what | here | goal | |\n|---|---|---|---|')
    for what, figure, goal, met in rows:
        print(f'| {what} | {figure} | {goal} | {"" if met is None else "met" if met else "**missed**"} |')
    return 0 if all(met is not False for _, _, _, met in rows) else 1


if __name__ == '__main__':
    sys.exit(main())
