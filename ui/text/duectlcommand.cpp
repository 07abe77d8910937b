// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/duectlcommand.h"

#include "core/base/duration.h"
#include "core/base/shellword.h"

#include <QStringList>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t idsPerCommand = 500; // 500 ids of 200 bytes fit in 128 KiB, which all systems accept

/// Returns the time option for an action, such as `--shift +15m`; empty for an action without a time.
QString timeWords(const Action& action)
{
    switch (action.time) {
    case Action::Time::None:
        break;
    case Action::Time::At:
        return QStringLiteral(" --at ") + formatInstant(action.at);
    case Action::Time::In:
        return QStringLiteral(" --in ") + formatDuration(action.by);
    case Action::Time::Shift:
        return QStringLiteral(" --shift ") + (action.by.count() < 0 ? QString() : QStringLiteral("+"))
            + formatDuration(action.by);
    case Action::Time::Spread:
        return QStringLiteral(" --spread %1..%2").arg(formatInstant(action.at), formatInstant(action.until));
    }
    return {};
}

/// Returns the queue and the ids, preceded by `--` if any of them looks like an option.
QString targetWords(const QueueName& queue, const TaskId* first, const TaskId* last)
{
    const bool likeAnOption
        = queue.startsWith('-') || std::any_of(first, last, [](const TaskId& id) { return id.startsWith('-'); });
    QString words = likeAnOption ? QStringLiteral(" --") : QString();
    words += u' ' + shellWord(queue);
    for (; first != last; ++first)
        words += u' ' + shellWord(*first);
    return words;
}

/// Returns the part of the command before the queue.
QString startOf(const Action& action, const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary)
{
    QString start = QStringLiteral("duectl ") + QString::fromLatin1(actionName(action.kind)) + timeWords(action);
    if (action.force)
        start += QStringLiteral(" --force");
    if (action.idle)
        start += QStringLiteral(" --idle ") + formatDuration(*action.idle);
    if (pace > 0)
        start += QStringLiteral(" --pace %1").arg(pace);
    if (canary)
        start += QStringLiteral(" --canary");
    if (canary && canary->failuresPercent != Canary().failuresPercent)
        start += QStringLiteral(" --canary-failures %1%").arg(canary->failuresPercent);
    if (!reason.isEmpty())
        start += QStringLiteral(" --reason=") + shellWord(reason);
    return start;
}

} // namespace

QString filterCommand(const QueueName& queue, const Action& action, const QString& filter, StateSet states,
    const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary)
{
    return startOf(action, reason, pace, canary) + filterWords(filter, states) + targetWords(queue, nullptr, nullptr);
}

QString filterWords(const QString& filter, StateSet states)
{
    const QString words
        = filter.isEmpty() ? QStringLiteral(" --all") : QStringLiteral(" --match=") + shellWord(filter.toUtf8());
    return states == StateSet::all() ? words
                                     : words + QStringLiteral(" --state ") + QString::fromLatin1(stateNames(states));
}

QString actionCommand(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids,
    const QByteArray& reason, qint64 pace, const std::optional<Canary>& canary)
{
    const QString start = startOf(action, reason, pace, canary);
    return action.time == Action::Time::Spread ? start + targetWords(queue, ids.data(), ids.data() + ids.size())
                                               : commandOn(start, queue, ids);
}

QString commandOn(const QString& start, const QueueName& queue, const std::vector<QByteArray>& words)
{
    if (words.empty())
        return start + targetWords(queue, nullptr, nullptr);
    QStringList lines;
    for (std::size_t at = 0; at < words.size(); at += idsPerCommand)
        lines << start
                + targetWords(queue, words.data() + at, words.data() + std::min(words.size(), at + idsPerCommand));
    return lines.join(u'\n');
}

QString commandWith(const QString& start, const QueueName& queue, const QByteArray& name, const QStringList& options)
{
    const QString names = targetWords(queue, &name, &name + 1);
    const QString behind = options.isEmpty() ? QString() : u' ' + options.join(u' ');
    return names.startsWith(QStringLiteral(" -- ")) ? start + behind + names : start + names + behind;
}

QString optionWith(const char* name, const QByteArray& value)
{
    return QStringLiteral("--%1%2%3")
        .arg(QLatin1StringView(name), value.startsWith('-') ? QStringLiteral("=") : QStringLiteral(" "),
            shellWord(value));
}

QString showCommands(const QueueName& queue, const std::vector<TaskId>& ids)
{
    QStringList lines;
    for (const TaskId& id : ids)
        lines << QStringLiteral("duectl show") + targetWords(queue, &id, &id + 1);
    return lines.join(u'\n');
}

QString leaseCommand(bool releases, const QueueName& queue, const TaskId& id)
{
    return (releases ? QStringLiteral("duectl release") : QStringLiteral("duectl cancel"))
        + targetWords(queue, &id, &id + 1);
}

QString diffCommand(
    const QueueName& queue, const std::vector<TaskId>& ids, const std::optional<std::pair<int, int>>& attempts)
{
    const QString numbers = attempts ? QStringLiteral(" --attempts %1,%2").arg(attempts->first).arg(attempts->second)
                                     : QString(); // must come first: anything after -- isn't an option
    return QStringLiteral("duectl diff") + numbers + targetWords(queue, ids.data(), ids.data() + ids.size());
}

std::vector<TaskId> idsOf(const std::vector<TaskRef>& refs)
{
    std::vector<TaskId> ids;
    ids.reserve(refs.size());
    for (const TaskRef& ref : refs)
        ids.push_back(ref.id);
    return ids;
}

} // namespace dueline
