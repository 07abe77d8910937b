// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/sidekiq/sidekiqeditor.h"
#include "core/layouts/stepsize.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

/// Operations on very many jobs of Sidekiq. A list has of each the SHA-1 of its bytes and its score; where it stands is
/// read before each step.
class SidekiqBulk : public BulkEditor
{
public:
    explicit SidekiqBulk(SidekiqEditor& editor)
        : m_editor(editor)
    { }

    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs) override;
    Result<BulkState> act(const BulkStep& step) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

private:
    SidekiqEditor& m_editor;
    StepSize m_acting{SidekiqEditor::tasksPerCall};
};

} // namespace dueline
