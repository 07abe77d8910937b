// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

const OptionSpec stateOption{"state", "S", u"only tasks in this state, \"pending\", or several with commas"_s};
const OptionSpec matchOption{"match", "FILTER", u"the tasks a filter matches"_s};
const OptionSpec readOption{"read", "[TYPE=]READERS",
    u"what a filter's texts look through besides: payloads, or those of TYPE, read so, as \"show\" says; none: only as they are stored"_s,
    true};
const OptionSpec allOption{"all", "", u"all tasks of the queue that the action applies to"_s};
const OptionSpec dryRunOption{"dry-run", "", u"say what would happen, change nothing"_s};
const OptionSpec yesOption{"yes", "", u"do not ask before changing more than one task"_s};
const OptionSpec reasonOption{"reason", "TEXT", u"why, kept with the operation"_s};

const OptionSpec backoffOption{"backoff", "none|fixed:D|exp:BASE:CAP|list:D,D,D", u"wait after a failure"_s};
const OptionSpec paceOption{"pace", "N", u"at most N tasks a second (as fast as it goes)"_s};
const OptionSpec dutyOption{"duty", "PERCENT", u"keep Redis busy for at most this part of the time (100)"_s};
const OptionSpec noUndoOption{
    "no-undo", "", u"of a framework's queue: keep nothing by which it could be undone, where memory is short"_s};
const std::vector<OptionSpec> canaryOptions{
    {"canary", "", u"first one task, then ten, then the rest, each after those before have ended"_s},
    {"canary-failures", "PERCENT", u"with --canary: stop where more of them failed, or did not end in time (20)"_s},
    {"canary-wait", "D", u"with --canary: how long a stage may take to end (1m)"_s}};

std::vector<OptionSpec> actionOptions(bool force, bool runs = false)
{
    std::vector<OptionSpec> options{matchOption, readOption, allOption, stateOption};
    if (force)
        options.push_back(
            {"force", "", u"leased tasks, too: their lease is taken away, the worker's answer will be refused"_s});
    options.insert(options.end(), {dryRunOption, yesOption, paceOption, dutyOption, noUndoOption, reasonOption});
    if (runs)
        options.insert(options.end(), canaryOptions.begin(), canaryOptions.end());
    return options;
}

CommandSpec action(const char* name, const QString& summary)
{
    const QByteArray synopsis
        = "QUEUE (ID... | --match FILTER | --all) [--state S] [--force] [--dry-run] [--yes] [--pace N] [--duty PERCENT] "
          "[--no-undo] [--reason TEXT]";
    const bool force = QByteArray(name) != "restore";
    const bool runs = QByteArray(name) == "retry" || QByteArray(name) == "run-now";
    return {name, (force ? synopsis : QByteArray(synopsis).replace(" [--force]", "")) + (runs ? " [--canary]" : ""),
        summary, 1, -1, actionOptions(force, runs),
        u"An ID may be shortened to a unique prefix. A task that moved on since it was looked at is reported, not "
        u"touched. Without a "
        "terminal and without --yes, changing more than one task is refused."_s,
        runAction};
}

/// Returns the due time options that several commands share.
std::vector<OptionSpec> dueOptions()
{
    return {{"in", "D", u"due this long from now"_s}, {"at", "ISO", u"due at this instant, or as words say"_s},
        {"spread", "FROM..TO", u"spread evenly between two times: instants, or durations from now"_s}};
}

CommandSpec retryCommand()
{
    CommandSpec spec = action(
        "retry", u"Makes failed and retrying tasks due now, or at a time; failed ones start over with attempt 1."_s);
    spec.synopsis.replace("[--force]", "[--in D | --at ISO | --spread FROM..TO] [--force]");
    const std::vector<OptionSpec> due = dueOptions();
    spec.options.insert(spec.options.begin() + 4, due.begin(), due.end());
    for (OptionSpec& option : spec.options) {
        if (option.name == "force")
            option.help += u"; of Horizon's failed jobs also those that were retried before"_s;
    }
    return spec;
}

CommandSpec rescheduleCommand()
{
    CommandSpec spec = action("reschedule", u"Gives pending tasks another due time."_s);
    spec.synopsis
        = "QUEUE (ID... | --match FILTER | --all) [--state S] (--in D | --at ISO | --shift ±D | --spread FROM..TO) "
          "[--dry-run] [--yes] [--pace N] [--duty PERCENT] [--no-undo] [--reason TEXT]";
    spec.options = actionOptions(false);
    std::vector<OptionSpec> due = dueOptions();
    due.insert(due.begin() + 2, {"shift", "±D", u"due that much later (or earlier) than before"_s});
    spec.options.insert(spec.options.begin() + 4, due.begin(), due.end());
    return spec;
}

/// Options for the target of a move.
const OptionSpec toUrlOption{"to-url", "URL", u"that queue is on another server"_s};
const OptionSpec toProfileOption{"to-profile", "NAME", u"likewise, a saved connection"_s};

CommandSpec moveCommand(const char* name, const QString& summary, const QString& notes)
{
    return {name,
        "QUEUE (ID... | --match FILTER | --all) --to QUEUE [--to-url URL | --to-profile NAME] [--state S] [--dry-run] "
        "[--yes] [--reason TEXT]",
        summary, 1, -1,
        {matchOption, readOption, allOption, stateOption,
            {"to", "QUEUE", u"the queue they go to, made when it is not there"_s}, toUrlOption, toProfileOption,
            dryRunOption, yesOption, reasonOption},
        notes, runMove};
}

std::vector<CommandSpec> makeTable()
{
    std::vector<CommandSpec> table;
    table.push_back(
        {"queues", "", u"Lists the queues: tasks per state, oldest due, paused."_s, 0, 0, {}, {}, runQueues});
    table.push_back({"add",
        "QUEUE TYPE [--payload TEXT | --payload-file F|-] [--in 5m | --at ISO] [--id ID] [--max-attempts N] [--backoff "
        "SPEC] "
        "[--priority N] [--lease 60s] [--expires 1h] [--keep-result] [--unique KEY --unique-for D] [--copies N] "
        "[--spread 10m]",
        u"Adds a task, or many, and prints the ids, one a line."_s, 2, 2,
        {{"payload", "TEXT", u"the payload"_s},
            {"payload-file", "F", u"the payload from a file, \"-\" for standard input"_s},
            {"in", "D", u"due this long from now; without it and --at: now"_s},
            {"at", "ISO", u"due at this instant, or as words say"_s},
            {"id", "ID", u"a unique part of your own, without control characters: adding it again adds nothing"_s},
            {"max-attempts", "N", u"attempts before it fails, instead of the queue's"_s}, backoffOption,
            {"priority", "N", u"of BullMQ and Bull: from 1 on, jobs of a lower number run first"_s},
            {"lease", "D", u"how long a worker may hold it, instead of the worker's"_s},
            {"expires", "T", u"do not start it after this long from now (or after an instant)"_s},
            {"keep-result", "", u"keep what the handler returns (a command: its output, 64 KiB) with the done task"_s},
            {"unique", "KEY", u"add nothing while an earlier task's same key holds, whatever became of that task"_s},
            {"unique-for", "D", u"how long the key holds, from now on"_s},
            {"copies", "N", u"that many tasks, each with its own id"_s},
            {"spread", "D", u"the copies' due times spread evenly over D"_s}},
        u"With --id, a task that is there already with the same content is fine (exit 0, its id is printed); with "
        u"other content "
        "nothing is changed (exit 1). With --unique, while the key is held nothing is added, and the id printed is "
        "that of "
        "the task that holds it (exit 0; with --json \"outcome\": \"exists\")."_s,
        runAdd});
    table.push_back({"list", "[QUEUE] [--state S] [--match FILTER] [--limit 50] [--offset N]",
        u"Lists tasks state by state; how many there are in all is said on standard error."_s, 0, 1,
        {stateOption, matchOption, readOption, {"limit", "N", u"at most that many (50)"_s},
            {"offset", "N", u"leave out the first N"_s}},
        u"Without QUEUE it looks through all queues of the connection for what --match says, and each row has its "
        u"queue. "
        u"What could not be searched is told, with exit code 3. Failed, done and trashed tasks come newest first; with "
        u"--match and more than 10000 of them wanted, tasks come as they are found."_s,
        runList});
    table.push_back({"show", "QUEUE ID [--payload] [--read READERS]", u"Shows every field and attempt of one task."_s,
        2, 2,
        {{"payload", "",
             u"print the payload's bytes as they are instead; with --json add them as member \"payload\""_s},
            {"read", "READERS",
                u"read the payload so: auto, none, or layers with commas between; with --payload print what it reads as"_s}},
        u"A payload that is packed is read where its bytes say what it is: gzip, zlib, zstd, MessagePack, PHP serialize and "
        u"pickle, in base64, too, and up to four of them in each other; one above 1 MiB only where --read or the saved "
        u"connection asks for it. Layers that are chosen: base64, gzip, zlib, zstd, then msgpack, php, pickle, json or "
        u"protobuf:MESSAGE@FILE, with the whole path of a .proto or a descriptor set: base64,zlib,json. Nothing is instantiated "
        u"or run, and at most 64 MiB come out. Where a reader applied, its layers are told, and what comes "
        u"out with --read; with --json as the member \"read\", which has the text with --payload, too. "
        u"An ID may be shortened to a unique prefix, also of the part after \"#\". Of a job that belongs to a flow of "
        u"BullMQ "
        "the flow is shown, too: parents, children and the state of each, at most 200 jobs."_s,
        runShow});
    table.push_back({"diff", "QUEUE ID [ID2] [--attempts A,B]",
        u"Shows what two tasks differ in, or two attempts of one; changes nothing."_s, 2, 3,
        {{"attempts", "A,B",
            u"compare attempts by their numbers: of the task, or A of the first and B of the second task"_s}},
        u"Without ID2 and --attempts: the task's last two attempts. JSON is compared by path, with numbers as they are written, "
        u"other text by lines, anything else by bytes; - is only in the first, + only in the second, ~ differs. What is too "
        u"large for that says so: JSON of more than 200,000 values goes by lines, over 1,000 lines that differ are one block, "
        u"and payloads of more than 16 MiB are compared by bytes, the first 64 MiB at most. Payloads that a profile masks are "
        u"masked here, too."_s,
        runDiff});
    table.push_back({"edit",
        "QUEUE ID [--payload TEXT | --payload-file F|-] [--max-attempts N] [--backoff SPEC] [--lease 60s] [--expires 1h] "
        "[--keep-result] [--default NAME] [--reason TEXT]",
        u"Changes what a pending task holds; what is not named stays as it is."_s, 2, 2,
        {{"payload", "TEXT", u"the payload from now on"_s},
            {"payload-file", "F", u"the payload from a file, \"-\" for standard input"_s},
            {"max-attempts", "N", u"attempts before it fails"_s}, backoffOption,
            {"lease", "D", u"how long a worker may hold it"_s},
            {"expires", "T", u"do not start it after this long from now (or after an instant)"_s},
            {"keep-result", "", u"keep what the handler returns with the done task"_s},
            {"default", "max-attempts|backoff|lease|expires|keep-result",
                u"have this by the queue again; several with commas"_s},
            reasonOption},
        u"A task that somebody else changes meanwhile, that a worker has taken, or that is gone is left alone (exit 1). \"duectl "
        u"undo\" puts back what it held, until it runs or is acted on again."_s,
        runEdit});
    table.push_back(retryCommand());
    table.push_back(action("discard", u"Moves tasks to the trash, from where \"restore\" takes them back."_s));
    table.push_back(action("restore", u"Takes tasks out of the trash, back to where they were."_s));
    table.push_back(action("run-now", u"Makes scheduled and retrying tasks due now."_s));
    table.push_back(rescheduleCommand());
    table.push_back(action("delete", u"Deletes tasks for good, trash included: frees memory and cannot be undone."_s));
    table.push_back({"operations", "[QUEUE] | resume OPERATION | pause|continue|cancel OPERATION | pace OPERATION N",
        u"Lists what operators did, newest first, or steers what runs."_s, 0, 3, {},
        u"resume goes on with an operation whose program was killed; it does exactly what was left. pause, continue, "
        "cancel and pace ask whoever carries it out, wherever that is; pace 0 is as fast as it goes."_s,
        runOperations});
    table.push_back({"undo", "OPERATION [--pace N] [--duty PERCENT] [--to-url URL | --to-profile NAME] [--yes]",
        u"Undoes an operation for the tasks that are still where it left them."_s, 1, 1,
        {paceOption, dutyOption, toUrlOption, toProfileOption, yesOption},
        u"OPERATION is the id that the action printed, QUEUE/... ; \"duectl operations\" lists them. --to-url and --to-profile are "
        u"for a move to another server; an undo of a move or an adoption has no pace."_s,
        runUndo});
    table.push_back({"adopt", "[--to QUEUE] [--dry-run] [--yes] [--reason TEXT]",
        u"Moves all tasks of a design written by hand, named by --layout, into a native queue."_s, 0, 0,
        {{"to", "QUEUE", u"the native queue on the same server (named after the design's key)"_s}, dryRunOption,
            yesOption, reasonOption},
        u"Each task is taken out of its key and kept beside it in one step, then added to the native queue under an id "
        u"made of its own name, then noted: it is never where two workers can run it, and after an interruption the next "
        u"\"adopt\" goes on with what was taken. Tasks that a worker has locked, and entries that are no tasks, stay and "
        u"are told (exit 1). \"duectl undo\" puts back what has not begun to run, for 24 hours. What Dueline itself keeps "
        u"beside the key (leased, retrying, failed, trash) stays there."_s,
        runAdopt});
    table.push_back({"cancel", "QUEUE ID", u"Asks the worker that runs a task to stop it."_s, 2, 2, {}, {}, runCancel});
    table.push_back({"release", "QUEUE ID", u"Takes a task's lease away: it waits again, its attempt not spent."_s, 2,
        2, {}, {}, runRelease});
    table.push_back({"extend", "QUEUE ID --lease D", u"Gives the worker that holds a task longer: until D from now."_s,
        2, 2, {{"lease", "D", u"how long from now"_s}}, {}, runExtend});
    table.push_back(
        {"pause", "QUEUE", u"Gives out no more tasks of a queue; running ones go on."_s, 1, 1, {}, {}, runPause});
    table.push_back({"resume", "QUEUE", u"Ends a pause."_s, 1, 1, {}, {}, runResume});
    table.push_back({"queue", "QUEUE (show | set NAME=VALUE... | delete) [--yes] [--force]",
        u"Shows or changes a queue's settings, or deletes it."_s, 2, -1,
        {yesOption, {"force", "", u"delete: even while workers hold leases"_s}},
        u"Settings: retention (done tasks), keep-failed, keep-trash, keep-undo, lease, attempts, backoff, "
        u"max-expiries, results (keep or drop what handlers return), runs (keep or drop who ran each done task, and when), expires (a task that waits for longer after it fell "
        u"due fails unstarted, unless it was added with a limit of its own; \"never\"). Deleting a "
        "queue deletes every task in it and cannot be undone."_s,
        runQueue});
    table.push_back({"timeline", "[QUEUE] [--from T] [--to T] [--bins N]",
        u"Counts per bin of time and state, of one queue or of all."_s, 0, 1,
        {{"from", "T", u"an instant, or a duration from now (-1h)"_s}, {"to", "T", u"likewise (+1h)"_s},
            {"bins", "N", u"1 to 2000 (60)"_s}},
        {}, runTimeline});
    table.push_back({"failures", "[QUEUE...] [--match FILTER] [--new-since 1h]",
        u"Counts failed tasks by kind of failure, of some queues or of all, the largest kind first."_s, 0, -1,
        {{"match", "FILTER", u"only failed tasks that a filter matches"_s},
            {"new-since", "D", u"kinds whose first task failed since come first, and decide the exit code"_s}},
        u"Errors that differ only in numbers, ids, host names, addresses and what stands in quotes are one kind, and so are those "
        u"that differ in a word with eight values or more (but for names such as NoSuchKey or ECONNREFUSED); status, reply, exit "
        u"and error codes are never folded. The member \"kind\" has what stands in such a place as long as it is the same in all "
        u"tasks; \"filter\" does not, and means exactly the tasks of a kind, in --match and in the window. Exit codes: 0 nothing has failed, or "
        u"with --new-since no new kind; 1 there are some."_s,
        runFailures});
    table.push_back({"results", "QUEUE [--follow]",
        u"Shows how tasks ended: the latest kept ones, or with --follow each as it ends."_s, 1, 1,
        {{"follow", "", u"print outcomes as they are published, until interrupted"_s}},
        u"With --json and --follow: one JSON object per line. A queue that is not there yet is told, and waited for. "
        u"Queues of BullMQ and, where its workers announce events (-E), the place @celery are followed, too."_s,
        runResults});
    table.push_back({"watch", "[QUEUE]", u"Shows live counts until interrupted."_s, 0, 1, {},
        u"On a terminal the lines are redrawn every second; else a line is written whenever something changed. With "
        u"--json: one JSON object per line. A queue that is not there yet is told, and waited for."_s,
        runWatch});
    table.push_back({"work",
        "--queue Q[=WEIGHT]... [--strict] [--concurrency N] [--handler TYPE=KIND]... [--lease 30s] "
        "[--time-limit 30m] [--exit-when-empty] [--stats FILE] [--log-level LEVEL]",
        u"Runs tasks: a worker without a window."_s, 0, 0,
        {{"queue", "Q[=WEIGHT]", u"a queue to work on; a higher weight gets more of the slots"_s, true},
            {"strict", "",
                u"the queues in the order given: a later one gets slots only while those before it have nothing due"_s},
            {"concurrency", "N", u"tasks at a time (10)"_s},
            {"handler", "TYPE=KIND", u"what runs a type; TYPE may be \"*\" or end in \"*\""_s, true},
            {"lease", "D", u"how long a task is held before it counts as lost, renewed while it runs (30s)"_s},
            {"time-limit", "D", u"an attempt that runs longer is stopped and counts as failed (30m)"_s},
            {"exit-when-empty", "",
                u"end once nothing pending or leased of the handled types remains; with 1 where what remains cannot be started here"_s},
            {"stats", "FILE", u"write figures as JSON, at the end and every 5 s; the file is replaced as a whole"_s},
            {"log-level", "error|warning|info|debug", u"warning logs failed tasks, debug every task (info)"_s}},
        u"KIND: echo | sleep:MS | fail[:PERCENT] | command:ARGV | http:URL. ARGV is split at spaces, \"double quotes\" "
        u"hold "
        u"words together, there is no shell. A command gets the payload on standard input and "
        u"DUELINE_ID, "
        "DUELINE_TYPE, DUELINE_QUEUE, DUELINE_ATTEMPT, DUELINE_TOKEN, DUELINE_DUE_MS and DUELINE_DEADLINE_MS in a "
        "clean environment; "
        "exit 0 is done, 75 asks for a retry, anything else failed. A program that cannot be started here (missing, "
        "not "
        "executable, no processes left) is no failure of the task: it is given back, no attempt spent, and tried again "
        "after "
        "1 s, 2 s, up to 30 s. No more slots are started than the limit of open files carries, and that is said; where "
        "it "
        "does not carry one, or no thread can be started, work ends with 1. Types without handler are left to other "
        "workers.\n"
        "http posts the payload to URL (http:https://example.org/hook) with the same in headers (Dueline-Id, ...): 2xx "
        "is "
        "done; 408, 425, 429, 5xx and no answer ask for a retry, after Retry-After where it is given; anything else, a "
        "redirect too, failed for good. Certificates are checked against the system's authorities and SSL_CERT_FILE.\n"
        "SIGINT or SIGTERM lets running tasks finish; a second one gives them back at once. Exit: 0 it was drained or "
        "the "
        "queues were empty, even if tasks failed; 1 refused, or the queue's keys are not readable; 2 usage; 3 Redis "
        "was not reached at the start, or "
        "does not allow it. A connection that is lost later is waited for. The package has a unit for systemd, "
        "dueline-worker@.service."_s,
        runWork});
    table.push_back({"workers", "", u"Lists the workers of all queues."_s, 0, 0, {}, {}, runWorkers});
    table.push_back({"leases", "QUEUE", u"Lists who holds which task until when."_s, 1, 1, {}, {}, runLeases});
    table.push_back({"schedules",
        "QUEUE [add NAME CRON TYPE [--zone Z] [--missed skip|once] ... | (enable | disable | run-now | remove) NAME]",
        u"Lists recurring tasks, or changes one."_s, 1, 5,
        {{"zone", "Z", u"the time zone of CRON: a place such as Asia/Shanghai, or an offset such as UTC+08:00 (UTC)"_s},
            {"missed", "skip|once",
                u"of ticks that came while no worker ran: none, or one task for the last of them (skip)"_s},
            {"payload", "TEXT", u"the payload of its tasks, at most 64 KiB"_s},
            {"payload-file", "F", u"the payload from a file, \"-\" for standard input"_s},
            {"max-attempts", "N", u"attempts before one of its tasks fails, instead of the queue's"_s}, backoffOption,
            {"lease", "D", u"how long a worker may hold one, instead of the worker's"_s},
            {"expires", "D", u"do not start one later than this after its tick"_s},
            {"keep-result", "", u"keep what the handler returns with the done task"_s},
            {"disabled", "", u"add it, but let it make no tasks yet"_s}, {"replace", "", u"change one of that name"_s}},
        u"CRON is \"minute hour day month weekday\" with * , - / and names (quote it), @hourly, @daily, @weekly, "
        u"@monthly, @yearly, or @every 90s. Any worker of the queue makes the tasks, one per tick however many run; "
        u"the "
        u"id is TYPE#NAME@ms. Times of day that the change to summer time skips run at the change, those that come "
        u"twice run once; with hours that begin with * the clock on the wall is followed."_s,
        runSchedules});
    table.push_back({"check",
        "[QUEUE] [--oldest-due 5m] [--failed 10] [--nagios [--critical-oldest-due 15m] [--critical-failed 100]]",
        u"For monitoring: one line, exit code 0 when fine and 1 when over a limit."_s, 0, 1,
        {{"oldest-due", "D", u"the longest a due task may wait (5m)"_s},
            {"failed", "N", u"the most failed tasks (10)"_s},
            {"nagios", "", u"answer as a plugin of Nagios or Icinga: 0, 1, 2 or 3, with performance data"_s},
            {"critical-oldest-due", "D", u"with --nagios: waiting for longer is critical (three times --oldest-due)"_s},
            {"critical-failed", "N", u"with --nagios: more are critical (ten times --failed)"_s}},
        u"Quarantined entries are always over the limit. A pause is told, and is no failure of its own. Without QUEUE: "
        u"a "
        u"line for each queue, 1 when one is over, else 3 when one cannot be read, or when some may not have been found.\n"
        "How long a task waits is what the layout records. Where it records no time, a queue that is named answers 3 "
        "while tasks are due; without QUEUE it is named on standard error and changes no exit code.\n"
        "With --nagios: 0 OK, 1 WARNING over --oldest-due or --failed, 2 CRITICAL over the critical ones, 3 UNKNOWN "
        "when the queue could not be read, or how long its tasks wait is not known. Behind the | stand the figures with "
        "their limits."_s,
        runCheck});
    table.push_back({"metrics", "[--listen ADDRESS:PORT [--host NAME]... | --output FILE] [--queue Q]... [--limit 100]",
        u"Prints the figures of all queues for Prometheus, or serves them."_s, 0, 0,
        {{"listen", "ADDRESS:PORT", u"serve them at /metrics, such as 127.0.0.1:9464; port 0 takes a free one"_s},
            {"host", "NAME", u"answer requests for this host name, too"_s, true},
            {"output", "FILE", u"replace FILE by them as a whole, for a textfile collector"_s},
            {"queue", "Q", u"of this queue alone, as \"duectl queues\" writes it"_s, true},
            {"limit", "N", u"of at most N queues; dueline_queues_left_out says how many more there are (100)"_s}},
        u"Writes the Prometheus text format 0.0.4, with --listen OpenMetrics to who asks for it. One reading asks "
        u"Redis "
        u"no more than one refresh of the window, at most once a second, and writes nothing to it. A Redis that is "
        u"away is dueline_up 0: with --listen it is asked again at each reading, else the exit code is 3. Counters "
        u"count complete minutes: with --listen since the start, else since the first call, remembered in the state "
        u"folder.\n"
        "--listen also answers /healthz, takes GET and HEAD, prints its address on standard output, and ends with "
        "SIGINT or SIGTERM. Whoever reaches the address reads it, so it is best one of this machine alone. A request "
        "must call the server localhost, by the machine's own name, by the address it came to, or by a name of --host: "
        "a web page cannot read it under a name of its own."_s,
        runMetrics});
    table.push_back({"doctor", "[--repair [--dry-run] [--yes]]",
        u"Tells what about this server can lose or delay tasks, each with the remedy."_s, 0, 0,
        {{"repair", "", u"mend what can be mended from here"_s}, dryRunOption, yesOption},
        u"Looks at eviction, persistence, memory, replicas (behind sentinels), clock, permissions and version of the "
        u"server, and at every task and lease of every queue. Exit code 0: nothing, or notices only; 1: a warning or "
        u"something critical; 3: neither, but something could not be looked at. With --json an array of findings, the "
        u"worst first: kind severity server queue count "
        u"reason remedy repair.\n"
        "--repair drops nothing: a task that cannot be run becomes a failed one, to be looked at and retried or "
        "discarded; leases of workers that are gone are taken away. It cannot be undone. Settings of the server are "
        "never changed. Without a terminal and without --yes, changing more than one task is refused."_s,
        runDoctor});
    table.push_back({"acl", "(viewer | operator | worker | producer) [--user NAME] [--queue Q...]",
        u"Prints the rule of a Redis user who may do just that with the queues of a layout."_s, 1, 1,
        {{"user", "NAME", u"the user's name (dueline-viewer, dueline-operator, dueline-worker)"_s},
            {"queue", "Q", u"celery without a prefix: a queue that is meant, since its keys are called as it"_s, true}},
        u"A viewer reads everything and changes nothing; an operator adds, acts and undoes, but runs no tasks; a "
        u"worker "
        u"runs tasks; a producer adds and cancels tasks by functions (duectl functions), and sees nothing. --layout names whose queues are meant, native without; with several the user may do it in all of "
        u"them, and a profile names its own. Viewers of a framework's queues need no scripts, and nobody "
        u"is a worker of these. No server is asked: the rule is what this version sends, so print it anew after "
        u"an update."_s,
        runAcl});
    table.push_back({"functions", "(load | list | remove) [--force]",
        u"Puts the transitions on the server as functions of Redis 7, for programs in any language."_s, 1, 1,
        {{"force", "", u"load, remove: even if the library is newer than this program, or not of Dueline"_s}},
        u"After load, FCALL dueline_add 1 dueline:{QUEUE} TYPE PAYLOAD adds a task; dueline_claim, dueline_extend, "
        u"dueline_ack, dueline_nack and dueline_cancel are there, too. Redis replicates and keeps them; in a cluster every "
        u"master gets them. Load them anew after an update: list says which version is there, and so does doctor. Exit "
        u"code of list: 0 when every server has those of this program, else 1."_s,
        runFunctions});
    table.push_back({"mcp", "--queue Q... [--allow-actions]",
        u"Lets an assistant look at queues, by the Model Context Protocol on standard input and output."_s, 0, 0,
        {{"queue", "Q", u"a queue that can be reached; no other one can"_s, true},
            {"allow-actions", "",
                u"also retry, discard, reschedule, run now and undo: each previewed, then confirmed"_s}},
        u"An assistant starts it and ends it by closing its input. It offers the tools queues, list, show, failures, timeline, operations, "
        u"check and doctor, which answer what the commands of these names say with --json, and what a profile masks stays masked. With "
        u"--allow-actions also preview_action, preview_undo and confirm: only the token of a preview, within five minutes, does "
        u"what was previewed, to just the tasks that were seen; what cannot be undone is refused."_s,
        runMcp});
    table.push_back(moveCommand("move", u"Moves tasks into another queue, of this server or another."_s,
        u"Each task goes through the trash of its queue, so it is never where two queues run it, and what an interrupted move "
        u"had in transit is finished by the next one to the same queue. It keeps its id, payload, options, state, due time, "
        u"attempts, errors and result. What a worker holds stays, and is told (exit 1). \"duectl undo\" takes back what did not "
        u"run there, as long as the trash keeps it."_s));
    table.push_back(moveCommand("copy", u"Copies tasks into another queue, of this server or another."_s,
        u"As \"move\", but they stay where they are, too: both queues run them, under the same id. A copy of a framework's "
        u"task has its type in front of the id, TYPE#ID, so that a native worker finds its handler. The payload of the copy is "
        u"what is read of it here: of RQ, Laravel and Celery a pickle or PHP's serialize as readable text, which no Python or "
        u"PHP loads again; the stored bytes stay with the framework's task."_s));
    table.push_back({"export", "QUEUE [--match FILTER | --all] [--state S] [--format jsonl|csv [--bom]] FILE",
        u"Writes tasks into a file, \"-\" for standard output; changes nothing."_s, 2, 2,
        {matchOption, readOption, {"all", "", u"all tasks of the queue, as without it"_s}, stateOption,
            {"format", "jsonl|csv", u"one JSON object per line, without loss, or CSV (jsonl, or as FILE is called)"_s},
            {"bom", "", u"with a byte order mark, by which a spreadsheet sees that a CSV file is UTF-8"_s}},
        u"The file is called FILE.part until it is whole. What begins like a formula, also behind blanks, has an apostrophe in front in CSV, which "
        u"\"import\" takes off again; CSV leaves out results, what a framework stores and all attempts but the last error. Tasks that wait in a list are written newest first: \"tac FILE | duectl import QUEUE -\" adds them in the order in which they would run. A queue that is worked on "
        u"meanwhile is no standing picture: pause it for one. Payloads that a profile masks are masked here, too, and such a "
        u"file cannot be imported."_s,
        runExport});
    table.push_back({"import",
        "QUEUE [--match FILTER | --all] [--state S] [--format jsonl|csv] [--dry-run] [--max-line SIZE] [--reason TEXT] FILE",
        u"Brings the tasks of a file into a queue, \"-\" for standard input."_s, 2, 2,
        {{"match", "FILTER", u"only tasks of the file that a filter matches"_s}, readOption,
            {"all", "", u"all tasks of the file, as without it"_s}, stateOption,
            {"format", "jsonl|csv", u"of the file (jsonl, or as FILE is called)"_s}, dryRunOption,
            {"max-line", "SIZE", u"the longest line, such as 200M (64M)"_s}, reasonOption},
        u"Cells of CSV may be parted by commas, semicolons or tabs; the file is UTF-8. "
        u"A task keeps its id, payload, options, state, due time, attempts, errors and result. One that is in the queue already "
        u"is left as it is, so the same import can be made again. What was leased waits again; what is over is kept from when it "
        u"ended, as the queue's settings say. A job of Sidekiq keeps its other fields, too, without its batch and its unique lock. Lines that cannot be read are told by their numbers (exit 1) and left out. "
        u"\"duectl undo\" discards what it brought in and nobody ran since."_s,
        runImport});
    table.push_back({"sandbox", "[--demo]", u"Starts a private Redis, prints its URL, and ends it with the program."_s,
        0, 0, {{"demo", "", u"fill it with demo queues, of job frameworks, too"_s}}, {}, runSandbox});
    return table;
}

} // namespace

const std::vector<CommandSpec>& commandTable()
{
    static const std::vector<CommandSpec> table = makeTable();
    return table;
}

const std::vector<OptionSpec>& globalOptions()
{
    static const std::vector<OptionSpec> options{
        {"url", "URL",
            u"redis://[user@]host[:port][/db], unix:/path or another of \"duectl help addresses\" (redis://127.0.0.1:6379)"_s},
        {"profile", "NAME", u"a saved connection"_s},
        {"password-command", "COMMAND",
            u"a program and its arguments whose first line of output is the password, run without a shell at each connect"_s},
        {"layout", "LAYOUT", u"how the queues are stored, as in \"duectl help layouts\" (auto); may be repeated"_s,
            true},
        {"prefix", "P", u"what the keys begin with (dueline)"_s},
        {"json", "", u"one JSON document on standard output"_s},
        {"unlock", "", u"allow changes on a production profile, for this call"_s},
        {"unlock-worker", "", u"allow \"work\" on a production profile, for this call"_s},
        {"help", "", u"this help"_s},
        {"version", "", u"the version"_s},
    };
    return options;
}

} // namespace dueline::duectl
