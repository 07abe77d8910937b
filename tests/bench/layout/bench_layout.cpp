// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"
#include "tests/bench/layout/phases.h"
#include "tests/support/programoptions.h"

#include <QCoreApplication>

#include <cstdio>

using namespace dueline;

/// Measures what the native layout costs in Redis; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions given("Measures what every transition of the native layout costs Redis.");
    given.add(
        "tasks", "Tasks in the queue (not within 10 % above a power of two: Redis rehashes there).", "N", "1000000");
    given.add("batch", "Tasks per claim and ack, at most 250.", "N", "100");
    given.add("cycle", "Tasks claimed, loaded and acked per repetition.", "N", "100000");
    given.add("phase", "Tasks of each other phase.", "N", "10000");
    given.add("payload", "Bytes of payload.", "N", "100");
    given.add("repetitions", "How often everything but the filling is done.", "N", "3");
    given.add("url", "An empty Redis to use instead of a private one. Its statistics are reset.", "URL");
    given.add("server-core", "Pin the private server to this core.", "N");
    given.process(application);

    BenchOptions options;
    options.tasks = given.number<qint64>("tasks", 1);
    options.batch = given.number("batch", 1);
    options.perCycle = given.number<qint64>("cycle", 1);
    options.perPhase = given.number<qint64>("phase", 1);
    options.payload = given.number("payload");
    options.repetitions = given.number("repetitions", 1);
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
    if (given.isSet("url")) {
        const auto parsed = parseRedisUrl(given.text("url"));
        if (!parsed) {
            std::fprintf(stderr, "%s\n", qPrintable(parsed.error().message));
            return 2;
        }
        config = *parsed;
    } else {
        SandboxOptions sandboxOptions;
        sandboxOptions.extraArguments = QStringList{QStringLiteral("--maxmemory"), QStringLiteral("0")};
        if (given.isSet("server-core"))
            sandboxOptions.extraArguments << QStringLiteral("--server_cpulist") << given.text("server-core");
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
