// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/undorun.h"
#include "core/queue/operation.h"
#include "ui/widgets/messagebar.h"

#include <QPointer>

#include <optional>

namespace dueline {

class Connection;
class Workbench;

/// What the workbench tells of what it did, in words that follow the language.
struct OperationNotice
{
    /// `undoFor`: how long it can be undone; nullopt: it cannot.
    static Notice ended(Workbench& bench, ActionKind kind, const OperationId& id, const OperationProgress& progress,
        const SkippedTasks& skipped, std::optional<Millis> undoFor);
    static Notice failure(const Error& error);
    /// While it was asked about, the connection was closed.
    static Notice connectionClosed();
    /// It stopped in the middle, or before anything was done.
    static Notice failed(Workbench& bench, ActionKind kind, const OperationId& id, const OperationProgress& reached,
        const Error& error, std::optional<Millis> undoFor);
    static Notice undone(const UndoProgress& progress);
    static Notice paused(Workbench& bench, const QPointer<Connection>& connection, const QueueName& queue, bool paused);
    /// `matches` are more than `most`, which can be sorted.
    static Notice orderDropped(qint64 matches, qint64 most);
};

} // namespace dueline
