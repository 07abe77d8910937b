#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No-op tasks per second through one worker process: ours against BullMQ and Sidekiq, in turns, on private servers.
# The server is pinned to core 0, the worker to core 1. Usage: run.sh [TASKS] [REPETITIONS]
# BENCH_ENGINE: our program (build/release/tests/bench/engine/bench_engine). NODE_PATH: a folder with bullmq in it
# (npm install bullmq ioredis); without it, or without ruby-sidekiq, that peer is left out and named.
# PIN_WITH: put before taskset for server and workers; "chrt -r 1" (as root) keeps a busy machine out of the figures.
set -euo pipefail
tasks=${1:-200000}; repetitions=${2:-3}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bench=${BENCH_ENGINE:-$(find "$root/build/release" -name bench_engine -type f | head -1)}
pin_with=${PIN_WITH:-}
work=$(mktemp -d); server=; port=
server_binary=$(command -v redis-server || true)
if [ -z "$server_binary" ]; then ln -s "$(command -v redis-check-rdb)" "$work/redis-server"; server_binary=$work/redis-server; fi

stop_server() { if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; server=; fi; }
trap 'stop_server; rm -rf "$work"' EXIT

start_server() {
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    $pin_with taskset -c 0 "$server_binary" --port "$port" --bind 127.0.0.1 --dir "$work" --save '' --appendonly no >"$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 200); do redis-cli -p "$port" ping 2>/dev/null | grep -q PONG && return; sleep 0.05; done
    echo "the private redis-server did not start; see $work/server.log" >&2; exit 3
}

# Processor time of the server so far, in microseconds: INFO's user and system time of all its threads.
server_cpu() { redis-cli -p "$port" info cpu | tr -d '\r' | awk -F: '/^used_cpu_(sys|user):/ { sum += $2 } END { printf "%d", sum * 1e6 }'; }
# Runs a worker and adds to its line of JSON what the server spent per task meanwhile.
measured() {
    local before line after
    before=$(server_cpu)
    line=$("$@")
    after=$(server_cpu)
    echo "${line%\}}, \"server_us\": $(awk "BEGIN { printf \"%.2f\", ($after - $before) / $tasks }")}"
}
sidekiq_worker() { REDIS_URL=redis://127.0.0.1:$port/0 TASKS=$tasks $pin_with taskset -c 1 timeout 300 sidekiq -q default -c "$1" -r "$here/peers/sidekiq.rb" 2>/dev/null | grep '^{'; }

ours() { # CONCURRENCY
    start_server
    "$bench" fill --url "redis://127.0.0.1:$port" --tasks "$tasks" >/dev/null
    measured $pin_with taskset -c 1 timeout 300 "$bench" work --url "redis://127.0.0.1:$port" --tasks "$tasks" --concurrency "$1"
    stop_server
}
bullmq() { # CONCURRENCY
    start_server
    node "$here/peers/bullmq.js" fill "$port" "$tasks" >/dev/null
    measured $pin_with taskset -c 1 timeout 300 node "$here/peers/bullmq.js" work "$port" "$tasks" "$1"
    stop_server
}
sidekiq_() { # CONCURRENCY
    start_server
    REDIS_URL=redis://127.0.0.1:$port/0 ruby "$here/peers/sidekiq.rb" "$tasks" >/dev/null
    measured sidekiq_worker "$1"
    stop_server
}

runs=("ours 8")
if node -e 'require("bullmq"); require("ioredis")' 2>/dev/null; then runs+=("bullmq 50" "bullmq 100" "bullmq 200"); else echo "left out: BullMQ (set NODE_PATH)" >&2; fi
if command -v sidekiq >/dev/null; then runs+=("sidekiq_ 10" "sidekiq_ 25"); else echo "left out: Sidekiq (ruby-sidekiq)" >&2; fi
for repetition in $(seq "$repetitions"); do
    for run in "${runs[@]}"; do
        line=$($run) || { echo "$run failed" >&2; continue; }
        echo "$repetition ${run/ /-} $line" | tee -a "$work/all"
    done
done
python3 - "$work/all" <<'P'
import json, statistics, sys
rates = {}
for line in open(sys.argv[1]):
    _, name, text = line.split(' ', 2)
    rates.setdefault(name.replace('_', ''), []).append(json.loads(text))
ours = statistics.median(r['rate'] for r in rates['ours-8'])
print(f"{'':14}{'tasks/s':>10}{'worker us':>11}{'server us':>11}{'ours is':>9}")
for name, rows in rates.items():
    rate = statistics.median(r['rate'] for r in rows)
    print(f"{name:14}{rate:10.0f}{statistics.median(r['cpu_us'] for r in rows):11.1f}"
          f"{statistics.median(r['server_us'] for r in rows):11.1f}{ours / rate:8.1f}x")
P
