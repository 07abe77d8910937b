// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqwords.h"

using namespace Qt::StringLiterals;

namespace dueline::bullmqwords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "BullMQ 5 and 6"); }

const char* majorLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Version"); }

const char* majorName() { return QT_TRANSLATE_NOOP("LayoutWords", "Worker version"); }

const char* majorRecorded() { return QT_TRANSLATE_NOOP("LayoutWords", "as recorded in each queue"); }

const char* major5()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "5.x if a queue records no version or has also been opened by Bull");
}

const char* major6()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "6.x if a queue records no version or has also been opened by Bull");
}

const char* priorityHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "jobs without a priority run first, followed by the lowest numbers");
}

const char* usage()
{
    return "all BullMQ 5 and 6 queues under a prefix (bull); Dueline changes jobs as BullMQ does, and never runs "
           "them";
}

const char* majorUsage()
{
    return "version of the workers; also opens queues without a version, and queues that Bull has opened";
}

QString noEvents() { return u"Dueline does not publish BullMQ's wake-up messages."_s; }

QByteArray groupsAreCut(qint64 counted)
{
    return "The queue has many groups; only jobs of the first " + QByteArray::number(counted) + " are counted.";
}

QByteArray metaIsMissing(const QByteArray& base, const QByteArray& layout)
{
    return "The queue's key " + base
        + "meta is missing or has no version: the queue is read-only until BullMQ opens it or you specify its version, "
        + layout + "?major=6 (or 5).";
}

QString eventsAreOnSeveralNodes()
{
    return u"In a cluster, BullMQ's events are on several nodes, and Dueline does not read them."_s;
}

QString connectionIsClosed() { return u"Redis has closed the connection."_s; }

QString metaIsLost(const QString& prefix)
{
    return u"The queue's key \"meta\" is missing or has no version, so Dueline changes nothing until BullMQ opens "
           u"the queue. If you know the version, you can also open it as bullmq:%1?major=6 (or 5)."_s.arg(prefix);
}

QString bullKeysAreLeft(const QString& prefix)
{
    return u"Bull and BullMQ have both opened this queue, and Bull's own keys \"meta-paused\" or \"priority\" are "
           "still "
           "there. If "
           "its jobs "
           "are "
           "Bull's, "
           "open it "
           "as "
           "bull:%1?stamped=yes; if they are BullMQ's, delete these two keys first."_s.arg(prefix);
}

QString versionIsUnknown(const QString& prefix)
{
    return u"This queue does not record its BullMQ version and has traces of BullMQ 3 or 4; if its workers run 5.x or "
           u"6.x, open it as bullmq:%1?major=5 or bullmq:%1?major=6."_s.arg(prefix);
}

QString versionIsUnsupported(const QString& version)
{
    return u"Unsupported queue version %1. Only BullMQ 5 and 6 queues can be changed."_s.arg(version);
}

QString schedulesAreFixed()
{
    return u"BullMQ schedules can be listed and removed here; to change them, use the program that adds them."_s;
}

QString scheduleHasAdvanced(const QString& name)
{
    return u"The schedule %1 has just advanced to its next run; try again."_s.arg(name);
}

QString scheduleIsOld(const QString& name)
{
    return u"%1 is a repeatable job of an earlier version of BullMQ; remove it with the program that adds it."_s.arg(
        name);
}

QString noSchedule(const QString& name, const QString& queue)
{
    return u"There is no schedule %1 in the queue %2."_s.arg(name, queue);
}

QString isOtherLayout() { return u"is not a BullMQ layout: use bullmq or bullmq:PREFIX."_s; }

QString prefixIsEmpty() { return u"has an empty prefix: use bullmq:PREFIX, or bullmq for the prefix bull."_s; }

QString hasUnknownParameter()
{
    return u"has an unknown parameter: it accepts only major=5 or major=6. Write %3F for a ? in a prefix."_s;
}

} // namespace dueline::bullmqwords
