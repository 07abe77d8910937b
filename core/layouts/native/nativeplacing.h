// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Moves tasks that a transfer has parked (that is, added with the latest possible due time) to the states they had in
/// the other queue. The move is safe to repeat, because it affects only parked tasks.
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
