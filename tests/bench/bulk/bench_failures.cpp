// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"
#include "core/console/failures/failurecensus.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/millionqueue.h"
#include "tests/support/programoptions.h"
#include "tests/support/redisserver.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

using namespace dueline;

namespace {

const QueueName queue = "bench";

double cpuMs()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// Returns the time in milliseconds that the server has spent on commands.
double serverMs(RedisServer& server)
{
    double sum = 0;
    for (const QByteArray& line : server.call({"INFO", "commandstats"}).bytes.split('\n')) {
        const qsizetype at = line.indexOf(",usec=");
        if (at >= 0)
            sum += line.mid(at + 6, line.indexOf(',', at + 6) - at - 6).toDouble() / 1e3;
    }
    return sum;
}

/// Returns an error in the format of one of ten programs, with new names and numbers each time.
QByteArray errorOf(qint64 number)
{
    const QByteArray n = QByteArray::number(number);
    const QByteArray hex
        = QByteArray::number(quint64(number) * 2'654'435'761U % 4'294'967'296U, 16).rightJustified(8, '0');
    switch (number % 10) {
    case 0:
        return "pod checkout-" + hex + "d9-x2k4q was evicted: The node was low on resource: memory.";
    case 1:
        return "SMTP 451 4.7.1 <user" + n + "@example.org>: Greylisted, try again in "
            + QByteArray::number(number % 300) + " s";
    case 2:
        return "requests.exceptions.HTTPError: 503 Server Error for url: https://shop" + hex + ".example.org/v1/" + n;
    case 3:
        return "ERROR: duplicate key value violates unique constraint \"orders_" + hex + "\" (SQLSTATE 23505)";
    case 4:
        return "Instance i-0" + hex + hex + " is not in state running";
    case 5:
        return "java.net.SocketTimeoutException: Read timed out\n\tat x.Y.z(Y.java:" + n + ")";
    case 6:
        return "Timeout after " + n + " ms waiting for 10.1." + QByteArray::number(number % 250) + ".7:6379";
    case 7:
        return "KeyError: '" + hex + "'";
    case 8:
        return "exit code 137 of " + hex;
    default:
        return "no route to db" + QByteArray::number(number % 40) + ".eu-west-1.shop.internal:5432";
    }
}

/// Texts that identify the program: marks[i] occurs in every error that errorOf(i) returns, and in no other error.
constexpr std::array<const char*, 10> marks{"was evicted", "Greylisted", "503 Server Error", "duplicate key",
    "not in state running", "SocketTimeoutException", "ms waiting for", "KeyError", "exit code 137", "no route to db"};

/// Checks the groups: the errors of each of the ten programs form one group, with all of its tasks.
void recount(const std::vector<FailureCount>& groups, qint64 tasks)
{
    std::array<qint64, marks.size()> counted{};
    std::array<QByteArray, marks.size()> kinds;
    for (const FailureCount& group : groups) {
        const auto mark = std::find_if(
            marks.begin(), marks.end(), [&group](const char* text) { return group.example.contains(text); });
        if (mark == marks.end())
            qFatal("nobody wrote \"%s\"", group.example.constData());
        const auto program = std::size_t(mark - marks.begin());
        if (!kinds[program].isNull() && kinds[program] != group.error)
            qFatal("\"%s\" is two kinds", *mark);
        kinds[program] = group.error;
        counted[program] += group.count;
    }
    for (std::size_t program = 0; program < marks.size(); ++program) {
        if (counted[program] != tasks / qint64(marks.size()))
            qFatal("%lld of \"%s\" were counted", static_cast<long long>(counted[program]), marks[program]);
    }
}

void fill(Backend& backend, qint64 tasks)
{
    constexpr qint64 atOnce = 1'000;
    for (qint64 done = 0; done < tasks;) {
        std::vector<NewTask> added;
        const TimePoint now = must(backend.serverTime());
        for (qint64 i = 0; i < std::min(atOnce, tasks - done); ++i) {
            NewTask task;
            task.id = makeTaskId("job" + QByteArray::number((done + i) % 5), now);
            task.options.maxAttempts = 1;
            added.push_back(std::move(task));
        }
        must(backend.editor()->add(queue, added));
        for (qsizetype left = qsizetype(added.size()); left > 0;) {
            ClaimRequest request;
            request.queue = queue;
            request.types.all = true;
            request.limit = 250;
            const auto leases = must(backend.broker()->claim(request)).leases;
            if (leases.empty())
                qFatal("there is nothing to claim");
            std::vector<Nack> nacks;
            for (const Lease& lease : leases)
                nacks.push_back({lease.id, lease.token, std::nullopt, "failed", errorOf(done++), lease.dueAt});
            must(backend.broker()->nack(queue, nacks, {}));
            left -= qsizetype(leases.size());
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    const QCoreApplication app(argc, argv);
    ProgramOptions options("bench_failures: how long failed tasks take to be counted by kind; a wrong count ends it.");
    options.add("tasks", "failed tasks", "N", "1000000");
    options.process(app);
    const auto tasks = options.number<qint64>("tasks", 1'000) / 10 * 10;

    RedisServer server;
    const auto backend = must(openLayout(defaultLayout(), server.config(), "dueline", "bench", Access::OperateAndWork));
    QElapsedTimer timer;
    timer.start();
    fill(*backend, tasks);
    std::printf("%lld tasks failed in %.1f s\n", static_cast<long long>(tasks), double(timer.elapsed()) / 1e3);

    server.call({"CONFIG", "RESETSTAT"});
    FailureCensus census(queue);
    std::vector<double> steps;
    const double before = cpuMs();
    timer.restart();
    for (bool complete = false; !complete;) {
        QElapsedTimer step;
        step.start();
        complete = must(census.step(*backend));
        steps.push_back(double(step.nsecsElapsed()) / 1e6);
    }
    const double all = double(timer.nsecsElapsed()) / 1e6;
    const double cpu = cpuMs() - before;
    const double redis = serverMs(server);
    QElapsedTimer grouping;
    grouping.start();
    const auto groups = census.groups();
    const double grouped = double(grouping.nsecsElapsed()) / 1e6;
    if (census.counted() != tasks)
        qFatal("%lld failures were counted", static_cast<long long>(census.counted()));
    recount(groups, tasks);
    std::sort(steps.begin(), steps.end());
    std::printf("counted in %.0f ms, %zu steps, of these p99 %.2f ms and the longest %.2f ms\n", all, steps.size(),
        steps[steps.size() * 99 / 100], steps.back());
    std::printf(
        "our CPU %.0f ms, Redis in commands %.0f ms; %zu groups of type and kind, made in %.0f ms, %lld beyond\n", cpu,
        redis, groups.size(), grouped, static_cast<long long>(census.others()));

    fill(*backend, 1'000);
    timer.restart();
    while (!must(census.step(*backend))) { }
    if (census.counted() != tasks + 1'000)
        qFatal("%lld failures were counted", static_cast<long long>(census.counted()));
    std::printf("1,000 more: %.1f ms\n", double(timer.nsecsElapsed()) / 1e6);
    return 0;
}
