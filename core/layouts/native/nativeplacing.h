// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Moves tasks that a transfer has parked (added with a due time at the end of time) to the states they had in the
/// other queue. This is safe to repeat: only parked tasks are moved.
class NativePlacing
{
public:
    explicit NativePlacing(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Implements QueueEditor::place(). `operation`: unique part of the operation's id.
    Result<std::vector<ItemOutcome>> place(
        const QueueName& queue, const QByteArray& operation, const std::vector<TaskDetail>& tasks);

private:
    NativeScripts& m_scripts;
};

} // namespace dueline
