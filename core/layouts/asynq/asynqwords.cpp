// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqwords.h"

using namespace Qt::StringLiterals;

namespace dueline::asynqwords {

namespace {

QString tasks(qint64 count) { return count == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(count); }

QString are(qint64 count) { return count == 1 ? u"is"_s : u"are"_s; }

QString them(qint64 count) { return count == 1 ? u"it"_s : u"them"_s; }

} // namespace

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "asynq 0.24 or later"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All asynq queues on the server. asynq's own servers run the tasks. The Auto layout also finds these queues.");
}

const char* usage()
{
    return "all asynq 0.24 to 0.26 queues; Dueline changes tasks as asynq does, and never runs them";
}

const char* typeHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "task type, which selects the handler, e.g. email:welcome");
}

const char* keptAttempts()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "asynq keeps only the error and the time of the last failed attempt.");
}

QString noEvents() { return u"asynq does not publish an event when a task finishes."_s; }

const char* unlistedQueues() { return "unlisted asynq queues"; }

const char* queueIsUnlisted()
{
    return "The queue is not in asynq:queues, so asynq's own tools do not list it until a task is added.";
}

QByteArray groupsAreUnlisted(const QByteArray& queue, qint64 groups)
{
    return "asynq:{" + queue + "}:groups lacks " + QByteArray::number(groups)
        + (groups == 1 ? " group that has tasks; they wait until asynq adds a task to the group."
                       : " groups that have tasks; the tasks wait until asynq adds a task to their group.");
}

QByteArray archiveIsAlmostFull(qint64 archived)
{
    return "asynq keeps at most 10,000 archived tasks per queue and then drops the oldest ones. This queue has "
        + QByteArray::number(archived) + '.';
}

QByteArray groupsAreCut(qint64 shown)
{
    return "The queue has many groups; only tasks of the first " + QByteArray::number(shown) + " groups are shown.";
}

QByteArray noMessage() { return "The task does not contain an asynq message."; }

QString itsMessage() { return u"The message"_s; }

QString messageOf(const QString& id) { return u"The message of \"%1\""_s.arg(id); }

QByteArray messageIsLong(const QString& size)
{
    return "The message is too large for a list (" + size.toUtf8() + "); open the task.";
}

QByteArray taskIsGone() { return "The task itself no longer exists; only its id is left in the queue."; }

const char* keptInArchive() { return "for 90 days, and only the newest 10,000 per queue: asynq drops the others"; }

QString archiveRefuses()
{
    return u"This queue's archive is full, and asynq would drop its oldest tasks; make room first, by retrying or "
           u"deleting some."_s;
}

QString noLeases() { return u"An asynq server manages its own leases; Dueline can only ask it to cancel the task."_s; }

QString idIsMissing() { return u"An asynq task needs an id."_s; }

const char* backoffOption() { return "per-task backoff"; }

const char* leaseOption() { return "per-task lease"; }

const char* expiryOption() { return "per-task expiry"; }

QString messageIsUnreadable() { return u"This task's message cannot be read, so its payload cannot be edited."_s; }

QString uniqueKeyIsForPayload()
{
    return u"This task holds a unique key for its payload, so the payload cannot be edited."_s;
}

QString cancelWasNotHeard()
{
    return u"No asynq server is listening, so none received the request to cancel the task; the task's server may "
           u"have exited."_s;
}

QString schedulesAreReadOnly()
{
    return u"Dueline only lists asynq schedules. They are defined in the program that runs the scheduler; change "
           u"them there."_s;
}

QString archiveIsFull(const QString& queue, const QString& count)
{
    return u"The archive of %1 is full: for each task it adds, asynq drops the oldest of the %2 archived tasks and "
           u"leaves its key behind."_s.arg(queue, count);
}

QString exportArchive(const QString& operands)
{
    return u"Export the tasks (duectl export --state failed %1 FILE), then retry them or delete the ones you do not "
           u"need."_s.arg(operands);
}

QString leasesAreOver(qint64 count, const QString& queue, const QString& ids, bool isServed)
{
    return u"The %1 of %2 in %3 %4 overdue by more than a minute (%5)%6."_s.arg(count == 1 ? u"lease"_s : u"leases"_s,
        tasks(count), queue, are(count), ids,
        isServed ? QString() : u", and no asynq server serves this queue, so they will not be put back"_s);
}

QString returnExpired(bool isServed, const QString& operands)
{
    const QString beginning = isServed
        ? u"Every minute, an asynq server retries or archives tasks whose leases have expired; find out why these "
          u"tasks were not recovered."_s
        : u"Start a server for this queue: within a minute, it will retry or archive the tasks."_s;
    return beginning + u" duectl retry --state failed %1 requeues the archived tasks."_s.arg(operands);
}

QString serverIsLost(qint64 count, const QString& queue, const QString& ids, const QString& servers)
{
    const QString reason = servers.isEmpty() ? u"the server that held %1 has exited"_s.arg(them(count))
                                             : u"exited without deregistering: %1"_s.arg(servers);
    return u"%1 in %2 %3 active, but no asynq server reports running %4 or extends the lease (%5); %6."_s.arg(
        tasks(count), queue, are(count), them(count), ids, reason);
}

QString anotherServerTakesOver(qint64 count)
{
    return count == 1
        ? u"Another server will put the task back about a minute after its lease expires; the task may run twice."_s
        : u"Another server will put the tasks back about a minute after their leases expire; the tasks may run "
          u"twice."_s;
}

QString leasesAreMissing(qint64 count, const QString& queue, const QString& ids)
{
    const bool isOne = count == 1;
    return u"%1 in %2 %3 in the list of running tasks but %4 no lease (%5). An asynq server puts back only tasks "
           u"whose lease has expired, so %6 there forever unless a server is still running %7."_s.arg(tasks(count),
               queue, are(count), isOne ? u"has"_s : u"have"_s, ids,
               isOne ? u"it will remain"_s : u"they will remain"_s, them(count));
}

QString writeExpiredLease(const QString& id, const QString& leases)
{
    return u"Make sure that none of your servers is still running %1, then write an expired lease (redis-cli ZADD "
           u"%2 1 %1); a server will put the task back within a minute."_s.arg(id, leases);
}

QString tasksAreUnserved(qint64 count, const QString& queue)
{
    return u"%1 in %2 %3 to run for more than a minute, and no asynq server serves this queue."_s.arg(
        tasks(count), queue, count == 1 ? u"has been waiting"_s : u"have been waiting"_s);
}

QString startServer(const QString& queue)
{
    return u"Start a server for the queue %1, or find out why it stopped."_s.arg(queue);
}

QString tasksAreGone(qint64 count, const QString& queue, const QString& ids)
{
    const bool isOne = count == 1;
    return u"%1 in %2 no longer %3 a task (%4): %5."_s.arg(isOne ? u"1 id"_s : u"%1 ids"_s.arg(count), queue,
        isOne ? u"has"_s : u"have"_s, ids,
        isOne ? u"fetching it causes an error in the server"_s : u"fetching one causes an error in the server"_s);
}

QString deleteId(const QString& operands) { return u"duectl delete %1 removes such an id."_s.arg(operands); }

} // namespace dueline::asynqwords
