// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelinemark.h"

#include "core/base/text.h"
#include "core/base/wholeseconds.h"
#include "core/console/witness/loss.h"
#include "core/console/witness/silence.h"
#include "ui/models/activitymodel.h"
#include "ui/text/formatting.h"
#include "ui/text/operationwords.h"
#include "ui/text/silencewords.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

namespace {

constexpr int longestValue = 80; ///< maximum length of a value, in characters

} // namespace

TimelineMark TimelineMark::of(const OperationRecord& record, bool namesQueue)
{
    TimelineMark mark;
    mark.at = record.at;
    mark.queue = record.queue;
    mark.operation = record.id;
    mark.deed = record.kind;
    const std::optional<ActionKind> action = actionFromName(record.kind);
    const QString kind = ActivityModel::kindWord(record.kind);
    mark.title = action   ? doneWords(*action, record.done)
        : record.done > 0 ? tr("%1 · %2", "an operation, number of tasks").arg(kind, Formatting::count(record.done))
                          : kind;
    const auto tell = [&mark](const QString& name, const QByteArray& value) {
        if (!value.isEmpty())
            mark.details.push_back({name, printable(value, longestValue)});
    };
    if (namesQueue)
        tell(tr("Queue"), record.queue);
    tell(tr("By"), record.by);
    tell(tr("Reason"), record.reason);
    tell(tr("Filter"), record.filter);
    if (record.skipped > 0)
        mark.details.push_back({tr("Skipped"), Formatting::count(record.skipped)});
    if (!record.undoneBy.isEmpty())
        mark.details.push_back({tr("Undone", "an operation"), tr("yes")});
    else if (!record.finished)
        mark.details.push_back({tr("Ended", "an operation"), record.running ? tr("not yet") : tr("no")});
    return mark;
}

std::vector<TimelineMark> TimelineMark::of(const QueueName& queue, const ScheduleState& state, bool namesQueue)
{
    std::vector<TimelineMark> marks;
    const auto add = [&](Kind kind, const std::optional<TimePoint>& at, const QString& title) {
        if (!at)
            return;
        TimelineMark mark;
        mark.kind = kind;
        mark.at = *at;
        mark.title = title.arg(printable(state.schedule.name, longestValue));
        mark.queue = queue;
        if (namesQueue)
            mark.details.push_back({tr("Queue"), printable(queue, longestValue)});
        if (!state.schedule.cron.isEmpty())
            mark.details.push_back({tr("When"), printable(state.schedule.cron, longestValue)});
        marks.push_back(std::move(mark));
    };
    add(Kind::Run, state.last, tr("Recurring task %1 ran"));
    add(Kind::NextRun, state.next, tr("Recurring task %1 runs next"));
    return marks;
}

TimelineMark TimelineMark::ofStart(TimePoint at)
{
    TimelineMark mark;
    mark.kind = Kind::ServerStart;
    mark.at = at;
    mark.title = tr("The server was started");
    return mark;
}

TimelineMark TimelineMark::ofChange(TimePoint at)
{
    TimelineMark mark;
    mark.kind = Kind::ServerStart;
    mark.at = at;
    mark.title = tr("A different server has been responding since about this time");
    return mark;
}

TimelineMark TimelineMark::ofNote(const Mark& note)
{
    TimelineMark mark;
    mark.kind = Kind::Note;
    mark.at = note.at;
    mark.title = printable(note.text, longestMark);
    return mark;
}

std::optional<TimelineMark> TimelineMark::of(const QueueEventRecord& recorded, bool namesQueue)
{
    const RecordEvent& event = recorded.event;
    const QJsonObject facts = QJsonDocument::fromJson(event.detail).object();
    TimelineMark mark;
    mark.at = event.at;
    mark.queue = recorded.queue;
    const auto tell = [&mark](const QString& name, const QString& value) { mark.details.push_back({name, value}); };
    const auto count = [&facts](QStringView name) { return Formatting::count(facts.value(name).toInteger()); };
    if (namesQueue && !recorded.queue.isEmpty())
        tell(tr("Queue"), printable(recorded.queue, longestValue));
    if (event.isDiscontinuity() && facts.contains(u"keys_before")) {
        const QString before = count(u"keys_before");
        const QString after = count(u"keys");
        tell(tr("Keys"), before == after ? after : tr("%1 to %2", "numbers").arg(before, after));
    }
    if (event.kind == "restart") {
        mark.kind = Kind::ServerStart;
        mark.title = tr("The server was restarted");
    } else if (event.kind == "failover") {
        mark.kind = Kind::Failover;
        mark.title = tr("Failover to another server");
    } else if (event.kind == "flush") {
        mark.kind = Kind::Flush;
        mark.title = tr("FLUSHALL or FLUSHDB ran");
    } else if (event.kind == "evicted") {
        mark.kind = Kind::Eviction;
        mark.title = tr("The server evicted keys");
        tell(tr("Evicted keys"), count(u"evicted"));
        if (const qint64 limit = facts.value(u"limit").toInteger(); limit > 0)
            tell(tr("Memory limit"), formatBytes(limit));
    } else if (event.kind == "loss") {
        const QueueLoss loss = lossOf(event.detail);
        mark.kind = Kind::Loss;
        mark.title = tr("%Ln task(s) were lost", nullptr, Formatting::plural(loss.tasks));
        tell(tr("May have run"),
            loss.mayHaveRun == 0 ? tr("none", "tasks")
                                 : tr("up to %1", "a number of tasks").arg(Formatting::count(loss.mayHaveRun)));
    } else if (event.kind == "mark") {
        return ofNote({{}, event.at, event.text});
    } else if (event.kind == "silent") {
        mark.describeSilence(event);
    } else if (event.kind == "version") {
        mark.kind = Kind::Version;
        mark.title = tr("The framework's version changed");
        tell(tr("Version"),
            tr("%1 to %2", "versions").arg(facts.value(u"before").toString(), facts.value(u"after").toString()));
    } else {
        return std::nullopt;
    }
    return mark;
}

void TimelineMark::describeSilence(const RecordEvent& event)
{
    const Stillness silence = stillnessOf(event.detail);
    const std::optional<TimePoint> end = endOfStillness(event);
    kind = Kind::Silence;
    at = std::min(at, silence.since);
    title = tr("No worker claimed the due tasks");
    details.push_back({tr("Due tasks"), Formatting::count(silence.due)});
    details.push_back({tr("Lasted"), end ? Formatting::duration(wholeSeconds(*end - at)) : tr("not ended")});
    if (const QString hints = SilenceWords::hints(silence); !hints.isEmpty())
        details.push_back({tr("Workers"), hints});
}

QString TimelineMark::icon() const
{
    switch (kind) {
    case Kind::Failover:
        return QStringLiteral("connect");
    case Kind::Flush:
        return QStringLiteral("delete");
    case Kind::Eviction:
        return QStringLiteral("drain");
    case Kind::Loss:
        return QStringLiteral("warning");
    case Kind::Silence:
        return QStringLiteral("clock");
    case Kind::Version:
        return QStringLiteral("worker");
    case Kind::Note:
        return QStringLiteral("deploy");
    case Kind::ServerStart:
        return QStringLiteral("connection");
    case Kind::Run:
    case Kind::NextRun:
        return QStringLiteral("schedules");
    case Kind::Operation:
        break;
    }
    if (const std::optional<ActionKind> action = actionFromName(deed))
        return iconOf(*action);
    if (deed == "pause" || deed == "undo" || deed == "edit" || deed == "import" || deed == "add" || deed == "settings"
        || deed == "release" || deed == "extend")
        return QString::fromLatin1(deed);
    return deed == "resume" ? QStringLiteral("play") : QStringLiteral("activity");
}

QString TimelineMark::words() const
{
    QStringList words{title};
    for (const Detail& detail : details)
        words << tr("%1: %2", "name, value").arg(detail.name, detail.value);
    return Formatting::commas(words);
}

} // namespace dueline
