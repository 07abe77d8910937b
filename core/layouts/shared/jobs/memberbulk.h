// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/stepsize.h"
#include "core/layouts/shared/jobs/listedbulk.h"
#include "core/layouts/shared/jobs/membereditor.h"

namespace dueline {

/// Bulk editor for queues whose members are complete tasks. An operation's task list contains each member's SHA-1 and
/// score, or the member itself if members are only names. Before each step, the client looks up the tasks' current
/// positions.
class MemberBulk : public ListedBulk
{
public:
    explicit MemberBulk(MemberEditor& editor)
        : ListedBulk(editor.m_scripts, editor.m_operations)
        , m_editor(editor)
    { }

    Result<BulkState> act(const BulkStep& step) override;

protected:
    OverlayKeys keysOf(const QueueName& queue) const override { return m_editor.keys(queue); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override { return m_editor.sourcesOf(queue); }
    /// Returns the scripts that append tasks in a given state to the operation's list. Members that are only names are
    /// appended unchanged.
    Gathering gathering(const QueueName& queue, TaskState state) const override;

private:
    MemberEditor& m_editor;
    StepSize m_acting{MemberEditor::tasksPerCall};
};

} // namespace dueline
