// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/changesreport.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/texttable.h"
#include "core/base/wholeseconds.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using InstantText = std::function<QString(TimePoint)>;

QString eventText(const RecordEvent& event)
{
    const QString text = printable(event.text, 300);
    return event.kind == "mark" ? u"mark: "_s + text : text;
}

/// Returns a number such as `312`, or `312 to 0` if it has changed; `-` if unknown.
template <typename Number> QString changeText(const std::optional<Number>& before, const std::optional<Number>& after)
{
    const auto one = [](const std::optional<Number>& number) {
        return number ? groupedNumber(qint64(std::llround(double(*number)))) : u"-"_s;
    };
    return one(before) == one(after) ? one(after) : u"%1 to %2"_s.arg(one(before), one(after));
}

QString serverText(const Changes& changes)
{
    const ServerSample before = changes.serverBefore.value_or(*changes.serverAfter);
    const ServerSample& after = *changes.serverAfter;
    const auto bytes = [](const std::optional<qint64>& size) { return size ? formatBytes(*size) : u"-"_s; };
    QString memory = bytes(after[ServerSample::Memory]);
    if (bytes(before[ServerSample::Memory]) != memory)
        memory = u"%1 to %2"_s.arg(bytes(before[ServerSample::Memory]), memory);
    if (after[ServerSample::Maximum].value_or(0) > 0)
        memory += u" of %1"_s.arg(formatBytes(*after[ServerSample::Maximum]));
    return u"Server:    keys %1; memory %2\n"_s.arg(
        changeText(before[ServerSample::Keys], after[ServerSample::Keys]), memory);
}

QString lossesText(const Changes& changes)
{
    const LossTotals totals = changes.lossTotals();
    QString text = u"Lost:      %1 in %2; %3\n"_s.arg(
        totals.tasks == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(groupedNumber(totals.tasks)),
        totals.queues == 1 ? u"1 queue"_s : u"%1 queues"_s.arg(groupedNumber(totals.queues)),
        mayHaveRunText(totals.mayHaveRun));
    for (const LostTasks& lost : changes.losses) {
        if (!lost.known)
            continue;
        const VanishedTasks& known = *lost.known;
        text += u"By id:     %1 of %2, %3 with payload"_s.arg(
            groupedNumber(known.ids), printable(lost.queue, 64), groupedNumber(known.complete));
        // If a queue has several losses, `putback` uses the last one unless --event is given, so print the event.
        const bool isRepeated = std::any_of(changes.losses.begin(), changes.losses.end(),
            [&lost](const LostTasks& other) { return &other != &lost && other.known && other.queue == lost.queue; });
        if (isRepeated)
            text += u" (--event %1)"_s.arg(known.event);
        if (known.unchecked > 0)
            text += u"; %1 not checked yet"_s.arg(groupedNumber(known.unchecked));
        text += u'\n';
    }
    return text;
}

QString eventsText(const Changes& changes, const InstantText& instant)
{
    std::vector<std::pair<TimePoint, QStringList>> rows;
    for (const RecordEvent& event : changes.events) {
        const QByteArray queue = changes.queueOf(event);
        rows.emplace_back(event.at,
            QStringList{instant(event.at), queue.isEmpty() ? u"-"_s : printable(queue, 64), eventText(event)});
    }
    for (const RecordGap& gap : changes.gaps) {
        const QString reason = gap.reason.isEmpty() ? u"unknown"_s : printable(gap.reason, 40);
        rows.emplace_back(gap.from,
            QStringList{instant(gap.from), u"-"_s,
                u"gap of %1 in the recording: %2"_s.arg(formatDuration(wholeSeconds(gap.to - gap.from)), reason)});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    TextTable table({u"TIME"_s, u"QUEUE"_s, u"EVENT"_s});
    for (const auto& [at, cells] : rows)
        table.row(cells);
    return u'\n' + table.take();
}

QString queuesText(const Changes& changes)
{
    TextTable table({u"QUEUE"_s, u">SCHEDULED"_s, u">DUE"_s, u">RETRYING"_s, u">LEASED"_s, u">FAILED"_s,
        u">ADDED/MIN"_s, u">CLAIMED/MIN"_s, u"NOTE"_s});
    for (const QueueChange& queue : changes.queues) {
        QStringList cells{printable(queue.name, 64)};
        for (const auto& [figure, key] : lossFigures)
            cells << changeText(
                QueueChange::figureOf(queue.before, figure), QueueChange::figureOf(queue.after, figure));
        QStringList notes;
        for (const char* note : notesOn(queue))
            notes << QString::fromUtf8(note);
        cells << changeText(queue.ratesBefore.added, queue.ratesAfter.added)
              << changeText(queue.ratesBefore.took, queue.ratesAfter.took) << notes.join(u", "_s);
        table.row(cells);
    }
    return u'\n' + table.take();
}

/// Returns the text that follows the time of the last reading while the recorder is running. `age`: time since that
/// reading.
QString runningText(Millis age)
{
    constexpr Millis fresh{15 * secondMs};
    return age <= fresh ? u" (running)"_s : u" (%1 ago)"_s.arg(formatDuration(wholeSeconds(age)));
}

} // namespace

std::vector<const char*> notesOn(const QueueChange& change)
{
    if (!change.before)
        return {QT_TRANSLATE_NOOP("LayoutWords", "new")};
    std::vector<const char*> notes;
    for (const auto& [flag, text] :
        {std::pair(RecordSample::Absent, QT_TRANSLATE_NOOP("LayoutWords", "no longer exists")),
            {RecordSample::Unreadable, QT_TRANSLATE_NOOP("LayoutWords", "cannot be read")},
            {RecordSample::Paused, QT_TRANSLATE_NOOP("LayoutWords", "paused")},
            {RecordSample::LowerBound, QT_TRANSLATE_NOOP("LayoutWords", "lower bounds")}}) {
        if (change.after && change.after->flags & flag)
            notes.push_back(text);
    }
    if (change.before->flags & RecordSample::Paused && change.after && !(change.after->flags & RecordSample::Paused))
        notes.push_back(QT_TRANSLATE_NOOP("LayoutWords", "was paused"));
    return notes;
}

QString changesText(const Changes& changes, const InstantText& instant)
{
    QString text = u"Recording: %1, by %2, from %3 to %4%5\n"_s.arg(printable(changes.server, 200),
        printable(changes.writer, 60), instant(changes.began), instant(changes.seen),
        changes.isRunning ? runningText(changes.age) : QString());
    text += u"Period:    %1 to %2%3\n"_s.arg(instant(changes.from), instant(changes.to),
        changes.around ? u", starting just before this event: "_s + eventText(*changes.around) : QString());
    if (!changes.losses.empty())
        text += lossesText(changes);
    if (const qint64 tasks = changes.lostElsewhere; tasks > 0)
        text += u"Elsewhere: %1 in other queues\n"_s.arg(
            tasks == 1 ? u"1 task was lost"_s : u"%1 tasks were lost"_s.arg(groupedNumber(tasks)));
    if (changes.serverAfter)
        text += serverText(changes);
    if (!changes.events.empty() || !changes.gaps.empty())
        text += eventsText(changes, instant);
    if (!changes.queues.empty())
        text += queuesText(changes);
    if (!changes.unknown.empty())
        text += u'\n';
    for (const char* sentence : changes.unknown)
        text += QString::fromUtf8(sentence) + u'\n';
    return text;
}

} // namespace dueline
