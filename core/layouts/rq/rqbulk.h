// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/stepsize.h"
#include "core/queue/bulkeditor.h"

namespace dueline {

class RqEditor;

/// Operations on very many jobs of RQ.
class RqBulk : public BulkEditor
{
public:
    explicit RqBulk(RqEditor& editor)
        : m_editor(editor)
    { }

    Result<BulkTaken> gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk) override;
    Result<qint64> count(const QueueName& queue, const BulkWalk& walk) override;
    Result<> put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs) override;
    Result<BulkState> act(const BulkStep& step) override;
    Result<> drop(const QueueName& queue, const OperationId& operation) override;
    Result<> ask(const QueueName& queue, const OperationId& operation, const QByteArray& what) override;

private:
    static constexpr int actPerCall = 100;

    RqEditor& m_editor;
    StepSize m_acting{actPerCall};
};

} // namespace dueline
