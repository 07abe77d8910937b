// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/openbackend.h"
#include "core/console/undorun.h"
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"
#include "tests/bench/layout/serverprobe.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

using namespace dueline;

namespace {

const QueueName queueName = "bulk";

void must(const Result<>& result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", qPrintable(result.error().message));
        std::exit(3);
    }
}

template <typename T> T must(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", qPrintable(result.error().message));
        std::exit(3);
    }
    return std::move(result).value();
}

/// Somebody else on the same server, who only wants an answer, a thousand times a second.
class Bystander
{
public:
    explicit Bystander(const RedisConfig& config)
        : m_thread([this, config] { run(config); })
    { }
    ~Bystander()
    {
        m_ends = true;
        m_thread.join();
    }
    void begin() { m_counts = true; }
    /// The 99th percentile and the most since begin(), ms.
    std::pair<double, double> end()
    {
        m_counts = false;
        QThread::msleep(5);
        std::sort(m_times.begin(), m_times.end());
        const std::pair<double, double> seen = m_times.empty()
            ? std::pair(0.0, 0.0)
            : std::pair(double(m_times[m_times.size() * 99 / 100]) / 1e6, double(m_times.back()) / 1e6);
        m_times.clear();
        return seen;
    }

private:
    void run(const RedisConfig& config)
    {
        RedisClient client(config);
        while (!m_ends) {
            QElapsedTimer timer;
            timer.start();
            const bool answered = client.call({"PING"}).ok(); // while all keys are digested none comes in time
            const qint64 took = timer.nsecsElapsed();
            if (m_counts && answered)
                m_times.push_back(took);
            QThread::usleep(1000);
        }
    }

    std::atomic<bool> m_ends = false;
    std::atomic<bool> m_counts = false;
    std::vector<qint64> m_times; ///< touched by the thread while m_counts, by others else
    std::thread m_thread;
};

class Bench
{
public:
    Bench(const RedisConfig& config, qint64 tasks, int payload)
        : m_probe(patient(config))
        , m_bystander(config)
        , m_tasks(tasks)
        , m_payload(payload)
    {
        ConnectionSpec connection;
        connection.redis = config;
        m_backend = must(backendFactory(connection, {}, Access::OperateAndWork)());
        must(m_probe.open());
    }

    /// Ten types; nine parts in twenty scheduled, some due, retrying, failed, done and in the trash, so that each action has much to do.
    void fill();
    /// What the bystander feels while nobody acts.
    void idle();
    void measure(const char* name, OperationRequest request);

private:
    /// A digest of a million entries takes seconds.
    static RedisConfig patient(RedisConfig config)
    {
        config.timeouts.reply = std::chrono::minutes(1);
        return config;
    }
    void add(qint64 count, TimePoint due, Millis step);
    void work(qint64 count, std::optional<Millis> retryIn, bool fails);
    QByteArray key(const char* role) const { return "dueline:{" + queueName + "}:" + role; }
    QByteArray digest();
    void begin();
    void line(const QString& name, qint64 tasks, qint64 tookNs, double cpu);

    ServerProbe m_probe;
    Bystander m_bystander;
    std::unique_ptr<Backend> m_backend;
    qint64 m_tasks;
    int m_payload;
    qint64 m_added = 0;
};

void Bench::add(qint64 count, TimePoint due, Millis step)
{
    for (qint64 begin = 0; begin < count; begin += 1000) {
        std::vector<NewTask> tasks;
        for (qint64 i = begin; i < std::min(count, begin + 1000); ++i, ++m_added) {
            NewTask task;
            task.id = makeTaskId("type." + QByteArray::number(m_added % 10) + ".send", SystemClock().now());
            task.dueAt = due + step * i;
            task.payload = QByteArray(m_payload, 'x');
            tasks.push_back(task);
        }
        must(m_backend->editor()->add(queueName, tasks));
    }
}

void Bench::work(qint64 count, std::optional<Millis> retryIn, bool fails)
{
    ClaimRequest request;
    request.queue = queueName;
    request.types.all = true;
    request.limit = 250;
    while (count > 0) {
        const auto leases = must(m_backend->broker()->claim(request)).leases;
        if (leases.empty())
            break;
        std::vector<Nack> nacks;
        std::vector<Ack> acks;
        for (const Lease& lease : leases) {
            nacks.push_back({lease.id, lease.token, retryIn, retryIn ? "retry" : "failed", "connection refused", lease.dueAt});
            acks.push_back({lease.id, lease.token, {}});
        }
        if (fails)
            must(m_backend->broker()->nack(queueName, nacks, {}));
        else
            must(m_backend->broker()->ack(queueName, acks, {}));
        count -= qint64(leases.size());
    }
}

void Bench::fill()
{
    QElapsedTimer timer;
    timer.start();
    const TimePoint now = must(m_backend->serverTime());
    const qint64 part = m_tasks / 20;
    for (const auto& [parts, retryIn, fails] :
        {std::tuple(7, std::optional<Millis>(), true), std::tuple(2, std::optional<Millis>(std::chrono::hours(2)), true),
            std::tuple(1, std::optional<Millis>(), false)}) {
        add(parts * part, now - std::chrono::minutes(1), Millis(0));
        work(parts * part, retryIn, fails);
    }
    add(9 * part, now + std::chrono::hours(1), Millis(37));
    add(part, now - std::chrono::minutes(1), Millis(0));
    std::printf("%lld tasks filled in %.1f s, %lld MB\n\n", (long long)m_added, double(timer.elapsed()) / 1000,
        (long long)m_probe.memory() / 1'000'000);
    std::printf("| step | tasks | tasks/s | process CPU, us/task | PING p99, ms | max, ms | one script p50, ms | p99 |\n"
                "|---|---|---|---|---|---|---|---|\n");
}

QByteArray Bench::digest()
{
    QByteArray all;
    const Reply reply = m_probe.call(
        {"DEBUG", "DIGEST-VALUE", key("pending"), key("retry"), key("failed"), key("done"), key("tries")});
    for (const Reply& one : reply.items)
        all += one.bytes;
    return all;
}

void Bench::line(const QString& name, qint64 tasks, qint64 tookNs, double cpu)
{
    const auto [p99, most] = m_bystander.end();
    const auto script = m_probe.latency("evalsha");
    std::printf("| %s | %lld | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", qPrintable(name), (long long)tasks,
        double(tasks) * 1e9 / double(tookNs), cpu / double(tasks), p99, most, script.p50 / 1000, script.p99 / 1000);
    std::fflush(stdout);
}

void Bench::begin()
{
    m_probe.reset();
    m_bystander.begin();
}

void Bench::idle()
{
    begin();
    QThread::sleep(3);
    const auto [p99, most] = m_bystander.end();
    std::printf("| nobody acts | | | | %.2f | %.2f | | |\n", p99, most);
}

void Bench::measure(const char* name, OperationRequest request)
{
    request.queue = queueName;
    request.by = "bench@here";
    const QByteArray before = digest();
    const QString title = QString::fromLatin1(name);
    QElapsedTimer timer;
    double cpu = m_probe.processCpu();
    begin();
    timer.start();
    OperationRun run(request);
    const OperationPreview preview = must(run.preview(*m_backend));
    line(title + QStringLiteral(", preview"), preview.total, timer.nsecsElapsed(), m_probe.processCpu() - cpu);

    cpu = m_probe.processCpu();
    begin();
    timer.start();
    const OperationProgress done = must(run.finish(*m_backend));
    line(title, done.done, timer.nsecsElapsed(), m_probe.processCpu() - cpu);
    const qint64 bytes = m_probe.call({"MEMORY", "USAGE", key("before"), "SAMPLES", "0"}).integer;

    cpu = m_probe.processCpu();
    begin();
    timer.start();
    UndoRun undo(queueName, run.id(), "bench@here");
    const UndoProgress back = must(undo.finish(*m_backend));
    line(title + QStringLiteral(", undo"), back.restored, timer.nsecsElapsed(), m_probe.processCpu() - cpu);
    std::printf("| | | | undo held %.1f bytes a task; %s | | | | |\n", double(bytes) / double(std::max<qint64>(done.done, 1)),
        digest() == before && back.restored == done.done ? "every score as before" : "NOT AS BEFORE");
}

OperationRequest requestOf(ActionKind kind, StateSet states, int duty = 100)
{
    OperationRequest request;
    request.action.kind = kind;
    request.states = states;
    request.duty = duty;
    if (kind == ActionKind::Reschedule) {
        request.action.time = Action::Time::Shift;
        request.action.by = std::chrono::hours(1);
    }
    return request;
}

} // namespace

/// How fast an operator's actions on a queue of a million tasks are, and what others feel of it: see README.md.
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Measures operators' actions on very many tasks."));
    parser.addHelpOption();
    parser.addOption({QStringLiteral("tasks"), QStringLiteral("Tasks in the queue."), QStringLiteral("N"), QStringLiteral("1000000")});
    parser.addOption({QStringLiteral("payload"), QStringLiteral("Bytes of payload."), QStringLiteral("N"), QStringLiteral("200")});
    parser.addOption({QStringLiteral("server-core"), QStringLiteral("Pin the private server to this core."), QStringLiteral("N")});
    parser.process(application);

    SandboxOptions options;
    options.extraArguments = QStringList{QStringLiteral("--maxmemory"), QStringLiteral("0"),
        QStringLiteral("--enable-debug-command"), QStringLiteral("local")};
    if (parser.isSet(QStringLiteral("server-core")))
        options.extraArguments << QStringLiteral("--server_cpulist") << parser.value(QStringLiteral("server-core"));
    auto sandbox = must(Sandbox::start(options));
    Bench bench(sandbox->config(), parser.value(QStringLiteral("tasks")).toLongLong(),
        parser.value(QStringLiteral("payload")).toInt());
    bench.fill();
    bench.idle();
    bench.measure("discard all", requestOf(ActionKind::Discard, StateSet::all()));
    bench.measure("reschedule all that waits", requestOf(ActionKind::Reschedule, StateSet::all()));
    bench.measure("retry all that failed", requestOf(ActionKind::Retry, StateSet::all()));
    bench.measure("discard all, half duty", requestOf(ActionKind::Discard, StateSet::all(), 50));
    return 0;
}
