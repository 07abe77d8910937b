// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/drainpromises.h"

#include "ui/presenters/connection.h"
#include "ui/presenters/operationjob.h"

namespace dueline {

void DrainPromises::keep(const OperationJob& job, const DrainPromise& promise)
{
    if (m_kept.size() >= most)
        m_kept.erase(m_kept.begin());
    m_kept.push_back({job.id(), promise});
    const auto drop
        = [this, id = job.id()] { std::erase_if(m_kept, [&id](const Kept& k) { return k.operation == id; }); };
    connect(&job, &RunningJob::failed, this, drop);
    connect(&job, &RunningJob::finished, this, [this, &job, drop](const OperationProgress& progress) {
        if (progress.cancelled || progress.stopped || !job.connection())
            return drop();
        for (Kept& kept : m_kept) {
            if (kept.operation == job.id())
                kept.promise.since = job.connection()->session().serverNow();
        }
    });
    Q_EMIT changed();
}

const DrainPromise* DrainPromises::of(const OperationId& operation) const
{
    const auto found = std::find_if(
        m_kept.begin(), m_kept.end(), [&operation](const Kept& kept) { return kept.operation == operation; });
    return found == m_kept.end() ? nullptr : &found->promise;
}

void DrainPromises::check(const Forecasts& forecasts)
{
    for (Kept& kept : m_kept)
        kept.promise.check(forecasts);
    if (!m_kept.empty())
        Q_EMIT changed();
}

} // namespace dueline
