// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listwords.h"

using namespace Qt::StringLiterals;

namespace dueline::listwords {

const char* listUsage() { return "a list without times: producers push tasks and workers pop them"; }

const char* resultsUsage() { return "channel on which results are published (none)"; }

const char* resultsLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Results to"); }

const char* resultsName() { return QT_TRANSLATE_NOOP("LayoutWords", "Results channel"); }

const char* resultsHint() { return QT_TRANSLATE_NOOP("LayoutWords", "empty: results are not published"); }

const char* listTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "LIST with LPUSH and RPOP"); }

const char* listExplanation()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Items are tasks without a time: pushed at the head, popped from the tail.");
}

const char* listByOthers()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "RPOP removes the task permanently: if the worker dies, the task is lost.");
}

const char* listByDueline()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Removes and leases each task in one step and runs it immediately, so no task is lost if a worker dies. "
        "Results are published on the same channel.");
}

const char* listByBoth()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "No task runs twice, because each item is popped once. A task held by the design's own worker is lost if "
        "that worker dies.");
}

const char* resendUsage() { return "a list of JSON messages; messages that are too old are resent"; }

const char* maxUsage() { return "how many times a message is resent (3)"; }

const char* maxLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Resend"); }

const char* maxName() { return QT_TRANSLATE_NOOP("LayoutWords", "Resend at most"); }

const char* maxSuffix() { return QT_TRANSLATE_NOOP("LayoutWords", " times"); }

const char* resendTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "LIST of JSON messages that are resent when old"); }

const char* resendExplanation()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Items are {message, timestamp, retry_count, delay_time}: recent messages are run, and old messages are resent.");
}

const char* resendByOthers()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "If the worker dies, its message is lost. Messages that were resent too often are dropped.");
}

const char* resendByDueline()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Follows the design's rule: runs recent messages and resends old ones. Messages past the resend limit "
        "remain in Failed.");
}

const char* resendByBoth()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "No task runs twice, because each item is popped once. The design's own worker still drops messages past "
        "the resend limit.");
}

const char* timesHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "List items have no due times. Tasks are claimed in order.");
}

const char* itemHint() { return QT_TRANSLATE_NOOP("LayoutWords", "The payload becomes the list item."); }

const char* messageHint() { return QT_TRANSLATE_NOOP("LayoutWords", "The payload becomes the message."); }

QString orderLost()
{
    return u"Strict order: native tasks are claimed in the list's order, but several may run in parallel."_s;
}

const char* orderLostInWindow()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Sequential execution: native tasks are claimed in list order, but may run in parallel.");
}

QString resultsLost(const QString& channel)
{
    return u"Results channel %1: the native queue publishes outcomes on its own channel instead."_s.arg(channel);
}

const char* resultsLostInWindow()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Results channel %1: a native queue publishes outcomes on its own channel instead.");
}

QString resendsLost()
{
    return u"Timestamp, retry count and delay of each message: the native queue's attempts and backoff replace them, "
           u"and old messages run instead of being resent."_s;
}

const char* resendsLostInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Timestamp, retry count and delay: the queue's attempts and backoff replace them, and old messages run "
        "instead of being resent.");
}

QString messageIsNoText() { return u"Messages in this design are JSON, so they can contain only UTF-8 text."_s; }

QString noTimes() { return u"A list has no times: added tasks are due immediately."_s; }

QString keyIsNoList(const QString& key, const QString& layout)
{
    return u"The key %1 is not a list, but the %2 layout needs a list. Check it with TYPE, or specify another key."_s
        .arg(key, layout);
}

const char* isNoMessage() { return "This item is not a message of this design, so it never runs."; }

const char* isSentAgain() { return "No worker claimed the message in time; it will be sent again."; }

const char* isSentTooOften() { return "No worker claimed the message in time, and it has reached its retry limit."; }

QByteArray wasSentTooOften(int times)
{
    return "no worker claimed the message in time, and it was sent again " + QByteArray::number(times) + " times";
}

QString itemsAreMessages(int messages, int looked)
{
    return u"%1 of %2 sampled items are JSON with message, timestamp, retry_count and delay_time."_s.arg(messages).arg(
        looked);
}

const char* itemsAreMessagesInWindow() { return QT_TRANSLATE_NOOP("LayoutWords", "%1 of %2 sampled items match"); }

QString itemsAreUnknown() { return u"A list; its items may or may not be tasks."_s; }

const char* itemsAreUnknownInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "a list; its items may or may not be tasks");
}

QString maxIsWrong() { return u"needs a whole number, for example max=3."_s; }

} // namespace dueline::listwords
