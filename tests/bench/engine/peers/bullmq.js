// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the benchmark's tasks with BullMQ: node bullmq.js fill|work PORT TASKS [CONCURRENCY]. NODE_PATH names the folder that
// contains bullmq. Prints one line of JSON with the time from the first job to the last one.
'use strict';
const { Queue, Worker } = require('bullmq');

const [mode, port, tasks, concurrency = '50'] = process.argv.slice(2);
const total = Number(tasks);
const connection = { host: '127.0.0.1', port: Number(port) };
const name = 'noop-bench';

async function fill() {
  const queue = new Queue(name, { connection });
  const data = { text: 'x'.repeat(89) }; // 100 bytes as JSON
  const started = process.hrtime.bigint();
  for (let at = 0; at < total; at += 1000) {
    const jobs = Array.from({ length: Math.min(1000, total - at) }, () => ({ name: 'mail.send', data }));
    await queue.addBulk(jobs);
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  console.log(JSON.stringify({ added: total, rate: Math.round(total / seconds) }));
  await queue.close();
}

function work() {
  let count = 0;
  let started;
  let cpu;
  const worker = new Worker(name, async () => {
    if (count++ === 0) {
      started = process.hrtime.bigint();
      cpu = process.cpuUsage();
    }
    if (count === total) {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const used = process.cpuUsage(cpu);
      console.log(JSON.stringify({ n: total, s: seconds, rate: Math.round(total / seconds), cpu_us: (used.user + used.system) / total }));
      process.exit(0); // closing would wait for a server that the benchmark may have stopped already
    }
  }, { connection, concurrency: Number(concurrency) });
  worker.on('error', (error) => { console.error(error.message); });
}

if (mode === 'fill') fill();
else work();
