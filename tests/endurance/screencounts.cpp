// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endurance/screencounts.h"

#include "core/layouts/native/nativekeys.h"
#include "tests/chaos/chaosqueues.h"
#include "ui/text/formatting.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/taskpane.h"

#include <QAbstractButton>
#include <QRegularExpression>

namespace dueline::chaos {

namespace {

constexpr std::array countedStates{
    TaskState::Scheduled, TaskState::Retrying, TaskState::Leased, TaskState::Failed, TaskState::Done, TaskState::Trash};

StateCounts withoutClock(StateCounts counts)
{
    counts[TaskState::Scheduled] += counts[TaskState::Due];
    counts[TaskState::Due] = 0;
    return counts;
}

/// Returns the number in a string with optional thousands separators.
qint64 digits(QString words) { return words.remove(QRegularExpression(QStringLiteral("\\D"))).toLongLong(); }

/// Returns the counts in a queue's sidebar rows, with -1 for missing rows.
StateCounts inSidebar(SidebarModel& sidebar, const QueueName& queue)
{
    StateCounts counts;
    for (const TaskState state : allStates)
        counts[state] = -1;
    for (int row = 0; row < sidebar.rowCount(); ++row) {
        const SidebarModel::Row& shown = sidebar.row(row);
        if (shown.kind == SidebarModel::Kind::State && shown.place.queue == queue)
            counts[*shown.place.state] = shown.count;
    }
    return withoutClock(counts);
}

/// Returns the counts in the legend, with -1 for missing ones.
StateCounts inLegend(const TimelineLegend& legend)
{
    StateCounts counts;
    for (const TaskState state : timelineBands) {
        counts[state] = -1;
        for (const QAbstractButton* entry : legend.findChildren<QAbstractButton*>()) {
            const QString words = entry->accessibleName();
            if (words.startsWith(Formatting::stateWord(state) + u':'))
                counts[state] = digits(words);
        }
    }
    return withoutClock(counts);
}

template <typename Part> bool says(const Part& part, const QString& words)
{
    const auto labels = part.template findChildren<PlainLabel*>();
    return std::any_of(
        labels.begin(), labels.end(), [&words](const PlainLabel* label) { return label->fullText() == words; });
}

} // namespace

StateCounts countsInRedis(RedisServer& server, const QueueName& queue)
{
    const NativeKeys keys(keyPrefix, queue);
    const std::array<QByteArray, countedStates.size()> sets{
        keys.pending(), keys.retry(), keys.leased(), keys.failed(), keys.done(), keys.trash()};
    StateCounts counts;
    for (std::size_t i = 0; i < sets.size(); ++i)
        counts[countedStates[i]] = server.call({"ZCARD", sets[i]}).integer;
    return counts;
}

QStringList differences(
    test::OpenWindow& open, const std::vector<std::pair<QueueName, StateCounts>>& redis, const QueueName& shown)
{
    QStringList found;
    const auto compare = [&found](const QString& where, TaskState state, qint64 said, qint64 there) {
        if (said != there) {
            found << QStringLiteral("%1 says %2 %3, Redis has %4.")
                         .arg(where, QString::number(said), Formatting::stateWord(state), QString::number(there));
        }
    };
    for (const auto& [queue, there] : redis) {
        const StateCounts said = inSidebar(open.bench.sidebar(), queue);
        for (const TaskState state : countedStates)
            compare(
                QStringLiteral("The sidebar's %1").arg(QString::fromLatin1(queue)), state, said[state], there[state]);
        if (queue != shown)
            continue;
        const StateCounts legend = inLegend(open.part<TimelineLegend>());
        qint64 listed = 0;
        for (const TaskState state : countedStates) {
            if (state == TaskState::Trash)
                continue; // neither the timeline nor the table includes the trash
            listed += there[state];
            compare(QStringLiteral("The legend"), state, legend[state], there[state]);
        }
        if (!says(open.part<TaskPane>(), Formatting::count(listed)))
            found << QStringLiteral("Over the table there is no %1.").arg(Formatting::count(listed));
    }
    if (!says(open.part<StatusLine>(), StatusLine::tr("Connected")))
        found << QStringLiteral("The status line does not say that it is connected.");
    return found;
}

} // namespace dueline::chaos
