// SPDX-License-Identifier: GPL-3.0-or-later
// Runs bull-board without its web page, by calling its routes as a browser would.
//   node board.js SOCKET QUEUE retryall        retries every failed job as its button does; prints `ms MS done COUNT`
//   node board.js SOCKET QUEUE page PAGE SIZE  reads a page of failed jobs; prints `ms MS done JOBS`
//   node board.js SOCKET QUEUE job             retries every failed job with BullMQ's own Job.retry, all at the same time;
//                                              prints the same as retryall
// The packages of this folder's package.json are installed in the folder $MODULES.
'use strict';
const path = require('path');
const {createRequire} = require('module');
const from = createRequire(path.join(process.env.MODULES, 'package.json'));
const {Queue} = from('bullmq');
const {createBullBoard} = from('@bull-board/api');
const {BullMQAdapter} = from('@bull-board/api/bullMQAdapter');

const [, , socket, queueName, command, ...rest] = process.argv;

/// Stores the routes that a web server would serve.
class Routes {
    setQueues(queues) { this.queues = queues; return this; }
    setApiRoutes(routes) { this.routes = routes; return this; }
    setViewsPath() { return this; }
    setStaticPath() { return this; }
    setUIConfig() { return this; }
    setEntryRoute() { return this; }
    setErrorHandler() { return this; }
    async call(route, params, query) {
        const found = this.routes.find(each => each.route === route);
        const answer = await found.handler({queues: this.queues, params, query, body: {}, headers: {}});
        if ((answer.status || 200) !== 200)
            throw new Error(route + ': ' + JSON.stringify(answer.body));
        return answer.body;
    }
}

const commands = {
    async retryall(board) {
        const body = await board.call('/api/queues/:queueName/retry/:queueStatus', {queueName, queueStatus: 'failed'}, {});
        return body.retried;
    },
    async page(board) {
        const body = await board.call('/api/queues', {},
            {activeQueue: queueName, status: 'failed', page: rest[0], jobsPerPage: rest[1]});
        return body.queues[0].jobs.length;
    },
    async job(board, queue) {
        const jobs = await queue.getFailed(0, -1);
        await Promise.all(jobs.map(job => job.retry('failed')));
        return jobs.length;
    },
};

(async () => {
    const queue = new Queue(queueName, {connection: {path: socket, maxRetriesPerRequest: null}});
    await queue.waitUntilReady();
    const board = new Routes();
    createBullBoard({queues: [new BullMQAdapter(queue)], serverAdapter: board, options: {uiBasePath: '/', uiConfig: {}}});
    const begun = performance.now();
    const done = await commands[command](board, queue);
    console.log('ms', (performance.now() - begun).toFixed(1), 'done', done, 'mb', (process.resourceUsage().maxRSS / 1024).toFixed(0));
    await queue.close();
})().catch(error => { console.error(error); process.exit(1); });
