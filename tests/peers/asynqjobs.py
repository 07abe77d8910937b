#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulation of asynq 0.24 to 0.26, written for these tests: it changes the keys like asynq's server and client. Needs
Debian's python3-redis. Environment: SOCKET is the server's socket; LEASE the duration of a lease in s (default 30, as in
asynq).

    asynqjobs.py add JSON...      enqueues tasks and prints their ids: {"type": "ok", "queue": "mail", "payload": TEXT,
                                  "id": ..., "in": SECONDS, "retry": N (25), "unique": SECONDS, "retention": SECONDS,
                                  "count": N (N tasks, from ID-0 on)}; prints `taken` if the id or unique key is in use
    asynqjobs.py schedule JSON... announces entries like a scheduler: {"id": ..., "spec": "@every 30s", "type": ...,
                                  "payload": TEXT, "options": ["Queue(\\"mail\\")"], "next": SECONDS, "last": SECONDS}
                                  (relative to now); prints the scheduler's key
    asynqjobs.py work QUEUE [N]   processes a queue, one task at a time, until N tasks have ended, or forever; prints
                                  `ready`, then `began ID` and `ran ID`
Task types: ok succeeds; fail fails and is retried after RETRY_IN s (1); hang runs until it is cancelled; mark counts its
starts in the hash `began`, and its ends in the hash `marks`, in the script that ends it; wait counts like mark, but runs
until a key `go` exists, which it deletes.
"""

import hashlib
import json
import os
import socket
import sys
import threading
import time
import uuid

import redis

CONNECTION = redis.Redis(unix_socket_path=os.environ["SOCKET"])
LEASE = float(os.environ.get("LEASE", "30"))
RETRY_IN = float(os.environ.get("RETRY_IN", "1"))
ARCHIVED_MOST, ARCHIVED_DAYS = 10000, 90
FIELDS = {"type": 1, "payload": 2, "id": 3, "queue": 4, "retry": 5, "retried": 6, "error": 7, "timeout": 8, "unique": 10,
          "failed_at": 11, "retention": 12, "completed_at": 13}


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def field(number, value):
    """Returns one field of a protobuf message; an empty field is not written."""
    if not value:
        return b""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def stamp(seconds):
    return field(1, int(seconds)) + field(2, int(seconds % 1 * 1e9))


def write(message):
    return b"".join(field(number, message.get(name)) for name, number in FIELDS.items())


def read(data):
    """Returns the fields of a message that are listed in FIELDS."""
    names = {number: name for name, number in FIELDS.items()}
    message, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    while at < len(data):
        tag = number()
        value = number()
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        name = names.get(tag >> 3)
        if name:
            message[name] = value if name == "payload" or isinstance(value, int) else value.decode()
    return message


def script(text):
    return CONNECTION.register_script(text)


# Each script is one step of asynq, as in asynq itself. KEYS[1] is the common prefix of the queue's keys.
ADD = script("""
if ARGV[5] ~= '' and not redis.call('SET', ARGV[5], ARGV[1], 'NX', 'EX', ARGV[6]) then return 0 end
local key = KEYS[1] .. 't:' .. ARGV[1]
if redis.call('EXISTS', key) == 1 then return 0 end
redis.call('HSET', key, 'msg', ARGV[2])
if ARGV[5] ~= '' then redis.call('HSET', key, 'unique_key', ARGV[5]) end
if ARGV[3] == '' then
  redis.call('HSET', key, 'state', 'pending', 'pending_since', ARGV[4])
  redis.call('LPUSH', KEYS[1] .. 'pending', ARGV[1])
else
  redis.call('HSET', key, 'state', 'scheduled')
  redis.call('ZADD', KEYS[1] .. 'scheduled', ARGV[3], ARGV[1])
end
return 1""")
TAKE = script("""
if redis.call('EXISTS', KEYS[1] .. 'paused') == 1 then return false end
local id = redis.call('RPOPLPUSH', KEYS[1] .. 'pending', KEYS[1] .. 'active')
if not id then return false end
local key = KEYS[1] .. 't:' .. id
redis.call('HSET', key, 'state', 'active')
redis.call('HDEL', key, 'pending_since')
redis.call('ZADD', KEYS[1] .. 'lease', ARGV[1], id)
return {id, redis.call('HGET', key, 'msg') or ''}""")
# ARGV: id, message, set or '', score, day, expiry of the day's counters, 1 if the task failed, 1 to count the task
END = script("""
local id, key = ARGV[1], KEYS[1] .. 't:' .. ARGV[1]
if redis.call('LREM', KEYS[1] .. 'active', 0, id) == 0 or redis.call('ZREM', KEYS[1] .. 'lease', id) == 0 then
  return redis.error_reply('NOT FOUND')
end
if ARGV[3] == '' then
  local unique = redis.call('HGET', key, 'unique_key')
  redis.call('DEL', key)
  if unique and redis.call('GET', unique) == id then redis.call('DEL', unique) end
else
  redis.call('ZADD', KEYS[1] .. ARGV[3], ARGV[4], id)
  redis.call('HSET', key, 'msg', ARGV[2], 'state', ARGV[3])
end
if ARGV[3] == 'archived' then
  redis.call('ZREMRANGEBYSCORE', KEYS[1] .. 'archived', '-inf', ARGV[9])
  redis.call('ZREMRANGEBYRANK', KEYS[1] .. 'archived', 0, -ARGV[10])
end
for _, name in ipairs(ARGV[7] == '1' and {'processed', 'failed'} or {'processed'}) do
  if redis.call('INCR', KEYS[1] .. name .. ':' .. ARGV[5]) == 1 then
    redis.call('EXPIREAT', KEYS[1] .. name .. ':' .. ARGV[5], ARGV[6])
  end
  redis.call('INCR', KEYS[1] .. name)
end
if ARGV[8] == '1' then redis.call('HINCRBY', 'marks', id, 1) end
return 1""")
FORWARD = script("""
local ids = redis.call('ZRANGEBYSCORE', KEYS[1] .. ARGV[1], '-inf', ARGV[2], 'LIMIT', 0, 100)
for _, id in ipairs(ids) do
  redis.call('LPUSH', KEYS[1] .. 'pending', id)
  redis.call('ZREM', KEYS[1] .. ARGV[1], id)
  redis.call('HSET', KEYS[1] .. 't:' .. id, 'state', 'pending', 'pending_since', ARGV[3])
end
return #ids""")


def base(queue):
    return "asynq:{%s}:" % queue


def add(text):
    wanted = json.loads(text)
    queue = wanted.get("queue", "mail")
    CONNECTION.sadd("asynq:queues", queue)
    for number in range(wanted.get("count", 1)):
        name = wanted.get("id", uuid.uuid4().hex) + ("-%d" % number if "count" in wanted else "")
        message = {"type": wanted.get("type", "ok"), "payload": wanted.get("payload", "").encode(), "id": name,
                   "queue": queue, "retry": wanted.get("retry", 25), "timeout": 1800,
                   "retention": wanted.get("retention", 0)}
        unique = ""
        if "unique" in wanted:
            digest = hashlib.md5(message["payload"]).hexdigest()
            unique = message["unique"] = "%sunique:%s:%s" % (base(queue), message["type"], digest)
        due = int(time.time() + wanted["in"]) if "in" in wanted else ""
        held = int(wanted.get("unique", 0) + wanted.get("in", 0))
        added = ADD(keys=[base(queue)], args=[name, write(message), due, time.time_ns(), unique, held])
        yield name if added else "taken"


def schedule(texts):
    key = "asynq:schedulers:{%s:%d:%s}" % (socket.gethostname(), os.getpid(), uuid.uuid4())
    entries = []
    for text in texts:
        wanted = json.loads(text)
        entry = field(1, wanted["id"]) + field(2, wanted["spec"]) + field(3, wanted.get("type", "mark"))
        entry += field(4, wanted.get("payload")) + b"".join(field(5, one) for one in wanted.get("options", []))
        entry += field(6, stamp(time.time() + wanted.get("next", 30)))
        # Go's zero time means never.
        never = varint(1 << 3) + varint(2**64 - 62135596800)
        entries.append(entry + field(7, stamp(time.time() + wanted["last"]) if "last" in wanted else never))
    pipe = CONNECTION.pipeline()
    pipe.zadd("asynq:schedulers", {key: int(time.time()) + 20}).delete(key).lpush(key, *entries).expire(key, 20)
    pipe.execute()
    return key


class Server:
    def __init__(self, queue):
        self.queue, self.base = queue, base(queue)
        self.id = "%s:%d:%s" % (socket.gethostname(), os.getpid(), uuid.uuid4())
        self.started = time.time()
        self.running, self.began = None, 0
        self.cancelled = threading.Event()
        self.over = threading.Event()

    def report(self):
        host, pid, name = self.id.split(":")
        parts = field(1, host) + field(2, int(pid)) + field(3, name)
        running = self.running
        info = (parts + field(4, 1) + field(5, field(1, self.queue) + field(2, 1)) + field(7, "active")
                + field(8, stamp(self.started)) + field(9, 1 if running else 0))
        servers, workers = "asynq:servers:{%s}" % self.id, "asynq:workers:{%s}" % self.id
        ends = int(time.time()) + 10
        pipe = CONNECTION.pipeline()
        pipe.zadd("asynq:servers", {servers: ends}).zadd("asynq:workers", {workers: ends})
        pipe.set(servers, info, ex=10).delete(workers)
        if running:
            info = (parts + field(4, running["id"]) + field(5, running["type"]) + field(6, running.get("payload"))
                    + field(7, self.queue) + field(8, stamp(self.began)) + field(9, stamp(self.began + 1800)))
            pipe.hset(workers, running["id"], info).expire(workers, 10)
        pipe.execute()

    def beat(self):
        """Reports, extends the lease, forwards due tasks and recovers tasks whose leases have expired."""
        while True:
            running = self.running
            if running:
                CONNECTION.zadd(self.base + "lease", {running["id"]: int(time.time() + LEASE)}, xx=True)
            self.report()
            for place in ("scheduled", "retry"):
                while FORWARD(keys=[self.base], args=[place, int(time.time()), time.time_ns()]):
                    pass
            for name in CONNECTION.zrangebyscore(self.base + "lease", "-inf", int(time.time() - LEASE)):
                message = read(CONNECTION.hget(self.base + "t:" + name.decode(), "msg"))
                self.failed(message, "asynq: task lease expired")
            if self.over.wait(min(LEASE / 3, 1)):
                return

    def listen(self):
        channel = CONNECTION.pubsub(ignore_subscribe_messages=True)
        channel.subscribe("asynq:cancel")
        channel.get_message(timeout=5)
        self.listening.set()
        for heard in channel.listen():
            running = self.running
            if running and heard["data"].decode() == running["id"]:
                self.cancelled.set()

    def end(self, message, place, score, failed, marks):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        now = int(time.time())
        END(keys=[self.base], args=[message["id"], write(message), place, score, day, now + 90 * 86400, int(failed),
                                    int(marks), now - ARCHIVED_DAYS * 86400, ARCHIVED_MOST])

    def failed(self, message, error):
        message["error"], message["failed_at"] = error, int(time.time())
        try:
            if message.get("retried", 0) >= message.get("retry", 0):
                self.end(message, "archived", int(time.time()), True, False)
            else:
                message["retried"] = message.get("retried", 0) + 1
                self.end(message, "retry", int(time.time() + RETRY_IN), True, False)
        except redis.ResponseError as error:
            if "NOT FOUND" not in str(error):  # another server was faster
                raise

    def run(self, message):
        kind = message["type"]
        if kind == "fail":
            return self.failed(message, "boom für %s" % message["id"])
        if kind == "hang":
            self.cancelled.wait()
            return self.failed(message, "context canceled")
        counts = kind in ("mark", "wait")
        if counts:
            CONNECTION.hincrby("began", message["id"], 1)
        while kind == "wait" and not CONNECTION.delete("go"):
            time.sleep(0.01)
        if message.get("retention"):
            message["completed_at"] = int(time.time())
            return self.end(message, "completed", int(time.time()) + message["retention"], False, counts)
        return self.end(message, "", 0, False, counts)

    def work(self, count):
        self.listening = threading.Event()
        threading.Thread(target=self.listen, daemon=True).start()
        self.listening.wait()
        beats = threading.Thread(target=self.beat, daemon=True)
        self.report()
        beats.start()
        print("ready", flush=True)
        done = 0
        while not count or done < count:
            taken = TAKE(keys=[self.base], args=[int(time.time() + LEASE)])
            if not taken:
                time.sleep(0.02)
                continue
            if not taken[1]:
                print("no such task", taken[0].decode(), flush=True)
                continue
            message = read(taken[1])
            self.cancelled.clear()
            self.began, self.running = time.time(), message
            if message["type"] == "hang":
                self.report()
            print("began", message["id"], flush=True)
            self.run(message)
            self.running = None
            print("ran", message["id"], flush=True)
            done += 1
        self.over.set()
        beats.join()
        servers, workers = "asynq:servers:{%s}" % self.id, "asynq:workers:{%s}" % self.id
        CONNECTION.pipeline().zrem("asynq:servers", servers).zrem("asynq:workers", workers).delete(
            servers, workers).execute()


def main():
    command, *rest = sys.argv[1:]
    if command == "add":
        for text in rest:
            for name in add(text):
                print(name)
    elif command == "schedule":
        print(schedule(rest))
    else:
        Server(rest[0]).work(int(rest[1]) if len(rest) > 1 else 0)


if __name__ == "__main__":
    main()
