// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelwords.h"

using namespace Qt::StringLiterals;

namespace dueline::laravelwords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Laravel 8 to 13, Horizon"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All of one application's queues, and the jobs that Horizon keeps. The application's own workers run the "
        "jobs. The Auto layout also finds these queues.");
}

const char* prefixLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Prefix"); }

const char* prefixHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "empty, or database.redis.options.prefix, e.g. shop_database_");
}

const char* horizonLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Horizon"); }

const char* horizonName() { return QT_TRANSLATE_NOOP("LayoutWords", "Horizon's prefix"); }

const char* horizonHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "from the app name, or the value of horizon.prefix, e.g. shop_horizon:");
}

const char* usage()
{
    return "all Laravel 8 to 13 queues under a prefix (laravel_database_); Dueline changes jobs as Laravel "
           "does, and never runs them; the jobs that Horizon keeps (failed, completed) appear as the queue @laravel";
}

const char* horizonUsage() { return "key prefix of the Horizon installation that supervises these queues"; }

QString noEvents() { return u"Laravel does not publish an event when a job finishes."_s; }

const char* attemptsOfQueue()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Laravel stores only a job's attempt count in Redis.");
}

const char* attemptsOfHorizon()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Horizon keeps only the outcome of the last attempt.");
}

const char* rowIsRetried()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Laravel's failed_jobs table keeps a row for each job. Running php artisan queue:retry would run the job "
        "again; queue:forget removes the row.");
}

const char* rowStays()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Laravel's failed_jobs table keeps a row for each job, so php artisan queue:retry can still run the job.");
}

const char* lockStays()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "A unique job's lock remains until it expires, and no identical job can be queued before then. Redis does "
        "not record which job classes are unique.");
}

QString horizonIsMissing(const QString& place)
{
    return u"No Horizon was found, so \"%1\" has no jobs to show."_s.arg(place);
}

QString noQueue(const QString& queue)
{
    return u"There is no queue \"%1\"; Laravel keeps no key for an empty queue."_s.arg(queue);
}

const char* othersAreInQueues() { return "Waiting and running jobs are in their queues."; }

QByteArray endedAreIn(const QByteArray& place)
{
    return "Failed and completed jobs of all queues are in " + place + '.';
}

const char* failedAreInSql()
{
    return "Laravel keeps failed jobs in its own database; php artisan queue:failed lists them.";
}

const char* rowIsLeft() { return "Like Horizon's own retry, a retry leaves the row in Laravel's database."; }

QByteArray seenAt(const QByteArray& time) { return "; seen at " + time; }

const char* supervisorsArePaused() { return "Horizon's supervisors of this queue are paused."; }

QString statePrefix(const QString& example)
{
    return u"Specify the PREFIX of its queue keys (PREFIXqueues:NAME): --layout \"%1\"."_s.arg(example);
}

QString queuesOfHorizonAreMissing(const QString& beginning, const QString& layout)
{
    return u"The queues of this Horizon were not found: no queue key begins with %1. If its workers use that prefix, open "
           u"it with --layout \"%2\"."_s.arg(beginning, layout);
}

const char* keyHasOtherType() { return "The job's key contains a different type of data, so Horizon cannot read it."; }

const char* jobIsGone() { return "The job itself no longer exists; Horizon keeps only its id."; }

QByteArray wrapLosesJob(const QByteArray& cause)
{
    return cause
        + ", so a worker that fetches it will lose it: set serializer and compression of the queue's connection to "
          "none.";
}

QByteArray wrapped(bool isCompressed, const QByteArray& what, const QByteArray& by)
{
    return (isCompressed ? "phpredis has compressed " : "phpredis has serialized ") + what + " (" + by + ')';
}

QByteArray attemptsAreMissing()
{
    return "The job has no number of attempts, so a worker that fetches it will lose "
           "it.";
}

QByteArray jobIsNoObject() { return "The job is not a JSON object, so a worker that fetches it will lose it."; }

const char* isEncrypted() { return "with the application's key"; }

QByteArray jobsFollow(qint64 count)
{
    return QByteArray::number(count)
        + (count == 1 ? " job follows it in a chain and will not run without it"
                      : " jobs follow it in a chain and will not run without it");
}

QString noHorizonToChange() { return u"No Horizon was found, so Horizon's jobs cannot be changed."_s; }

QString retryInSql()
{
    return u"Laravel keeps failed jobs in its own database; run php artisan queue:retry ID there."_s;
}

QString noAdding() { return u"Laravel jobs are serialized PHP objects, which only PHP can write."_s; }

QString noPause() { return u"Laravel has no pause mechanism that Dueline can use."_s; }

QString unreadableJobs(qint64 count, bool isCut, const QString& kind, const QString& queue)
{
    const QString number = isCut ? u"at least %1"_s.arg(count) : QString::number(count);
    return u"%1 %2%3 in %4"_s.arg(number, kind, count == 1 ? u"job"_s : u"jobs"_s, queue);
}

QString jobsAreWrapped(const QString& jobs, const QString& cause)
{
    return u"Workers cannot read %1, and a worker that fetches such a job loses it: %2."_s.arg(jobs, cause);
}

QString stopWrapping(const QString& operand)
{
    return u"Set serializer and compression to none in the options of the Redis connection for this queue, then dispatch "
           u"these jobs again: duectl list %1 shows them."_s.arg(operand);
}

QString jobsAreUnreadable(const QString& jobs)
{
    return u"Workers cannot read %1, and a worker that fetches such a job loses it."_s.arg(jobs);
}

QString listDamaged(const QString& operand)
{
    return u"List the jobs: duectl list --match native:damaged %1."_s.arg(operand);
}

QString isOtherLayout() { return u"is not a Laravel layout: use laravel or laravel:PREFIX."_s; }

QString hasUnknownParameter()
{
    return u"has an unknown parameter: it accepts only horizon=PREFIX. Write %3F for a ? in a prefix."_s;
}

} // namespace dueline::laravelwords
