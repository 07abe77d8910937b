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

/// Notices about the workbench's operations. Their text follows the program's language.
struct OperationNotice
{
    Q_DECLARE_TR_FUNCTIONS(dueline::Workbench) // translation context of all strings about operations

public:
    /// Operation in this window, and the connection it uses.
    struct Subject
    {
        QString connection; ///< connection id
        OperationRecord record;
        ActionKind kind;
        TaskId task = {}; ///< the affected task, if there is only one
    };

    /// An action's finished operations.
    struct Ended
    {
        std::vector<OperationRecord> parts;
        OperationProgress reached;
        SkippedTasks skipped;
        // How long the entire action can be undone; nullopt if it can't be undone.
        std::optional<Millis> undoFor;

        /// Adds an operation. `partUndoFor`: how long it can be undone; nullopt if it can't be undone.
        void add(const OperationRecord& part, const OperationProgress& progress, const SkippedTasks& left,
            std::optional<Millis> partUndoFor);
    };

    /// Reports the end of an action. `subject`: the operation that ended last.
    static Notice ended(ActionRunner& actions, const Subject& subject, const Ended& all);
    static Notice failure(const Error& error);
    /// Reports that the connection was closed while a confirmation dialog was open.
    static Notice connectionClosed();
    /// Reports that an action was stopped by an error, possibly before it changed any tasks.
    static Notice failed(ActionRunner& actions, const Subject& subject, const Ended& all, const Error& error);
    /// Reports that tasks were added or already existed.
    static Notice added(WindowEvents& events, const AddedTasks& tasks);
    /// Reports an undo. `queues`: queue name, or a phrase such as `3 queues`. `error`: error that ended one of its
    /// parts. `leftOut`: number of the action's operations that were still running.
    static Notice undone(
        const UndoProgress& progress, const QString& queues, const std::optional<Error>& error = {}, int leftOut = 0);
    /// Reports that nothing was undone because the operation is still running. Offers to cancel the operation.
    static Notice stillActing(ActionRunner& actions, OperationJob& job);
    static Notice paused(ActionRunner& actions, const QString& connection, const QueueName& queue, bool paused);
    /// Reports that nothing was undone because the queue of the last action (`parts`) isn't displayed. Links to that
    /// queue, and names the action that can be undone on the displayed connection.
    static Notice outOfView(
        ActionRunner& actions, const Connection& connection, const std::vector<OperationRecord>& parts);
    /// Returns a link that undoes the entire action this operation belongs to.
    static Notice::Link undoLink(ActionRunner& actions, const QString& connection, const OperationRecord& record);
    /// Reports that `matches` exceeds `most`, the maximum number of tasks that can be sorted.
    static Notice orderDropped(qint64 matches, qint64 most);
};

} // namespace dueline
