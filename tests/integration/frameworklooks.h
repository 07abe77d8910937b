// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/frameworkwriter.h"

#include <QStringList>

namespace dueline {

/// Returns the duectl arguments that select a task written into `mail` by FrameworkWriter::fill(): its view and id.
inline QString filledTask(const FrameworkWriter& writer, TaskState state, int number)
{
    return QStringLiteral("%1 %2").arg(QString::fromUtf8(writer.placeOf("mail", state)),
        QString::fromLatin1(FrameworkWriter::filledId(state, number)));
}

/// Returns the duectl commands that show the tasks written into `mail` by FrameworkWriter::fill(): each view of each
/// queue and pseudo-queue, and one task in each state.
inline QStringList looksOf(const FrameworkWriter& writer)
{
    QStringList lines{QStringLiteral("queues --json"), QStringLiteral("workers"), QStringLiteral("metrics"),
        QStringLiteral("operations"), QStringLiteral("operations mail"), QStringLiteral("export mail -"),
        QStringLiteral("timeline mail --from -3h --to 2h"),
        QStringLiteral("timeline mail --from -120h --to 1h --bins 5"), QStringLiteral("check mail --oldest-due 10h"),
        QStringLiteral("list mail --match payload:x"), QStringLiteral("list mail --offset 1"),
        QStringLiteral("schedules mail"),
        QStringLiteral("show %1 --payload").arg(filledTask(writer, TaskState::Due, 1))};
    if (const QString shared = QString::fromUtf8(writer.shared()); !shared.isEmpty()) {
        for (const char* line : {"list %1", "operations %1", "export %1 -", "list %1 --match payload:x",
                 "timeline %1 --from -5d --to 1h", "schedules %1"})
            lines << QString::fromLatin1(line).arg(shared);
    }
    if (!writer.parent().isEmpty())
        lines << QStringLiteral("show mail ") + QString::fromUtf8(writer.parent());
    for (const TaskState state : allStates) {
        if (writer.states().contains(state)) {
            lines << QStringLiteral("show ") + filledTask(writer, state, 1);
            lines << QStringLiteral("list %1 --state %2")
                         .arg(QString::fromUtf8(writer.placeOf("mail", state)), QString::fromLatin1(stateName(state)));
        }
    }
    return lines;
}

} // namespace dueline
