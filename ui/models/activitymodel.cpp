// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/activitymodel.h"

#include "core/base/text.h"
#include "ui/text/drainwords.h"
#include "ui/text/operationwords.h"

#include <cmath>

namespace dueline {

namespace {

constexpr int namedInTip = 20; ///< maximum number of skipped tasks named in a tooltip, per reason

bool sameProgress(const OperationProgress& a, const OperationProgress& b)
{
    return a.phase == b.phase && a.examined == b.examined && a.total == b.total && a.done == b.done
        && a.skipped == b.skipped && a.cancelled == b.cancelled && a.paused == b.paused && a.stage == b.stage;
}

/// Returns whether the operation has stopped, or can't continue without intervention.
bool isStuck(const ActivityRow& row)
{
    return row.phase == ActivityRow::Phase::Stopped || row.phase == ActivityRow::Phase::Waiting
        || (row.phase == ActivityRow::Phase::Recorded
            && ((!row.record.finished && !row.record.running && row.record.undoneBy.isEmpty())
                || row.record.stage.startsWith("stopped")));
}

} // namespace

bool ActivityRow::operator==(const ActivityRow& other) const
{
    return connection == other.connection && connectionName == other.connectionName && record == other.record
        && phase == other.phase && sameProgress(progress, other.progress) && qFuzzyCompare(1 + pace, 1 + other.pace)
        && trouble == other.trouble && putBack == other.putBack && leftAlone == other.leftAlone && drain == other.drain
        && canUndo == other.canUndo && canResume == other.canResume;
}

ActivityModel::ActivityModel(const Formatting& formatting, QObject* parent)
    : RowTable<ActivityRow>(ColumnCount, When, When, parent)
    , m_formatting(formatting)
{ }

QStringList ActivityModel::titles() const
{
    return {tr("When"), tr("What"), tr("Queue"), tr("Tasks"), tr("State"), tr("By"), tr("Reason and filter")};
}

QString ActivityModel::kindWord(const QByteArray& kind)
{
    static const QHash<QByteArray, const char*> words{
        {"retry", QT_TR_NOOP("Retry")},
        {"run-now", QT_TR_NOOP("Run now")},
        {"reschedule", QT_TR_NOOP("Reschedule")},
        {"discard", QT_TR_NOOP("Discard")},
        {"restore", QT_TR_NOOP("Restore")},
        {"delete", QT_TR_NOOP("Delete permanently")},
        {"add", QT_TR_NOOP("Add")},
        {"edit", QT_TR_NOOP("Edit")},
        {"adopt", QT_TR_NOOP("Adopt")},
        {"import", QT_TR_NOOP("Import")},
        {"move", QT_TR_NOOP("Move")},
        {"undo", QT_TR_NOOP("Undo")},
        {"pause", QT_TR_NOOP("Pause queue")},
        {"resume", QT_TR_NOOP("Resume queue")},
        {"release", QT_TR_NOOP("Release leases")},
        {"extend", QT_TR_NOOP("Extend leases")},
        {"cancel", QT_TR_NOOP("Cancel runs")},
        {"settings", QT_TR_NOOP("Settings")},
        {"schedule", QT_TR_NOOP("Schedule")},
        {"unschedule", QT_TR_NOOP("Remove schedule")},
        {"delete-queue", QT_TR_NOOP("Delete queue")},
    };
    const char* word = words.value(kind);
    return word ? tr(word) : printable(kind, 40);
}

QString ActivityModel::accessibleText(const ActivityRow& row, int column) const
{
    return column == When ? Formatting::list(
               {tr("%1, %2, %3, %4").arg(text(row, When), text(row, What), text(row, Tasks), text(row, State)),
                   drainText(row)})
                          : text(row, column);
}

QString ActivityModel::tip(const ActivityRow& row, int column) const
{
    if (column == When)
        return m_formatting.exact(row.record.at);
    if (column == What)
        return printable(row.record.id, 300);
    if (column == Tasks && row.leftAlone.total() > 0)
        return text(row, Tasks) + u'\n' + tr("skipped: %1").arg(leftAloneWords(row.leftAlone, namedInTip));
    if (column == State && row.phase == ActivityRow::Phase::Recorded && row.canUndo)
        return text(row, State) + u'\n'
            + tr("Tasks that have run or changed since the operation are not restored. The undo reports how many tasks "
                 "it has restored.");
    // Columns from Where on may be elided, so the tooltip shows their full text.
    return column >= Where ? text(row, column) : QString();
}

Cell::Tone ActivityModel::tone(const ActivityRow& row, int column) const
{
    using enum Cell::Tone;
    if (column == State && isStuck(row))
        return Warning;
    return column == What ? Strong : column == State || column == Tasks ? Plain : Quiet;
}

QVariant ActivityModel::decoration(const ActivityRow& row, int column, int role) const
{
    if (role == Cell::Sign && column == State && isStuck(row))
        return QVariant::fromValue(Cell::Mark::Warning);
    const OperationProgress& progress = row.progress;
    if (role != Cell::Share || column != State || !row.runsHere() || progress.phase != OperationProgress::Phase::Acting)
        return {};
    return progress.total > 0 ? double(progress.done + progress.skipped) / double(progress.total) : 0.0;
}

QString ActivityModel::text(const ActivityRow& row, int column) const
{
    const OperationRecord& record = row.record;
    switch (column) {
    case When:
        return tr("%1 · %2", "absolute and relative time")
            .arg(m_formatting.instant(record.at, now()), Formatting::relative(std::min(record.at, now()), now()));
    case What:
        return kindWord(record.kind);
    case Where:
        return QStringLiteral("%1 / %2").arg(row.connectionName, printable(record.queue, 60));
    case Tasks:
        return tasksText(row);
    case State:
        return stateText(row);
    case By:
        return printable(record.by, 60);
    case Why: {
        QStringList parts;
        if (const QString drain = drainText(row); !drain.isEmpty())
            parts << drain;
        if (!record.reason.isEmpty())
            parts << printable(record.reason, 200);
        if (!record.undoes.isEmpty())
            parts << tr("of %1").arg(printable(record.undoes, 120));
        if (!record.filter.isEmpty())
            parts << printable(record.filter, 200);
        return parts.join(QStringLiteral(" · "));
    }
    default:
        return {};
    }
}

QString ActivityModel::drainText(const ActivityRow& row) const
{
    return row.drain && row.record.undoneBy.isEmpty() ? DrainWords::outcome(*row.drain, m_formatting) : QString();
}

QString ActivityModel::tasksText(const ActivityRow& row)
{
    const bool own = row.phase != ActivityRow::Phase::Recorded;
    const qint64 done = own ? row.progress.done : row.record.done;
    const qint64 total = own ? row.progress.total : row.record.total;
    if (total == 0 && done == 0 && !own && !actionFromName(row.record.kind))
        return {}; // the operation affected the queue as a whole, not its tasks
    if (own && row.progress.phase == OperationProgress::Phase::Selecting)
        return Formatting::count(total);
    return done == total ? Formatting::count(done)
                         : tr("%1 of %2").arg(Formatting::count(done), Formatting::count(total));
}

QString ActivityModel::stateText(const ActivityRow& row)
{
    const OperationProgress& progress = row.progress;
    switch (row.phase) {
    case ActivityRow::Phase::Running:
        if (progress.phase == OperationProgress::Phase::Selecting)
            return tr("selecting tasks, %1 checked").arg(Formatting::count(progress.examined));
        if (progress.paused)
            return tr("paused"); // another client has paused the operation
        if (isFirstStage(progress.stage.toLatin1()))
            return stageWords(progress.stage.toLatin1());
        return tr("%1 per second").arg(Formatting::count(std::llround(row.pace)));
    case ActivityRow::Phase::Waiting:
        return tr("waiting for the server");
    case ActivityRow::Phase::Paused:
        return tr("paused");
    case ActivityRow::Phase::Stopped:
        return tr("stopped: %1").arg(row.trouble);
    case ActivityRow::Phase::Recorded:
        break;
    }
    const bool staged = !row.record.stage.isEmpty();
    if (row.record.running) {
        return row.record.asked == "pause" ? tr("paused") : staged ? stageWords(row.record.stage) : tr("running");
    }
    if (row.record.isInterrupted())
        return staged ? tr("interrupted, %1").arg(stageWords(row.record.stage)) : tr("interrupted");
    if (!row.record.undoneBy.isEmpty()) {
        if (!row.putBack)
            // If another client undid the operation, the record doesn't say how many tasks were restored.
            return tr("undo finished");
        const qint64 back = *row.putBack;
        return back == 0 && row.record.done > 0 ? tr("nothing left to undo")
            : back < row.record.done
            ? tr("%1 of %2 undone").arg(Formatting::count(back), Formatting::count(row.record.done))
            : tr("undone");
    }
    if (!row.record.finished)
        return tr("not finished");
    QStringList parts{row.record.undoable && row.record.done > 0 ? tr("can be undone") : tr("done")};
    if (row.record.stage.startsWith("stopped"))
        parts << stageWords(row.record.stage);
    if (row.record.skipped > 0)
        parts << tr("%1 skipped").arg(Formatting::count(row.record.skipped));
    return Formatting::commas(parts);
}

} // namespace dueline
