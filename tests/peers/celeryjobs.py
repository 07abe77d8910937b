#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Celery for the tests, used as in production. Needs Debian's python3-celery and python3-redis. Environment: SOCKET is
the server's socket; PREFIX the global_keyprefix; LATE acknowledges tasks when they end; EVENTS makes workers send
events.

    celeryjobs.py add JSON...      sends tasks and prints their ids: {"task": "ok", "queue": "mail", "args": [...],
                                   "kwargs": {...}, "id": ..., "in": SECONDS, "expires": SECONDS, "priority": N,
                                   "pickle": true, "count": N (N tasks, from ID-0 on)}
    celeryjobs.py work QUEUE [N]   processes a queue until N tasks have ended, or forever; prints `ready`, then `ran ID`
Tasks: ok succeeds; fail fails; hang sleeps; mark counts its runs in the hash `marks`, and stores its arguments in
`arrived`; wait counts like mark, but runs until a key `go` exists, which it deletes.
"""

import json
import os
import sys
import time

import redis
from celery import Celery, signals
from celery.worker import state

SOCKET = os.environ["SOCKET"]
CONNECTION = redis.Redis(unix_socket_path=SOCKET)
app = Celery("celeryjobs", broker="redis+socket://" + SOCKET, backend="redis+socket://" + SOCKET)
app.conf.update(
    accept_content=["json", "pickle"],
    broker_transport_options={"global_keyprefix": os.environ.get("PREFIX", ""), "queue_order_strategy": "priority"},
    task_acks_late=bool(os.environ.get("LATE")),
    timezone="UTC",
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
)


@app.task(name="jobs.ok")
def ok(*args, **kwargs):
    return {"count": len(args)}


@app.task(name="jobs.fail")
def fail(*args):
    raise ValueError("boom für %s" % (args,))


@app.task(name="jobs.hang")
def hang(seconds=600):
    time.sleep(seconds)


@app.task(name="jobs.mark", bind=True)
def mark(self, *args, **kwargs):
    CONNECTION.hincrby("marks", self.request.id, 1)
    CONNECTION.hset("arrived", self.request.id, repr((args, kwargs)))


@app.task(name="jobs.wait", bind=True)
def wait(self, *args, **kwargs):
    CONNECTION.hincrby("marks", self.request.id, 1)
    while not CONNECTION.delete("go"):
        time.sleep(0.01)


def add(text):
    wanted = json.loads(text)
    task = app.tasks["jobs." + wanted.get("task", "ok")]
    options = {"queue": wanted.get("queue", "mail")}
    for ours, theirs in (("in", "countdown"), ("expires", "expires"), ("priority", "priority")):
        if ours in wanted:
            options[theirs] = wanted[ours]
    if wanted.get("pickle"):
        options["serializer"] = "pickle"
    for number in range(wanted.get("count", 1)):
        if "id" in wanted:
            options["task_id"] = wanted["id"] + ("-%d" % number if "count" in wanted else "")
        yield task.apply_async(tuple(wanted.get("args", [])), wanted.get("kwargs", {}), **options).id


def work(queue, count):
    left = [count]

    @signals.worker_ready.connect
    def ready(**_):
        print("ready", flush=True)

    @signals.task_postrun.connect
    def ran(task_id, **_):
        print("ran", task_id, flush=True)
        left[0] -= 1
        if left[0] == 0:
            state.should_stop = 0

    app.worker_main(["worker", "-P", "solo", "-Q", queue, "-l", "CRITICAL", "--without-gossip", "--without-mingle",
                     "--without-heartbeat"] + (["-E"] if os.environ.get("EVENTS") else []))


def main():
    command, *rest = sys.argv[1:]
    if command == "add":
        for text in rest:
            for task_id in add(text):
                print(task_id)
    else:
        work(rest[0], int(rest[1]) if len(rest) > 1 else 0)


if __name__ == "__main__":
    main()
