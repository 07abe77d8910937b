// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerywords.h"

using namespace Qt::StringLiterals;

namespace dueline::celerywords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Celery 5 with Redis"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "All queues on one broker. Celery's own workers run the tasks. The Auto layout also finds these queues.");
}

const char* prefixLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Prefix"); }

const char* prefixHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "usually empty, or the global_keyprefix, e.g. shop_");
}

const char* usage()
{
    return "all Celery 5 queues under a prefix (none); waiting messages can be changed, but are never run; "
           "messages held by workers appear as the queue @celery";
}

QString eventsMayBeOff() { return u"Celery workers send events only if they are started with -E."_s; }

const char* keptAttempts()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Celery does not store attempts in Redis. A message contains the number of retries, and a result contains the "
        "outcome of the last attempt.");
}

const char* resultIsAwaited()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "A program waiting for the result of a removed task will wait forever, and a chord that includes the task will "
        "never complete.");
}

const char* sharedPlaceIsPartial()
{
    return "By default Celery acknowledges a task before it starts; while the task runs, no key contains it. Results "
           "are stored by id only: read one with duectl show, or with id: in a filter.";
}

QByteArray othersAreIn(const QByteArray& place)
{
    return "Messages held by workers are in " + place
        + ". Celery keeps no list of failed or finished tasks, so they are not counted.";
}

QString itsMessage() { return u"The message"_s; }

QString messageOf(const QString& id) { return u"The message of \"%1\""_s.arg(id); }

const char* messageIsDamaged() { return "The entry is not a kombu message, so no worker can read it."; }

const char* resultIsLong() { return "is longer than 16 MiB"; }

QString resultIsElsewhere(const QString& missing, const QString& place)
{
    return u"%1 There is a result with that id, but it does not specify this queue; open it in \"%2\"."_s.arg(
        missing, place);
}

QString eventsAreOf(const QString& place)
{
    return u"Events from Celery workers do not contain the queue; follow %1 instead."_s.arg(place);
}

QString noRetry()
{
    return u"Celery does not keep the messages of finished tasks; the producer must send the task again."_s;
}

QString isAtWorker()
{
    return u"The task is waiting inside a worker, where changes in Redis do not affect it. Revoke the task instead."_s;
}

QString noAdding()
{
    return u"Celery messages are built by the code that sends them. To add a task, call apply_async in that code."_s;
}

QString noPause()
{
    return u"Celery stores no pause in Redis; to stop its workers from consuming QUEUE, run celery control "
           u"cancel_consumer QUEUE."_s;
}

QString idIsHeldTwice(const QString& count, const QString& id)
{
    return u"Celery revokes by id, and workers hold %1 messages with the id %2: all of them would be skipped, so none "
           u"was revoked."_s.arg(count, id);
}

QString revokeWasNotHeard(const QString& id)
{
    return u"No Celery worker is listening, so no worker received the request to skip %1; it may run later."_s.arg(id);
}

QByteArray wasRevoked(qint64 workers)
{
    const QByteArray count = workers == 1 ? QByteArray("1 worker") : QByteArray::number(workers) + " workers";
    return count
        + " received the request. Workers that are running now will skip the task. The revocation is not stored, so "
          "the task may run after they restart.";
}

QString schedulesAreReadOnly()
{
    return u"Dueline only lists redbeat schedules. To change them, use the program that adds them."_s;
}

QString messagesAreUnlisted(qint64 count)
{
    return count == 1
        ? u"1 message in unacked has no time in unacked_index, so no worker will ever put it back."_s
        : u"%1 messages in unacked have no time in unacked_index, so no worker will ever put them back."_s.arg(count);
}

QString sendAgain(const QString& hash)
{
    return u"duectl list @celery does not show them, but redis-cli HGETALL %1 does. Send the tasks again."_s.arg(hash);
}

QString messagesAreUnacknowledged(qint64 count)
{
    const QString messages = count == 1
        ? u"1 message was fetched by a worker and not acknowledged, and no Celery worker is listening: it returns to "
          u"its queue "_s
        : u"%1 messages were fetched by workers and not acknowledged, and no Celery worker is listening: they return "
          u"to their queues "_s.arg(count);
    return messages + u"only when a worker is running and the visibility timeout (1 h by default) has passed."_s;
}

QString startWorker() { return u"Start a worker, or find out why none is running."_s; }

QString messagesAreLate(qint64 count)
{
    return count == 1
        ? u"A worker has held 1 message for over an hour, the default visibility timeout: another worker will also "
          u"receive it, and it will run twice."_s
        : u"Workers have held %1 messages for over an hour, the default visibility timeout: other workers will also "
          u"receive them, and they will run twice."_s.arg(count);
}

QString raiseTimeout()
{
    return u"Make visibility_timeout in broker_transport_options longer than the longest task and the longest eta; "
           u"messages held by a worker that has exited also wait for this timeout."_s;
}

QString etasAreBeyondTimeout(qint64 count)
{
    return count == 1
        ? u"1 message is waiting inside a worker, with an eta more than an hour (the default visibility timeout) after "
          u"it was fetched: it will be delivered again before its eta and run more than once."_s
        : u"%1 messages are waiting inside workers, with an eta more than an hour (the default visibility timeout) "
          u"after they were fetched: they will be delivered again before their eta and run more than once."_s.arg(
              count);
}

QString raiseTimeoutForEtas()
{
    return u"Make visibility_timeout in broker_transport_options longer than the longest eta, or send tasks with a "
           u"distant eta later."_s;
}

QString messagesAreUnserved(qint64 count, const QString& queue)
{
    return count == 1
        ? u"1 message is waiting in %1, and no Celery worker is listening."_s.arg(queue)
        : u"%1 messages are waiting in %2, and no Celery worker is listening."_s.arg(QString::number(count), queue);
}

QString serveQueue(const QString& queue)
{
    return u"Start a worker for this queue (celery worker --queues=%1), or find out why it stopped. Dueline cannot "
           u"see workers without remote control."_s.arg(queue);
}

QString isOtherLayout() { return u"is not a Celery layout: use celery or celery:PREFIX."_s; }

QString hasParameter() { return u"has a parameter, but accepts none. Write %3F for a ? in a prefix."_s; }

QString prefixIsEmpty() { return u"has an empty prefix: use celery:PREFIX, or celery without one."_s; }

} // namespace dueline::celerywords
