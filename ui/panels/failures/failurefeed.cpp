// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/failures/failurefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 toldEveryMs = 300; // the groups, while they are counted
constexpr Millis lookEvery{10'000}; // what left and came in equal numbers shows in no count
constexpr Millis leastRest{1'000}; // between two counts from the start
constexpr int restOfCount = 5; // it rests five times as long as it counted

} // namespace

struct FailureFeed::Answer
{
    bool complete = false;
    qint64 counted = 0;
    std::optional<Counts> counts; ///< when they are worth telling
    qint64 failed = 0; ///< complete: the queue's own number, read after the count
};

FailureFeed::FailureFeed(QObject* parent)
    : PollingFeed(parent)
{ }

void FailureFeed::show(Connection* shown, const QueueName& queue)
{
    if (shown == connection() && queue == m_queue)
        return;
    follow(shown);
    m_queue = queue;
    if (shown) {
        connect(shown, &Connection::queuesChanged, this, [this] {
            if (isLive() && failedNow() != m_counts.counted)
                refresh();
        });
    }
    drop();
    m_census.reset();
    m_rest = QDeadlineTimer();
    m_counts = {};
    m_stepping = m_loaded = m_full = false;
    m_progress = m_total = 0;
    Q_EMIT changed();
    refresh();
}

qint64 FailureFeed::failedNow() const
{
    const QueueInfo* queue = connection() ? connection()->queue(m_queue) : nullptr;
    return queue ? queue->counts[TaskState::Failed] : 0;
}

void FailureFeed::ask()
{
    if (m_queue.isEmpty())
        return;
    if (!m_census && !m_rest.hasExpired())
        return askIn(Millis(m_rest.remainingTime()));
    if (!m_census || m_stepping) // what was on its way when the connection was lost is counted anew
        return count();
    step(begin());
}

/// From the first to the last.
void FailureFeed::count()
{
    m_census = std::make_shared<FailureCensus>(m_queue);
    m_full = true;
    m_progress = 0;
    m_total = failedNow();
    m_since.start();
    m_told.start();
    step(begin());
}

/// One turn of the question.
void FailureFeed::step(int question)
{
    m_stepping = true;
    // While it is counted again the former answer stays, so nothing is told before the end.
    const bool tell = m_full && !m_loaded && (m_counts.counted == 0 || m_told.elapsed() >= toldEveryMs);
    session().run(
        Session::Lane::Background, this,
        [census = m_census, tell, queue = m_queue](Backend& backend) -> Result<Answer> {
            Answer answer;
            const Result<bool> complete = takeTurn([&] { return census->step(backend); });
            if (!complete)
                return complete.error();
            answer.complete = *complete;
            answer.counted = census->counted();
            if (answer.complete) {
                const auto info = backend.inspector().queue(queue);
                if (!info)
                    return info.error();
                answer.failed = info->counts[TaskState::Failed];
            }
            if (answer.complete || tell)
                answer.counts = Counts{
                    census->groups(), census->trendFrom(), census->trendEach(), census->counted(), census->others()};
            return answer;
        },
        [this, question](Result<Answer> answer) {
            if (!isAsked(question))
                return;
            m_stepping = false;
            if (answer)
                take(question, std::move(*answer));
            else
                fail(answer.error());
        });
}

void FailureFeed::fail(const Error& error)
{
    m_census.reset(); // whatever it had counted: it begins anew
    m_full = false;
    if (error.code != ErrorCode::NotFound)
        Q_EMIT failed(error);
    end(lookEvery);
}

void FailureFeed::take(int question, Answer answer)
{
    m_progress = answer.counted;
    m_total = std::max(m_total, m_progress);
    if (!answer.complete) {
        if (answer.counts) {
            m_counts = std::move(*answer.counts);
            m_told.restart();
        }
        Q_EMIT changed();
        if (isAsked(question)) // else who heard of it wants something else
            isActive() && connection() ? step(question) : end(lookEvery);
        return;
    }
    const bool exact = answer.failed == answer.counted;
    if (exact || m_full) { // what is counted from the start is as true as it can be while tasks come and go
        m_counts = std::move(*answer.counts);
        m_loaded = true;
    }
    if (m_full)
        m_rest.setRemainingTime(std::max<qint64>(leastRest.count(), m_since.elapsed() * restOfCount));
    m_full = false;
    m_total = answer.failed;
    Q_EMIT changed();
    if (!isAsked(question))
        return;
    if (!exact)
        m_census.reset();
    end(exact ? lookEvery : Millis(0));
}

} // namespace dueline
