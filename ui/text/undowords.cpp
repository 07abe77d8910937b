// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/undowords.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <numeric>

namespace dueline {

namespace {

QString nameOf(const QString& connection) { return printable(connection.toUtf8(), 40); }

/// Combines the parts into one record with the total number of tasks.
OperationRecord together(std::span<const OperationRecord> parts)
{
    OperationRecord all = parts.front();
    all.done = tasksOf(parts);
    return all;
}

} // namespace

QString queueWords(std::span<const OperationRecord> parts)
{
    QSet<QueueName> queues;
    for (const OperationRecord& part : parts)
        queues.insert(part.queue);
    const int several = Formatting::plural(queues.size());
    return several == 1 ? printable(parts.front().queue, 40)
                        : QCoreApplication::translate("dueline::Workbench", "%Ln queue(s)", nullptr, several);
}

qint64 tasksOf(std::span<const OperationRecord> parts)
{
    return std::accumulate(
        parts.begin(), parts.end(), qint64(0), [](qint64 sum, const OperationRecord& part) { return sum + part.done; });
}

QString deedWords(const OperationRecord& record)
{
    static const QHash<QByteArray, const char*> nouns{
        {"retry", QT_TRANSLATE_NOOP("dueline::Workbench", "retry of %1")},
        {"run-now", QT_TRANSLATE_NOOP("dueline::Workbench", "run-now of %1")},
        {"reschedule", QT_TRANSLATE_NOOP("dueline::Workbench", "reschedule of %1")},
        {"discard", QT_TRANSLATE_NOOP("dueline::Workbench", "discard of %1")},
        {"restore", QT_TRANSLATE_NOOP("dueline::Workbench", "restore of %1")},
        {"add", QT_TRANSLATE_NOOP("dueline::Workbench", "adding %1")},
        {"edit", QT_TRANSLATE_NOOP("dueline::Workbench", "edit of %1")},
        {"adopt", QT_TRANSLATE_NOOP("dueline::Workbench", "adoption of %1")},
        {"import", QT_TRANSLATE_NOOP("dueline::Workbench", "import of %1")},
        {"move", QT_TRANSLATE_NOOP("dueline::Workbench", "move of %1")},
    };
    const char* noun = nouns.value(record.kind);
    const bool namesTask = record.kind == "edit" && !record.filter.isEmpty();
    const QString what = namesTask ? printable(record.filter, 40) : Formatting::count(record.done);
    if (!noun)
        return printable(record.kind, 40) + u' ' + what;
    return QCoreApplication::translate("dueline::Workbench", noun).arg(what);
}

QString deedWords(std::span<const OperationRecord> parts, const QString& connection)
{
    return QCoreApplication::translate("dueline::Workbench", "%1 in %2 (%3)", "retry of 12, queue, connection")
        .arg(deedWords(together(parts)), queueWords(parts), nameOf(connection));
}

QString deedWords(const OperationRecord& record, const QString& connection)
{
    return deedWords(std::span(&record, 1), connection);
}

QString undoWords(std::span<const OperationRecord> parts)
{
    return QCoreApplication::translate("dueline::Workbench", "Undo %1", "retry of 12").arg(deedWords(together(parts)));
}

QString undoWords(const OperationRecord& record) { return undoWords(std::span(&record, 1)); }

QString undoWords(std::span<const OperationRecord> parts, const QString& connection)
{
    return QCoreApplication::translate("dueline::Workbench", "Undo %1 in %2 (%3)", "retry of 12, queue, connection")
        .arg(deedWords(together(parts)), queueWords(parts), nameOf(connection));
}

QString undoWords(const OperationRecord& record, const QString& connection)
{
    return undoWords(std::span(&record, 1), connection);
}

QString undoneWords(const UndoProgress& progress)
{
    const int moved = Formatting::plural(progress.movedOn);
    if (progress.restored == 0) {
        return progress.movedOn == 0 ? QCoreApplication::translate("dueline::Workbench", "Nothing was undone")
                                     : QCoreApplication::translate("dueline::Workbench",
                                         "Nothing to undo: %Ln task(s) already ran or changed", nullptr, moved);
    }
    const QString restored
        = (progress.removes ? QCoreApplication::translate("dueline::Workbench", "%1 of %2 imported tasks removed")
                            : QCoreApplication::translate("dueline::Workbench", "%1 of %2 restored"))
              .arg(Formatting::count(progress.restored), Formatting::count(progress.total));
    if (progress.movedOn == 0)
        return restored;
    return QCoreApplication::translate("dueline::Workbench", "%1, %Ln have changed since", nullptr, moved)
        .arg(restored);
}

} // namespace dueline
