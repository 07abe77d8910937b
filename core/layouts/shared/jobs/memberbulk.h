// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/stepsize.h"
#include "core/layouts/shared/jobs/listedbulk.h"
#include "core/layouts/shared/jobs/membereditor.h"

namespace dueline {

/// Operations on very many tasks whose members are all their bytes. A list has of each the SHA-1 of its bytes and its
/// score, of one whose member is a name that name; where it stands is read before each step.
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
    /// Where members are names, not tasks, they go on the list as they are.
    Gathering gathering(const QueueName& queue, TaskState state) const override;

private:
    MemberEditor& m_editor;
    StepSize m_acting{MemberEditor::tasksPerCall};
};

} // namespace dueline
