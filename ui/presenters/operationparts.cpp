// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/operationparts.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

void OperationParts::add(OperationJob& job)
{
    job.setParent(this);
    const std::size_t part = m_parts.size();
    m_kind = job.request().action.kind;
    if (job.connection())
        m_connection = job.connection()->id();
    const QueueName& queue = job.record().queue;
    if (std::find(m_queues.begin(), m_queues.end(), queue) == m_queues.end())
        m_queues.push_back(queue);
    Part added{&job, job.record(), {}};
    added.reached.total = job.tasks().value_or(0);
    m_parts.push_back(std::move(added));
    connect(&job, &OperationJob::progressed, this, [this, part](const OperationProgress& progress) {
        OperationProgress& reached = m_parts[part].reached;
        // A part that is repeating its selection hasn't found all of its tasks again yet, so keep its previous total.
        const qint64 foreseen = progress.phase == OperationProgress::Phase::Selecting ? reached.total : 0;
        reached = progress;
        reached.total = std::max(reached.total, foreseen);
        Q_EMIT progressed();
    });
    connect(
        &job, &OperationJob::finished, this, [this, part](const OperationProgress& reached) { end(part, reached); });
    connect(&job, &OperationJob::failed, this, [this, part, &job](const Error& error) {
        if (!m_error)
            m_error = error;
        end(part, job.reached());
    });
}

void OperationParts::end(std::size_t part, const OperationProgress& reached)
{
    m_parts[part].reached = reached;
    m_parts[part].job.clear();
    ++m_ended;
    // Deferred: more parts may be added, and other slots connected to this signal may have to run first.
    QMetaObject::invokeMethod(
        this,
        [this, ended = m_ended] {
            if (ended != m_parts.size())
                return;
            Q_EMIT this->ended();
            deleteLater();
        },
        Qt::QueuedConnection);
}

OperationProgress OperationParts::progress() const
{
    OperationProgress all;
    bool acts = false;
    for (const Part& part : m_parts) {
        all.total += part.reached.total;
        all.done += part.reached.done;
        all.skipped += part.reached.skipped;
        all.cancelled = all.cancelled || part.reached.cancelled;
        acts = acts || part.reached.phase != OperationProgress::Phase::Selecting;
        if (part.job && all.stage.isEmpty())
            all.stage = part.reached.stage;
    }
    if (hasEnded())
        all.phase = OperationProgress::Phase::Finished;
    else if (acts)
        all.phase = OperationProgress::Phase::Acting;
    return all;
}

bool OperationParts::isPaused() const
{
    return !hasEnded() && std::all_of(m_parts.begin(), m_parts.end(), [](const Part& part) {
        return !part.job || part.job->isPaused();
    });
}

void OperationParts::setPaused(bool paused)
{
    for (const Part& part : m_parts) {
        if (part.job)
            part.job->setPaused(paused);
    }
}

void OperationParts::cancel()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) { // use an index: parts may end during the loop
        if (m_parts[i].job)
            m_parts[i].job->cancel();
    }
}

const OperationRecord& OperationParts::record() const
{
    const auto running
        = std::find_if(m_parts.begin(), m_parts.end(), [](const Part& part) { return !part.job.isNull(); });
    return running == m_parts.end() ? m_parts.front().record : running->record;
}

} // namespace dueline
