// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativebackend.h"
#include "tests/bench/layout/serverprobe.h"

#include <functional>
#include <map>

namespace dueline {

/// Sizes used in the measurements.
struct BenchOptions
{
    qint64 tasks = 1'000'000; ///< number of tasks in the queue before the measurement
    int batch = 100;
    qint64 perCycle = 100'000; ///< number of tasks claimed, loaded and acked per repetition
    qint64 perPhase = 10'000; ///< number of tasks in each of the other phases
    int payload = 100; ///< payload size in bytes
    int repetitions = 3;
};

/// Cost of one phase per task, and how long its calls block Redis.
struct PhaseCost
{
    double processCpu = 0; ///< process CPU time per task in µs
    double inCommand = 0; ///< time in the phase's command per task in µs
    double p50 = 0; ///< median time of a call in ms
    double p99 = 0;
    double perSecond = 0; ///< tasks per second, measured by this client
};

/// Runs the benchmark's phases: one fills a queue, and each of the others performs one state transition on some of its
/// tasks. With a separate phase for each transition, Redis's per-command statistics cover a single script.
class Phases
{
public:
    Phases(NativeBackend& backend, ServerProbe& probe, BenchOptions options);

    void fill();
    void run();
    /// Prints the medians of all repetitions.
    void print() const;

private:
    using Leases = std::vector<Lease>;

    void measure(const char* name, const char* command, qint64 tasks, const std::function<void()>& work);
    Leases claim(Millis leaseFor = Millis(600'000));
    std::vector<Leases> claimAll(const char* name, qint64 tasks, Millis leaseFor = Millis(600'000));
    void ackAll(const char* name, const std::vector<Leases>& batches);
    void nackAll(const char* name, const std::vector<Leases>& batches, std::optional<Millis> retryIn);
    void workerPhases();
    void operatorPhases();
    std::vector<TaskRef> refs(TaskState state, qint64 tasks);
    void act(const char* name, const Action& action, const std::vector<TaskRef>& refs, const OperationId& operation);
    OperationId newOperation(const QByteArray& kind);

    NativeBackend& m_backend;
    ServerProbe& m_probe;
    BenchOptions m_options;
    std::vector<std::string> m_order;
    std::map<std::string, std::vector<PhaseCost>> m_costs;
    qint64 m_bytes = 0;
};

} // namespace dueline
