// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/taskname.h"

#include "core/base/text.h"
#include "core/queue/taskfilter.h"

namespace dueline {

QString shortUnique(const TaskId& id, QByteArrayView type)
{
    if (!type.isEmpty())
        return printable(id, 24);
    const qsizetype hash = id.indexOf('#');
    if (hash < 0)
        return {};
    const QByteArray unique = id.mid(hash + 1);
    return u'#'
        + printable(unique.size() > 16 ? unique.left(12) + "…"
                : unique.size() == 16  ? unique.right(6)
                                       : unique,
            24);
}

QString uniquePart(const Task& task, qsizetype maxCharacters)
{
    return printable(task.type.isEmpty() ? task.id.mid(typeOf(task).size()) : task.id, maxCharacters);
}

TaskState stateAt(const Task& task, TimePoint now)
{
    return task.state == TaskState::Scheduled && !task.untimed && task.at <= now ? TaskState::Due : task.state;
}

QString idFilter(const TaskId& id) { return QStringLiteral("id:") + quotedForFilter(QString::fromUtf8(id)); }

} // namespace dueline
