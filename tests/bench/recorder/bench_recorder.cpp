// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what a recorder costs on a server with many busy queues.
#include "core/base/clock.h"
#include "core/base/standardstreams.h"
#include "core/console/metrics/commandcounter.h"
#include "core/console/witness/recorder.h"
#include "core/queue/queuepulse.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;

namespace {

constexpr int batchesPerSecond = 20;
constexpr int refreshes = 10; ///< number of overview refreshes, for comparison

double cpuSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

QByteArray queueKey(int queue, const char* part) { return "bull:q" + QByteArray::number(queue) + ':' + part; }

/// Adds jobs until it is killed. Each list keeps only its newest jobs.
[[noreturn]] void addJobs(const RedisConfig& config, int queues, int perSecond)
{
    RedisConnection connection(config);
    must(connection.open(QDeadlineTimer(10'000)));
    for (qint64 id = 0;;) {
        std::vector<Command> commands;
        for (int i = 0; i < perSecond / batchesPerSecond; ++i, ++id) {
            const int queue = int(id % queues);
            commands.push_back({"LPUSH", queueKey(queue, "wait"), QByteArray::number(id)});
            commands.push_back({"HSET", queueKey(queue, "") + QByteArray::number(id), "name", "send", "data", "{}"});
            commands.push_back({"LTRIM", queueKey(queue, "wait"), "0", QByteArray::number(id % 200)});
        }
        must(connection.pipeline(commands, QDeadlineTimer(10'000)));
        QThread::msleep(1000 / batchesPerSecond);
    }
}

/// Adds delayed jobs with payloads of about 190 bytes to the first queue.
void addDelayed(const RedisConfig& config, int count)
{
    RedisConnection connection(config);
    must(connection.open(QDeadlineTimer(10'000)));
    const QByteArray added = QByteArray::number(toMs(SystemClock().now()));
    const QByteArray data = R"({"text":")" + QByteArray(180, 'x') + R"("})";
    for (int i = 0; i < count;) {
        std::vector<Command> commands;
        for (; i < count && commands.size() < 1'000; ++i) {
            const QByteArray id = "d" + QByteArray::number(i);
            commands.push_back({"HSET", queueKey(0, "") + id, "name", "send", "data", data, "timestamp", added});
            commands.push_back({"ZADD", queueKey(0, "delayed"),
                QByteArray::number((toMs(SystemClock().now()) + 86'400'000 + i) * 4096), id});
        }
        must(connection.pipeline(commands, QDeadlineTimer(10'000)));
    }
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication app(argc, argv);
    const QStringList words = app.arguments();
    if (words.contains(QStringLiteral("--help"))) {
        std::puts(
            "bench_recorder [QUEUES [TASKS_PER_SECOND [SECONDS [counts|ids|payloads [WAITING]]]]]  (50 1000 60 counts 0)");
        return 0;
    }
    const auto word = [&words](int at, int usual) { return words.size() > at ? words[at].toInt() : usual; };
    const int queues = std::max(word(1, 50), 1);
    const int perSecond = std::max(word(2, 1000), batchesPerSecond);
    const int seconds = std::max(word(3, 60), 2);

    RedisServer server;
    for (int i = 0; i < queues; ++i)
        server.call({"HSET", queueKey(i, "meta"), "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
    const int waiting = std::max(word(5, 0), 0);
    addDelayed(server.config(), waiting);
    const pid_t producer = ::fork();
    if (producer == 0)
        addJobs(server.config(), queues, perSecond);

    ConnectionSpec connection;
    connection.redis = server.config();
    connection.layout = must(parseLayout(QStringLiteral("bullmq")));
    const auto sent = std::make_shared<CommandCounter>();
    connection.redis.observer = sent;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bench.dwit"));
    auto file = must(RecordFile::write(path, {"bench", "bullmq", "bench_recorder"}));
    auto backend = must(openBackend(connection, {}, Access::ReadOnly));
    ServerReader reader(connection);
    RecorderOptions options;
    options.payloads = words.value(4) == u"payloads";
    options.ids = options.payloads || words.value(4) == u"ids";
    if (options.ids)
        must(file->keepIds());
    Recorder recorder(*file, *backend, reader, options);
    must(recorder.look());

    const double cpu = cpuSeconds();
    const qint64 commands = sent->count();
    std::vector<double> took;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < seconds; ++i) {
        QElapsedTimer look;
        look.start();
        must(recorder.look());
        took.push_back(double(look.nsecsElapsed()) / 1e6);
        QThread::msleep(std::max<qint64>(0, 1000LL * (i + 1) - clock.elapsed()));
    }
    const double share = 100 * (cpuSeconds() - cpu) / (double(clock.elapsed()) / 1000);
    const qint64 readings = sent->count() - commands;
    const std::unique_ptr<QueuePulse> pulse = backend->pulse();
    for (int i = 0; i < refreshes; ++i) {
        QThread::msleep(1000);
        must(pulse->read(must(backend->inspector().queues())));
    }
    const qint64 refresh = (sent->count() - commands - readings) / refreshes;
    sendSignal(producer, SIGKILL);
    ::waitpid(producer, nullptr, 0);
    must(recorder.end());
    std::sort(took.begin(), took.end());
    const qint64 rows = must(file->database().number("SELECT count(*) FROM sample")).value_or(0);
    file.reset();
    std::printf(
        "%d queues, %d tasks/s, %d waiting, %d s: %.2f %% of a core, %.1f commands a reading (a refresh: %lld), median %.2f ms, "
        "longest %.2f ms, %lld samples, %lld bytes\n",
        queues, perSecond, waiting, seconds, share, double(readings) / seconds, qlonglong(refresh),
        took[took.size() / 2], took.back(), qlonglong(rows), qlonglong(QFileInfo(path).size()));
    return 0;
}
