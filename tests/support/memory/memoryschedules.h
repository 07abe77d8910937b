// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/memory/memorystore.h"

namespace dueline {

/// Recurring tasks in the in-memory reference layout.
class MemorySchedules : public ScheduleBook
{
public:
    MemorySchedules(std::shared_ptr<MemoryStore> store, bool isReadOnly);

    Result<std::vector<ScheduleState>> schedules(const QueueName& queue) override;
    Result<> put(const QueueName& queue, const Schedule& schedule, bool replace) override;
    Result<> remove(const QueueName& queue, const QByteArray& name) override;
    Result<DueSchedules> due(const QueueName& queue) override;
    Result<TickOutcome> tick(const QueueName& queue, const ScheduleState& seen, const TickDecision& decision) override;

private:
    Result<> checkWriting() const;

    std::shared_ptr<MemoryStore> m_store;
    bool m_readOnly;
};

} // namespace dueline
