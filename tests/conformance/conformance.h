// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/conformance/fixture.h"

#include <QTest>

namespace dueline {

using namespace std::chrono_literals;

/// Base class for all conformance tests: provides one row per layout, an empty fixture, two workers and an operator.
/// Each test must hold for every layout. A test is skipped for layouts that lack a capability it needs.
class ConformanceTest : public QObject
{
    Q_OBJECT

protected:
    /// Returns why the tests of this class don't apply to the layout, or null if they do.
    virtual const char* impossible() { return nullptr; }

    /// Returns a result's value. On error, fails the test at the caller's line and returns an empty value.
    template <typename T>
    static T must(Result<T> result, const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        if (result)
            return std::move(result).value();
        fail(result.error(), file, line);
        return T();
    }
    static void must(const Result<>& result, const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        if (!result)
            fail(result.error(), file, line);
    }

    Fixture& fixture() { return *m_fixture; }
    /// Returns the first worker's backend, which also serves the operator.
    Backend& backend() { return *m_backend; }
    const Capabilities& can() { return m_backend->capabilities(queue); }
    QueueInspector& inspector() { return m_backend->inspector(); }
    QueueEditor& editor() { return *m_backend->editor(); }
    TaskBroker& worker() { return *m_backend->broker(); }
    TaskBroker& otherWorker() { return *m_otherBackend->broker(); }
    TimePoint now() { return must(m_backend->serverTime()); }
    /// Waits until the layout's clock is past `at`.
    void waitPast(TimePoint at) { m_fixture->waitUntil(at + Millis(1)); }

    /// Returns a task that became due one second plus `earlier` ago.
    NewTask dueTask(const TaskId& id, Millis earlier = Millis(0));
    /// Adds tasks that are already due, one millisecond apart, earliest first.
    void addDue(const std::vector<TaskId>& ids);
    void add(const std::vector<NewTask>& tasks);
    /// Claims tasks, repeating the call until it returns leases or the layout has nothing left to scan.
    Claim claim(
        TaskBroker& broker, int limit = 100, Millis leaseFor = 30s, const TypeSelection& types = {true, {}, {}});
    Claim claim(int limit = 100, Millis leaseFor = 30s) { return claim(worker(), limit, leaseFor); }
    /// Claims with the first worker and returns the only lease. Fails the test if there is none.
    Lease claimOne(Millis leaseFor = 30s, const char* file = __builtin_FILE(), int line = __builtin_LINE());
    WriteOutcome ackOne(TaskBroker& broker, const Lease& lease);
    WriteOutcome nackOne(
        TaskBroker& broker, const Lease& lease, std::optional<Millis> retryIn, const QByteArray& error = {});
    /// Claims a task and fails it permanently.
    void failTask(const TaskId& id, const QByteArray& error = "it broke");

    Task shown(const TaskId& id) { return must(inspector().task(queue, id)).task; }
    TaskState state(const TaskId& id) { return shown(id).state; }
    bool exists(const TaskId& id);
    TaskRef refOf(const TaskId& id);
    StateCounts counts() { return must(inspector().queue(queue)).counts; }
    /// Performs an action on one task. If the operation has no id, it gets the id `QUEUE/op1`.
    ItemOutcome act(const Action& action, const TaskRef& ref, const OperationId& operation = {});
    ItemOutcome act(ActionKind kind, const TaskId& id, const OperationId& operation = {});
    static Action forced(ActionKind kind)
    {
        Action action;
        action.kind = kind;
        action.force = true;
        return action;
    }
    /// Undoes an operation completely, and records both operations as a caller would.
    UndoStep undo(const OperationId& undone);
    /// Runs housekeeping until there is nothing left to do.
    void sweep();

    TaskPage page(TaskState state, qint64 offset, int limit) { return page(queue, state, offset, limit); }
    TaskPage page(const QueueName& name, TaskState state, qint64 offset, int limit);
    /// Returns all tasks in one state, read page by page.
    std::vector<Task> wholePage(TaskState state);
    std::vector<Task> everything();
    /// Adds sixteen tasks covering all possible states, with different types, errors, payloads, sizes and attempts for
    /// filters to match.
    void populate();

    QueueName queue; ///< see Fixture::queue()

private slots:
    void initTestCase_data();
    void init();
    void cleanup();

private:
    void populateByHand();
    static void fail(const Error& error, const char* file, int line);

    std::unique_ptr<Fixture> m_fixture;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Backend> m_otherBackend;
};

std::vector<TaskId> idsOf(const std::vector<Lease>& leases);
std::vector<TaskId> idsOf(const std::vector<Task>& tasks);
/// Returns a task without the fields that depend on how it was read: the payload preview, which is only in lists, and
/// the time of an untimed task.
Task withoutPreview(Task task);

} // namespace dueline

/// Skips the test if the layout's tasks lack this feature.
#define REQUIRE_FEATURE(feature)                                                                                       \
    if (!fixture().holds(Fixture::Feature::feature))                                                                   \
    QSKIP("Tasks of this layout have no place for: " #feature)
/// Skips the test if the layout lacks this capability.
#define REQUIRE_CAPABILITY(condition)                                                                                  \
    if (!(condition))                                                                                                  \
    QSKIP("This layout does not claim: " #condition)
