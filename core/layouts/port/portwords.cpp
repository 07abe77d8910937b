// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/portwords.h"

using namespace Qt::StringLiterals;

namespace dueline::portwords {

QString wrongLayout(const QString& layout, const QString& fault)
{
    return u"The layout \"%1\" %2"_s.arg(layout, fault);
}

QString noQueue(const QString& queue) { return u"There is no queue \"%1\"."_s.arg(queue); }

QString noTask(const QString& id, const QString& queue)
{
    return u"There is no task \"%1\" in the queue \"%2\"."_s.arg(id, queue);
}

QString noOperation(const QString& operation)
{
    return u"There is no operation \"%1\"; its undo period may be over."_s.arg(operation);
}

QString operationHasEnded(const QString& operation)
{
    return u"The operation %1 has finished or no longer exists."_s.arg(operation);
}

QString stepIsTooLong() { return u"A step can act on at most 100 tasks."_s; }

QString dueTimesAreMissing() { return u"Rescheduling needs one new due time per task."_s; }

QString cursorIsForeign() { return u"The search cannot continue: its cursor belongs to another layout."_s; }

QString laterCallArrived()
{
    return u"The call was rejected because a later call arrived first; nothing was changed."_s;
}

QString unexpectedReplyTo(const char* command)
{
    return u"Redis returned an unexpected reply to %1."_s.arg(QLatin1StringView(command));
}

QString unexpectedReplyOf(const char* script)
{
    return u"The script %1 returned an unexpected reply."_s.arg(QLatin1StringView(script));
}

} // namespace dueline::portwords
