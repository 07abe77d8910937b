// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/adopt/adoption.h"
#include "core/console/operations/undorun.h"

#include <atomic>
#include <memory>

namespace dueline {

/// Puts what an adoption moved back into the key it came from, as far as it still waits in the native queue: of each
/// task the native copy is discarded first, then the entry goes back, byte for byte and in a list to its place, then
/// the copy is deleted; so nobody can run both. What has run, runs, or was acted on stays. Made, used and destroyed on
/// one thread.
class AdoptUndo
{
public:
    /// `connection`: to the server, with any layout; `adoption`: its record, of kind `adopt`.
    AdoptUndo(ConnectionSpec connection, OperationRecord adoption, Access access, QByteArray by);
    ~AdoptUndo();

    const OperationId& id() const { return m_record.id; }
    const OperationRecord& record() const { return m_record; }
    /// At most 100 tasks, the last adopted first. Errors: Refused (read-only, undone already, past its time), Usage
    /// (its record does not say where from), those of QueueEditor::act and RedisClient::open.
    Result<UndoProgress> step();
    /// step() to the end; `observer` returning false cancels.
    Result<UndoProgress> finish(const std::function<bool(const UndoProgress&)>& observer = {});
    /// The next step finishes. From any thread.
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
    qint64 m_end = 0; ///< ordinals that are still to be looked at
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
