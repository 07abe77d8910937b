// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/operationwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace dueline {

QString iconOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Retry:
        return QStringLiteral("retry");
    case ActionKind::RunNow:
        return QStringLiteral("run-now");
    case ActionKind::Reschedule:
        return QStringLiteral("reschedule");
    case ActionKind::Discard:
        return QStringLiteral("discard");
    case ActionKind::Restore:
        return QStringLiteral("restore");
    case ActionKind::Delete:
        return QStringLiteral("delete");
    }
    return {};
}

QString doneWords(ActionKind kind, qint64 count)
{
    const int n = int(std::min<qint64>(count, std::numeric_limits<int>::max()));
    switch (kind) {
    case ActionKind::Retry:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) retried", nullptr, n);
    case ActionKind::RunNow:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) made due", nullptr, n);
    case ActionKind::Reschedule:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) rescheduled", nullptr, n);
    case ActionKind::Discard:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) discarded", nullptr, n);
    case ActionKind::Restore:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) restored", nullptr, n);
    case ActionKind::Delete:
        return QCoreApplication::translate("dueline::Workbench", "%n task(s) deleted for good", nullptr, n);
    }
    return {};
}

} // namespace dueline
