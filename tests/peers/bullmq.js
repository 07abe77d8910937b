// SPDX-License-Identifier: GPL-3.0-or-later
// BullMQ and Bull for the tests, used as in production.
//   node bullmq.js SOCKET MODULE QUEUE add JSON...        adds jobs {"name":…,"data":…,"opts":…} and prints their ids
//   node bullmq.js SOCKET MODULE QUEUE work [COUNT]       runs jobs until COUNT have ended (or forever), one at a time in
//                                                         Bull; prints `ran ID ATTEMPT`; jobs named fail… fail, and jobs
//                                                         named hang… never end
//   node bullmq.js SOCKET MODULE QUEUE call METHOD [JSON] calls a method of the queue and prints its result as JSON
//   node bullmq.js SOCKET MODULE QUEUE flow [JSON]        adds a flow, whose jobs are in QUEUE unless they name another
//                                                         queue; without JSON, a parent with two children; prints the
//                                                         parent's id
//   node bullmq.js SOCKET MODULE QUEUE retry ID           retries a failed job with the framework's own call
//   node bullmq.js SOCKET MODULE QUEUE retryeach [together]   retries every failed job with its own call, one after another
//                                                         or all at the same time; prints the ms of reading and of calls
//   node bullmq.js SOCKET MODULE QUEUE state ID           prints the state of the job as reported by the framework
//   node bullmq.js - MODULE - serve                       executes one such command per line of input,
//                                                         {"socket","queue","words","metrics"}; each ends with a line
//                                                         `ended` or `failed WHY`
// METRICS in the environment makes workers keep counts per minute, for that many minutes.
// MODULE: bullmq (6), bullmq5, bullmq500, bull (4), bull3 (3.29). The environment variable MODULES specifies the
// folder in which they are installed.
'use strict';
const path = require('path');
const {createRequire} = require('module');
const from = createRequire(path.join(process.env.MODULES || __dirname, 'package.json'));
const [, , socketArgument, moduleName, queueArgument, ...wordsArgument] = process.argv;
const framework = from(moduleName);
const isBull = moduleName === 'bull' || moduleName === 'bull3';

/// Returns the address of the server: PEER_URL from the environment if it is set, otherwise the socket.
function addressOf(socket) {
    const url = process.env.PEER_URL && new URL(process.env.PEER_URL);
    return url ? {host: url.hostname, port: Number(url.port)} : {path: socket};
}

/// Queue of a server on which a command acts.
function placeOf(socket, queueName, metrics) {
    return {
        queueName,
        connection: {...addressOf(socket), maxRetriesPerRequest: null},
        counting: metrics ? {metrics: {maxDataPoints: Number(metrics)}} : {},
    };
}

function openQueue({queueName, connection, counting}) {
    return isBull ? new framework(queueName, {redis: connection, ...counting}) : new framework.Queue(queueName, {connection});
}

async function run(job) {
    if (job.name.startsWith('hang'))
        await new Promise(() => setInterval(() => {}, 1000));
    if (job.name.startsWith('fail'))
        throw new Error('boom: ' + job.name);
    if (job.name.startsWith('log')) {
        await job.log('a line');
        await (isBull ? job.progress(42) : job.updateProgress(42));
    }
    return {ok: job.id};
}

async function work(place, count) {
    const {queueName, connection, counting} = place;
    let left = count || Infinity;
    let finish;
    const finished = new Promise(resolve => { finish = resolve; });
    const ended = job => {
        console.log('ran', job.id, job.attemptsMade);
        if (--left === 0)
            finish();
    };
    let worker;
    if (isBull) {
        worker = openQueue(place);
        worker.process('*', count ? 1 : 5, run); // claims the next job before it reports the previous one
    } else {
        worker = new framework.Worker(queueName, run, {connection, concurrency: count === 1 ? 1 : 5, name: 'peer', ...counting});
    }
    worker.on('completed', ended);
    worker.on('failed', job => job && ended(job));
    await (isBull ? worker.isReady() : worker.waitUntilReady());
    console.log('ready');
    await finished;
    await worker.close();
}

async function retryEach(queue, together) {
    const begin = performance.now();
    const jobs = await queue.getFailed(0, -1);
    const read = performance.now();
    if (together) {
        await Promise.all(jobs.map(job => job.retry()));
    } else {
        for (const job of jobs)
            await job.retry();
    }
    const how = together ? 'at once' : 'one by one';
    console.log(`${jobs.length} read before ${(read - begin).toFixed(1)}`);
    console.log(`${jobs.length} by its own call, ${how} ${(performance.now() - read).toFixed(1)}`);
}

async function perform(place, command, rest) {
    if (command === 'work')
        return work(place, Number(rest[0] || 0));
    const {queueName, connection} = place;
    const queue = openQueue(place);
    await (isBull ? queue.isReady() : queue.waitUntilReady());
    if (command === 'add') {
        for (const text of rest) {
            const {name, data, opts, copies} = JSON.parse(text);
            for (let i = 0; i < (copies || 1); ++i) {
                const job = await queue.add(name, data === undefined ? {} : data, opts || {});
                console.log(job.id);
            }
        }
    } else if (command === 'call') {
        const answer = await queue[rest[0]](...(rest[1] ? JSON.parse(rest[1]) : []));
        console.log(JSON.stringify(answer === undefined ? null : answer));
    } else if (command === 'state') {
        const job = await (isBull ? queue.getJob(rest[0]) : framework.Job.fromId(queue, rest[0]));
        console.log(job ? await job.getState() : 'gone');
    } else if (command === 'retry') {
        const job = await (isBull ? queue.getJob(rest[0]) : framework.Job.fromId(queue, rest[0]));
        await job.retry();
    } else if (command === 'retryeach') {
        await retryEach(queue, rest[0] === 'together');
    } else if (command === 'flow') {
        const flow = new framework.FlowProducer({connection});
        const placed = job => ({queueName, data : {}, ...job, children : (job.children || []).map(placed)});
        const tree = await flow.add(placed(rest[0] ? JSON.parse(rest[0]) : {
            name : 'parent',
            children : [ {name : 'child', data : {n : 1}}, {name : 'child', data : {n : 2}} ]
        }));
        console.log(tree.job.id);
        await flow.close();
    } else {
        throw new Error('unknown command ' + command);
    }
    await queue.close();
}

async function serve() {
    const lines = require('readline').createInterface({input: process.stdin});
    for await (const line of lines) {
        const {socket, queue, words, metrics} = JSON.parse(line);
        try {
            await perform(placeOf(socket, queue, metrics), words[0], words.slice(1));
            console.log('ended');
        } catch (error) {
            console.log('failed ' + String(error.stack || error).replace(/\n/g, ' '));
        }
    }
}

async function main() {
    if (wordsArgument[0] === 'serve')
        return serve();
    return perform(placeOf(socketArgument, queueArgument, process.env.METRICS), wordsArgument[0], wordsArgument.slice(1));
}

main().then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1);
});
