#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""RQ for the tests, used as in production. Needs Debian's python3-rq. Environment: SOCKET is the server's socket,
which PEER_URL replaces.

    rqjobs.py add JSON...          enqueues jobs and prints their ids: {"task": "ok", "queue": "mail", "args": [...],
                                   "kwargs": {...}, "id": ..., "in": SECONDS, "after": ID, "tries": N, "front": true,
                                   "description": ..., "meta": {...}, "json": true}
    rqjobs.py places ID...         prints where RQ itself finds each job: its status, and its lists and registries
    rqjobs.py do CALL [ID]         makes one of RQ's own calls: requeue, cancel, delete, suspend, resume
    rqjobs.py work QUEUE [N]       processes a queue with a scheduler until N jobs have ended, or forever; prints
                                   `ready`, then `ran ID`. With SIMPLE in the environment, runs jobs in its own process.
    rqjobs.py version              prints the installed version of RQ
Jobs: ok succeeds; fail fails; hang sleeps; mark counts its runs in the hash `marks`, and stores its arguments in
`arrived`; wait counts like mark, but runs until a key `go` exists, which it deletes.
"""

import ctypes
import datetime
import json
import os
import signal
import sys
import time

import redis
from rq import VERSION, Queue, Retry, SimpleWorker, Worker, get_current_job, suspension
from rq.job import Job
from rq.serializers import JSONSerializer

URL = os.environ.get("PEER_URL")
CONNECTION = redis.Redis.from_url(URL) if URL else redis.Redis(unix_socket_path=os.environ["SOCKET"])
REGISTRIES = ("started", "failed", "finished", "deferred", "scheduled", "canceled")


def ok(*args, **kwargs):
    return {"count": len(args)}


def fail(*args):
    raise ValueError("boom für %s" % (args,))


def hang(seconds=600):
    time.sleep(seconds)


def mark(*args, **kwargs):
    job = get_current_job()
    CONNECTION.hincrby("marks", job.id, 1)
    CONNECTION.hset("arrived", job.id, repr((args, kwargs)))


def wait(*args, **kwargs):
    mark(*args, **kwargs)
    while not CONNECTION.delete("go"):
        time.sleep(0.01)


def add(text):
    wanted = json.loads(text)
    serializer = JSONSerializer if wanted.get("json") else None
    queue = Queue(wanted.get("queue", "mail"), connection=CONNECTION, serializer=serializer)
    options = {"job_id": wanted.get("id"), "description": wanted.get("description"), "meta": wanted.get("meta"),
               "args": tuple(wanted.get("args", [])), "kwargs": wanted.get("kwargs", {})}
    if "tries" in wanted:
        options["retry"] = Retry(max=wanted["tries"], interval=wanted.get("interval", 3600))
    function = "rqjobs." + wanted.get("task", "ok")
    if "in" in wanted:
        return queue.enqueue_in(datetime.timedelta(seconds=wanted["in"]), function, **options).id
    if "after" in wanted:
        options["depends_on"] = wanted["after"]
    return queue.enqueue(function, at_front=wanted.get("front", False), **options).id


def places(job_id):
    status = Job.fetch(job_id, connection=CONNECTION).get_status()
    yield getattr(status, "value", status)
    for queue in Queue.all(connection=CONNECTION):
        if job_id.encode() in CONNECTION.lrange(queue.key, 0, -1):
            yield "queue:" + queue.name
        for name in REGISTRIES:
            key = getattr(queue, name + "_job_registry").key
            if CONNECTION.zscore(key, job_id) is not None:
                yield name + ":" + queue.name


def work(queue, count):
    class Told:
        def execute_job(self, job, of):
            try:
                super().execute_job(job, of)
            finally:
                print("ran", job.id, flush=True)

    kind = SimpleWorker if os.environ.get("SIMPLE") else Worker
    worker = type("ToldWorker", (Told, kind), {})([queue], connection=CONNECTION)
    # Processes forked by RQ must end when this process ends.
    os.register_at_fork(after_in_child=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))
    print("ready", flush=True)
    worker.work(max_jobs=count, with_scheduler=not os.environ.get("SIMPLE"), logging_level="WARNING")


def main():
    command, *rest = sys.argv[1:]
    if command == "add":
        for text in rest:
            print(add(text))
    elif command == "places":
        for job_id in rest:
            print(*places(job_id))
    elif command == "version":
        print(VERSION)
    elif command == "work":
        work(rest[0], int(rest[1]) if len(rest) > 1 and rest[1] != "0" else None)
    elif rest[0] in ("suspend", "resume"):
        getattr(suspension, rest[0])(CONNECTION)
    else:
        getattr(Job.fetch(rest[1], connection=CONNECTION), rest[0])()


if __name__ == "__main__":
    import rqjobs  # jobs refer to their functions through this module

    rqjobs.main()
