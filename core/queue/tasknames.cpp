// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/tasknames.h"

#include <QCryptographicHash>
#include <QtEndian>

namespace dueline {

namespace {

constexpr qsizetype shownDigits = 8;

/// Returns a 64-bit hash. Among a million tasks, a collision is unlikely and would only add a digest to an id.
quint64 hashOf(QByteArrayView text)
{
    return qFromUnaligned<quint64>(QCryptographicHash::hash(text, QCryptographicHash::Md5).constData());
}

/// Returns the exact name without the number that an inspector appends to identical tasks.
QByteArrayView withoutNumber(QByteArrayView exact)
{
    const qsizetype own = ownIdIn(exact).size();
    const qsizetype end = exact.indexOf('~', own + 1);
    return end < 0 ? exact : exact.first(end);
}

/// Returns a state's group, numbered from 1. Scheduled and Due form one group, because a task may become due between
/// two replies.
quint64 groupOf(TaskState state)
{
    return state == TaskState::Due ? quint64(TaskState::Scheduled) + 1 : quint64(state) + 1;
}

/// Returns a group's position among `groups`, starting at 1; 0 if it is missing.
int positionOf(quint64 group, quint64 groups)
{
    for (int position = 1; groups != 0; ++position, groups >>= 8) {
        if ((groups & 0xff) == group)
            return position;
    }
    return 0;
}

int countOf(quint64 groups)
{
    int count = 0;
    for (; groups != 0; groups >>= 8)
        ++count;
    return count;
}

} // namespace

void TaskNames::distinguish(const std::vector<Task*>& tasks)
{
    for (const Task* task : tasks) {
        if (task->exact.isEmpty())
            continue;
        const quint64 exact = hashOf(withoutNumber(task->exact));
        Known& known = m_known[hashOf(ownIdOf(*task))];
        if (known.exact == 0)
            known.exact = exact;
        known.isShared = known.isShared || known.exact != exact;
        quint64& groups = m_groups[exact];
        if (const quint64 group = groupOf(task->state); positionOf(group, groups) == 0)
            groups |= group << (8 * countOf(groups));
    }
    for (Task* task : tasks) {
        if (task->exact.isEmpty())
            continue;
        const QByteArray own = ownIdOf(*task).toByteArray();
        const QByteArrayView exact = withoutNumber(task->exact);
        const TaskId shortened = exact.first(own.size() + 1 + shownDigits).toByteArray();
        if (m_known.value(hashOf(own)).isShared && !task->id.startsWith(shortened))
            task->id = shortened + task->id.mid(own.size());
        const int position = positionOf(groupOf(task->state), m_groups.value(hashOf(exact)));
        const bool isNumbered = exact.size() < task->exact.size();
        if (position > 1 && !isNumbered)
            task->id += '~' + QByteArray::number(position);
    }
}

bool TaskNames::isRepeated(const TaskId& exact) const
{
    return !exact.isEmpty() && countOf(m_groups.value(hashOf(withoutNumber(exact)))) > 1;
}

} // namespace dueline
