// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"
#include "core/console/operations/undorun.h"

#include <atomic>
#include <memory>

namespace dueline {

/// Undo of an adoption. Returns the tasks that are still waiting in the native queue to the custom layout's key. For
/// each task, it first discards the task, then returns the entry, byte for byte and to its position in a list, and
/// finally deletes the task, so that no task can run twice. Tasks that have run, are running, or have changed stay in
/// the native queue. Create, use, and destroy an undo on one thread.
class AdoptUndo
{
public:
    /// Creates an undo. `connection`: the server, with any layout. `adoption`: the adoption's record.
    AdoptUndo(ConnectionSpec connection, OperationRecord adoption, Access access, QByteArray by);
    ~AdoptUndo();

    const OperationId& id() const { return m_record.id; }
    const OperationRecord& record() const { return m_record; }
    /// Returns up to 100 tasks to the key, starting with the one adopted last. Errors: Refused (read-only, already
    /// undone, expired), Usage (not an adoption's record); otherwise same as QueueEditor::act() and
    /// RedisClient::open().
    Result<UndoProgress> step();
    /// Runs all remaining steps. `observer`: progress callback that returns false to cancel the undo.
    Result<UndoProgress> finish(const std::function<bool(const UndoProgress&)>& observer = {});
    /// Cancels the undo at the next step. Thread-safe.
    void cancel() { m_cancelled = true; }
    const UndoProgress& progress() const { return m_progress; }

private:
    struct Sides;

    Result<> begin();
    Result<> putBack(std::vector<AdoptEntry> entries);
    Result<std::vector<TaskRef>> discarded(const std::vector<TaskRef>& refs);
    Result<> act(ActionKind kind, const std::vector<TaskRef>& refs);
    Result<> writeRecords(bool finished);

    ConnectionSpec m_connection;
    OperationRecord m_adoption;
    OperationRecord m_record;
    Access m_access;
    UndoProgress m_progress;
    std::unique_ptr<Sides> m_sides;
    QByteArray m_unique;
    /// Entries with lower ordinals haven't been processed yet. The highest ordinals are processed first.
    qint64 m_end = 0;
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
