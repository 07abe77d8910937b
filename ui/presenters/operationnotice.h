// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/queue/operation.h"
#include "ui/text/notice.h"

#include <QPointer>

#include <optional>

namespace dueline {

struct AddedTasks;
class Connection;
class Workbench;

/// What the workbench tells of what it did, in words that follow the language.
struct OperationNotice
{
    /// An operation that was carried out here, and where.
    struct Subject
    {
        QString connection; ///< id
        OperationRecord record;
        ActionKind kind;
        TaskId task = {}; ///< the only one it was about; empty: it was about several
    };

    /// `undoFor`: how long it can be undone; nullopt: it cannot.
    static Notice ended(Workbench& bench, const Subject& subject, const OperationProgress& progress,
        const SkippedTasks& skipped, std::optional<Millis> undoFor);
    static Notice failure(const Error& error);
    /// While it was asked about, the connection was closed.
    static Notice connectionClosed();
    /// It stopped in the middle, or before anything was done.
    static Notice failed(Workbench& bench, const Subject& subject, const OperationProgress& reached, const Error& error,
        std::optional<Millis> undoFor);
    /// The tasks were added, or are there already.
    static Notice added(Workbench& bench, const AddedTasks& tasks);
    static Notice undone(const UndoProgress& progress);
    static Notice paused(Workbench& bench, const QString& connection, const QueueName& queue, bool paused);
    /// That nothing was undone, since the last operation was on a queue or a connection that is not in view; with the
    /// way there, and, of the connection in view, the undo by its name.
    static Notice outOfView(Workbench& bench, const Connection& connection, const OperationRecord& last);
    /// The link by which a notice undoes what it tells of.
    static Notice::Link undoLink(Workbench& bench, const QString& connection, const OperationRecord& record);
    /// `matches` are more than `most`, which can be sorted.
    static Notice orderDropped(qint64 matches, qint64 most);
};

} // namespace dueline
