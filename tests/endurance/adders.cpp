// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endurance/adders.h"

#include "core/redis/redisurl.h"
#include "tests/chaos/adder.h"
#include "tests/chaos/chaosqueues.h"

#include <QThread>

#include <csignal>
#include <cstdio>

namespace dueline::chaos {

namespace {

constexpr int adderThreads = 4;

} // namespace

int runAdder(const AdderOptions& options)
{
    // Block the signal before any thread starts, so that only the wait below receives it.
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const Result<RedisConfig> redis = parseRedisUrl(options.url);
    if (!redis) {
        std::fprintf(stderr, "%s\n", qPrintable(redis.error().message));
        return 2;
    }
    const Journal journal(options.journal);
    // Each adder waits for replies, so use several, each at a rate that is a quarter higher to make up for the time
    // spent waiting.
    std::vector<std::unique_ptr<Adder>> adders;
    std::vector<std::unique_ptr<QThread>> threads;
    std::stop_source stop;
    for (int i = 0; i < adderThreads; ++i) {
        Adder& adder = *adders.emplace_back(std::make_unique<Adder>(operatorBackends(withRunTimeouts(*redis)), journal,
            options.seed + quint32(i), std::max(1, options.perSecond * 5 / 4 / adderThreads)));
        threads.emplace_back(QThread::create([&adder, token = stop.get_token()] { adder.run(token); }))->start();
    }
    int signal = 0;
    sigwait(&awaited, &signal);
    stop.request_stop();
    for (const auto& thread : threads)
        thread->wait();
    qint64 confirmed = 0;
    qint64 conflicts = 0;
    for (const auto& adder : adders) {
        confirmed += adder->confirmed();
        conflicts += adder->conflicts();
    }
    std::fprintf(stderr, "%lld\n", static_cast<long long>(confirmed));
    return conflicts == 0 ? 0 : 1;
}

} // namespace dueline::chaos
