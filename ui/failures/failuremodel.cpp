// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuremodel.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/varyingpart.h"

#include <QPoint>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype shownOfError = 240; ///< maximum length of a displayed error, in characters

} // namespace

FailureModel::FailureModel(const Formatting& formatting, QObject* parent)
    : RowTable<FailureRow>(ColumnCount, First, Last, parent)
    , m_formatting(formatting)
{ }

QStringList FailureModel::titles() const
{
    return {tr("Error"), tr("Type"), tr("Queue"), tr("Tasks"), tr("Trend"), tr("First"), tr("Last")};
}

QString FailureModel::accessibleText(const FailureRow& row, int column) const
{
    if (column == Error)
        return tr("%1: %2, %3 times, last %4")
            .arg(text(row, Type), text(row, Error), text(row, Count), text(row, Last));
    return column == Trend ? trendWords(row.group) : text(row, column);
}

QVariant FailureModel::decoration(const FailureRow& row, int column, int role) const
{
    switch (role) {
    case Cell::Faded:
        return column == Error ? QVariant::fromValue(fadedParts(row)) : QVariant();
    case Cell::Tile:
        return column == Error ? QVariant(int(TaskState::Failed)) : QVariant();
    case Cell::Bars:
        return column == Trend ? QVariant::fromValue(barsOf(row.group)) : QVariant();
    case Cell::ShareOf:
        return column == Trend ? QVariant(int(TaskState::Failed)) : QVariant();
    default:
        return {};
    }
}

QString FailureModel::phaseWords(FailureRow::Phase phase)
{
    return phase == FailureRow::Phase::New  ? tr("new · ")
        : phase == FailureRow::Phase::Muted ? tr("muted · ")
        : phase == FailureRow::Phase::Gone  ? tr("resolved · ")
                                            : QString();
}

/// Returns the queue name, plus the names of the tasks' own queues if the queue combines several, and the connection
/// name if the table lists several connections.
QString FailureModel::queueText(const FailureRow& row, qsizetype most)
{
    QString queue = printable(row.queue, most);
    if (!row.group.ownQueues.empty()) {
        QStringList own;
        for (const QueueName& each : row.group.ownQueues)
            own << printable(each, most);
        queue += QStringLiteral(": ") + own.join(QStringLiteral(", "));
    }
    return row.server.isEmpty() ? queue : tr("%1 (%2)", "queue, its connection").arg(queue, row.serverName);
}

/// Returns the varying parts of the displayed error, which are dimmed; empty if they are unknown.
QList<QPoint> FailureModel::fadedParts(const FailureRow& row)
{
    QList<QPoint> faded;
    const auto sample = varyingPartOf(row.group.example, row.group.name);
    if (!sample)
        return faded;
    const auto letters = [line = QByteArrayView(sample->line)](
                             qsizetype bytes) { return int(QString::fromUtf8(line.first(bytes)).size()); };
    const int before = int(phaseWords(row.phase).size());
    for (const TextPart& part : sample->varying) {
        const int from = letters(part.from);
        faded.append(QPoint(before + from, letters(part.from + part.size) - from));
    }
    return faded;
}

QString FailureModel::text(const FailureRow& row, int column) const
{
    const FailureCount& group = row.group;
    switch (column) {
    case Error:
        return phaseWords(row.phase)
            + (group.error.isEmpty()          ? tr("failed without an error message")
                    : group.example.isEmpty() ? printable(group.name, shownOfError)
                                              : QString::fromUtf8(errorLine(group.example)).left(shownOfError));
    case Type:
        return printable(group.type, 80);
    case Queue:
        return queueText(row, 80);
    case Count:
        return Formatting::count(group.count);
    case First:
        return group.first == TimePoint() ? QStringLiteral("–") : m_formatting.instant(group.first, now());
    case Last:
        return group.last == TimePoint() ? QStringLiteral("–") : Formatting::relative(group.last, now());
    default:
        return {};
    }
}

/// Returns the heights of the group's trend bars. All rows have the same bins.
QList<int> FailureModel::barsOf(const FailureCount& group) const
{
    const FailureTrend::Bins bins = group.trend.over(m_all);
    return {bins.begin(), bins.end()};
}

QString FailureModel::trendWords(const FailureCount& group) const
{
    if (m_all.each() <= Millis(0))
        return {}; // no task has failed since the start of the trend
    const QList<int> bars = barsOf(group);
    return tr("at most %1 per %2 since %3")
        .arg(Formatting::count(*std::max_element(bars.begin(), bars.end())), Formatting::duration(m_all.each()),
            m_formatting.instant(m_all.from(), now()));
}

QString FailureModel::tip(const FailureRow& row, int column) const
{
    const FailureCount& group = row.group;
    switch (column) {
    case Queue:
        return queueText(row, 300);
    case Error:
        return group.example.isEmpty() ? tr("These tasks failed without an error message.")
                                       : tr("The most recent one:") + u'\n' + printableText(group.example, 1024);
    case Type:
        return printable(group.type, 300);
    case Trend:
        return trendWords(group);
    case First:
        return m_formatting.exact(group.first);
    case Last:
        return m_formatting.exact(group.last);
    default:
        return {};
    }
}

Cell::Tone FailureModel::tone(const FailureRow&, int column) const
{
    using enum Cell::Tone;
    return column == Error || column == Count ? Strong : column == Type || column == Queue ? Plain : Quiet;
}

void FailureModel::set(std::vector<FailureRow> rows, const FailureTrend& all)
{
    m_all = all;
    for (const FailureRow& row : rows) {
        // A group without tasks isn't included in `all`, but its last trend is still shown.
        if (row.phase == FailureRow::Phase::Gone)
            m_all.join(row.group.trend);
    }
    replaceRows(std::move(rows));
}

} // namespace dueline
