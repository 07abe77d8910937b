// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/failurefeed.h"

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
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FailureFeed::refresh);
}

void FailureFeed::show(Connection* connection, const QueueName& queue)
{
    if (connection == m_connection && queue == m_queue)
        return;
    if (m_connection)
        m_connection->disconnect(this);
    m_connection = connection;
    m_queue = queue;
    if (connection) {
        connect(connection, &Connection::stateChanged, this, &FailureFeed::refresh);
        connect(connection, &Connection::queuesChanged, this, [this] {
            if (m_live && failedNow() != m_counts.counted)
                refresh();
        });
    }
    ++m_generation;
    m_census.reset();
    m_rest = QDeadlineTimer();
    m_counts = {};
    m_asking = m_again = m_loaded = m_full = false;
    m_progress = m_total = 0;
    m_timer.stop();
    Q_EMIT changed();
    refresh();
}

void FailureFeed::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    active ? refresh() : m_timer.stop();
}

void FailureFeed::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    live ? refresh() : m_timer.stop();
}

qint64 FailureFeed::failedNow() const
{
    const QueueInfo* queue = m_connection ? m_connection->queue(m_queue) : nullptr;
    return queue ? queue->counts[TaskState::Failed] : 0;
}

void FailureFeed::refresh()
{
    if (!m_active || !m_connection || m_queue.isEmpty() || !m_connection->session().isOnline())
        return;
    const bool owed = m_asking && m_askedOf == m_connection->session().generation();
    if (owed) {
        m_again = true;
        return;
    }
    m_timer.stop();
    if (!m_census && !m_rest.hasExpired()) {
        m_timer.start(int(m_rest.remainingTime()));
        return;
    }
    if (!m_census || m_asking) // what was on its way when the connection was lost is counted anew
        return begin();
    m_again = false;
    step();
}

void FailureFeed::begin()
{
    m_census = std::make_shared<FailureCensus>(m_queue);
    m_full = true;
    m_again = false;
    m_progress = 0;
    m_total = failedNow();
    m_since.start();
    m_told.start();
    step();
}

void FailureFeed::step()
{
    m_asking = true;
    m_askedOf = m_connection->session().generation();
    ++m_generation;
    // While it is counted again the former answer stays, so nothing is told before the end.
    const bool tell = m_full && !m_loaded && (m_counts.counted == 0 || m_told.elapsed() >= toldEveryMs);
    m_connection->session().run(
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
                answer.counts = Counts{census->groups(), census->trendFrom(), census->trendEach(), census->counted(),
                    census->others()};
            return answer;
        },
        [this, generation = m_generation](Result<Answer> answer) {
            if (generation != m_generation)
                return;
            if (answer) {
                take(std::move(*answer));
                return;
            }
            m_asking = false;
            m_census.reset(); // whatever it had counted: it begins anew
            m_full = false;
            if (answer.error().code != ErrorCode::NotFound)
                Q_EMIT failed(answer.error());
            m_timer.start(lookEvery);
        });
}

void FailureFeed::take(Answer answer)
{
    m_asking = false;
    m_progress = answer.counted;
    m_total = std::max(m_total, m_progress);
    if (!answer.complete) {
        if (answer.counts) {
            m_counts = std::move(*answer.counts);
            m_told.restart();
        }
        Q_EMIT changed();
        if (m_active && m_connection)
            step();
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
    if (!exact)
        m_census.reset();
    if (!m_active || !m_live)
        return;
    m_timer.start(exact && !m_again ? lookEvery : Millis(0));
}

} // namespace dueline
