// SPDX-License-Identifier: GPL-3.0-or-later
// Client by the authors of the Model Context Protocol, connected to `duectl mcp`: node mcp.js DUECTL ARGUMENT... Each line of
// standard input is a call, {"tool": NAME, "arguments": {...}}; each line of output is the answer. It first prints what the
// server reports about itself and its tools. Needs the packages of npm/ in MODULES.
const path = require('path');
const modules = path.join(process.env.MODULES, 'node_modules', '@modelcontextprotocol', 'sdk', 'dist', 'cjs', 'client');
const { Client } = require(path.join(modules, 'index.js'));
const { StdioClientTransport } = require(path.join(modules, 'stdio.js'));
const say = (what) => process.stdout.write(JSON.stringify(what) + '\n');

(async () => {
  const [command, ...args] = process.argv.slice(2);
  const client = new Client({ name: 'dueline-tests', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
  await client.ping();
  say({ server: client.getServerVersion(), tools: (await client.listTools()).tools.map((tool) => tool.name) });
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const { tool, arguments: words } = JSON.parse(line);
    try {
      say(await client.callTool({ name: tool, arguments: words }));
    } catch (error) {
      say({ code: error.code, message: error.message });
    }
  }
  await client.close();
})();
