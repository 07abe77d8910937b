#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Producers and workers of queue designs that people write by hand. They behave like the authors' programs: some remove
a task before it runs, some afterwards, and some leave data behind when the worker dies. Needs Debian's python3-redis.

    custom.py (--port P | --unix PATH | --cluster PORT) DESIGN (produce | work) [options]

  cron         ZSET of COMMAND_<unix s>; every --poll (60 s): range, run, ZREM
  lock         ZSET of ids; every --poll (10 s): range, set lock_<id> in a script for 60 s, run, ZREM, DEL of the lock
  lock-broken  the same as published: compares the script's 1 with True, and therefore never runs anything
  lock-expire  its second loop: ZREM of all tasks whose time has passed, without running them
  poll         ZSET of ids, float seconds; every --poll (1 s): range, run, ZREM unless the task failed
  pubsub       SET id time, PUBLISH key id; runs the task when the message arrives, at any time, and keeps the key
  list         LPUSH; RPOP, run, PUBLISH of "done ITEM"
  resend       LPUSH of JSON; BRPOP: runs a message younger than its delay_time; sends an older one again until --max,
               then drops it
  stream       XADD; XREADGROUP of --group as consumer --name, run, XACK; with --claim, first claims messages that other
               consumers have left idle for that long (XAUTOCLAIM)

`work` prints `ready` when it is listening, then a line at the start of each run: `run NOW DUE ID` (seconds; DUE is `-` if
there is none), and for resend `again NOW COUNT ID` and `dropped NOW COUNT ID`. `produce` prints the ids.
"""
import argparse
import json
import os
import signal
import sys
import time

import redis

KEYS = {"cron": "delayed", "pubsub": "new_job", "list": "task_queue", "resend": "test_queue", "poll": "jobs"}
POLLS = {"cron": 60.0, "poll": 1.0}
TAKE_LOCK = """
if redis.call('get', KEYS[1]) == false then
  redis.call('set', KEYS[1], ARGV[1])
  redis.call('expire', KEYS[1], 60)
  return true
end
return false
"""


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int)
    parser.add_argument("--unix")
    parser.add_argument("--cluster", type=int, help="port of one node")
    parser.add_argument("design", choices=["cron", "lock", "lock-broken", "lock-expire", "poll", "pubsub", "list", "resend",
        "stream"])
    parser.add_argument("role", choices=["produce", "work"])
    parser.add_argument("--key", help="of the ZSET or LIST; pubsub: the channel")
    parser.add_argument("--lock", default="lock_", help="what stands before the id in a lock's name")
    parser.add_argument("--name", default="", help="produce: what ids begin with; stream: the consumer")
    parser.add_argument("--group", default="workers", help="stream: the consumer group")
    parser.add_argument("--claim", type=int, default=0, help="stream: claims entries idle for so many ms; 0: never")
    parser.add_argument("--count", type=int, default=10, help="stream: entries per read")
    parser.add_argument("--n", type=int, default=10, help="produce: how many")
    parser.add_argument("--ahead", type=float, default=0, help="produce: seconds until the first is due")
    parser.add_argument("--spread", type=float, default=2, help="produce: seconds between the first and the last")
    parser.add_argument("--old", type=int, default=0, help="resend, produce: every so many are a minute old")
    parser.add_argument("--delay-time", type=float, default=5, help="resend, produce")
    parser.add_argument("--seconds", type=float, default=60, help="work: ends after that")
    parser.add_argument("--poll", type=float, help="work: seconds between two looks")
    parser.add_argument("--sleep", type=float, default=0, help="work: ms that a run takes")
    parser.add_argument("--die-in", type=int, default=0, help="work: SIGKILL of itself inside that run, 1 = the first")
    parser.add_argument("--fail-every", type=int, default=0, help="work: every so many runs fail")
    parser.add_argument("--max", type=int, default=3, help="resend: how often a message is sent again")
    parser.add_argument("--channel", default="results", help="list: where results are published")
    given = parser.parse_args()
    given.key = given.key or KEYS.get(given.design, "tasks")
    given.poll = POLLS.get(given.design, 10.0) if given.poll is None else given.poll
    return given


def connect(given):
    if given.cluster:
        return redis.cluster.RedisCluster(host="127.0.0.1", port=given.cluster)
    if given.unix:
        return redis.Redis(unix_socket_path=given.unix)
    return redis.Redis(port=given.port)


class Worker:
    """Runs tasks and reports them; each design is a method with its name."""

    def __init__(self, server, given):
        self.server = server
        self.given = given
        self.ends = time.time() + given.seconds
        self.runs = 0

    def say(self, word, detail, task):
        line = f"{word} {time.time():.6f} {detail} ".encode() + task + b"\n"
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    def run(self, task, due="-"):
        self.runs += 1
        self.say("run", due, task)
        if self.runs == self.given.die_in:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.given.sleep:
            time.sleep(self.given.sleep / 1000)
        if self.given.fail_every and self.runs % self.given.fail_every == 0:
            raise RuntimeError("the task went wrong")

    def looks(self):
        while time.time() < self.ends:
            yield
            time.sleep(max(0, min(self.given.poll, self.ends - time.time())))

    def cron(self):
        for _ in self.looks():
            for member in self.server.zrangebyscore(self.given.key, 0, time.time()):
                command, _, due = member.rpartition(b"_")
                self.run(member, due.decode(errors="replace"))
                self.server.zrem(self.given.key, member)

    def lock(self):
        take = self.server.register_script(TAKE_LOCK)
        for _ in self.looks():
            due = self.server.zrangebyscore(self.given.key, 0, int(time.time()), withscores=True)
            for task, score in due:
                lock = self.given.lock.encode() + task
                if self.server.get(lock) is not None:
                    continue
                answer = take(keys=[lock], args=[str(os.getpid())])
                if answer is True if self.given.design == "lock-broken" else answer:
                    self.run(task, score)
                    self.server.zrem(self.given.key, task)
                    self.server.delete(lock)

    lock_broken = lock

    def lock_expire(self):
        for _ in self.looks():
            for task in self.server.zrangebyscore(self.given.key, 0, int(time.time())):
                self.server.zrem(self.given.key, task)
                self.say("expired", "-", task)

    def poll(self):
        for _ in self.looks():
            for task, score in self.server.zrangebyscore(self.given.key, 0, time.time(), withscores=True):
                try:
                    self.run(task, score)
                except RuntimeError as wrong:
                    print(wrong, file=sys.stderr, flush=True)
                    continue
                self.server.zrem(self.given.key, task)

    def pubsub(self):
        messages = self.server.pubsub()
        messages.subscribe(self.given.key)
        while time.time() < self.ends:
            message = messages.get_message(timeout=0.1)
            if message and message["type"] == "subscribe":
                self.say("listening", "-", b"")
            elif message and message["type"] == "message":
                value = self.server.get(message["data"])
                self.run(message["data"], value.decode() if value else "-")

    def list(self):
        while time.time() < self.ends:
            item = self.server.rpop(self.given.key)
            if item is None:
                time.sleep(0.05)
                continue
            self.run(item)
            self.server.publish(self.given.channel, b"done " + item)

    def resend(self):
        while time.time() < self.ends:
            taken = self.server.brpop(self.given.key, timeout=1)
            if not taken:
                continue
            message = json.loads(taken[1])
            name = str(message["message"]).encode()
            if time.time() - message["timestamp"] <= message["delay_time"]:
                self.run(name, message["timestamp"])
            elif message["retry_count"] < self.given.max:
                message["retry_count"] += 1
                message["timestamp"] = time.time()
                self.server.lpush(self.given.key, json.dumps(message))
                self.say("again", message["retry_count"], name)
            else:
                self.say("dropped", message["retry_count"], name)

    def stream(self):
        key, group, name = self.given.key, self.given.group, self.given.name or "w"
        while time.time() < self.ends:
            entries = []
            if self.given.claim:
                entries = self.server.xautoclaim(key, group, name, self.given.claim, count=self.given.count)[1]
            if not entries:
                read = self.server.xreadgroup(group, name, {key: ">"}, count=self.given.count, block=50)
                entries = read[0][1] if read else []
            for entry, fields in entries:
                self.run(fields[b"task"], entry.decode())
                self.server.xack(key, group, entry)


def produce(server, given):
    start = time.time() + given.ahead
    for i in range(given.n):
        due = start + given.spread * i / max(1, given.n)
        if given.design == "cron":
            task = f"{given.name or 'report'}{i}_{int(due)}"
            server.zadd(given.key, {task: int(due)})
        elif given.design.startswith("lock"):
            task = f"{given.name or 'task_'}{i:03d}"
            server.zadd(given.key, {task: int(due)})
        elif given.design == "poll":
            task = f"{given.name or 'job'}{i}"
            server.zadd(given.key, {task: due})
        elif given.design == "pubsub":
            task = f"{given.name or 'job'}{i}"
            server.set(task, due)
            server.publish(given.key, task)
        elif given.design == "stream":
            task = f"{given.name or 'task'}{i}"
            server.xadd(given.key, {"task": task})
        elif given.design == "list":
            task = f"{given.name or 'task'}{i}"
            server.lpush(given.key, task)
        else:
            task = f"{given.name or 'message_'}{i}"
            sent = time.time() - (60 if given.old and i % given.old == 0 else 0)
            server.lpush(given.key, json.dumps(
                {"message": task, "timestamp": sent, "retry_count": 0, "delay_time": given.delay_time}))
        print(task, flush=True)


def main():
    given = options()
    server = connect(given)
    server.ping()
    if given.role == "produce":
        produce(server, given)
        return
    worker = Worker(server, given)
    print("ready", flush=True)
    getattr(worker, given.design.replace("-", "_"))()


if __name__ == "__main__":
    main()
