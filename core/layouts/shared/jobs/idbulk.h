// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/outcomecodes.h"
#include "core/layouts/port/stepsize.h"
#include "core/layouts/shared/jobs/listedbulk.h"

#include <functional>

namespace dueline {

/// Operations on very many tasks that a key finds by their id, as in Bull, BullMQ and RQ: the scripts read and judge
/// them, and only where those stand that wait in a list is read before each step.
class IdBulk : public ListedBulk
{
public:
    /// What is the layout's own.
    struct Layout
    {
        std::function<OverlayKeys(const QueueName&)> keys;
        std::function<std::vector<TaskSource>(const QueueName&)> sources; ///< as ListedBulk::sourcesOf
        std::function<QByteArray(const QueueName&)> word; ///< the third argument of its scripts
        /// Where those of the ids stand that wait in a list: `LIST INDEX`.
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
