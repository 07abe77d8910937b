// SPDX-License-Identifier: GPL-3.0-or-later
// Strings of BoardModel: titles, explanations and tooltips.
#include "core/base/text.h"
#include "ui/board/boardmodel.h"
#include "ui/text/drainwords.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>

namespace dueline {

QString BoardModel::title(Column column)
{
    switch (column) {
    case Queue:
        return tr("Queue");
    case LastHour:
        return tr("Last hour");
    case Due:
        return tr("Due");
    case Oldest:
        return tr("Longest overdue");
    case EmptyBy:
        return tr("Empty by");
    case Running:
        return tr("Running");
    case FailedLately:
        return tr("Failed (1 h)");
    case Failed:
        return tr("Failed");
    case In:
        return tr("In/min");
    case Out:
        return tr("Out/min");
    case Workers:
        return tr("Workers");
    case NextRun:
        return tr("Next run");
    case Layout:
        return tr("Layout");
    case Server:
        return tr("Connection");
    case ColumnCount:
        break;
    }
    return {};
}

QString BoardModel::explanation(Column column)
{
    switch (column) {
    case Queue:
        return ruleOfOrder();
    case LastHour:
        return tr("Tasks that ended in the last hour, done or failed, with one bar per minute. Each queue has its own "
                  "scale.");
    case Due:
        return tr("Tasks that are due and waiting for a worker.");
    case Oldest:
        return tr("How long the oldest due task has been waiting.");
    case EmptyBy:
        return tr("When no due tasks will be left if tasks keep arriving and finishing at the rate of the last five "
                  "minutes.");
    case Running:
        return tr("Tasks currently leased to workers.");
    case FailedLately:
        return tr("Tasks that failed permanently in the last hour.");
    case Failed:
        return tr("All failed tasks.");
    case In:
        return tr("Tasks added per minute, averaged over the last five full minutes.");
    case Out:
        return tr("Tasks that ended per minute, averaged over the last five full minutes.");
    case Workers:
        return tr("The queue's live workers.");
    case NextRun:
        return tr("Time of the next run of a recurring task.");
    case Layout:
        return tr("How the queue is stored in Redis.");
    case Server:
        return tr("The queue's connection.");
    case ColumnCount:
        break;
    }
    return {};
}

QString BoardModel::ruleOfOrder()
{
    return tr(
        "Order: unreadable queues; silent queues (longest silence first); queues with failures in the last hour (most "
        "first); queues with tasks that have been waiting for a minute or longer (longest first); queues with older "
        "failures (most first); paused queues; all others (most due tasks first).");
}

QString BoardModel::rateWords(double rate, bool least)
{
    const QString number = rate > 0 && rate < 10 ? QLocale().toString(rate, 'f', 1) : Formatting::count(qRound64(rate));
    return least && rate > 0 ? QStringLiteral("≥ %1").arg(number) : number;
}

QString BoardModel::troubleWords(const BoardRow& row)
{
    switch (row.trouble()) {
    case Trouble::Unreadable:
        return tr("cannot be read");
    case Trouble::Silent:
        return tr("no task claimed for %1")
            .arg(Formatting::duration(std::chrono::floor<std::chrono::seconds>(row.silence->length())));
    case Trouble::Failing:
        return tr("%1 failed in the last hour").arg(Formatting::count(*row.failedLately));
    case Trouble::Late:
        return tr("the oldest has been waiting for %1").arg(Formatting::duration(row.serverNow - *row.oldestDue));
    case Trouble::Failed:
        return tr("%1 failed").arg(Formatting::count(*row.failed));
    case Trouble::Paused:
        return tr("paused");
    case Trouble::None:
        break;
    }
    return {};
}

QString BoardModel::headWords(const BoardItem& item)
{
    if (!item.lost.isEmpty() || item.queues == 0)
        return {};
    return Formatting::commas({tr("%Ln queue(s)", nullptr, Formatting::plural(item.queues)),
        item.troubled > 0 ? tr("%Ln need attention", nullptr, Formatting::plural(item.troubled)) : tr("no problems")});
}

QString BoardModel::restWords(const BoardItem& item)
{
    QStringList parts;
    if (item.queues > 0)
        parts << tr("%Ln queue(s) without problems", nullptr, Formatting::plural(item.queues));
    if (item.troubled > 0)
        parts << tr("%Ln paused", "number of queues", Formatting::plural(item.troubled));
    return parts.join(QStringLiteral(" · "));
}

QString BoardModel::tip(const BoardItem& item, int column) const
{
    const BoardRow& row = item.row;
    if (const auto why = absence(row, column)) {
        switch (*why) {
        case Absence::NotRead:
            return tr("Not read yet.");
        case Absence::NotKept:
            return tr("This layout does not store this data.");
        case Absence::OthersWork:
            return tr("Other programs also use this queue and do not record counts.");
        case Absence::Unseen:
            return tr("This queue's workers leave no trace in Redis.");
        case Absence::Unreadable:
            return QString::fromUtf8(row.unreadable);
        case Absence::Nothing:
            return column == NextRun              ? tr("The queue has no enabled recurring tasks.")
                : column == EmptyBy && !row.drain ? tr("No estimate: the connection is not being recorded.")
                : column == EmptyBy               ? DrainWords::sentence(*row.drain, m_formatting)
                                                  : tr("No tasks are waiting.");
        }
    }
    switch (column) {
    case Queue: {
        QStringList lines{printable(row.queue, 300)};
        if (!row.unreadable.isEmpty())
            lines << QString::fromUtf8(row.unreadable);
        else if (const QString words = troubleWords(row); !words.isEmpty())
            lines << words;
        if (row.paused && row.trouble() != Trouble::Paused)
            lines << tr("paused");
        if (row.asOf)
            lines << tr("Counted %1. With many queues, only some are counted at each refresh.")
                         .arg(Formatting::relative(*row.asOf, row.serverNow));
        return lines.join(u'\n');
    }
    case LastHour: {
        qint64 all = 0;
        for (const qint64 bar : *row.ended)
            all += bar;
        const QString words = tr("%1 ended in the last hour, at most %2 per minute")
                                  .arg(Formatting::count(all),
                                      Formatting::count(*std::max_element(row.ended->begin(), row.ended->end())));
        return row.sampledSince ? words + u'\n' + sampledWords(row) : words;
    }
    case In:
    case Out:
        return row.sampledSince ? sampledWords(row) : QString();
    case Due: {
        QStringList lines;
        if (row.dueRetries > 0)
            lines << tr(
                "%Ln due task(s) are retries or have failed before.", nullptr, Formatting::plural(row.dueRetries));
        if (*row.due > 0 && row.drain)
            lines << DrainWords::sentence(*row.drain, m_formatting);
        return lines.join(u'\n');
    }
    case EmptyBy:
        return DrainWords::sentence(*row.drain, m_formatting);
    case Oldest:
        return tr("due since %1").arg(m_formatting.exact(*row.oldestDue));
    case FailedLately:
        return tr("Counts only tasks that are still in the failed state.");
    case Workers:
        return row.workers->lost > 0
            ? tr("Lost workers (their heartbeats have stopped): %1.").arg(Formatting::count(row.workers->lost))
            : row.workers->atLeast ? tr("The queue may have more workers than are visible.")
                                   : QString();
    case NextRun:
        return m_formatting.exact(*row.nextRun);
    default:
        return {};
    }
}

/// Returns an explanation for figures derived from changes in counts.
QString BoardModel::sampledWords(const BoardRow& row) const
{
    const QString since = m_formatting.clock(*row.sampledSince, Millis(1000));
    return row.isLeast
        ? tr("Estimated since %1 from the changes between refreshes, because this layout has no counters; the actual "
             "number may be higher. Before that, only stored tasks are counted.")
              .arg(since)
        : tr("Counted since %1 with the framework's counters. Before that, only stored tasks are counted.").arg(since);
}

} // namespace dueline
