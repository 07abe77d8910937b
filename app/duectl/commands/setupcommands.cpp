// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

std::vector<CommandSpec> setUpCommands()
{
    std::vector<CommandSpec> table;
    table.push_back({"acl", "(viewer | operator | worker | producer) [--user NAME] [--queue Q...]",
        u"Print an ACL rule that gives a Redis user a role's permissions"_s, 1, 1,
        {{"user", "NAME", u"name of the user (dueline-viewer, dueline-operator, dueline-worker)"_s},
            {"queue", "Q", u"Celery without a prefix: queue to include, because each queue's key is its name"_s, true}},
        u"A viewer can read everything and change nothing. An operator can add, change and undo, but not run "
        u"tasks. A worker can run tasks. A producer can add and cancel tasks through functions (duectl functions), "
        u"and read nothing. --layout selects the layouts (default: native); a profile specifies its own. If there "
        u"are several layouts, the rule covers all of them. Viewers of a framework's queues need no scripts, and "
        u"frameworks have no worker rule. The command contacts no server. The rule matches this version of duectl, "
        u"so print it again after an update."_s,
        runAcl});
    table.push_back({"functions", "(load | list | remove) [--force]",
        u"Load the queue functions into Redis 7, for programs in any language"_s, 1, 1,
        {{"force", "", u"load, remove: even if the library is newer than this program, or not from Dueline"_s}},
        u"After load, FCALL dueline_add 1 dueline:{QUEUE} TYPE PAYLOAD adds a task; dueline_claim, dueline_extend, "
        u"dueline_ack, dueline_nack and dueline_cancel are also available. Redis stores and replicates the "
        u"functions; in a cluster, every master receives them. Load them again after an update: list and doctor show "
        u"the installed version. Exit code of list: 0 if every server has the functions of this program, otherwise "
        u"1."_s,
        runFunctions});
    table.push_back({"layout", "(list | show NAME | check FILE | guess [KEY...] | allow LAYOUT) [--watch D]",
        u"List, print, check, propose or allow files that describe how a queue is stored"_s, 1, -1,
        {{"watch", "D", u"guess: watch lists for at most this long, to learn which end workers take tasks from"_s}},
        u"A layout file describes a queue: which keys contain its waiting, running and finished tasks, and which "
        u"keys contain the payloads. It contains no code. list shows the files that are part of this program, and "
        u"show prints one. check reads your own file, tests its sample and each action on a private Redis, and "
        u"reports the first error with line and column. With --url or --profile, check compares the file with the "
        u"data on that server instead; it exits with 1 if a task does not match, or if there are no tasks. guess "
        u"proposes a file for an unknown queue. It samples the specified keys, or all keys that belong to no known "
        u"system, and never writes. It prints the file on standard output, and sample tasks on standard error. Check "
        u"each line before you use the file. Before a file of your own can change tasks, allow it once per server "
        u"with --url or --profile: allow file:orders.toml prints the keys that it may change and remembers your "
        u"consent on this machine. A changed file needs new consent. The command contacts no other server."_s,
        runLayout});
    table.push_back({"mcp", "--queue Q... [--allow-actions]",
        u"Serve queues to an AI assistant over the Model Context Protocol"_s, 0, 0,
        {{"queue", "Q", u"a queue that the assistant can reach; all others are hidden"_s, true},
            {"allow-actions", "",
                u"also allow retry, discard, reschedule, run-now and undo, each previewed and then confirmed"_s}},
        u"The protocol uses standard input and output: the assistant starts the program and ends it by closing its "
        u"input. The tools queues, list, show, failures, timeline, operations, check and doctor return the --json "
        u"output of the commands with the same names. Payloads that a profile masks remain masked. --allow-actions "
        u"adds preview_action, preview_undo and confirm. confirm requires the token of a preview that is at most five "
        u"minutes old, and changes only the previewed tasks. Actions that cannot be undone are rejected."_s,
        runMcp});
    table.push_back({"sandbox", "[--demo]", u"Start a private Redis and print its URL"_s, 0, 0,
        {{"demo", "", u"fill the private Redis with demo queues, including queues of job frameworks"_s}},
        u"The private Redis stops when the program ends."_s, runSandbox});
    return table;
}

} // namespace dueline::duectl
