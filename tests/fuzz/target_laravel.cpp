// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/laravel/horizonretry.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelsources.h"

namespace dueline::fuzz {

void laravel(const QByteArray& input)
{
    const LaravelJob job = LaravelJob::read(input);
    FUZZ_HOLDS(job.isJson || (job.uuid.isEmpty() && job.payload == input && !job.isSound()));
    FUZZ_HOLDS(job.attempts >= 0 && job.maxTries >= 0 && job.chained >= 0);
    const TaskSource source = laravelSources({}, "dueline", "q").front();
    const Task task = job.task(source, {0, TaskState::Due, input, 0, fromMs(5)}, fromMs(5));
    FUZZ_HOLDS(task.size == job.payload.size() && task.untimed);
    FUZZ_HOLDS((task.nativeState == "damaged") == !job.isSound());
    const auto retry = HorizonRetry::of(input, "old", "new", fromMs(1'795'601'700'250));
    FUZZ_HOLDS(retry.has_value() == job.isSound());
    if (!retry)
        return;
    const LaravelJob pushed = LaravelJob::read(retry->payload);
    FUZZ_HOLDS(pushed.isSound() && pushed.uuid == "new" && pushed.attempts == 0);
    // true if the job has no `data` member, so that the payload is the entire job
    const bool isAllOfIt = job.payload == input;
    FUZZ_HOLDS(pushed.payload == (isAllOfIt ? retry->payload : job.payload));
    FUZZ_HOLDS(pushed.type == job.type && pushed.maxTries == job.maxTries);
    FUZZ_HOLDS(pushed.retryUntil.has_value() == job.retryUntil.has_value() || !job.retryUntil);
    // A second retry must change only the same tokens.
    const auto again = HorizonRetry::of(retry->payload, "old", "new", fromMs(1'795'601'700'250));
    FUZZ_HOLDS(again && again->payload.size() >= retry->payload.size());
}

} // namespace dueline::fuzz
