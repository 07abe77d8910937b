// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layoutwords.h"

#include "core/base/text.h"

namespace dueline {

LayoutChoice LayoutWords::choiceOf(const HandmadeSpec& spec)
{
    using Design = HandmadeSpec::Design;
    switch (spec.design) {
    case Design::Cron:
        return LayoutChoice::Cron;
    case Design::Zset:
        return spec.locks() ? LayoutChoice::ZsetLock : LayoutChoice::Zset;
    case Design::Pubsub:
        return LayoutChoice::Pubsub;
    case Design::List:
        return LayoutChoice::List;
    case Design::Resend:
        return LayoutChoice::Resend;
    }
    return LayoutChoice::Native;
}

QString LayoutWords::name(LayoutChoice choice)
{
    switch (choice) {
    case LayoutChoice::Native:
        return tr("Native: Dueline's own queues");
    case LayoutChoice::Zset:
        return tr("ZSET scored by time, polled");
    case LayoutChoice::ZsetLock:
        return tr("ZSET scored by time, a lock key per task");
    case LayoutChoice::Cron:
        return tr("Cron: ZSET of COMMAND_TIME");
    case LayoutChoice::List:
        return tr("LIST, LPUSH and RPOP");
    case LayoutChoice::Resend:
        return tr("LIST of JSON that is sent again");
    case LayoutChoice::Pubsub:
        return tr("SET and PUBLISH");
    }
    return {};
}

QString LayoutWords::explanation(LayoutChoice choice)
{
    switch (choice) {
    case LayoutChoice::Native:
        return tr("Any number of queues under one prefix; leases, retries, history and statistics.");
    case LayoutChoice::Zset:
        return tr("Members are tasks, scores are due times; workers read what is due and remove it after success.");
    case LayoutChoice::ZsetLock:
        return tr("Members are tasks, scores are due times; a worker sets a key for the task it runs.");
    case LayoutChoice::Cron:
        return tr("Members are a command, an underscore and its unix time; the score is that time.");
    case LayoutChoice::List:
        return tr("Items are tasks without a time: pushed at the head, taken from the tail.");
    case LayoutChoice::Resend:
        return tr("Items are {message, timestamp, retry_count, delay_time}: young ones run, old ones are sent again.");
    case LayoutChoice::Pubsub:
        return tr("Each task is a key whose value is its time; its name is published on a channel.");
    }
    return {};
}

QString LayoutWords::reason(const LayoutSuggestion& suggestion)
{
    using Design = HandmadeSpec::Design;
    const int fitting = suggestion.fitting;
    const int looked = suggestion.looked;
    switch (suggestion.spec.design) {
    case Design::Resend:
        return tr("%1 of %2 items looked at are such messages").arg(fitting).arg(looked);
    case Design::Cron:
        return tr("%1 of %2 members looked at end in their time").arg(fitting).arg(looked);
    case Design::Zset:
        if (suggestion.spec.locks())
            return tr("%1 of %2 scores looked at are times; lock keys seen: %3")
                .arg(fitting)
                .arg(looked)
                .arg(suggestion.locks);
        return tr("%1 of %2 scores looked at are times; no lock seen").arg(fitting).arg(looked);
    default:
        return tr("a list; nothing tells whether its items are tasks");
    }
}

QStringList LayoutWords::notKept(const HandmadeSpec& spec)
{
    QStringList lost;
    switch (choiceOf(spec)) {
    case LayoutChoice::Native:
        break;
    case LayoutChoice::Zset:
        lost << tr("Two tasks of one name are merged by a ZSET, and run both in a native queue.");
        break;
    case LayoutChoice::ZsetLock:
        lost << tr("Lock keys: native tasks are leased instead. What is locked now stays; adopt again later.");
        break;
    case LayoutChoice::Cron:
        lost << tr("The time inside a member's name stays in the payload only.");
        break;
    case LayoutChoice::List:
        lost << tr("One at a time: native tasks are taken in the list's order, and several may run at once.");
        if (!spec.results.isEmpty())
            lost << tr("Results on %1: a native queue publishes outcomes on its own channel.")
                        .arg(printable(spec.results, 60));
        break;
    case LayoutChoice::Resend:
        lost << tr("Time stamp, retry count and delay: attempts and backoff of the queue stand instead, and an old "
                   "message runs.");
        break;
    case LayoutChoice::Pubsub:
        lost << tr("The message on %1: who listens there hears nothing of native tasks.").arg(printable(spec.key, 60))
             << tr("What is due by now may have been run by a listener already; it is moved, too.");
        break;
    }
    lost << tr("What producers add to the key afterwards is not in the native queue: switch them over.");
    return lost;
}

LayoutWords::Promise LayoutWords::promise(LayoutChoice choice)
{
    const QString leased
        = tr("On time. Taken into a lease in one step: a worker that dies loses nothing, the task runs "
             "again when its lease is over.");
    const QString unmarked
        = tr("A task that theirs is running still lies in the key, unmarked: ours may run it, too. Ours "
             "takes it out, so theirs never runs what ours runs, unless it had read it before.");
    switch (choice) {
    case LayoutChoice::Native:
        return {tr("-"), tr("On time; at least once, and once while no worker dies."), tr("-")};
    case LayoutChoice::Zset:
        return {tr("Up to a second late. Two workers run everything twice; one that dies before it removed a task runs "
                   "it again."),
            leased, unmarked};
    case LayoutChoice::ZsetLock:
        return {
            tr("Up to 10 s late. As it was published it runs nothing (Lua's 1 is not True); a second loop drops what "
               "is due unrun. A crash delays the task until its lock ends."),
            tr("On time, under the same lock keys: extended while running, left to expire afterwards, never deleted."),
            tr("None twice while no worker is killed: who holds the lock runs it. Theirs does not extend: a task that "
               "takes longer than the lock may run twice.")};
    case LayoutChoice::Cron:
        return {tr("Up to a minute late. Two workers run everything twice; one that dies before it removed a task runs "
                   "it again."),
            leased, unmarked};
    case LayoutChoice::List:
        return {tr("RPOP takes the task out for good: a worker that dies loses it."),
            tr("At once. Taken into a lease in one step: a worker that dies loses nothing; results go to the same "
               "channel."),
            tr("None twice: an item is popped once. What theirs holds when it dies is lost.")};
    case LayoutChoice::Resend:
        return {tr("Loses the message it holds when it dies, and throws away what was sent again too often."),
            tr("Runs the young and sends the old again by the same rule; what the limit would throw away stays in "
               "Failed."),
            tr("None twice: an item is popped once. Theirs still throws away at the limit.")};
    case LayoutChoice::Pubsub:
        return {tr("Runs at the message, at once, whatever the time; without a listener the task never runs. The key "
                   "stays."),
            tr("Runs at the time in the key, once; the key stays."),
            tr("Twice by design: theirs at the message, ours at the time.")};
    }
    return {};
}

} // namespace dueline
