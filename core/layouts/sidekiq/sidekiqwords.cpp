// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqwords.h"

using namespace Qt::StringLiterals;

namespace dueline::sidekiqwords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Sidekiq 6.4, 7 and 8"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All queues in one installation. Sidekiq's own processes run the jobs. The Auto layout also finds these "
        "queues.");
}

const char* namespaceLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Namespace"); }

const char* namespaceHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "usually empty; with redis-namespace, the namespace, e.g. shop");
}

const char* usage()
{
    return "all Sidekiq 6.4, 7 and 8 queues; Dueline changes jobs as Sidekiq does, and never runs them; the "
           "shared sets (scheduled, retry, dead) appear as the queue @sidekiq";
}

const char* typeHint() { return QT_TRANSLATE_NOOP("LayoutWords", "job class, e.g. MailJob"); }

const char* keptAttempts()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Sidekiq keeps only the error and the times of the last failed attempt.");
}

QString noEvents() { return u"Sidekiq does not publish an event when a job finishes."_s; }

const char* namespaces() { return "Sidekiq namespaces"; }

QByteArray queueIsUnlisted(const QByteArray& key)
{
    return "The queue is not in the set " + key + ", so Sidekiq's own web page does not list it.";
}

QByteArray runningAreCut(qint64 keys)
{
    return "Only some running jobs are counted: the search for working lists has covered " + QByteArray::number(keys)
        + " keys so far.";
}

const char* returnsAtStart() { return "a process of the same library, usually when it starts"; }

QByteArray returnsWithin(const QString& time) { return "a process with reliable fetch, within " + time.toUtf8(); }

QByteArray returnsLater() { return "the next process with reliable fetch that starts; none is running now"; }

const char* jobIsDamaged()
{
    return "The job is not a JSON object, so no worker can run it; Sidekiq moves it to the dead set unchanged.";
}

QByteArray jobCrashes() { return "Interrupted repeatedly"; }

QByteArray jobWasInterrupted(int times)
{
    const QByteArray reason = "the process ended while it was running the job.";
    return times == 1 ? "Interrupted once: " + reason
                      : (times == 2 ? QByteArray("Interrupted twice") : jobCrashes()) + ": each time, " + reason;
}

const char* backoffOption() { return "per-job backoff: the job's class defines it"; }

QString argumentsAreNoArray(const QString& arguments)
{
    return u"A Sidekiq job's arguments must be a JSON array, as in [1,\"two\"]; %1 is not one."_s.arg(arguments);
}

QString jobIsUnreadable() { return u"This job cannot be read, so its arguments cannot be edited."_s; }

QString lockIsForArguments()
{
    return u"This job holds a uniqueness lock for its arguments, so they cannot be edited."_s;
}

QString argumentsAreActiveJob(const QString& jobClass)
{
    return u"These are the arguments of an ActiveJob (%1), which only its application can enqueue."_s.arg(jobClass);
}

QString classIsMissing() { return u"A Sidekiq job needs a class."_s; }

QString queueIsMissing() { return u"This view covers all queues; enter the queue of the new job."_s; }

QString noPause() { return u"The open-source edition of Sidekiq cannot pause a queue."_s; }

QString schedulesAreFixed()
{
    return u"sidekiq-cron jobs can be listed, enabled and disabled here; to add, change or remove them, use the "
           u"program that loads them."_s;
}

QString noSchedule(const QString& name) { return u"sidekiq-cron has no recurring job %1."_s.arg(name); }

QString scheduleHasChanged(const QString& name)
{
    return u"The recurring job %1 has changed in the meantime; check it again."_s.arg(name);
}

QString deadSetIsFull(const QString& queue, const QString& count)
{
    return u"The dead set of %1 has %2 jobs, Sidekiq's default limit (dead_max_jobs): each job that dies now pushes "
           u"out the oldest one."_s.arg(queue, count);
}

QString exportDead(const QString& operand)
{
    return u"Export the jobs (duectl export --state failed %1 FILE), then retry them, delete the ones you do not "
           u"need, or raise dead_max_jobs."_s.arg(operand);
}

QString jobsAreInterrupted(qint64 count, const QString& types)
{
    return count == 1
        ? u"Reliable fetch has set aside 1 job (%1): its process exited each time the job ran. The job itself may "
          u"be crashing the process."_s.arg(types)
        : u"Reliable fetch has set aside %1 jobs (%2): each time one of them ran, the process exited. The jobs "
          u"themselves may be crashing the processes."_s.arg(QString::number(count), types);
}

QString inspectInterrupted(const QString& operand)
{
    return u"Before you retry the jobs, inspect them (duectl list --match native:interrupted %1) and find out why the "
           u"processes exited; they may have run out of memory."_s.arg(operand);
}

QString jobsAreOrphaned(qint64 count, const QString& queue)
{
    return count == 1
        ? u"1 job in %1 is in the working list of a process that has exited"_s.arg(queue)
        : u"%1 jobs in %2 are in the working lists of processes that have exited"_s.arg(QString::number(count), queue);
}

QString orphansReturn(const QString& orphans, const QString& time)
{
    return u"%1. Reliable fetch will put them back within %2."_s.arg(orphans, time);
}

QString waitForReturn()
{
    return u"Wait, or find out why the processes exited. Each return of a job to its queue counts as an "
           u"interruption."_s;
}

QString orphansStay(const QString& orphans)
{
    return u"%1, and no process with reliable fetch is running to put them back."_s.arg(orphans);
}

QString returnOrphans(const QString& operand)
{
    return u"Start a Sidekiq process with reliable fetch, or put them back: duectl retry --state leased --match "
           u"native:orphaned --force %1"_s.arg(operand);
}

QString jobsAreInPrivateLists(qint64 count, const QString& queue, const QString& processes)
{
    return count == 1
        ? u"1 job in %1 is in the private list of a process that has exited (%2). No worker will run it until "
          u"Sidekiq Pro puts it back."_s.arg(queue, processes)
        : u"%1 jobs in %2 are in the private lists of processes that have exited (%3). No worker will run them "
          u"until Sidekiq Pro puts them back."_s.arg(QString::number(count), queue, processes);
}

QString startSuperFetch()
{
    return u"Start or restart a Sidekiq process with super_fetch: it checks for such lists when it starts."_s;
}

QString jobsAreHeld(qint64 count, const QString& queues, const QString& processes)
{
    return count == 1
        ? u"1 job (queue: %1) is held by a process that has exited (%2): the only copy of this job will be lost "
          u"when the report of that process expires."_s.arg(queues, processes)
        : u"%1 jobs (queues: %2) are held by processes that have exited (%3): the only copies of these jobs will "
          u"be lost when the reports of those processes expire."_s.arg(QString::number(count), queues, processes);
}

QString saveHeld()
{
    return u"Save the jobs now: duectl list QUEUE --match native:lost lists them, and duectl show prints one. Then "
           u"push the jobs again."_s;
}

QString processesAreSilent(qint64 count, const QString& processes)
{
    return (count == 1 ? u"The process %1 has sent no heartbeat for over a minute; it reported no running jobs."_s
                       : u"The processes %1 have sent no heartbeat for over a minute; they reported no running jobs."_s)
        .arg(processes);
}

QString checkProcess()
{
    return u"Check that each process is still running and can reach Redis; if not, start another process."_s;
}

QString processesAreGone(qint64 count, const QString& processes)
{
    return (count == 1
            ? u"The process %1 exited without deregistering, and its report has expired: a job that it was running "
              u"is no longer in any key."_s
            : u"The processes %1 exited without deregistering, and their reports have expired: jobs that they were "
              u"running are no longer in any key."_s)
        .arg(processes);
}

QString readLog()
{
    return u"Check the process's log for the jobs that it was running, and push the jobs again. The next process "
           u"that starts removes the entry."_s;
}

QString jobsAreUnserved(bool isRunning, const QString& queue, const QString& wait)
{
    return (isRunning ? u"Jobs in %1 have been waiting for %2, and no process serves the queue."_s
                      : u"Jobs in %1 have been waiting for %2, and no Sidekiq process is running."_s)
        .arg(queue, wait);
}

QString serveQueue(const QString& queue)
{
    return u"Start a process for this queue (sidekiq -q %1), or add the queue to a process's list."_s.arg(queue);
}

QString startSidekiq() { return u"Start Sidekiq, or find out why it stopped."_s; }

QString isOtherLayout() { return u"is not a Sidekiq layout: use sidekiq or sidekiq:NAMESPACE."_s; }

QString hasParameter() { return u"has a parameter, but accepts none. Write %3F for a ? in a namespace."_s; }

QString namespaceIsEmpty() { return u"has an empty namespace: use sidekiq:NAMESPACE, or sidekiq without one."_s; }

} // namespace dueline::sidekiqwords
