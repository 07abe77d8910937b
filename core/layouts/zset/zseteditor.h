// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customeditor.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Editor that adds tasks to a sorted set scored by time, just like the design's own producers. The member is the
/// payload, if any, or else the unique part of the specified id. In a cron set, the member is `COMMAND_<unix s>`, so a
/// command is added at most once per second.
class ZsetEditor : public CustomEditor
{
public:
    ZsetEditor(NativeScripts& scripts, const ZsetSpec& spec)
        : CustomEditor(scripts, spec)
        , m_isCron(spec.isCron())
    { }

    /// Adds tasks. Errors: Refused for properties that a member can't store.
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks) override;
    TaskId idFor(const QueueName& queue, const NewTask& task) const override;

private:
    Result<> checkTask(const NewTask& task) const;

    const bool m_isCron;
    std::map<TaskId, TaskId> m_made; ///< ids assigned by the last add(), by requested id
};

} // namespace dueline
