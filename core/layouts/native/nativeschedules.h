// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/schedulebook.h"

namespace dueline {

/// Recurring tasks in the native layout. The keys are `schedules` (name → a line of JSON, a line feed, and the
/// payload), `ticks` (name → next tick, for enabled schedules only) and `ticked` (name → last tick).
class NativeSchedules : public ScheduleBook
{
public:
    explicit NativeSchedules(NativeScripts& scripts);
    /// Sets whether writes are rejected, as they are by default.
    void setReadOnly(bool isReadOnly) { m_readOnly = isReadOnly; }

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    Result<> remove(const QueueName& queue, const QByteArray& name) override;
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    Result<> checkWriting(const QueueName& queue);

    NativeScripts& m_scripts;
    bool m_readOnly = true;
};

} // namespace dueline
