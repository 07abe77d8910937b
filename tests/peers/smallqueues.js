// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries whose layouts are described by files, used as in production. The queue is called mail.
//   node smallqueues.js SOCKET MODULE add COUNT   adds jobs; six of ten are delayed until 2030
//   node smallqueues.js SOCKET MODULE work        runs jobs forever; counts each ended job in the hash `done`; one of ten fails once
// MODULE: bee-queue (2), node-resque (9), rsmq (0.12). They and ioredis are installed in the folder $MODULES.
'use strict';
const path = require('path');
const {createRequire} = require('module');
const from = createRequire(path.join(process.env.MODULES || __dirname, 'package.json'));
const Redis = from('ioredis');
const [, , socket, moduleName, word, count] = process.argv;
const isWorker = word === 'work';
const far = 1900000000000;
const counts = new Redis(socket);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function run(i, ms = 2) {
    await pause(ms);
    if (i % 10 === 0 && (await counts.hincrby('tries', i, 1)) < 2) {
        throw new Error('first time');
    }
    await counts.hincrby('done', i, 1);
}

async function beeQueue() {
    const BeeQueue = from('bee-queue');
    const queue = new BeeQueue('mail', {
        redis: {path: socket},
        isWorker,
        activateDelayedJobs: isWorker,
        stallInterval: 800,
        removeOnSuccess: false,
        getEvents: false,
        sendEvents: false,
    });
    for (let i = 0; !isWorker && i < Number(count); i++) {
        const job = queue.createJob({i, type: 'mail'});
        if (i % 10 >= 4) {
            job.delayUntil(far + i);
        }
        await job.save();
    }
    if (isWorker) {
        queue.checkStalledJobs(900);
        queue.process(1, (job) => run(job.data.i));
        await queue.ready();
    }
}

async function nodeResque() {
    const {Queue, Scheduler, Worker} = from('node-resque');
    const connection = {redis: new Redis(socket)};
    const jobs = {mail: {perform: run}};
    if (!isWorker) {
        const queue = new Queue({connection}, jobs);
        await queue.connect();
        for (let i = 0; i < Number(count); i++) {
            if (i % 10 >= 4) {
                await queue.enqueueAt(far + (i % 7) * 1000, 'mail', 'mail', [i]);
            } else {
                await queue.enqueue('mail', 'mail', [i]);
            }
        }
        return;
    }
    const worker = new Worker({connection, queues: ['mail'], timeout: 30, name: `w${process.pid}`}, jobs);
    const scheduler = new Scheduler({connection, timeout: 300, stuckWorkerTimeout: 2500, leaderLockTimeout: 2, retryStuckJobs: false});
    for (const each of [worker, scheduler]) {
        each.on('error', () => {});
        await each.connect();
        each.start();
    }
}

// Runs ten jobs at once, so that actions meet running jobs. A message whose job fails or is interrupted becomes visible
// again after three seconds.
async function rsmq() {
    const RedisSMQ = from('rsmq');
    const queue = new RedisSMQ({path: socket});
    const mail = {qname: 'mail'};
    if (!isWorker) {
        await queue.createQueueAsync({...mail, vt: 3});
        for (let i = 0; i < Number(count); i++) {
            await queue.sendMessageAsync({...mail, message: JSON.stringify({i}), delay: i % 10 < 4 ? 0 : 9000000 + i});
        }
        return;
    }
    const work = async () => {
        for (;;) {
            const {id, message} = await queue.receiveMessageAsync({...mail});
            if (!id) {
                await pause(100);
            // The times differ, so that a kill does not find many jobs between being counted and being deleted.
            } else if (await run(JSON.parse(message).i, 100 + 200 * Math.random()).then(() => true, () => false)) {
                await queue.deleteMessageAsync({...mail, id});
            }
        }
    };
    for (let i = 0; i < 10; i++) {
        work();
    }
}

(async () => {
    await {'bee-queue': beeQueue, 'node-resque': nodeResque, rsmq}[moduleName]();
    if (isWorker) {
        console.log('ready');
    } else {
        process.exit(0);
    }
})();
