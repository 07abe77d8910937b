// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/resultmodel.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/text/taskname.h"

namespace dueline {

namespace {

constexpr qsizetype wordsShown = 300;

/// Returns the state whose tile represents an outcome; nullopt for unknown outcomes.
std::optional<TaskState> stateAfter(const QByteArray& outcome)
{
    if (outcome == "done")
        return TaskState::Done;
    if (outcome == "started")
        return TaskState::Leased;
    if (outcome == "retry" || outcome == "released")
        return TaskState::Retrying;
    if (outcome == "failed" || outcome == "cancelled")
        return TaskState::Failed;
    return std::nullopt;
}

} // namespace

ResultModel::ResultModel(const Formatting& formatting, QObject* parent)
    : RowTable(ColumnCount, parent)
    , m_formatting(formatting)
{ }

QStringList ResultModel::titles() const
{
    return {tr("Time"), tr("Outcome"), tr("Queue"), tr("Task"), tr("Attempt"), tr("Run time"), tr("Late"), tr("Worker"),
        tr("Error or output")};
}

QString ResultModel::accessibleText(const ResultEntry& entry, int column) const
{
    if (column != Time)
        return text(entry, column);
    return entry.kind == ResultEntry::Kind::Ended
        ? tr("%1, %2, %3").arg(text(entry, Time), text(entry, Ended), printable(entry.outcome.id, 120))
        : tr("%1, %2").arg(text(entry, Time), text(entry, Words));
}

QString ResultModel::tip(const ResultEntry& entry, int column) const
{
    const Outcome& outcome = entry.outcome;
    if (column == Time)
        return m_formatting.exact(entry.at + m_offset);
    if (column == Task)
        return printable(outcome.id, 300);
    if (column != Words || entry.kind != ResultEntry::Kind::Ended)
        return {};
    return outcome.error.isEmpty() ? printable(outcome.output, 1024) : printableText(outcome.error, 1024);
}

QVariant ResultModel::decoration(const ResultEntry& entry, int column, int role) const
{
    const bool ended = entry.kind == ResultEntry::Kind::Ended;
    switch (role) {
    case Cell::Tile:
        if (const auto state = stateAfter(entry.outcome.outcome); ended && state && column == Ended)
            return int(*state);
        return {};
    case Cell::Sign:
        return !ended && entry.kind != ResultEntry::Kind::Earlier && column == Ended
            ? QVariant::fromValue(Cell::Mark::Warning)
            : QVariant();
    case Cell::Tail:
        return ended && column == Task ? QVariant(shortUnique(entry.outcome.id, entry.outcome.type)) : QVariant();
    default:
        return {};
    }
}

QString ResultModel::text(const ResultEntry& entry, int column) const
{
    if (column == Time) {
        // Include the date, because a stored outcome may be from a different day.
        return entry.kept ? m_formatting.instant(entry.at + m_offset, SystemClock().now() + m_offset)
                          : m_formatting.clock(entry.at + m_offset, Millis(1));
    }
    switch (entry.kind) {
    case ResultEntry::Kind::Earlier:
        if (column == Ended)
            return tr("Earlier");
        return column == Words
            ? tr("The tasks below ended earlier and are still stored in their queues: %1, newest first. Their run "
                 "times are unknown.")
                  .arg(tr("%Ln task(s)", nullptr, Formatting::plural(entry.count)))
            : QString();
    case ResultEntry::Kind::Ended:
        break;
    case ResultEntry::Kind::Offline:
        if (column == Ended)
            return tr("Gap");
        return column == Words ? tr("Not connected until %1 (%2): results published before then are missing.")
                                     .arg(m_formatting.clock(entry.until + m_offset, Millis(1000)),
                                         Formatting::duration(entry.until - entry.at))
                               : QString();
    case ResultEntry::Kind::Skipped:
        if (column == Ended)
            return tr("Gap");
        return column == Words ? tr("%Ln outcome(s) arrived too quickly to be listed.", nullptr, int(entry.count))
                               : QString();
    case ResultEntry::Kind::Unreadable:
        if (column == Ended)
            return tr("Unreadable");
        if (column == Queue)
            return printable(entry.queue, 60);
        return column == Words ? entry.words : QString();
    }
    const Outcome& outcome = entry.outcome;
    switch (column) {
    case Ended:
        return Formatting::outcomeWord(outcome.outcome);
    case Queue:
        return printable(entry.queue, 60);
    case Task:
        return printable(typeOf(outcome), 80);
    case Attempt:
        return QString::number(outcome.attempt);
    case Took:
        return entry.kept || outcome.outcome == "started" ? QStringLiteral("–") : Formatting::duration(outcome.ran);
    case Late:
        return entry.kept ? QStringLiteral("–") : Formatting::duration(outcome.late);
    case Worker:
        return printable(outcome.worker, 60);
    case Words:
        return printable(outcome.error.isEmpty() ? outcome.output : errorLine(outcome.error), wordsShown);
    default:
        return {};
    }
}

Cell::Tone ResultModel::tone(const ResultEntry& entry, int column) const
{
    using enum Cell::Tone;
    if (entry.kind == ResultEntry::Kind::Earlier)
        return Quiet;
    if (entry.kind != ResultEntry::Kind::Ended)
        return column == Time ? Quiet : Warning;
    switch (column) {
    case Ended:
        return Plain;
    case Task:
        return entry.kept ? Plain : Strong;
    case Words:
        return entry.outcome.error.isEmpty() ? Mono : Plain;
    default:
        return Quiet;
    }
}

bool ResultModel::matches(const ResultEntry& entry) const
{
    if (m_filter.isEmpty() || entry.kind != ResultEntry::Kind::Ended)
        return true; // rows for gaps are never hidden
    const Outcome& outcome = entry.outcome;
    const QString all = QString::fromUtf8(entry.queue + '\n' + outcome.type + '\n' + outcome.id + '\n' + outcome.outcome
        + '\n' + outcome.worker + '\n' + outcome.error + '\n' + outcome.output);
    return containsWords(all, m_filter);
}

void ResultModel::setFilter(const QString& filter)
{
    const QStringList words = filter.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words == m_filter)
        return;
    m_filter = words;
    refilter();
}

} // namespace dueline
