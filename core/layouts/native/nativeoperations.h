// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/operation.h"

namespace dueline {

/// Records of a queue's operations. The key `ops` is a sorted set of the unique parts of operation ids, by time. Each
/// operation also has its own hash.
class NativeOperations
{
public:
    explicit NativeOperations(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Implements QueueEditor::record(). Returns false if the queue doesn't exist.
    Result<bool> write(const OperationRecord& record);

    /// Implements QueueInspector::operations(). `undoable` keeps its recorded value until the undo period ends or the
    /// operation is undone.
    Result<std::vector<OperationRecord>> list(const QueueName& queue, int limit);

private:
    NativeScripts& m_scripts;
};

} // namespace dueline
