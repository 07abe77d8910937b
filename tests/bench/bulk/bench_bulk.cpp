// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/console/connect/openbackend.h"
#include "core/console/operations/undorun.h"
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"
#include "tests/bench/bystander.h"
#include "tests/bench/layout/serverprobe.h"
#include "tests/support/millionqueue.h"
#include "tests/support/programoptions.h"

#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <array>
#include <cstdio>

using namespace dueline;

namespace {

const QueueName queueName = "bulk";

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
        connection.redis = patient(config);
        m_backend = must(backendFactory(connection, {}, Access::OperateAndWork)());
        must(m_probe.open());
    }

    /// Fills the queue with enough tasks in each state for each action.
    void fill();
    /// Measures another client's latency (Bystander) while no operator is acting.
    void idle();
    void measure(const char* name, OperationRequest request);

private:
    /// Returns a configuration with a long timeout: the digest of a million entries takes seconds, and so can a call
    /// while the queue is being filled.
    static RedisConfig patient(RedisConfig config)
    {
        config.timeouts.reply = std::chrono::minutes(1);
        return config;
    }
    QByteArray key(const char* role) const { return "dueline:{" + queueName + "}:" + role; }
    QByteArray digest();
    /// Returns Redis's current speed without Dueline's scripts: the server's CPU time in µs for one ZADD and one HSET.
    double bareWrites();
    void begin();
    void line(const QString& name, qint64 tasks, qint64 tookNs, double cpu);

    ServerProbe m_probe;
    Bystander m_bystander;
    std::unique_ptr<Backend> m_backend;
    qint64 m_tasks;
    int m_payload;
};

void Bench::fill()
{
    QElapsedTimer timer;
    timer.start();
    MillionQueue queue(*m_backend, queueName, m_payload);
    queue.fill(m_tasks);
    std::printf("%lld tasks filled in %.1f s, %lld MB\n\n", (long long)queue.added(), double(timer.elapsed()) / 1000,
        (long long)m_probe.memory() / 1'000'000);
    std::printf(
        "| step | tasks | tasks/s | process CPU, us/task | PING p99, ms | max, ms | one script p50, ms | p99 | tasks a script |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
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

double Bench::bareWrites()
{
    constexpr int members = 200'000;
    constexpr int aCall = 250;
    const double cpu = m_probe.processCpu();
    for (int first = 0; first < members; first += aCall) {
        std::vector<QByteArray> scores{"ZADD", "bare:scores"};
        std::vector<QByteArray> values{"HSET", "bare:values"};
        for (int member = first; member < first + aCall; ++member) {
            const QByteArray id = "1767225600000-" + QByteArray::number(member, 16).rightJustified(18, '0');
            // 7,919 and the number of members have no common factor, so all scores differ and neighbors are far apart.
            const QByteArray score = QByteArray::number(1'767'225'600'000 + qint64(member) * 7919 % members);
            scores.insert(scores.end(), {score, id});
            values.insert(values.end(), {id, score});
        }
        m_probe.call(scores);
        m_probe.call(values);
    }
    const double took = m_probe.processCpu() - cpu;
    m_probe.call({"UNLINK", "bare:scores", "bare:values"});
    return took / members;
}

void Bench::line(const QString& name, qint64 tasks, qint64 tookNs, double cpu)
{
    const auto [p99, most] = m_bystander.end();
    const auto script = m_probe.latency("evalsha");
    std::printf("| %s | %lld | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f |\n", qPrintable(name), (long long)tasks,
        double(tasks) * 1e9 / double(tookNs), cpu / double(tasks), p99, most, script.p50 / 1000, script.p99 / 1000,
        double(tasks) / double(std::max<qint64>(script.calls, 1)));
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
    std::printf("| nobody acts | | | | %.2f | %.2f | | | |\n", p99, most);
}

void Bench::measure(const char* name, OperationRequest request)
{
    request.queue = queueName;
    request.by = "bench@here";
    const QByteArray before = digest();
    const QString title = QString::fromLatin1(name);
    const double bareBefore = bareWrites();
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
    std::printf("| | | | bare writes %.2f and %.2f us; undo held %.1f bytes a task; %s | | | | | |\n", bareBefore,
        bareWrites(), double(bytes) / double(std::max<qint64>(done.done, 1)),
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

/// Measures operator actions on a queue of a million tasks, and the latency that other clients see; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions given("Measures operators' actions on very many tasks.");
    given.add("tasks", "Tasks in the queue.", "N", "1000000");
    given.add("payload", "Bytes of payload.", "N", "200");
    given.add("server-core", "Pin the private server to this core.", "N");
    given.add("only", "Only steps whose name contains this.", "TEXT");
    given.process(application);

    SandboxOptions options;
    options.extraArguments = QStringList{QStringLiteral("--maxmemory"), QStringLiteral("0"),
        QStringLiteral("--enable-debug-command"), QStringLiteral("local")};
    if (given.isSet("server-core"))
        options.extraArguments << QStringLiteral("--server_cpulist") << given.text("server-core");
    auto sandbox = must(Sandbox::start(options));
    Bench bench(sandbox->config(), given.number<qint64>("tasks", 1), given.number("payload"));
    bench.fill();
    bench.idle();
    const std::array<std::pair<const char*, OperationRequest>, 4> steps{{
        {"discard all", requestOf(ActionKind::Discard, StateSet::all())},
        {"reschedule all that waits", requestOf(ActionKind::Reschedule, StateSet::all())},
        {"retry all that failed", requestOf(ActionKind::Retry, StateSet::all())},
        {"discard all, half duty", requestOf(ActionKind::Discard, StateSet::all(), 50)},
    }};
    for (const auto& [name, request] : steps) {
        if (QByteArrayView(name).contains(given.text("only").toUtf8()))
            bench.measure(name, request);
    }
    return 0;
}
