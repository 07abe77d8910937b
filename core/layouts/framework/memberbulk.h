// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/framework/membereditor.h"
#include "core/layouts/stepsize.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

/// Operations on very many tasks whose members are all their bytes. A list has of each the SHA-1 of its bytes and its
/// score, of one whose member is a name that name; where it stands is read before each step.
class MemberBulk : public BulkEditor
{
public:
    explicit MemberBulk(MemberEditor& editor)
        : m_editor(editor)
    { }

    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs) override;
    Result<BulkState> act(const BulkStep& step) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

private:
    /// The keys that hold tasks of a state, in the order of a walk.
    std::vector<TaskSource> sourcesFor(const QueueName& queue, TaskState state) const;

    MemberEditor& m_editor;
    StepSize m_acting{MemberEditor::tasksPerCall};
};

} // namespace dueline
