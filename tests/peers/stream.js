// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-written stream worker, like `custom.py stream work`, with the same options and output.
//   node stream.js (--port P | --unix PATH) stream work [--key K] [--group G] [--name CONSUMER] [--count N] [--claim MS]
//                  [--sleep MS] [--die-in N]
// Reads with XREADGROUP, runs and acknowledges (XACK); with --claim, first claims idle messages (XAUTOCLAIM). ioredis is
// installed in the folder $MODULES.
'use strict';
const path = require('path');
const {createRequire} = require('module');
const {parseArgs} = require('util');
const Redis = createRequire(path.join(process.env.MODULES || __dirname, 'package.json'))('ioredis');

const names = ['port', 'unix', 'key', 'group', 'name', 'count', 'claim', 'sleep', 'die-in'];
const given = {
    key: 'tasks', group: 'workers', name: 'w', count: '10', claim: '0', sleep: '0', 'die-in': '0',
    ...parseArgs({allowPositionals: true, options: Object.fromEntries(names.map((name) => [name, {type: 'string'}]))}).values,
};
const redis = new Redis(given.unix || Number(given.port));
let runs = 0;

async function run(id, task) {
    console.log(`run ${Date.now() / 1000} ${id} ${task}`);
    if (++runs === Number(given['die-in'])) {
        process.kill(process.pid, 'SIGKILL');
    }
    await new Promise((resolve) => setTimeout(resolve, Number(given.sleep)));
}

async function next() {
    if (Number(given.claim)) {
        const claimed = await redis.xautoclaim(given.key, given.group, given.name, given.claim, 0, 'COUNT', given.count);
        if (claimed[1].length) {
            return claimed[1];
        }
    }
    const read = await redis.xreadgroup('GROUP', given.group, given.name, 'COUNT', given.count, 'BLOCK', 50, 'STREAMS', given.key, '>');
    return read ? read[0][1] : [];
}

(async () => {
    await redis.ping();
    console.log('ready');
    for (;;) {
        for (const [id, fields] of await next()) {
            await run(id, fields[fields.indexOf('task') + 1]);
            await redis.xack(given.key, given.group, id);
        }
    }
})();
