// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorybackend.h"

#include "tests/support/memory/memorybroker.h"
#include "tests/support/memory/memoryeditor.h"
#include "tests/support/memory/memoryevents.h"
#include "tests/support/memory/memoryinspector.h"
#include "tests/support/memory/memoryschedules.h"

#include <QRandomGenerator>

namespace dueline {

MemoryBackend::MemoryBackend(std::shared_ptr<MemoryStore> store, QByteArray session, Access access)
    : m_store(std::move(store))
    , m_capabilities(Capabilities::everything("memory"))
    , m_inspector(std::make_unique<MemoryInspector>(m_store))
    , m_schedules(std::make_unique<MemorySchedules>(m_store, access == Access::ReadOnly))
{
    if (session.isEmpty())
        session = "memory" + QByteArray::number(QRandomGenerator::global()->generate(), 36);
    if (access != Access::ReadOnly)
        m_editor = std::make_unique<MemoryEditor>(m_store);
    if (access == Access::OperateAndWork)
        m_broker = std::make_unique<MemoryBroker>(m_store, session);
}

MemoryBackend::~MemoryBackend() = default;

QueueInspector& MemoryBackend::inspector() { return *m_inspector; }

QueueEditor* MemoryBackend::editor() { return m_editor.get(); }

TaskBroker* MemoryBackend::broker() { return m_broker.get(); }

ScheduleBook* MemoryBackend::schedules() { return m_schedules.get(); }

Result<std::unique_ptr<EventSource>> MemoryBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return std::unique_ptr<EventSource>(std::make_unique<MemoryEventSource>(m_store, queues, wake, results));
}

Result<TimePoint> MemoryBackend::serverTime() { return m_store->now(); }

} // namespace dueline
