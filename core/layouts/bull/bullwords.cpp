// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullwords.h"

using namespace Qt::StringLiterals;

namespace dueline::bullwords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Bull 3.29 and 4"); }

const char* stampedLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Shared"); }

const char* stampedName() { return QT_TRANSLATE_NOOP("LayoutWords", "Queues that BullMQ has also opened"); }

const char* stampedNo() { return QT_TRANSLATE_NOOP("LayoutWords", "only read them"); }

const char* stampedYes() { return QT_TRANSLATE_NOOP("LayoutWords", "treat them as Bull's: Bull's workers run them"); }

const char* priorityHint()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "lower numbers run first; jobs without a priority run last");
}

const char* usage()
{
    return "all Bull 3.29 and 4 queues under a prefix (bull); Dueline changes jobs as Bull does, and never runs "
           "them; BullMQ "
           "uses the same keys, so the contents of a queue show which library owns it";
}

const char* stampedUsage() { return "also treat queues that BullMQ has opened as Bull queues"; }

QString noEvents() { return u"Dueline does not read Bull's events."_s; }

QByteArray counterIsMissing(const QByteArray& base, const QByteArray& layout)
{
    return "The queue's counter " + base
        + "id is missing: the queue is read-only until Bull adds a job or you specify that the queue is Bull's, "
        + layout + "?stamped=yes.";
}

QString tooManyForPriority()
{
    return u"Too many jobs are waiting, so none can be inserted by priority in a single step; add fewer jobs at a "
           u"time, or add them without a priority."_s;
}

QString counterIsLost(const QString& prefix)
{
    return u"The queue's counter \"id\" is missing, so Dueline changes nothing until Bull adds a job. If the queue "
           u"is Bull's, you can also open it as bull:%1?stamped=yes."_s.arg(prefix);
}

QString schedulesAreFixed()
{
    return u"Bull's repeatable jobs can be listed and removed here; to change them, use the program that adds them."_s;
}

QString scheduleHasAdvanced(const QString& name)
{
    return u"The repeatable job %1 has just advanced to its next run; try again."_s.arg(name);
}

QString noSchedule(const QString& name, const QString& queue)
{
    return u"There is no repeatable job %1 in the queue %2."_s.arg(name, queue);
}

QString isOtherLayout() { return u"is not a Bull layout: use bull or bull:PREFIX."_s; }

QString prefixIsEmpty() { return u"has an empty prefix: use bull:PREFIX, or bull for the prefix bull."_s; }

QString hasUnknownParameter()
{
    return u"has an unknown parameter: it accepts only stamped=yes. Write %3F for a ? in a prefix."_s;
}

} // namespace dueline::bullwords
