// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/engine/bareloop.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <ctime>
#include <mutex>
#include <optional>
#include <thread>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

/// State shared by a run's loops.
struct Course
{
    const BareLoop& plan;
    const qint64 tasks;
    std::barrier<> start;
    std::atomic<qint64> done = 0;
    std::mutex mutex;
    std::optional<Error> error; ///< error of the first loop that failed

    void fail(const Error& why)
    {
        const std::scoped_lock lock(mutex);
        if (!error)
            error = why;
        done.store(tasks); // stops the other loops
    }
};

Result<> take(TaskBroker& broker, Course& course, bool& empty)
{
    const Result<Claim> claim = broker.claim(
        {course.plan.queue, course.plan.batch, 30s, TypeSelection{.all = true, .exact = {}, .prefixes = {}}});
    if (!claim)
        return claim.error();
    empty = claim->leases.empty() && !claim->more;
    if (claim->leases.empty())
        return {};
    const auto loads = broker.load(course.plan.queue, claim->leases);
    if (!loads)
        return loads.error();
    std::vector<Ack> acks;
    acks.reserve(claim->leases.size());
    for (const Lease& lease : claim->leases)
        acks.push_back({lease.id, lease.token, {}});
    const auto outcomes = broker.ack(course.plan.queue, acks, {});
    if (!outcomes)
        return outcomes.error();
    const auto accepted = [](WriteOutcome outcome) { return outcome == WriteOutcome::Accepted; };
    if (!std::all_of(outcomes->begin(), outcomes->end(), accepted))
        return Error{ErrorCode::Protocol, QStringLiteral("An ack of the bare loop was refused.")};
    course.done.fetch_add(qint64(acks.size()));
    return {};
}

void go(Course& course)
{
    Result<std::unique_ptr<Backend>> backend = course.plan.makeBackend();
    course.start.arrive_and_wait();
    if (!backend)
        return course.fail(backend.error());
    bool empty = false;
    while (course.done.load() < course.tasks) {
        if (const Result<> taken = take(*(*backend)->broker(), course, empty); !taken)
            return course.fail(taken.error());
        if (empty && course.plan.loops == 1)
            return course.fail(
                {ErrorCode::NotFound, QStringLiteral("The queue holds fewer tasks than were asked for.")});
        if (empty)
            return; // Another loop has claimed the last batch.
    }
}

} // namespace

double cpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

Result<BareLoop::Figures> BareLoop::run(qint64 tasks) const
{
    Course course{.plan = *this, .tasks = tasks, .start = std::barrier<>(loops + 1), .mutex = {}, .error = {}};
    std::vector<std::jthread> threads;
    threads.reserve(std::size_t(loops));
    for (int i = 0; i < loops; ++i)
        threads.emplace_back([&course] { go(course); });
    course.start.arrive_and_wait(); // All connections are now open.
    const auto started = std::chrono::steady_clock::now();
    const double cpuAtStart = cpuSeconds();
    threads.clear();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (course.error)
        return *course.error;
    if (course.done.load() < tasks)
        return Error{ErrorCode::NotFound, QStringLiteral("The queue holds fewer tasks than were asked for.")};
    return Figures{course.done.load(), seconds, cpuSeconds() - cpuAtStart};
}
