// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/port/stepsize.h"
#include "core/layouts/shared/jobs/listedbulk.h"

#include <functional>

namespace dueline {

/// Bulk editor for tasks whose keys contain their ids, as in Bull, BullMQ and RQ. The scripts read and check the tasks.
/// Before each step, the client reads only the positions of tasks in lists.
class IdBulk : public ListedBulk
{
public:
    /// Parts that each layout provides.
    struct Layout
    {
        std::function<OverlayKeys(const QueueName&)> keys;
        /// function that returns a queue's sources for bulk operations
        std::function<std::vector<TaskSource>(const QueueName&)> sources;
        /// function that returns the scripts' layout-specific third argument
        std::function<QByteArray(const QueueName&)> word;
        /// Function that looks for ids in lists. Returns `LIST INDEX` for each id that it finds.
        std::function<Result<std::map<TaskId, QByteArray>>(const QueueName&, const std::vector<TaskId>&)> findInLists;
        const OutcomeCodes& codes;
    };

    IdBulk(FrameworkScripts& scripts, OperationStore& operations, Layout layout)
        : ListedBulk(scripts, operations)
        , m_layout(std::move(layout))
    { }

    Result<BulkState> act(const BulkStep& step) override;

protected:
    OverlayKeys keysOf(const QueueName& queue) const override { return m_layout.keys(queue); }
    std::vector<TaskSource> sourcesOf(const QueueName& queue) const override { return m_layout.sources(queue); }
    Gathering gathering(const QueueName&, TaskState) const override { return {"gatherlist", "gather", 500}; }

private:
    static constexpr int actPerCall = 100;

    Layout m_layout;
    StepSize m_acting{actPerCall};
};

} // namespace dueline
