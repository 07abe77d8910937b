// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

const OptionSpec stateOption{
    "state", "S", u"only tasks in this state, \"pending\", or several states separated by commas"_s};
const OptionSpec matchOption{"match", "FILTER", u"tasks that match a filter"_s};
const OptionSpec readOption{"read", "[TYPE=]READERS",
    u"how to decode payloads (with TYPE: only payloads of this type) for text searches, see \"show\"; none: search "
    u"only the stored bytes"_s,
    true};
const OptionSpec allOption{"all", "", u"all tasks in the queue that the action applies to"_s};
const OptionSpec dryRunOption{"dry-run", "", u"show what would happen without changing anything"_s};
const OptionSpec yesOption{"yes", "", u"do not ask before changing more than one task"_s};
const OptionSpec reasonOption{"reason", "TEXT", u"reason, stored with the operation"_s};

const OptionSpec payloadOption{"payload", "TEXT", u"payload"_s};
const OptionSpec payloadFileOption{"payload-file", "F", u"read the payload from a file; \"-\" for standard input"_s};
const OptionSpec keepResultOption{"keep-result", "", u"keep the handler's return value with the done task"_s};
const OptionSpec expiresOption{
    "expires", "T", u"do not start the task later than this: a duration from now, or an instant"_s};
const OptionSpec backoffOption{"backoff", "none|fixed:D|exp:BASE:CAP|list:D,D,D", u"delay before each retry"_s};
const OptionSpec paceOption{"pace", "N", u"at most N tasks per second (no limit)"_s};
const OptionSpec dutyOption{"duty", "PERCENT", u"keep Redis busy for at most this percentage of the time (100)"_s};
const OptionSpec noUndoOption{"no-undo", "", u"framework queues: do not keep undo data, to save memory"_s};
const std::vector<OptionSpec> canaryOptions{
    {"canary", "", u"try 1 task, then 10, then the rest; each stage starts when the previous one has finished"_s},
    {"canary-failures", "PERCENT",
        u"with --canary: stop if more than this percentage of tasks fail or do not finish in time (20)"_s},
    {"canary-wait", "D", u"with --canary: time limit for each stage (1m)"_s}};

std::vector<OptionSpec> actionOptions(bool force, bool runs = false)
{
    std::vector<OptionSpec> options{matchOption, readOption, allOption, stateOption};
    if (force) {
        options.push_back({"force", "", u"include leased tasks: revoke the lease and reject the worker's result"_s});
        options.push_back({"idle", "D",
            u"with --force, for streams: idle time after which a consumer is assumed to have exited (10m)"_s});
    }
    options.insert(options.end(), {dryRunOption, yesOption, paceOption, dutyOption, noUndoOption, reasonOption});
    if (runs)
        options.insert(options.end(), canaryOptions.begin(), canaryOptions.end());
    return options;
}

CommandSpec action(const char* name, const QString& summary)
{
    const QByteArray synopsis
        = "QUEUE (ID... | --match FILTER | --all) [--state S] [--force] [--idle D] [--dry-run] [--yes] [--pace N] [--duty "
          "PERCENT] [--no-undo] [--reason TEXT]";
    const bool force = QByteArray(name) != "restore";
    const bool runs = QByteArray(name) == "retry" || QByteArray(name) == "run-now";
    return {name,
        (force ? synopsis : QByteArray(synopsis).replace(" [--force] [--idle D]", "")) + (runs ? " [--canary]" : ""),
        summary, 1, -1, actionOptions(force, runs),
        u"You can shorten an ID to a unique prefix. Tasks that have changed in the meantime are skipped and "
        u"reported. Without a terminal, changing more than one task requires --yes."_s,
        runAction};
}

/// Returns the due time options that several commands share.
std::vector<OptionSpec> dueOptions()
{
    return {{"in", "D", u"due after this duration"_s},
        {"at", "ISO", u"due at this time, given as an instant or in words"_s},
        {"spread", "FROM..TO", u"spread evenly between two times: instants, or durations from now"_s}};
}

CommandSpec retryCommand()
{
    CommandSpec spec = action(
        "retry", u"Retry failed and retrying tasks now or at a set time; failed tasks start again with attempt 1"_s);
    spec.synopsis.replace("[--force]", "[--in D | --at ISO | --spread FROM..TO] [--force]");
    const std::vector<OptionSpec> due = dueOptions();
    spec.options.insert(spec.options.begin() + 4, due.begin(), due.end());
    for (OptionSpec& option : spec.options) {
        if (option.name == "force")
            option.help += u"; for Horizon, also retry failed jobs that were already retried"_s;
    }
    return spec;
}

CommandSpec rescheduleCommand()
{
    CommandSpec spec = action("reschedule", u"Change the due time of pending tasks"_s);
    spec.synopsis
        = "QUEUE (ID... | --match FILTER | --all) [--state S] (--in D | --at ISO | --shift ±D | --spread FROM..TO) "
          "[--dry-run] [--yes] [--pace N] [--duty PERCENT] [--no-undo] [--reason TEXT]";
    spec.options = actionOptions(false);
    std::vector<OptionSpec> due = dueOptions();
    due.insert(due.begin() + 2, {"shift", "±D", u"move the due time later or earlier by this duration"_s});
    spec.options.insert(spec.options.begin() + 4, due.begin(), due.end());
    return spec;
}

/// Options that specify the server of a move's target queue.
const OptionSpec toUrlOption{"to-url", "URL", u"server of the target queue, if it is on a different server"_s};
const OptionSpec toProfileOption{"to-profile", "NAME", u"saved connection to the target server"_s};

CommandSpec moveCommand(const char* name, const QString& summary, const QString& notes)
{
    return {name,
        "QUEUE (ID... | --match FILTER | --all) --to QUEUE [--to-url URL | --to-profile NAME] [--state S] [--dry-run] "
        "[--yes] [--reason TEXT]",
        summary, 1, -1,
        {matchOption, readOption, allOption, stateOption,
            {"to", "QUEUE", u"target queue, created if it does not exist"_s}, toUrlOption, toProfileOption,
            dryRunOption, yesOption, reasonOption},
        notes, runMove};
}

std::vector<CommandSpec> inspectCommands()
{
    std::vector<CommandSpec> table;
    table.push_back({"queues", "", u"List queues with task counts"_s, 0, 0, {},
        u"Shows the tasks per state, the oldest due task, and whether the queue is paused."_s, runQueues});
    table.push_back({"list", "[QUEUE] [--state S] [--match FILTER] [--limit 50] [--offset N]", u"List tasks by state"_s,
        0, 1,
        {stateOption, matchOption, readOption, {"limit", "N", u"list at most N tasks (50)"_s},
            {"offset", "N", u"skip the first N tasks"_s}},
        u"The total count is printed on standard error. Without QUEUE, all queues on the connection are searched with "
        u"--match, and each row names its queue. Queues that could not be searched are reported, with exit code 3. "
        u"Failed, done and trashed tasks are listed newest first. With --match and a limit above 10000 they are listed "
        u"in the order they are found."_s,
        runList});
    table.push_back({"show", "QUEUE ID [--payload] [--read READERS]", u"Show all of a task's fields and attempts"_s, 2,
        2,
        {{"payload", "", u"print the payload's bytes instead; with --json, add them as the member \"payload\""_s},
            {"read", "READERS",
                u"how to decode the payload: auto, none, or layers separated by commas; with --payload, print the decoded payload"_s}},
        u"Packed payloads are decoded if their bytes identify the format: gzip, zlib, zstd, MessagePack, PHP "
        u"serialize and pickle, also in base64, up to four layers deep. A payload above 1 MiB is decoded only if "
        u"--read or the saved connection requests it. Layers: base64, gzip, zlib, zstd, then msgpack, php, pickle, "
        u"json or protobuf:MESSAGE@FILE, for example base64,zlib,json. FILE is the absolute path of a .proto file or "
        u"a descriptor set. Decoding never creates objects or runs code, and stops after 64 MiB of output. If the "
        u"payload was decoded, the output lists its layers, and with --read also the decoded payload. With --json, "
        u"they are in the member \"read\"; with --payload, it also contains the decoded text.\n"
        u"You can shorten an ID to a unique prefix, or to a prefix of the part after \"#\". For a job in a BullMQ "
        u"flow, the flow is shown with the state of each parent and child, up to 200 jobs."_s,
        runShow});
    table.push_back({"diff", "QUEUE ID [ID2] [--attempts A,B]", u"Compare two tasks, or two attempts of a task"_s, 2, 3,
        {{"attempts", "A,B",
            u"compare attempts by number: two of the task, or A of the first task and B of the second"_s}},
        u"Without ID2 and --attempts, compares the task's last two attempts. JSON is compared by path, with "
        u"numbers as written; other text by line; anything else by byte. Marks: - only in the first, + only in the "
        u"second, ~ different. Large payloads are compared in less detail, which the output notes: JSON with more "
        u"than 200,000 values by line, more than 1,000 different lines as one block, and more than 16 MiB by byte, "
        u"up to 64 MiB. Payloads that a profile masks are also masked here."_s,
        runDiff});
    table.push_back({"timeline", "[QUEUE] [--from T] [--to T] [--bins N]",
        u"Count tasks per time interval and state, in one queue or all"_s, 0, 1,
        {{"from", "T", u"start: an instant, or a duration from now (-1h)"_s},
            {"to", "T", u"end: an instant, or a duration from now (+1h)"_s},
            {"bins", "N", u"number of intervals, 1 to 2000 (60)"_s}},
        {}, runTimeline});
    table.push_back({"failures", "[QUEUE...] [--match FILTER] [--new-since 1h]",
        u"Count failed tasks by failure group, largest group first"_s, 0, -1,
        {{"match", "FILTER", u"only failed tasks that match a filter"_s},
            {"new-since", "D",
                u"list new groups first (first failure within D); only new groups affect the exit code"_s}},
        u"Errors belong to one group if they differ only in numbers, ids, host names, addresses and quoted text, or in "
        u"a word that has at least eight different values. Names such as NoSuchKey or ECONNREFUSED, and status, reply, "
        u"exit and error codes, always separate groups. In JSON, \"kind\" is the group's error message, including a "
        u"varying part if it has the same value in all tasks. \"filter\" matches exactly the group's tasks, in --match "
        u"and in the window.\nExit codes: 0 no failures, or with --new-since no new groups; 1 otherwise."_s,
        runFailures});
    table.push_back({"fills", "QUEUE [--by PATH|type] [--state S] [--sample N | --exact]",
        u"Show which customers, types or other values account for most tasks in a queue"_s, 1, 1,
        {{"by", "PATH", u"payload field, such as $.customer.id, or the word type (chosen from a sample)"_s},
            {"state", "S", u"count tasks in this state (due)"_s},
            {"sample", "N", u"number of tasks in the sample, 100 to 100000 (2000)"_s},
            {"exact", "", u"read all tasks instead of a sample"_s}},
        u"The sample consists of groups of neighboring tasks from all parts of the queue. The range is a 95% "
        u"confidence interval: do not rank values whose ranges overlap. Without --by, the command chooses a field "
        u"that at least half of the tasks have and whose values repeat; names such as customer, tenant and account "
        u"come first. Payloads must be JSON of at most 64 KiB. --match with a json: term selects the tasks of one "
        u"value, for example to reschedule or discard them; see \"duectl help filters\"."_s,
        runFills});
    table.push_back({"results", "QUEUE [--follow]", u"Show the latest results, or follow new ones"_s, 1, 1,
        {{"follow", "", u"print results as they are published, until interrupted"_s}},
        u"With --json and --follow: one JSON object per line. If the queue does not exist yet, the command says so and "
        u"waits for it. --follow also works for BullMQ queues, and for @celery if the workers send events (-E)."_s,
        runResults});
    table.push_back({"workers", "", u"List the workers for all queues"_s, 0, 0, {}, {}, runWorkers});
    table.push_back(
        {"leases", "QUEUE", u"List leased tasks with their workers and lease times"_s, 1, 1, {}, {}, runLeases});
    table.push_back({"operations", "[QUEUE] | resume OPERATION | pause|continue|cancel OPERATION | pace OPERATION N",
        u"List operations, newest first, or control a running one"_s, 0, 3, {},
        u"resume completes the remaining tasks of an operation whose program was killed. pause, continue, cancel and pace "
        u"reach the program that runs the operation, on any machine. pace 0 removes the limit."_s,
        runOperations});
    return table;
}

std::vector<CommandSpec> actCommands()
{
    std::vector<CommandSpec> table;
    table.push_back({"add",
        "QUEUE TYPE [--payload TEXT | --payload-file F|-] [--in 5m | --at ISO] [--id ID] [--max-attempts N] [--backoff "
        "SPEC] "
        "[--priority N] [--lease 60s] [--expires 1h] [--keep-result] [--unique KEY --unique-for D] [--copies N] "
        "[--spread 10m]",
        u"Add one or more tasks and print their ids, one per line"_s, 2, 2,
        {payloadOption, payloadFileOption, {"in", "D", u"due after this duration; the default without --at is now"_s},
            {"at", "ISO", u"due at this time, given as an instant or in words"_s},
            {"id", "ID", u"your own unique id, without control characters; adding the same id again has no effect"_s},
            {"max-attempts", "N", u"attempts before the task fails; overrides the queue default"_s}, backoffOption,
            {"priority", "N", u"BullMQ and Bull: 1 or more; jobs with lower numbers run first"_s},
            {"lease", "D", u"how long a worker may hold the task; overrides the worker default"_s}, expiresOption,
            {"keep-result", "",
                u"keep the handler's return value (for a command: up to 64 KiB of its output) with the done task"_s},
            {"unique", "KEY",
                u"add nothing while an earlier task still holds this key, even if that task has finished"_s},
            {"unique-for", "D", u"how long the task holds the key, from now"_s},
            {"copies", "N", u"add N tasks, each with its own id"_s},
            {"spread", "D", u"spread the due times of the copies evenly over D"_s}},
        u"If a task with --id already exists with the same content, its id is printed (exit 0). With different "
        u"content, nothing changes (exit 1). If another task holds the --unique key, nothing is added and the id of "
        u"that task is printed (exit 0; with --json \"outcome\": \"exists\")."_s,
        runAdd});
    table.push_back({"edit",
        "QUEUE ID [--payload TEXT | --payload-file F|-] [--max-attempts N] [--backoff SPEC] [--lease 60s] [--expires 1h] "
        "[--keep-result] [--default NAME] [--reason TEXT]",
        u"Change a waiting or failed task's payload or options"_s, 2, 2,
        {{"payload", "TEXT", u"new payload"_s}, payloadFileOption,
            {"max-attempts", "N", u"attempts before the task fails"_s}, backoffOption,
            {"lease", "D", u"how long a worker may hold the task"_s}, expiresOption, keepResultOption,
            {"default", "max-attempts|backoff|lease|expires|keep-result",
                u"option to reset to the queue default; separate multiple names with commas"_s},
            reasonOption},
        u"Options that you omit remain unchanged. Of a framework's task, you can change only the payload. A task that was "
        u"changed, claimed by a worker or removed in the meantime is not edited (exit 1). \"duectl undo\" restores the previous content until the task runs or is "
        u"changed again."_s,
        runEdit});
    table.push_back(retryCommand());
    table.push_back(action("discard", u"Move tasks to the trash; \"duectl restore\" brings them back"_s));
    table.push_back(action("restore", u"Restore tasks from the trash to their previous state"_s));
    table.push_back(action("run-now", u"Make scheduled and retrying tasks due now"_s));
    table.push_back(rescheduleCommand());
    table.push_back(action("delete", u"Delete tasks permanently, including trashed ones; cannot be undone"_s));
    table.push_back({"cancel", "QUEUE ID", u"Ask the worker to stop a running task"_s, 2, 2, {}, {}, runCancel});
    table.push_back({"release", "QUEUE ID", u"Revoke a task's lease and return it to the queue"_s, 2, 2, {},
        u"The interrupted attempt is not counted."_s, runRelease});
    table.push_back({"extend", "QUEUE ID --lease D", u"Extend a task's lease to D from now"_s, 2, 2,
        {{"lease", "D", u"duration from now"_s}}, {}, runExtend});
    table.push_back({"undo", "OPERATION [--pace N] [--duty PERCENT] [--to-url URL | --to-profile NAME] [--yes]",
        u"Undo an operation for the tasks that have not changed since"_s, 1, 1,
        {paceOption, dutyOption, toUrlOption, toProfileOption, yesOption},
        u"OPERATION is the id that the action printed, QUEUE/...; \"duectl operations\" lists the ids. Use --to-url or "
        u"--to-profile for a move to another server. --pace does not apply to the undo of a move or an adoption."_s,
        runUndo});
    table.push_back({"pause", "QUEUE", u"Pause a queue; running tasks finish"_s, 1, 1, {}, {}, runPause});
    table.push_back({"resume", "QUEUE", u"Resume a paused queue"_s, 1, 1, {}, {}, runResume});
    table.push_back({"queue", "QUEUE (show | set NAME=VALUE... | delete) [--yes] [--force]",
        u"Show or change a queue's settings, or delete it"_s, 2, -1,
        {yesOption, {"force", "", u"delete the queue even if workers hold leases"_s}},
        u"Settings: retention (done tasks), keep-failed, keep-trash, keep-undo, lease, attempts, backoff, "
        u"max-expiries, results (keep or drop the return values of handlers), runs (keep or drop the worker and "
        u"times of each done task) and expires. A task fails without starting if it waits longer after its due "
        u"time than the value of expires, unless it has its own limit; \"never\" disables the limit. Deleting a "
        u"queue deletes every task in it and cannot be undone."_s,
        runQueue});
    return table;
}

std::vector<CommandSpec> runCommands()
{
    std::vector<CommandSpec> table;
    table.push_back({"work",
        "--queue Q[=WEIGHT]... [--strict] [--concurrency N] [--handler TYPE=KIND]... [--lease 30s] "
        "[--time-limit 30m] [--exit-when-empty] [--stats FILE] [--log-level LEVEL]",
        u"Run tasks with a headless worker"_s, 0, 0,
        {{"queue", "Q[=WEIGHT]", u"queue to work on; a queue with a higher weight gets more slots"_s, true},
            {"strict", "",
                u"work on the queues in the given order: a queue gets slots only if the queues before it have nothing due"_s},
            {"concurrency", "N", u"number of tasks to run in parallel (10)"_s},
            {"handler", "TYPE=KIND", u"how to run tasks of a type; TYPE may be \"*\" or end in \"*\""_s, true},
            {"lease", "D",
                u"lease duration; the lease is renewed while the task runs, and a task whose lease expires is "
                u"considered lost (30s)"_s},
            {"time-limit", "D", u"stop an attempt that runs longer than this, and count it as failed (30m)"_s},
            {"exit-when-empty", "",
                u"exit when no pending or leased tasks of the handled types remain; exit code 1 if the remaining "
                u"tasks cannot be started on this machine"_s},
            {"stats", "FILE", u"write statistics as JSON every 5 s and at the end; the file is replaced atomically"_s},
            {"log-level", "error|warning|info|debug",
                u"what to log: warning includes failed tasks, debug includes every task (info)"_s}},
        u"KIND: echo | sleep:MS | fail[:PERCENT] | command:ARGV | http:URL. ARGV is split at spaces, and \"double "
        u"quotes\" group words; no shell is used. A command reads the payload from standard input and runs in a "
        u"clean environment with DUELINE_ID, DUELINE_TYPE, DUELINE_QUEUE, DUELINE_ATTEMPT, DUELINE_TOKEN, "
        u"DUELINE_DUE_MS and DUELINE_DEADLINE_MS. Exit code 0 means done, 75 requests a retry, and any other code "
        u"means failed. If a program cannot be started here (missing, not executable, too many processes), the task "
        u"does not fail: it returns to the queue, the attempt is not counted, and the worker tries again after 1 "
        u"s, 2 s, up to 30 s. If the limit on open files is too low for all slots, the worker starts fewer slots "
        u"and prints a warning. It exits with 1 if it cannot start any slot or thread. Tasks of types without a "
        u"handler are left to other workers.\nhttp posts the payload to URL (http:https://example.org/hook), with "
        u"the variables above as headers (Dueline-Id, ...). 2xx means done. 408, 425, 429, 5xx and no response "
        u"request a retry, after Retry-After if it is present. Anything else, including a redirect, is a permanent "
        u"failure. Certificates are verified with the system's authorities and SSL_CERT_FILE.\nSIGINT or SIGTERM "
        u"lets running tasks finish; a second signal returns them to the queue immediately. Exit codes: 0 stopped, "
        u"or the queues were empty, even if tasks failed; 1 refused, or the queue's keys cannot be read; 2 "
        u"usage; 3 Redis could not be reached at the start, or denied access. If the connection is lost later, the "
        u"worker waits for it. The package includes a systemd unit, dueline-worker@.service."_s,
        runWork});
    table.push_back({"schedules",
        "QUEUE [add NAME CRON TYPE [--zone Z] [--missed skip|once] ... | (enable | disable | run-now | remove) NAME]",
        u"List or change recurring tasks"_s, 1, 5,
        {{"zone", "Z", u"time zone of CRON: a place such as Asia/Shanghai, or an offset such as UTC+08:00 (UTC)"_s},
            {"missed", "skip|once", u"runs missed while no worker was running: skip them, or run once (skip)"_s},
            {"payload", "TEXT", u"payload of the tasks, at most 64 KiB"_s}, payloadFileOption,
            {"max-attempts", "N", u"attempts before a task fails; overrides the queue default"_s}, backoffOption,
            {"lease", "D", u"how long a worker may hold a task; overrides the worker default"_s},
            {"expires", "D", u"do not start a task more than this long after its scheduled time"_s}, keepResultOption,
            {"disabled", "", u"add the schedule without enabling it"_s},
            {"replace", "", u"replace an existing schedule with this name"_s}},
        u"CRON is \"minute hour day month weekday\" (in quotes) with * , - / and names, @hourly, @daily, @weekly, "
        u"@monthly, @yearly, or @every 90s. Any worker for the queue creates the tasks. Each scheduled time creates one "
        u"task, however many workers there are, with the id TYPE#NAME@ms. When the clocks go forward, a task scheduled "
        u"at a skipped time runs right after the change; when they go back, a task scheduled at a repeated time runs "
        u"once. If the hour field starts with *, the schedule follows the wall clock."_s,
        runSchedules});
    return table;
}

std::vector<CommandSpec> monitorCommands()
{
    std::vector<CommandSpec> table;
    table.push_back({"watch", "[QUEUE]", u"Show live task counts until interrupted"_s, 0, 1, {},
        u"On a terminal the lines are redrawn every second; otherwise a line is written after each change. With --json: one "
        u"JSON object per line. If the queue does not exist yet, the command says so and waits for it."_s,
        runWatch});
    table.push_back({"check",
        "[QUEUE] [--oldest-due 5m] [--failed 10] [--silent D [--recording FILE]] "
        "[--nagios [--critical-oldest-due 15m] [--critical-failed 100]]",
        u"Check queues against limits: exit code 0 if all is well, 1 if a limit is exceeded"_s, 0, 1,
        {{"oldest-due", "D", u"longest time a due task may wait (5m)"_s},
            {"failed", "N", u"maximum number of failed tasks (10)"_s},
            {"silent", "D",
                u"watch QUEUE for D (1s to 10m), and report a problem if tasks are due and none is claimed"_s},
            {"recording", "FILE",
                u"with --silent: check the recording FILE of \"duectl record\" instead of the server"_s},
            {"nagios", "", u"act as a Nagios or Icinga plugin: exit code 0, 1, 2 or 3, with performance data"_s},
            {"critical-oldest-due", "D",
                u"with --nagios: the state is critical above this waiting time (three times --oldest-due)"_s},
            {"critical-failed", "N",
                u"with --nagios: the state is critical above this number of failed tasks (ten times --failed)"_s}},
        u"Prints one line per queue. Quarantined entries always exceed the limit. A paused queue is reported, but "
        u"does not count as a problem. Without QUEUE, all queues are checked: exit code 1 if any exceeds a limit, "
        u"otherwise 3 if a queue cannot be read or queues may be missing.\nWaiting times depend on what the layout "
        u"records. If a named queue's layout records no times, the exit code is 3 while tasks are due. "
        u"Without QUEUE, such queues are named on standard error and do not affect the exit code.\n--silent stops "
        u"watching as soon as a task is claimed or no task is due. If neither happens within D, it reports what is "
        u"known about the workers. Held tasks do not count as a problem; tasks are held if the queue is paused, "
        u"all workers are suspended, or a rate limit applies. If all worker slots are in use, D must be at "
        u"least 1m. With --recording, only silence is checked, without contacting the server or waiting: D is the "
        u"time since the last claim that the recorder observed. Exit code 3 if the last reading is older than 10 s, "
        u"or did not find or could not read QUEUE.\nWith --nagios: silence is critical. 0 OK, 1 WARNING over --oldest-due "
        u"or --failed, 2 CRITICAL over the critical limits, 3 UNKNOWN if the queue or its waiting times cannot be "
        u"read. The values and limits follow the |."_s,
        runCheck});
    table.push_back({"metrics", "[--listen ADDRESS:PORT [--host NAME]... | --output FILE] [--queue Q]... [--limit 100]",
        u"Print or serve Prometheus metrics for all queues"_s, 0, 0,
        {{"listen", "ADDRESS:PORT",
             u"serve the metrics at /metrics, for example on 127.0.0.1:9464; port 0 picks a free port"_s},
            {"host", "NAME", u"also accept requests for this host name"_s, true},
            {"output", "FILE", u"replace FILE atomically, for a textfile collector"_s},
            {"queue", "Q", u"only this queue, specified by the name that \"duectl queues\" shows"_s, true},
            {"limit", "N", u"at most N queues; dueline_queues_left_out counts the rest (100)"_s}},
        u"Writes the Prometheus text format 0.0.4, or with --listen OpenMetrics if the client requests it. A scrape "
        u"sends no more requests to Redis than a window refresh does, and writes nothing; Redis is read at most once "
        u"per second. If Redis is unreachable, dueline_up is 0. With --listen, the next scrape tries again; without "
        u"it, the exit code is 3. Counters cover complete minutes: since the start with --listen, otherwise since the "
        u"first call. The totals between calls are stored in the state folder.\n--listen also serves /healthz, accepts "
        u"GET and HEAD, prints its address on standard output, and stops on SIGINT or SIGTERM. Anyone who can reach "
        u"the address can read the metrics, so prefer an address of this machine. A request must name the server as "
        u"localhost, the machine's name, the address that it connected to, or a --host name. This prevents web pages "
        u"from reading the metrics under their own host name."_s,
        runMetrics});
    table.push_back({"record",
        "FILE [--queue Q]... [--ids] [--payloads] [--every 1s] [--for D] [--keep 7d] [--max-size 256M]",
        u"Record task counts and server events in a file until interrupted"_s, 1, 1,
        {{"queue", "Q", u"only this queue"_s, true},
            {"ids", "", u"also record the ids of waiting and failed tasks, to list lost tasks"_s},
            {"payloads", "", u"also record complete tasks, to put lost tasks back; implies --ids"_s},
            {"every", "D", u"interval between readings, 100ms to 10m (1s)"_s},
            {"for", "D", u"stop after this duration"_s},
            {"keep", "D", u"how long to keep per-minute figures, 1h to 400d (7d)"_s},
            {"max-size", "SIZE", u"remove the oldest figures above this size, at least 1M (256M)"_s}},
        u"Only reads from Redis. FILE contains each queue's counts, the server's memory and keys, restarts, "
        u"failovers, flushes, evictions, losses, operations and marks. It contains task ids or "
        u"complete tasks only with --ids or --payloads. A new FILE is accessible only to this user; an existing recording of the same "
        u"server is continued. Per-second figures are kept for 2 hours, per-hour figures for 400 days. While Redis "
        u"is unreachable, the recording has a gap. Exit codes: 0 stopped by a signal or --for; 1 another program is "
        u"writing FILE, or FILE is not a recording or comes from a newer version; 3 Redis could not be reached at "
        u"the start. The package includes a systemd unit, dueline-witness@.service."_s,
        runRecord});
    table.push_back({"changed", "FILE [--queue Q] [--from T] [--to T]",
        u"Show what changed and which tasks were lost, according to a recording"_s, 1, 1,
        {{"queue", "Q", u"only this queue"_s},
            {"from", "T",
                u"start: an instant, or a duration from now (just before the last loss, restart, failover, flush "
                u"or eviction; else the last mark, else an hour ago)"_s},
            {"to", "T", u"end: an instant, or a duration from now (the end of the recording)"_s}},
        u"Shows events, gaps, and each queue's figures before and after the period. A loss is reported if more tasks "
        u"disappeared in a restart, failover, flush or eviction than workers and operators could have removed, "
        u"and the report shows how many of the lost tasks may have run before. ADDED/MIN and CLAIMED/MIN compare the "
        u"ten minutes before the period with the period itself; they are known only for native queues and never "
        u"computed across a gap. The command contacts no server, and works while FILE is being written."_s,
        runChanged});
    table.push_back({"forecast", "FILE [--queue Q [--retry N]]",
        u"Estimate from a recording when queues will be empty and memory will be full"_s, 1, 1,
        {{"queue", "Q", u"only this queue"_s},
            {"retry", "N", u"assume that N more tasks become due, as after a retry"_s}},
        u"Assumes that tasks continue to arrive and finish as in the last 5 minutes, and that memory use continues to "
        u"change as in the last hour; neither is measured across a gap in the recording. DUE counts tasks that are "
        u"waiting to run, and PER MIN is the change per minute. EMPTY is when no task is expected to be due, with a "
        u"range that is right in about 4 of 5 cases. There is no estimate if the queue is not shrinking, has shrunk by "
        u"fewer than 100 tasks, was measured for less than a minute, or would take more than 12 times as long to empty "
        u"as it was measured. If the server evicts keys when memory is full, the memory line shows when it will start "
        u"evicting them. The command contacts no server, and works while FILE is being written."_s,
        runForecast});
    table.push_back({"mark", "TEXT", u"Add a mark, such as a deployment, to the timeline of recordings"_s, 1, 1, {},
        u"Adds TEXT to the stream PREFIX:marks in Redis, which keeps about the last 1000 marks. Every recorder on this "
        u"server copies the mark into its file. Any program can add one: XADD dueline:marks MAXLEN ~ 1000 * text "
        u"\"deploy 1.2.3\"."_s,
        runMark});
    table.push_back({"doctor", "[--repair [--dry-run] [--yes]]",
        u"Check the server for anything that can lose or delay tasks, and suggest fixes"_s, 0, 0,
        {{"repair", "", u"fix the problems that duectl can fix"_s}, dryRunOption, yesOption},
        u"Checks the server's eviction policy, persistence, memory, replicas (behind sentinels), clock, "
        u"permissions and version, and every task and lease in every queue. Exit codes: 0 no findings, or notices "
        u"only; 1 a warning or a critical finding; 3 neither, but a check could not run. With --json, prints an "
        u"array of findings, most severe first: kind severity server queue count reason remedy repair.\n--repair "
        u"deletes no task: a task that cannot run is moved to failed, where you can retry or discard it, the leases "
        u"of lost workers are revoked, and idle consumers of streams are deleted. A repair cannot be undone, and "
        u"never changes the server's settings. Without a terminal, changing more than one task requires --yes."_s,
        runDoctor});
    return table;
}

std::vector<CommandSpec> moveDataCommands()
{
    std::vector<CommandSpec> table;
    table.push_back(moveCommand("move", u"Move tasks to another queue, on this server or another"_s,
        u"Each task passes through its queue's trash, so two queues never run the same task. The next move to "
        u"the same queue completes an interrupted move. A task keeps its id, payload, options, state, due time, "
        u"attempts, errors and result. A framework's queue imports no attempts, errors or results; the report "
        u"counts the tasks that lose them. Leased tasks are not moved, and are reported (exit 1, also for a dry "
        u"run). \"duectl undo\" returns the tasks that have not run in the target queue, as long as they are still "
        u"in the trash."_s));
    table.push_back(moveCommand("copy", u"Copy tasks to another queue, on this server or another"_s,
        u"Works like \"move\", but the tasks also remain in their queue: both queues run them, with the same id. "
        u"If a framework's task is copied, its type is added to the copy's id (TYPE#ID), so that a native worker "
        u"can find the handler. The copy's payload is the decoded payload. For RQ, Laravel and Celery, pickled "
        u"and PHP-serialized payloads become readable text that Python and PHP cannot load; the framework's task "
        u"keeps the stored bytes."_s));
    table.push_back({"export", "QUEUE [--match FILTER | --all] [--state S] [--format jsonl|csv [--bom]] FILE",
        u"Export tasks to a file; \"-\" for standard output"_s, 2, 2,
        {matchOption, readOption, {"all", "", u"all tasks in the queue (default)"_s}, stateOption,
            {"format", "jsonl|csv",
                u"one JSON object per line (lossless), or CSV; the default depends on the extension of FILE (jsonl "
                u"if unknown)"_s},
            {"bom", "", u"start a CSV file with a byte order mark, so that spreadsheets read it as UTF-8"_s}},
        u"Until the export is complete, the file is named FILE.part. In CSV, text that looks like a formula, even "
        u"after leading whitespace, gets a leading apostrophe, which \"import\" removes. CSV omits results, framework "
        u"fields and all attempts except the last error. An export of an active queue is not a consistent "
        u"snapshot; to get one, pause the queue first. Payloads that a profile masks are also masked here, and "
        u"such a file cannot be imported."_s,
        runExport});
    table.push_back({"import",
        "QUEUE [--match FILTER | --all] [--state S] [--format jsonl|csv] [--dry-run] [--max-line SIZE] [--reason TEXT] FILE",
        u"Import tasks from a file into a queue; \"-\" for standard input"_s, 2, 2,
        {{"match", "FILTER", u"only tasks in the file that match a filter"_s}, readOption,
            {"all", "", u"all tasks in the file (default)"_s}, stateOption,
            {"format", "jsonl|csv", u"file format; the default depends on its extension (jsonl if unknown)"_s},
            dryRunOption, {"max-line", "SIZE", u"maximum line length (64M)"_s}, reasonOption},
        u"The file must be UTF-8; CSV cells may be separated by commas, semicolons or tabs. A task keeps its id, "
        u"payload, options, state, due time, attempts, errors and result. A framework's queue imports no attempts, "
        u"errors or results; the report counts the tasks that lose them. Tasks that are already in the queue are "
        u"not changed, so you can repeat an import. Leased tasks become pending. Finished tasks are kept for as "
        u"long as the queue's settings specify, counted from when they finished. A Sidekiq job also keeps its "
        u"other fields, except its batch and its unique lock. Lines that cannot be read are skipped and reported "
        u"by number (exit 1). \"duectl undo\" discards the imported tasks that have not run."_s,
        runImport});
    table.push_back({"putback",
        "FILE QUEUE [--event N] [--match FILTER] [--state S] [(--dry-run | --yes | --export OUT)] [--reason TEXT]",
        u"Put lost tasks back from a recording made with \"record --payloads\""_s, 2, 2,
        {{"event", "N", u"event that caused the loss, from \"changed --json\" (the queue's last loss)"_s}, matchOption,
            readOption, stateOption, dryRunOption, yesOption,
            {"export", "OUT",
                u"write the tasks to OUT for \"import\" instead of adding them, without contacting a server; "
                u"\"-\": standard output"_s},
            reasonOption},
        u"Adds the tasks that a restart, failover, flush or eviction removed, with the data they had when recorded, as "
        u"\"import\" does. Tasks that are already back in the queue are not changed. The command reports how many of "
        u"the lost tasks may already have run (these would run twice), and whether the queue was paused before the "
        u"loss but is not paused now. BullMQ jobs that wait for their children are refused (exit 1); their children "
        u"are added as independent jobs. Dueline cannot add RQ, Celery or Laravel tasks; use the framework itself to "
        u"add them. \"duectl undo\" discards the tasks that have not run. Exit codes: as for import."_s,
        runPutback});
    table.push_back({"adopt", "[--to QUEUE] [--dry-run] [--yes] [--reason TEXT]",
        u"Move all tasks from the custom queue specified with --layout into a native queue"_s, 0, 0,
        {{"to", "QUEUE", u"native queue on the same server (default: named after the key)"_s}, dryRunOption, yesOption,
            reasonOption},
        u"Each task is removed from its key in one step, then added to the native queue with an id derived from its "
        u"name, then recorded. Two workers can never run the same task, and the next \"adopt\" continues after an "
        u"interruption. Tasks that a worker has locked, and entries that are not tasks, are not moved, and are "
        u"reported (exit 1). \"duectl undo\" moves back the tasks that have not started, for 24 hours. Tasks that "
        u"Dueline itself stores next to the key (leased, retrying, failed, trash) remain there."_s,
        runAdopt});
    return table;
}

} // namespace

const std::vector<CommandGroup>& commandGroups()
{
    static const std::vector<CommandGroup> groups{{u"Inspect"_s, inspectCommands()}, {u"Act"_s, actCommands()},
        {u"Run"_s, runCommands()}, {u"Monitor"_s, monitorCommands()}, {u"Move data"_s, moveDataCommands()},
        {u"Set up"_s, setUpCommands()}};
    return groups;
}

const std::vector<CommandSpec>& commandTable()
{
    static const std::vector<CommandSpec> table = [] {
        std::vector<CommandSpec> all;
        for (const CommandGroup& group : commandGroups())
            all.insert(all.end(), group.commands.begin(), group.commands.end());
        return all;
    }();
    return table;
}

const std::vector<OptionSpec>& globalOptions()
{
    static const std::vector<OptionSpec> options{
        {"url", "URL",
            u"redis://[user@]host[:port][/db], unix:/path or another address from \"duectl help addresses\" (redis://127.0.0.1:6379)"_s},
        {"profile", "NAME", u"saved connection"_s},
        {"password-command", "COMMAND",
            u"program with arguments that prints the password on the first line of its output; runs for each "
            u"connection, without a shell"_s},
        {"layout", "LAYOUT", u"how queues are stored, see \"duectl help layouts\" (auto); repeatable"_s, true},
        {"prefix", "P", u"key prefix (dueline)"_s},
        {"json", "", u"print one JSON document on standard output"_s},
        {"unlock", "", u"allow changes on a production profile, for this call"_s},
        {"unlock-worker", "", u"allow \"work\" on a production profile, for this call"_s},
        {"help", "", u"show this help"_s},
        {"version", "", u"show the versions of duectl, Qt and hiredis, and the commit"_s},
    };
    return options;
}

} // namespace dueline::duectl
