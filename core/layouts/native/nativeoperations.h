// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/operation.h"

namespace dueline {

/// The records of a queue's operations: `ops`, a sorted set of the unique parts of their ids by time, and a hash for
/// each.
class NativeOperations
{
public:
    explicit NativeOperations(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// As QueueEditor::record; false: there is no such queue.
    Result<bool> write(const OperationRecord& record);

    /// As QueueInspector::operations. `undoable` is what was recorded, as long as it is in time and was not undone.
    Result<std::vector<OperationRecord>> list(const QueueName& queue, int limit);

private:
    NativeScripts& m_scripts;
};

} // namespace dueline
