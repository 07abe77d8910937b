// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/undorun.h"
#include "core/queue/operation.h"
#include "ui/text/notice.h"

#include <QCoreApplication>
#include <QPointer>

#include <optional>

namespace dueline {

struct AddedTasks;
class ActionRunner;
class Connection;
class OperationJob;
class WindowEvents;

/// Notices about the workbench's operations. Their text changes with the program's language.
struct OperationNotice
{
    Q_DECLARE_TR_FUNCTIONS(dueline::Workbench) // translation context of all strings about operations

public:
    /// Operation of this window and its connection.
    struct Subject
    {
        QString connection; ///< id of the connection
        OperationRecord record;
        ActionKind kind;
        TaskId task = {}; ///< the only affected task; empty if there are several
    };

    /// The finished operations of one action.
    struct Ended
    {
        std::vector<OperationRecord> parts;
        OperationProgress reached;
        SkippedTasks skipped;
        // period in which the whole action can be undone; nullopt: it cannot be undone
        std::optional<Millis> undoFor;

        /// Adds one part. `partUndoFor`: period in which the part can be undone; nullopt: it cannot be undone.
        void add(const OperationRecord& part, const OperationProgress& progress, const SkippedTasks& left,
            std::optional<Millis> partUndoFor);
    };

    /// Reports that an action has ended. `subject`: the operation that ended last.
    static Notice ended(ActionRunner& actions, const Subject& subject, const Ended& all);
    static Notice failure(const Error& error);
    /// Reports that the connection was closed while a confirmation was open.
    static Notice connectionClosed();
    /// Reports that an action stopped with an error, possibly before any task was changed.
    static Notice failed(ActionRunner& actions, const Subject& subject, const Ended& all, const Error& error);
    /// Reports added tasks, or that they already exist.
    static Notice added(WindowEvents& events, const AddedTasks& tasks);
    /// Reports an undo. `error`: the error that ended one part; `leftOut`: number of operations of the action that were
    /// still running.
    static Notice undone(const UndoProgress& progress, const std::optional<Error>& error = {}, int leftOut = 0);
    /// Reports that nothing was undone because the operation is still running. Offers to cancel it.
    static Notice stillActing(ActionRunner& actions, OperationJob& job);
    static Notice paused(ActionRunner& actions, const QString& connection, const QueueName& queue, bool paused);
    /// Reports that nothing was undone because the queue of the last action (`parts`) is not in view. Links to the
    /// place of that action, and names the action that can be undone on the connection in view.
    static Notice outOfView(
        ActionRunner& actions, const Connection& connection, const std::vector<OperationRecord>& parts);
    /// Returns a link that undoes the whole action to which this operation belongs.
    static Notice::Link undoLink(ActionRunner& actions, const QString& connection, const OperationRecord& record);
    /// Reports that `matches` exceeds `most`, the maximum number of tasks that can be sorted.
    static Notice orderDropped(qint64 matches, qint64 most);
};

} // namespace dueline
