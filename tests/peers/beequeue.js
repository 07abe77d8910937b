// SPDX-License-Identifier: GPL-3.0-or-later
// bee-queue 2 beside us, as its users run it. The queue is called mail.
//   node beequeue.js SOCKET add COUNT   adds jobs; six of ten are delayed until 2030
//   node beequeue.js SOCKET work        runs jobs one by one, for ever; counts each end in the hash `done`; one of ten fails once
// MODULES in the environment names the folder in which bee-queue and ioredis are installed.
'use strict';
const path = require('path');
const {createRequire} = require('module');
const from = createRequire(path.join(process.env.MODULES || __dirname, 'package.json'));
const BeeQueue = from('bee-queue');
const Redis = from('ioredis');
const [, , socket, word, count] = process.argv;
const isWorker = word === 'work';
const queue = new BeeQueue('mail', {
    redis: {path: socket},
    isWorker,
    activateDelayedJobs: isWorker,
    stallInterval: 800,
    removeOnSuccess: false,
    getEvents: false,
    sendEvents: false,
});
const far = 1900000000000;

async function add() {
    for (let i = 0; i < Number(count); i++) {
        const job = queue.createJob({i, type: i % 10 === 0 ? 'fails' : 'mail'});
        if (i % 10 >= 4) {
            job.delayUntil(far + i);
        }
        await job.save();
    }
    process.exit(0);
}

function work() {
    const counts = new Redis(socket);
    queue.checkStalledJobs(900);
    queue.process(1, async (job) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (job.data.type === 'fails' && (await counts.hincrby('tries', job.data.i, 1)) < 2) {
            throw new Error('first time');
        }
        await counts.hincrby('done', job.data.i, 1);
    });
    queue.ready(() => console.log('ready'));
}

if (isWorker) {
    work();
} else {
    add();
}
