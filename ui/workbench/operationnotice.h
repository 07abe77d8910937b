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
class OperationJob;
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

    /// The operations of one action that have ended, together.
    struct Ended
    {
        std::vector<OperationRecord> parts;
        OperationProgress reached;
        SkippedTasks skipped;
        std::optional<Millis> undoFor; ///< how long all that can be undone can be; nullopt: nothing can

        /// `partUndoFor`: nullopt: it cannot be undone.
        void add(const OperationRecord& part, const OperationProgress& progress, const SkippedTasks& left,
            std::optional<Millis> partUndoFor);
    };

    /// `subject`: the last one of those that ended.
    static Notice ended(Workbench& bench, const Subject& subject, const Ended& all);
    static Notice failure(const Error& error);
    /// While it was asked about, the connection was closed.
    static Notice connectionClosed();
    /// It stopped in the middle, or before anything was done.
    static Notice failed(Workbench& bench, const Subject& subject, const Ended& all, const Error& error);
    /// The tasks were added, or are there already.
    static Notice added(Workbench& bench, const AddedTasks& tasks);
    /// `error`: what a part of it ended with; `leftOut`: operations of the same action that were still carried out.
    static Notice undone(const UndoProgress& progress, const std::optional<Error>& error = {}, int leftOut = 0);
    /// That nothing was undone, since this is what is meant and it is still carried out; with the way to end it.
    static Notice stillActing(Workbench& bench, OperationJob& job);
    static Notice paused(Workbench& bench, const QString& connection, const QueueName& queue, bool paused);
    /// That nothing was undone, since the last action, `parts`, was on queues or a connection that is not in view; with
    /// the way there, and, of the connection in view, the undo by its name.
    static Notice outOfView(Workbench& bench, const Connection& connection, const std::vector<OperationRecord>& parts);
    /// The link by which a notice undoes what it tells of, with all of its action.
    static Notice::Link undoLink(Workbench& bench, const QString& connection, const OperationRecord& record);
    /// `matches` are more than `most`, which can be sorted.
    static Notice orderDropped(qint64 matches, qint64 most);
};

} // namespace dueline
