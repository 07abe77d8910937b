// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/forwardingbackend.h"
#include "core/queue/forwardingeditor.h"
#include "core/queue/forwardinginspector.h"
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"

#include <QThread>

#include <atomic>

namespace dueline::test {

/// Faults to inject between a console and its server.
struct Faults
{
    std::atomic<bool> unreachable = false; ///< true to fail all connection attempts and calls (Disconnected)
    std::atomic<bool> refused = false; ///< true to fail requests with an error but keep the connection open
    std::atomic<int> lostActs = 0; ///< number of acting steps whose replies get lost
    std::atomic<int> lostRecords = 0; ///< number of record writes that will fail
    /// Number of acting steps until the connection is lost for good; -1: unlimited.
    std::atomic<int> actsBeforeDeath = -1;
    std::atomic<int> opened = 0;
    std::atomic<int> run = 1; ///< stands for the server's run id; 0: not reported
    std::atomic<int> slowTime = 0; ///< delay of the server's TIME replies, in milliseconds
    std::atomic<int> questions = 0; ///< number of requests, including unanswered ones
    std::atomic<int> atOnce = 0;
    std::function<void()> beforeAct; ///< called on the caller's thread before each acting step
    std::function<void(const SearchRequest&)> beforeSearch;

    static Error gone() { return {ErrorCode::Disconnected, QStringLiteral("The connection ended.")}; }
};

class FaultyInspector : public ForwardingInspector
{
public:
    FaultyInspector(QueueInspector& real, Faults& faults)
        : ForwardingInspector(real)
        , m_faults(faults)
    { }
    Result<std::vector<QueueInfo>> queues() override
    {
        return ask([&] { return inner().queues(); });
    }
    Result<QueueInfo> queue(const QueueName& queue) override
    {
        return ask([&] { return inner().queue(queue); });
    }
    Result<TaskPage> page(const PageRequest& request) override
    {
        return ask([&] { return inner().page(request); });
    }
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override
    {
        return ask([&] { return inner().lastDue(queue, states); });
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        if (m_faults.beforeSearch)
            m_faults.beforeSearch(request);
        return ask([&] { return inner().search(request); });
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        return ask([&] { return inner().task(queue, id); });
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override
    {
        return ask([&] { return inner().payload(queue, id, offset, length); });
    }
    Result<std::vector<TimelineBin>> timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins) override
    {
        return ask([&] { return inner().timeline(queue, from, to, bins); });
    }
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override
    {
        return ask([&] { return inner().statistics(queue, from, to); });
    }
    Result<std::vector<WorkerInfo>> workers() override
    {
        return ask([&] { return inner().workers(); });
    }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override
    {
        return ask([&] { return inner().operations(queue, limit); });
    }

private:
    template <typename Question> std::invoke_result_t<Question> ask(Question question)
    {
        ++m_faults.questions;
        if (m_faults.unreachable)
            return Faults::gone();
        if (m_faults.refused)
            return Error{ErrorCode::Refused, QStringLiteral("The server refuses.")};
        return question();
    }

    Faults& m_faults;
};

class FaultyEditor : public ForwardingEditor
{
public:
    FaultyEditor(QueueEditor& real, Faults& faults)
        : ForwardingEditor(real)
        , m_faults(faults)
    { }
    Result<std::vector<ItemOutcome>> act(const ActionStep& step) override
    {
        if (m_faults.beforeAct)
            m_faults.beforeAct();
        if (m_faults.unreachable)
            return Faults::gone();
        if (m_faults.actsBeforeDeath == 0) {
            m_faults.unreachable = true;
            return Faults::gone();
        }
        if (m_faults.actsBeforeDeath > 0)
            --m_faults.actsBeforeDeath;
        auto outcomes = inner().act(step);
        if (m_faults.lostActs > 0) {
            --m_faults.lostActs;
            return Faults::gone();
        }
        return outcomes;
    }
    Result<UndoStep> undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
        const QByteArray& cursor, const UndoTurn& turn) override
    {
        if (m_faults.unreachable)
            return Faults::gone();
        return inner().undo(queue, undone, operation, cursor, turn);
    }
    Result<> record(const OperationRecord& record) override
    {
        if (m_faults.unreachable)
            return Faults::gone();
        if (m_faults.lostRecords > 0) {
            --m_faults.lostRecords;
            return Faults::gone();
        }
        return inner().record(record);
    }

private:
    Faults& m_faults;
};

/// Memory layout behind an unreliable connection.
class FaultyBackend : public ForwardingBackend
{
public:
    FaultyBackend(std::shared_ptr<MemoryStore> store, std::shared_ptr<Faults> faults, Access access)
        : ForwardingBackend(std::make_unique<MemoryBackend>(std::move(store), "tester", access))
        , m_faults(std::move(faults))
        , m_inspector(inner().inspector(), *m_faults)
    {
        if (inner().editor())
            m_editor.emplace(*inner().editor(), *m_faults);
    }

    /// Returns a factory for the backends opened by a lane.
    static BackendFactory factory(
        std::shared_ptr<MemoryStore> store, std::shared_ptr<Faults> faults, Access access = Access::OperateAndWork)
    {
        return [store = std::move(store), faults = std::move(faults), access]() -> Result<std::unique_ptr<Backend>> {
            if (faults->unreachable)
                return Error{ErrorCode::Unreachable, QStringLiteral("Nobody listens there.")};
            ++faults->opened;
            return std::unique_ptr<Backend>(std::make_unique<FaultyBackend>(store, faults, access));
        };
    }

    QueueInspector& inspector() override { return m_inspector; }
    QueueEditor* editor() override { return m_editor ? &*m_editor : nullptr; }
    Result<TimePoint> serverTime() override
    {
        if (m_faults->unreachable)
            return Faults::gone();
        if (m_faults->slowTime > 0)
            QThread::msleep(static_cast<unsigned long>(m_faults->slowTime.load()));
        return inner().serverTime();
    }
    QByteArray serverVersion() const override { return "7.0.15"; }
    QByteArray serverRun() const override { return m_faults->run ? QByteArray::number(m_faults->run) : QByteArray(); }

private:
    std::shared_ptr<Faults> m_faults;
    FaultyInspector m_inspector;
    std::optional<FaultyEditor> m_editor;
};

/// In-memory queue `mail` with a stopped clock. Tests move its tasks into the states they need.
class Workshop
{
public:
    std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(fromMs(1'800'000'000'000));
    std::shared_ptr<MemoryStore> store = std::make_shared<MemoryStore>(clock);
    std::shared_ptr<Faults> faults = std::make_shared<Faults>();
    FaultyBackend backend{store, faults, Access::OperateAndWork};
    QueueName queue = "mail";

    TimePoint now() const { return clock->now(); }
    static TaskId id(int number) { return "send#" + QByteArray::number(number).rightJustified(5, '0'); }

    /// Adds tasks numbered `first` to first + count - 1. Task i is due at now + dueIn + step * i.
    void add(int count, Millis dueIn, Millis step = Millis(0), int first = 0)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = id(first + i);
            task.dueAt = now() + dueIn + step * i;
            task.payload = "payload " + QByteArray::number(first + i);
            tasks.push_back(task);
        }
        const auto added = backend.editor()->add(queue, tasks);
        if (!added)
            qFatal("the memory layout refused to add");
    }

    /// Leases due tasks, up to `limit`.
    std::vector<Lease> lease(int limit = 250)
    {
        ClaimRequest request;
        request.queue = queue;
        request.limit = limit;
        request.types.all = true;
        auto claim = backend.broker()->claim(request);
        if (!claim || claim->leases.empty())
            qFatal("nothing to lease");
        return claim->leases;
    }

    /// Adds tasks that have failed permanently.
    void addFailed(int count, int first = 0)
    {
        add(count, Millis(-1000), Millis(0), first);
        end(count, std::nullopt);
    }
    /// Adds tasks that have failed once and will be retried.
    void addRetrying(int count, Millis retryIn, int first = 0)
    {
        add(count, Millis(-1000), Millis(0), first);
        end(count, retryIn);
    }
    void addDone(int count, int first = 0)
    {
        add(count, Millis(-1000), Millis(0), first);
        for (int left = count; left > 0;) {
            std::vector<Ack> acks;
            for (const Lease& lease : lease(std::min(left, 250)))
                acks.push_back({lease.id, lease.token, std::nullopt});
            left -= int(acks.size());
            const auto acked = backend.broker()->ack(queue, acks, {});
            if (!acked)
                qFatal("the memory layout refused an ack");
        }
    }

    TaskDetail task(int number) const
    {
        MemoryBackend looking(store, "looker", Access::ReadOnly);
        auto detail = looking.inspector().task(queue, id(number));
        return detail ? *detail : TaskDetail{};
    }
    bool exists(int number) const
    {
        MemoryBackend looking(store, "looker", Access::ReadOnly);
        return looking.inspector().task(queue, id(number)).ok();
    }
    StateCounts counts() const
    {
        MemoryBackend looking(store, "looker", Access::ReadOnly);
        auto info = looking.inspector().queue(queue);
        return info ? info->counts : StateCounts{};
    }
    std::vector<OperationRecord> records() const
    {
        MemoryBackend looking(store, "looker", Access::ReadOnly);
        auto records = looking.inspector().operations(queue, 100);
        return records ? *records : std::vector<OperationRecord>{};
    }

private:
    void end(int count, std::optional<Millis> retryIn)
    {
        for (int left = count; left > 0;) {
            std::vector<Nack> nacks;
            for (const Lease& lease : lease(std::min(left, 250)))
                nacks.push_back({lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", "timeout"});
            left -= int(nacks.size());
            const auto nacked = backend.broker()->nack(queue, nacks, {});
            if (!nacked)
                qFatal("the memory layout refused a nack");
        }
    }
};

} // namespace dueline::test
