// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/witness/changesrows.h"

#include "core/base/text.h"
#include "core/base/wholeseconds.h"
#include "core/console/witness/changesreport.h"
#include "ui/models/activitymodel.h"
#include "ui/text/formatting.h"
#include "ui/text/layoutwords.h"
#include "ui/text/silencewords.h"
#include "ui/timeline/model/timelinemark.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr int longestCell = 80;
constexpr int longestTip = 300;

QString countOrDash(const std::optional<double>& number)
{
    return number ? Formatting::count(qint64(std::llround(*number))) : QStringLiteral("–");
}

} // namespace

std::vector<ChangesRow> ChangesRows::losses(const Changes& changes, const Formatting& formatting)
{
    std::vector<ChangesRow> rows;
    for (const LostTasks& lost : changes.losses) {
        QString ids = lost.known ? Formatting::count(lost.known->ids) : QStringLiteral("–");
        if (lost.known && lost.known->unchecked > 0)
            ids = tr("%1, %2 unchecked", "numbers of tasks").arg(ids, Formatting::count(lost.known->unchecked));
        rows.push_back({lost.queue + '\0' + QByteArray::number(lost.loss.event),
            {printable(lost.queue, longestCell), Formatting::count(lost.loss.tasks), ids,
                lost.known ? Formatting::count(lost.known->complete) : QStringLiteral("–"),
                lost.loss.mayHaveRun == 0
                    ? Formatting::count(0)
                    : tr("up to %1", "a number of tasks").arg(Formatting::count(lost.loss.mayHaveRun)),
                formatting.instant(lost.at, changes.to)},
            {printable(lost.queue, longestTip)}, true});
    }
    return rows;
}

std::vector<ChangesRow> ChangesRows::events(const Changes& changes, const Formatting& formatting)
{
    std::vector<std::pair<TimePoint, ChangesRow>> rows;
    const auto add = [&](TimePoint at, const QByteArray& id, const QString& what, const QByteArray& queue,
                         const QString& details) {
        rows.emplace_back(at,
            ChangesRow{id, {formatting.instant(at, changes.to), what, printable(queue, longestCell), details},
                {formatting.exact(at), what, printable(queue, longestTip), details}});
    };
    for (const RecordEvent& event : changes.events) {
        const QByteArray queue = changes.queueOf(event);
        const auto mark = TimelineMark::of(QueueEventRecord{event, queue}, false);
        QStringList details;
        for (const TimelineMark::Detail& detail : mark ? mark->details : std::vector<TimelineMark::Detail>())
            details << tr("%1: %2", "name, value").arg(detail.name, detail.value);
        const QString title = mark ? mark->title : titleOf(event, formatting, details);
        add(event.at, QByteArray::number(event.id), title, queue, Formatting::commas(details));
    }
    for (const RecordGap& gap : changes.gaps) {
        add(gap.from, "gap" + QByteArray::number(toMs(gap.from)),
            tr("Not recorded for %1").arg(Formatting::duration(wholeSeconds(gap.to - gap.from))), {},
            gapReason(gap.reason));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ChangesRow> sorted;
    for (auto& [at, row] : rows)
        sorted.push_back(std::move(row));
    return sorted;
}

/// Returns the title of an event that isn't a mark on the timeline, and appends the event's details to `details`.
QString ChangesRows::titleOf(const RecordEvent& event, const Formatting& formatting, QStringList& details)
{
    const QJsonObject facts = QJsonDocument::fromJson(event.detail).object();
    if (event.kind == "operation" && facts.contains(u"tasks")) {
        details << tr("%1: %2", "name, value").arg(tr("Tasks"), Formatting::count(facts.value(u"tasks").toInteger()));
        return ActivityModel::kindWord(facts.value(u"kind").toString().toUtf8());
    }
    if (event.kind == "cut" && facts.contains(u"limit")) {
        const QString limit = formatBytes(facts.value(u"limit").toInteger());
        const QJsonValue until = facts.value(u"until_ms");
        return until.isUndefined()
            ? tr("The recording has reached its limit of %1, so no more task IDs are recorded.").arg(limit)
            : tr("Figures from before %1 were removed, because the recording reached its limit of %2.")
                  .arg(formatting.exact(fromMs(until.toInteger())), limit);
    }
    if (event.kind == "held")
        return SilenceWords::held(stillnessOf(event.detail));
    // Some texts are fixed sentences that have translations.
    return printable(LayoutWords::text(event.text.constData()).toUtf8(), longestTip);
}

/// Returns why nothing was recorded; see RecordSpan::ended.
QString ChangesRows::gapReason(const QByteArray& ended)
{
    if (ended == "stopped")
        return tr("the recorder was stopped");
    if (ended == "killed")
        return tr("the recorder was killed");
    if (ended == "server away")
        return tr("the server did not respond");
    if (ended == "server changed")
        return tr("a different server responded");
    if (ended == "asleep")
        return tr("the recorder's machine was suspended");
    if (ended == "locked")
        return tr("another program had locked the recording");
    return ended == "disk full" ? tr("the disk was full") : printable(ended, longestCell);
}

std::vector<ChangesRow> ChangesRows::queues(const Changes& changes)
{
    std::vector<ChangesRow> rows;
    const auto cell = [](const std::optional<double>& before, const std::optional<double>& after) {
        const QString now = countOrDash(after);
        return countOrDash(before) == now ? now : tr("%1 to %2", "numbers").arg(countOrDash(before), now);
    };
    for (const QueueChange& queue : changes.queues) {
        QStringList cells{printable(queue.name, longestCell)};
        for (const auto& [figure, key] : lossFigures)
            cells << cell(QueueChange::figureOf(queue.before, figure), QueueChange::figureOf(queue.after, figure));
        QStringList notes;
        for (const char* note : notesOn(queue))
            notes << LayoutWords::text(note);
        cells << cell(queue.ratesBefore.added, queue.ratesAfter.added)
              << cell(queue.ratesBefore.took, queue.ratesAfter.took) << Formatting::commas(notes);
        rows.push_back({queue.name, cells, {printable(queue.name, longestTip)}, queue.isChanged()});
    }
    std::stable_partition(rows.begin(), rows.end(), [](const ChangesRow& row) { return row.isStrong; });
    return rows;
}

} // namespace dueline
