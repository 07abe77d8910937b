// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/bulljobwords.h"

using namespace Qt::StringLiterals;

namespace dueline::bulljobwords {

const char* prefixLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Prefix"); }

const char* prefixHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "bull, unless the program sets another prefix, e.g. shop");
}

const char* prefixIsMissing() { return QT_TRANSLATE_NOOP("LayoutWords", "Enter the key prefix. The default is bull."); }

const char* typeHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "job name, which selects the handler, e.g. send-mail");
}

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All queues under one prefix. The framework's own workers run the jobs. The Auto layout also finds these "
        "queues.");
}

QByteArray bothOpened(const QByteArray& choices)
{
    return "Bull and BullMQ have both opened this queue; Dueline changes nothing until you specify its owner: "
        + choices;
}

QByteArray ownerIsUnknown(const QByteArray& choices)
{
    return "No key shows whether this queue is Bull's or BullMQ's; Dueline changes nothing until you specify its "
           "owner: "
        + choices;
}

QString queueIsOf(const QString& queue, const QString& owner, const QString& layout, const QString& prefix)
{
    return u"The queue \"%1\" belongs to %2; --layout %3%4 opens it."_s.arg(queue, owner, layout, prefix);
}

const char* isMarker() { return "0:0 is not a job: it is a marker that BullMQ 3 or 4 left here to wake workers."; }

const char* jobIsGone()
{
    return "The job itself was evicted or deleted; only its id is left in the queue, and a worker would run an empty "
           "job.";
}

QByteArray errorIsLong(const QString& size)
{
    return "The error message is too large for a list (" + size.toUtf8() + "); open the job.";
}

QByteArray childrenAreMissing(qint64 count, const QByteArray& names)
{
    return QByteArray::number(count) + " of the children it is waiting for are missing, so it will never run: " + names;
}

QByteArray jobIsMisplaced(const QString& key)
{
    return "A client's ioredis keyPrefix put the job at " + key.toUtf8()
        + ", outside the prefix of its queue. BullMQ does not support keyPrefix; set its own option \"prefix\" "
          "instead.";
}

QString queueIsAbsent()
{
    return u"This queue does not exist: it was removed, or its framework has not created it yet. Start its workers or "
           u"add a job with the framework, and then try again."_s;
}

QString idIsReserved(const QString& id)
{
    return u"\"%1\" cannot be the id of a new job: numbers are assigned by the framework, and colons are not "
           "allowed."_s.arg(id);
}

QString dataIsNoJson() { return u"A job's data must be JSON; workers cannot read anything else."_s; }

QString jobsArriveTooFast(const QString& queue)
{
    return u"Jobs arrive in the queue %1 faster than they can be moved; try again."_s.arg(queue);
}

const char* backoffListOption() { return "list backoff"; }

QString jobsAreStalled(qint64 count, const QString& queue, bool isUnserved)
{
    return u"%1 in %2, listed as active, no longer %3 a lock: the worker has exited, and %4."_s.arg(
        count == 1 ? u"1 job"_s : u"%1 jobs"_s.arg(count), queue, count == 1 ? u"has"_s : u"have"_s,
        isUnserved ? u"no other worker is running to recover its jobs"_s
                   : u"Redis does not show whether another worker is running"_s);
}

QString returnStalled()
{
    return u"Start a worker for the queue. It checks for stalled jobs every 30 seconds, puts them back and runs them "
           u"again."_s;
}

QString jobsMayCrashWorkers(qint64 count, const QString& queue, const QString& type, qint64 crashes)
{
    return count == 1
        ? u"1 job in %1 (%2) runs again and again, although its workers have crashed or stopped responding at least "
          u"%3 times. It may crash the next worker, too."_s.arg(queue, type, QString::number(crashes))
        : u"%1 jobs in %2 (%3, …) run again and again, although their workers have crashed or stopped responding at "
          u"least %4 times. They may crash the next workers, too."_s.arg(
              QString::number(count), queue, type, QString::number(crashes));
}

QString inspectSuspects(qint64 count, const QString& operand)
{
    const QString list = u"duectl list %1"_s.arg(operand);
    return count == 1
        ? u"Inspect the job (%1 --state leased, or --state due), and discard it if it crashes its workers."_s.arg(list)
        : u"Inspect the jobs (%1 --state leased, or --state due), and discard each one that crashes its workers."_s.arg(
            list);
}

QString jobsAreLeftPaused(qint64 count, const QString& queue)
{
    const QString jobs
        = count == 1 ? u"1 job in %1 is"_s.arg(queue) : u"%1 jobs in %2 are"_s.arg(QString::number(count), queue);
    return jobs + u" in the list \"paused\", although the queue is not paused: no worker reads that list."_s;
}

QString joinLists(const QString& operand)
{
    return u"Run duectl pause %1, then duectl resume %1, to merge the two lists. Pausing the queue in another "
           u"program may drop the jobs in that list."_s.arg(operand);
}

QString markerIsMissing(qint64 count, const QString& queue, const QString& overdue)
{
    const QString jobs = count == 1
        ? u"1 delayed job in %1 has been due for %2"_s.arg(queue, overdue)
        : u"%1 delayed jobs in %2 are due, the oldest for %3"_s.arg(QString::number(count), queue, overdue);
    return jobs + u", but the set \"marker\" is empty, so nothing will wake a waiting worker."_s;
}

QString wakeWorker()
{
    return u"Start a worker: it checks for due jobs when it starts. Adding any job wakes a waiting worker."_s;
}

QString jobsAreUnserved(const QString& queue, const QString& wait)
{
    return u"Jobs in %1 have been waiting for up to %2, and no worker is connected to the queue."_s.arg(queue, wait);
}

QString startWorker() { return u"Start a worker for the queue, or find out why it stopped."_s; }

QString keysAreCut(qint64 searched)
{
    return u"The search for jobs that are in no list covered only the first %1 keys of the server."_s.arg(searched);
}

QString showJob(const QString& operand) { return u"duectl show %1 ID shows where a job is."_s.arg(operand); }

QString listIsTooLong(const QString& queue, const QString& limit)
{
    return u"Dueline did not search %1 for jobs that are in no list, because one list has more than %2."_s.arg(
        queue, limit);
}

QString checkLater() { return u"Check again when fewer jobs are waiting."_s; }

QString jobsAreNowhere(qint64 count, const QString& queue, const QString& ids)
{
    return count == 1
        ? u"1 job in %1 is in no list or set (%2): no worker will run it, and no list shows it."_s.arg(queue, ids)
        : u"%1 jobs in %2 are in no list or set (%3): no worker will run them, and no list shows them."_s.arg(
            QString::number(count), queue, ids);
}

QString inspectStray(const QString& hash)
{
    return u"Inspect a job (redis-cli HGETALL %1); if it is still needed, add a job with its data, then DEL the key."_s
        .arg(hash);
}

QString idsHaveNoJob(qint64 count, const QString& queue, const QString& ids, const QString& marker)
{
    const QString found = (count == 1 ? u"1 id in %2 has no job (%3)"_s : u"%1 ids in %2 have no job (%3)"_s.arg(count))
                              .arg(queue, ids);
    const QString isMarker = marker.isEmpty()
        ? QString()
        : u" %1 is a marker that BullMQ 3 or 4 left in \"wait\", not a job."_s.arg(marker);
    return found
        + u": Redis evicted the job's hash, or a program deleted it. A worker that fetches such an id runs an empty "
          u"job."_s
        + isMarker;
}

QString removeIds()
{
    return u"If the server evicts keys, set maxmemory-policy to noeviction. Then remove the ids from their lists "
           u"(LREM) and sets (ZREM)."_s;
}

QString jobsAreMisplaced(qint64 count, const QString& queue, const QString& ids)
{
    const QString found = (count == 1 ? u"1 job in %2 is stored outside the queue's prefix (%3)"_s
                                      : u"%1 jobs in %2 are stored outside the queue's prefix (%3)"_s.arg(count))
                              .arg(queue, ids);
    return found
        + u": a client set ioredis' keyPrefix, which is added to the keys of lists but not to the keys of jobs. BullMQ "
          u"does not support it, and no program finds these jobs by their ids."_s;
}

QString removeKeyPrefix()
{
    return u"Remove keyPrefix from the connections of all queues and workers, and set BullMQ's own option "
           u"\"prefix\"."_s;
}

QString idsAreCut(const QString& searched, const QString& queue, const QString& found)
{
    return u"The search for ids without a job covers only the first %1 entries of each list and set of %2, and "
           u"stops after %3 results."_s.arg(searched, queue, found);
}

QString showId() { return u"duectl show shows whether an id still has a job."_s; }

QString parentsWaitForever(qint64 count, const QString& queue, const QString& ids)
{
    return (count == 1 ? u"1 job in %2 is waiting for missing children (%3) and will never run."_s
                       : u"%1 jobs in %2 are waiting for missing children (%3) and will never run."_s.arg(count))
        .arg(queue, ids);
}

QString addFlowAgain()
{
    return u"If the work is still needed, add the flow again with its own program, and use that program to remove "
           u"the old parent."_s;
}

QByteArray crashError() { return "job stalled more than allowable limit"; }

} // namespace dueline::bulljobwords
