// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqwords.h"

using namespace Qt::StringLiterals;

namespace dueline::rqwords {

namespace {

QString jobs(qint64 count) { return count == 1 ? u"1 job"_s : u"%1 jobs"_s.arg(count); }

QString are(qint64 count) { return count == 1 ? u"is"_s : u"are"_s; }

QString wait(qint64 count) { return count == 1 ? u"is waiting"_s : u"are waiting"_s; }

QString them(qint64 count) { return count == 1 ? u"it"_s : u"them"_s; }

} // namespace

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "RQ 1 and 2"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All RQ queues on the server. RQ's own workers run the jobs. The Auto layout also finds these queues.");
}

const char* usage()
{
    return "all RQ 1 and 2 queues; Dueline changes jobs as RQ does, and never runs them; pausing @rq suspends RQ's "
           "workers";
}

const char* keptAttempts()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "RQ keeps a job's last ten results until they expire, but nothing about other attempts.");
}

QString noEvents() { return u"RQ does not publish an event when a job finishes."_s; }

const char* unlistedQueues() { return "unlisted RQ queues"; }

const char* queueIsUnlisted() { return "The queue is not in rq:queues, so RQ's own tools do not list it."; }

QByteArray jobsAreLimited(qint64 count, bool isCut)
{
    return (isCut ? QByteArray("At least ") : QByteArray()) + QByteArray::number(count)
        + (count == 1
                ? " of its jobs is held back by a rate limit. RQ stores it elsewhere, so it is not counted."
                : " of its jobs are held back by a rate limit. RQ stores them elsewhere, so they are not counted.");
}

QByteArray jobsAreDeleted(qint64 count, bool isCut, const QByteArray& state)
{
    return (isCut ? QByteArray("At least ") : QByteArray()) + QByteArray::number(count)
        + (count == 1 ? " job that is counted as " : " jobs that are counted as ") + state
        + (count == 1 ? " was" : " were") + " deleted; only the ids are left until RQ cleans up.";
}

QByteArray dependencyIsGone(const QByteArray& job)
{
    return "The job is waiting for " + job + ", which no longer exists, so RQ will never enqueue it.";
}

QByteArray dependencyHasFailed(const QByteArray& job, const QByteArray& status)
{
    const QByteArray end = status == "failed" ? QByteArray("failed") : "was " + status;
    return "The job is waiting for " + job + ", which " + end + "; it will not run until that job has finished.";
}

QByteArray resultsAreLong(const QString& size)
{
    return "The results are too large for a list (" + size.toUtf8() + "); open the job.";
}

QString inflatedIsLong(const QString& id, const QString& limit)
{
    return u"The payload of \"%1\" is larger than %2 when decompressed, so it is not shown."_s.arg(id, limit);
}

const char* jobIsGone()
{
    return "The job itself no longer exists; only its id is left in the queue, and RQ skips it.";
}

QString noLeases() { return u"RQ hands each job to a worker; Dueline can only ask the worker to stop it."_s; }

QString pauseIsForAll() { return u"RQ can only suspend all workers: duectl pause @rq."_s; }

QString resumeIsForAll() { return u"RQ suspends and resumes all workers together: duectl resume @rq."_s; }

QString noAdding() { return u"RQ tasks are Python pickles, which only Python can write."_s; }

QString payloadIsPickle()
{
    return u"RQ stored this job's arguments as a Python pickle, which only Python can write, so they cannot be edited."_s;
}

QString payloadIsNoCall()
{
    return u"An RQ job's payload must be a JSON array of four items, as in [\"mail.send\",null,[1],{}]."_s;
}

QString stopWasNotHeard(const QString& worker)
{
    return u"Worker %1 is not listening, so it did not receive the request to stop the job; the worker may have "
           u"exited."_s.arg(worker);
}

QString schedulesAreReadOnly()
{
    return u"Dueline only lists RQ schedules. To change them, use the program that creates them."_s;
}

QString schedulerIsMissing(qint64 count, const QString& queue, const QString& overdue)
{
    const QString due = count == 1 ? u"1 job in %1 has been due for %2"_s.arg(queue, overdue)
                                   : u"%1 in %2 are due, the oldest for %3"_s.arg(jobs(count), queue, overdue);
    return due + u", and no RQ scheduler is running to put %1 into the queue."_s.arg(them(count));
}

QString startScheduler(const QString& queue)
{
    return u"Start a worker with a scheduler: rq worker --with-scheduler %1."_s.arg(queue);
}

QString jobsAreAbandoned(qint64 count, const QString& queue)
{
    return u"%1 in %2 %3 marked as started, and the worker's report on %4 is more than a minute overdue."_s.arg(
        jobs(count), queue, are(count), them(count));
}

QString retryAbandoned(const QString& operand)
{
    return u"A worker marks these jobs as failed when it starts and every 15 minutes. Make sure that a "
           u"worker is running, then run duectl retry --state failed %1."_s.arg(operand);
}

QString jobsAreNowhere(qint64 count, const QString& queue, const QString& ids)
{
    return u"%1 in %2 %3 in no queue and no registry (%4): no list shows %5, no worker will run %5, and nothing will "
           u"remove %5."_s.arg(jobs(count), queue, are(count), ids, them(count));
}

QString inspectStray(const QString& hash)
{
    return u"Inspect the job (redis-cli HGETALL %1), then enqueue it again or delete it with RQ: "
           u"Job.fetch(ID).delete()."_s.arg(hash);
}

QString jobsWereFetchedOnly(qint64 count, const QString& queue, const QString& ids)
{
    return u"%1 in %2 %3 fetched from the queue and never started (%4): the worker has exited."_s.arg(
        jobs(count), queue, count == 1 ? u"was"_s : u"were"_s, ids);
}

QString retryFetched(const QString& operand)
{
    return u"RQ marks these jobs as failed when a worker cleans up, a minute after the worker first saw "
           u"them. Make sure that a worker is running, then run duectl retry --state failed %1."_s.arg(operand);
}

QString dependenciesHaveFailed(qint64 count, const QString& queue, const QString& ids)
{
    return u"%1 in %2 %3 for a job that failed (%4), and RQ enqueues %5 only when that job has finished."_s.arg(
        jobs(count), queue, wait(count), ids, them(count));
}

QString retryDependency()
{
    return u"Retry the failed job (duectl show prints its id), or delete the jobs you do not need with RQ: "
           u"Job.fetch(ID).delete()."_s;
}

QString dependenciesAreGone(qint64 count, const QString& queue, const QString& ids)
{
    return u"%1 in %2 %3 for a job that no longer exists (%4), so RQ will never enqueue %5."_s.arg(
        jobs(count), queue, wait(count), ids, them(count));
}

QString enqueueWithRq()
{
    return u"Enqueue the job with RQ, Queue(NAME).enqueue_job(Job.fetch(ID)), or delete it: Job.fetch(ID).delete()."_s;
}

} // namespace dueline::rqwords
