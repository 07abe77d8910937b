// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/streams/streaminspector.h"

namespace dueline {

/// Editor for a stream's messages, as seen by one group. It releases, copies, discards and deletes messages. Each
/// message is checked and changed by a single script, which also records how to undo the change.
class StreamEditor : public QueueEditor
{
public:
    /// Total size of the messages in bytes after which a call ends early.
    static constexpr int bytesPerCall = 4 * 1024 * 1024;

    StreamEditor(RedisClient& client, StreamInspector& inspector);

    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override;
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override;
    Result<> record(const OperationRecord& record) override;
    /// Implements Backend::foresee.
    Result<std::optional<Foresight>> foresee(const ActionStep& step);

private:
    /// Step whose last call got no reply, so the server may or may not have executed it. Repeating the step continues
    /// it.
    struct Begun
    {
        ActionStep step;
        std::vector<ItemOutcome> outcomes; ///< outcomes so far, starting with the step's first task
    };
    /// Keys and arguments of a script, without the memo key.
    struct Call
    {
        OverlayKeys keys;
        std::vector<QByteArray> keyNames;
        std::vector<QByteArray> arguments;
    };

    /// Returns the script call for the step's tasks from index `first` on. Errors: same as resolve(); Refused if the
    /// keys are in different cluster slots.
    Result<Call> callFor(const ActionStep& step, std::size_t first);

    RedisClient& m_client;
    StreamInspector& m_inspector;
    FrameworkScripts m_scripts;
    OperationStore m_operations;
    std::optional<Begun> m_begun;
};

} // namespace dueline
