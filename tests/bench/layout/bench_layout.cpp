// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"
#include "tests/bench/layout/phases.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace dueline;

/// What the native layout costs Redis: see README.md.
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Measures what every transition of the native layout costs Redis."));
    parser.addHelpOption();
    const auto option = [&](const char* name, const char* text, const char* value) {
        parser.addOption(
            {QString::fromLatin1(name), QString::fromLatin1(text), QStringLiteral("N"), QString::fromLatin1(value)});
    };
    option("tasks", "Tasks in the queue (not within 10 % above a power of two: Redis rehashes there).", "1000000");
    option("batch", "Tasks per claim and ack, at most 250.", "100");
    option("cycle", "Tasks claimed, loaded and acked per repetition.", "100000");
    option("phase", "Tasks of each other phase.", "10000");
    option("payload", "Bytes of payload.", "100");
    option("repetitions", "How often everything but the filling is done.", "3");
    parser.addOption({QStringLiteral("url"),
        QStringLiteral("An empty Redis to use instead of a private one. Its statistics are reset."),
        QStringLiteral("URL")});
    parser.addOption(
        {QStringLiteral("server-core"), QStringLiteral("Pin the private server to this core."), QStringLiteral("N")});
    parser.process(application);

    BenchOptions options;
    options.tasks = parser.value(QStringLiteral("tasks")).toLongLong();
    options.batch = parser.value(QStringLiteral("batch")).toInt();
    options.perCycle = parser.value(QStringLiteral("cycle")).toLongLong();
    options.perPhase = parser.value(QStringLiteral("phase")).toLongLong();
    options.payload = parser.value(QStringLiteral("payload")).toInt();
    options.repetitions = parser.value(QStringLiteral("repetitions")).toInt();
    const qint64 needed = options.repetitions * (options.perCycle + 8 * options.perPhase);
    if (options.batch < 1 || options.batch > 250 || options.repetitions < 1 || options.tasks < needed
        || options.perCycle % options.batch || options.perPhase % options.batch || options.perPhase % 100) {
        std::fprintf(stderr,
            "These numbers do not go together: at least %lld tasks are needed, and cycle and phase must be whole "
            "batches (and hundreds).\n",
            static_cast<long long>(needed));
        return 2;
    }

    std::unique_ptr<Sandbox> sandbox;
    RedisConfig config;
    if (parser.isSet(QStringLiteral("url"))) {
        const auto parsed = parseRedisUrl(parser.value(QStringLiteral("url")));
        if (!parsed) {
            std::fprintf(stderr, "%s\n", qPrintable(parsed.error().message));
            return 2;
        }
        config = *parsed;
    } else {
        SandboxOptions sandboxOptions;
        sandboxOptions.extraArguments = QStringList{QStringLiteral("--maxmemory"), QStringLiteral("0")};
        if (parser.isSet(QStringLiteral("server-core")))
            sandboxOptions.extraArguments << QStringLiteral("--server_cpulist")
                                          << parser.value(QStringLiteral("server-core"));
        auto started = Sandbox::start(sandboxOptions);
        if (!started) {
            std::fprintf(stderr, "%s\n", qPrintable(started.error().message));
            return 3;
        }
        sandbox = std::move(started).value();
        config = sandbox->config();
    }
    ServerProbe probe(config);
    NativeOptions native;
    native.redis = config;
    native.access = Access::OperateAndWork;
    native.session = "bench";
    auto backend = NativeBackend::open(native);
    if (!backend || !probe.open()) {
        std::fprintf(
            stderr, "%s\n", qPrintable(backend ? QStringLiteral("No second connection.") : backend.error().message));
        return 3;
    }
    if (probe.call({"DBSIZE"}).integer != 0) {
        std::fprintf(stderr, "This Redis is not empty; the bench works on an empty one only.\n");
        return 1;
    }
    Phases phases(**backend, probe, options);
    phases.fill();
    phases.run();
    phases.print();
    return 0;
}
