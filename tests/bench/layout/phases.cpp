// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/layout/phases.h"

#include <QElapsedTimer>
#include <QThread>

#include <algorithm>
#include <cstdio>

namespace dueline {

namespace {

const QueueName queue = "bench";

template <typename T> T must(Result<T> result)
{
    if (!result)
        qFatal("%s (%s)", qUtf8Printable(result.error().message), qUtf8Printable(result.error().detail));
    return std::move(result).value();
}

void check(bool holds, const char* what)
{
    if (!holds)
        qFatal("The bench measured something else than it says: %s.", what);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

} // namespace

Phases::Phases(NativeBackend& backend, ServerProbe& probe, BenchOptions options)
    : m_backend(backend)
    , m_probe(probe)
    , m_options(options)
{ }

void Phases::measure(const char* name, const char* command, qint64 tasks, const std::function<void()>& work)
{
    m_probe.reset();
    const double before = m_probe.processCpu();
    QElapsedTimer timer;
    timer.start();
    work();
    const double seconds = double(timer.nsecsElapsed()) / 1e9;
    const double cpu = m_probe.processCpu() - before;
    const ServerProbe::Latency latency = m_probe.latency(command);
    if (!m_costs.contains(name))
        m_order.emplace_back(name);
    m_costs[name].push_back({cpu / double(tasks), latency.total / double(tasks), latency.p50 / 1000, latency.p99 / 1000,
        double(tasks) / seconds});
    std::fprintf(stderr, "%-34s %8.2f us\n", name, cpu / double(tasks));
}

void Phases::fill()
{
    // The tasks resemble a producer's: their ids are in chronological order, each is due slightly later than the one
    // before, and all are already due.
    const TimePoint now = must(m_backend.serverTime());
    const QByteArray payload(m_options.payload, 'x');
    m_probe.reset(); // frees the server's command histograms (about 400 kB) before measuring memory
    const qint64 empty = m_probe.memory();
    constexpr qint64 perCall = 800;
    measure("add", "evalsha", m_options.tasks, [&] {
        std::vector<NewTask> tasks;
        for (qint64 made = 0; made < m_options.tasks;) {
            tasks.clear();
            for (qint64 i = 0; i < perCall && made < m_options.tasks; ++i, ++made) {
                const TimePoint at = now - Millis(3'600'000) + Millis(made * 3'000'000 / m_options.tasks);
                tasks.push_back({makeTaskId("mail.send", at), at, {}, {}, payload});
            }
            for (const AddOutcome outcome : must(m_backend.editor()->add(queue, tasks)))
                check(outcome == AddOutcome::Added, "a task was not added");
        }
    });
    m_probe.reset();
    m_bytes = m_probe.memory() - empty;
}

Phases::Leases Phases::claim(Millis leaseFor)
{
    return must(m_backend.broker()->claim({queue, m_options.batch, leaseFor, {true, {}, {}}})).leases;
}

std::vector<Phases::Leases> Phases::claimAll(const char* name, qint64 tasks, Millis leaseFor)
{
    std::vector<Leases> batches;
    measure(name, "evalsha", tasks, [&] {
        for (qint64 got = 0; got < tasks; got += m_options.batch) {
            batches.push_back(claim(leaseFor));
            check(qint64(batches.back().size()) == m_options.batch, "a claim was not full");
        }
    });
    return batches;
}

void Phases::ackAll(const char* name, const std::vector<Leases>& batches)
{
    measure(name, "evalsha", qint64(batches.size()) * m_options.batch, [&] {
        for (const Leases& leases : batches) {
            std::vector<Ack> acks;
            for (const Lease& lease : leases)
                acks.push_back({lease.id, lease.token, {}});
            for (const WriteOutcome outcome : must(m_backend.broker()->ack(queue, acks, {})))
                check(outcome == WriteOutcome::Accepted, "an ack was not accepted");
        }
    });
}

void Phases::nackAll(const char* name, const std::vector<Leases>& batches, std::optional<Millis> retryIn)
{
    measure(name, "evalsha", qint64(batches.size()) * m_options.batch, [&] {
        for (const Leases& leases : batches) {
            std::vector<Nack> nacks;
            for (const Lease& lease : leases)
                nacks.push_back({lease.id, lease.token, retryIn, "failed", "exit 1: it broke", lease.dueAt});
            for (const WriteOutcome outcome : must(m_backend.broker()->nack(queue, nacks, {})))
                check(outcome == WriteOutcome::Accepted, "a nack was not accepted");
        }
    });
}

void Phases::workerPhases()
{
    TaskBroker& broker = *m_backend.broker();
    measure("claim + payload + ack, kept", "evalsha", m_options.perCycle, [&] {
        for (qint64 done = 0; done < m_options.perCycle; done += m_options.batch) {
            const Leases leases = claim();
            check(qint64(leases.size()) == m_options.batch, "a claim was not full");
            check(
                must(broker.load(queue, leases)).back().payload.size() == m_options.payload, "a payload is not whole");
            std::vector<Ack> acks;
            acks.reserve(leases.size());
            for (const Lease& lease : leases)
                acks.push_back({lease.id, lease.token, {}});
            check(must(broker.ack(queue, acks, {})).back() == WriteOutcome::Accepted, "an ack was not accepted");
        }
    });
    const qint64 tasks = m_options.perPhase;
    auto batches = claimAll("claim, never leased before", tasks);
    measure("payload", "hmget", tasks, [&] {
        for (const Leases& leases : batches)
            must(broker.load(queue, leases));
    });
    measure("extend", "evalsha", tasks, [&] {
        for (const Leases& leases : batches)
            check(must(broker.extend(queue, leases, Millis(600'000))).back() == ExtendOutcome::Held, "a lease is lost");
    });
    ackAll("ack, kept", batches);

    batches = claimAll("(claim)", tasks);
    measure("release", "evalsha", tasks, [&] {
        for (const Leases& leases : batches)
            check(must(broker.release(queue, leases)).back() == WriteOutcome::Accepted, "a release was refused");
    });
    batches = claimAll("claim, all from retry", tasks);
    nackAll("nack, to retry", batches, Millis(0));
    // The retried tasks are due last, so this call claims tasks that have not been retried. The retried ones are
    // claimed after the operator action phases.
    batches = claimAll("(claim)", tasks);
    nackAll("nack, to failed", batches, std::nullopt);

    claimAll("(claim)", tasks, Millis(1));
    QThread::msleep(10); // longer than the lease
    measure("recover", "evalsha", tasks, [&] {
        for (qint64 done = 0; done < tasks; done += 100)
            check(must(broker.recover(queue, 100)).retried == 100, "a recovery was not full");
    });

    QueueSettings settings;
    settings.keepDone = Millis(0);
    must(m_backend.inspector().queue(queue));
    batches = claimAll("(claim)", tasks);
    check(m_backend.editor()->configure(queue, settings).ok(), "the settings were refused");
    ackAll("ack, dropped", batches);
    measure("sweep of done", "evalsha", tasks, [&] {
        for (qint64 done = 0; done < tasks; done += 100)
            must(broker.sweep(queue));
    });
    check(m_backend.editor()->configure(queue, QueueSettings()).ok(), "the settings were refused");
}

OperationId Phases::newOperation(const QByteArray& kind)
{
    OperationRecord record;
    record.id = queue + '/' + makeTaskId("", must(m_backend.serverTime())).mid(1);
    record.kind = kind;
    record.queue = queue;
    check(m_backend.editor()->record(record).ok(), "an operation was not recorded");
    return record.id;
}

std::vector<TaskRef> Phases::refs(TaskState state, qint64 tasks)
{
    std::vector<TaskRef> found;
    while (qint64(found.size()) < tasks) {
        const auto page = must(m_backend.inspector().page({queue, state, qint64(found.size()), 100}));
        check(!page.tasks.empty(), "there are too few tasks");
        for (const Task& task : page.tasks)
            found.push_back(dueline::refOf(task));
    }
    return found;
}

void Phases::act(const char* name, const Action& action, const std::vector<TaskRef>& refs, const OperationId& operation)
{
    measure(name, "evalsha", qint64(refs.size()), [&] {
        for (std::size_t from = 0; from < refs.size(); from += 100) {
            ActionStep step;
            step.queue = queue;
            step.operation = operation;
            step.action = action;
            step.refs.assign(
                refs.begin() + qsizetype(from), refs.begin() + qsizetype(std::min(from + 100, refs.size())));
            if (action.kind == ActionKind::Reschedule)
                step.newDue.assign(step.refs.size(), action.at);
            for (const ItemOutcome outcome : must(m_backend.editor()->act(step)))
                check(outcome == ItemOutcome::Done, "an action was not done");
        }
    });
}

void Phases::operatorPhases()
{
    const qint64 tasks = m_options.perPhase;
    std::vector<TaskRef> due;
    measure("list, pages of 100", "evalsha_ro", tasks, [&] { due = refs(TaskState::Due, tasks); });
    measure("search, 100 looked at per step", "evalsha_ro", tasks, [&] {
        SearchRequest request;
        request.queue = queue;
        request.filter = must(TaskFilter::parse(QStringLiteral("payload:needle")));
        for (qint64 examined = 0; examined < tasks;) {
            const auto step = must(m_backend.inspector().search(request));
            examined += step.examined;
            request.cursor = step.cursor;
            check(!step.cursor.isEmpty(), "the search ended early");
        }
    });
    Action action;
    action.kind = ActionKind::Discard;
    act("discard", action, due, newOperation("discard"));
    action.kind = ActionKind::Restore;
    act("restore", action, refs(TaskState::Trash, tasks), newOperation("restore"));

    due = refs(TaskState::Due, tasks);
    action.kind = ActionKind::Reschedule;
    action.time = Action::Time::At;
    action.at = must(m_backend.serverTime()) - Millis(7'200'000);
    const OperationId moved = newOperation("reschedule");
    act("reschedule", action, due, moved);
    const OperationId undo = newOperation("undo");
    measure("undo", "evalsha", tasks, [&] {
        UndoStep step;
        qint64 restored = 0;
        do {
            step = must(m_backend.editor()->undo(queue, moved, undo, step.cursor));
            restored += step.restored;
        } while (!step.cursor.isEmpty());
        check(restored == tasks, "not everything was undone");
    });

    action = {};
    action.kind = ActionKind::Retry;
    act("retry", action, refs(TaskState::Failed, tasks), newOperation("retry"));
    action.kind = ActionKind::Delete;
    act("delete", action, refs(TaskState::Retrying, tasks), newOperation("delete"));
}

void Phases::run()
{
    for (int repetition = 0; repetition < m_options.repetitions; ++repetition) {
        workerPhases();
        operatorPhases();
    }
}

void Phases::print() const
{
    std::printf("%lld tasks of %d bytes, batches of %d, medians of %d repetitions\n",
        static_cast<long long>(m_options.tasks), m_options.payload, m_options.batch, m_options.repetitions);
    std::printf("memory: %.1f bytes per pending task\n\n", double(m_bytes) / double(m_options.tasks));
    std::printf(
        "| phase | process CPU, us/task | least to most | in the command, us/task | one call p50, ms | p99, ms | tasks/s |\n");
    std::printf("|---|---|---|---|---|---|---|\n");
    for (const std::string& name : m_order) {
        if (name.front() == '(')
            continue; // this phase only prepares tasks for the next one
        const std::vector<PhaseCost>& costs = m_costs.at(name);
        const auto middle = [&](double PhaseCost::*member) {
            std::vector<double> values;
            for (const PhaseCost& cost : costs)
                values.push_back(cost.*member);
            return median(std::move(values));
        };
        const auto [least, most] = std::minmax_element(costs.begin(), costs.end(),
            [](const PhaseCost& a, const PhaseCost& b) { return a.processCpu < b.processCpu; });
        std::printf("| %s | %.2f | %.2f to %.2f | %.2f | %.2f | %.2f | %.0f |\n", name.c_str(),
            middle(&PhaseCost::processCpu), least->processCpu, most->processCpu, middle(&PhaseCost::inCommand),
            middle(&PhaseCost::p50), middle(&PhaseCost::p99), middle(&PhaseCost::perSecond));
    }
}

} // namespace dueline
