// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/shared/jobs/memberids.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqsources.h"

namespace dueline::fuzz {

void sidekiq(const QByteArray& input)
{
    const SidekiqJob job = SidekiqJob::read(input);
    FUZZ_HOLDS(input.contains(job.args)); // the arguments are byte-for-byte identical
    FUZZ_HOLDS(job.isJson || (job.jid.isEmpty() && job.args.isEmpty()));
    const TaskSource source = sidekiqSources({}, "dueline", {}, false).front();
    const Task task = job.task(source, {0, TaskState::Scheduled, input, 0, fromMs(5)});
    FUZZ_HOLDS(task.size == (job.isJson ? job.args : input).size());
    FUZZ_HOLDS(task.attempt >= 0 && task.maxAttempts >= 1);
    FUZZ_HOLDS(job.attempts().size() <= 1);
    Task named;
    MemberNames::name(named, job.jid, input);
    FUZZ_HOLDS(!named.id.isEmpty() && ownIdOf(named) == named.id);
    FUZZ_HOLDS(MemberNames::matches(named.exact, named) == MemberNames::Match::Exact);
    FUZZ_HOLDS(MemberNames::matches(named.id, named) == MemberNames::Match::Shared);
}

} // namespace dueline::fuzz
