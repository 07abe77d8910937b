// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/manyjobs.h"
#include "tests/support/must.h"
#include "tests/support/programoptions.h"

#include <QCoreApplication>

#include <array>

using namespace dueline;
using namespace dueline::frameworkbench;

namespace {

constexpr std::array<std::pair<const char*, void (*)(const Settings&)>, 11> parts{{{"queues", manyQueues},
    {"mixed", mixedQueues}, {"typed", typedSearch}, {"overview", overviews}, {"window", window}, {"page", pages},
    {"groups", failureGroups}, {"search", search}, {"retry", retry}, {"discard", discard}, {"layouts", layoutSpeeds}}};

/// Fills another process's server. Returns false if `kind` is unknown.
bool fill(const QString& url, const QString& kind, const QByteArray& queue, int jobs)
{
    ManyJobs many(must(parseRedisUrl(url)));
    if (kind == QStringLiteral("bullmq-waiting"))
        many.waitInBullmq(queue, jobs);
    else if (kind == QStringLiteral("bullmq-failed"))
        many.failInBullmq(queue, jobs);
    else if (kind == QStringLiteral("sidekiq-waiting"))
        many.waitInSidekiq(queue, jobs);
    else if (kind == QStringLiteral("sidekiq-retrying"))
        many.failInSidekiq("retry", queue, jobs);
    else
        return false;
    return true;
}

} // namespace

/// Measures the cost of framework queues and the speed of actions on them; see README.md.
int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication application(argc, argv);
    ProgramOptions options("What queues of frameworks cost, and how fast they are operated.");
    options.add("only",
        "of queues, mixed, typed, overview, window, page, groups, search, retry, discard and layouts only these, with commas between",
        "PARTS");
    options.add("times", "repetitions of what takes long", "N", "5");
    options.add("jobs", "in the large queues", "N", "1000000");
    options.add("queues", "very many, how many", "N", "5000");
    options.add("keys", "of somebody else beside them", "N", "100000");
    options.add("refreshes", "of very many queues that are measured", "N", "50");
    options.add("layouts", "of rq, asynq, laravel and celery only these, with commas between", "NAMES");
    options.add("server-core", "pin the private servers to this core", "N");
    options.add(
        "fill", "only fill a server: bullmq-waiting, bullmq-failed, sidekiq-waiting or sidekiq-retrying", "KIND");
    options.add("url", "the server that is filled", "URL");
    options.add("queue", "the queue that is filled with so many --jobs", "QUEUE", "million");
    options.process(application);
    if (options.isSet("fill")) {
        const bool isKind = fill(
            options.text("url"), options.text("fill"), options.text("queue").toUtf8(), options.number("jobs", 1));
        return isKind ? 0 : 2;
    }
    Settings settings;
    settings.core = options.text("server-core");
    settings.times = options.number("times", 1);
    settings.jobs = options.number("jobs", 1'000);
    settings.queues = options.number("queues", 1);
    settings.keys = options.number("keys");
    settings.refreshes = options.number("refreshes", 1);
    settings.layouts = options.text("layouts").split(u',', Qt::SkipEmptyParts);
    const QStringList only = options.text("only").split(u',', Qt::SkipEmptyParts);
    figures::head();
    for (const auto& [name, part] : parts) {
        if (only.isEmpty() || only.contains(QString::fromLatin1(name)))
            part(settings);
    }
    return 0;
}
