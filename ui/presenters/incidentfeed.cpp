// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/incidentfeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 kindsToldEveryMs = 500; // while queues are counted
constexpr Millis leastCountRest{1'000}; // between two counts
constexpr Millis quietRest{10'000};
constexpr int restPerCount = 5; // it rests five times as long as it counted

} // namespace

struct IncidentFeed::Answer
{
    bool complete = false;
    qint64 counted = 0;
    qint64 total = 0;
    qint64 others = 0;
    std::optional<Incidents> incidents; ///< when they are worth telling
    QSet<QueueName> known;
};

IncidentFeed::IncidentFeed(QObject* parent)
    : PollingFeed(parent)
{ }

void IncidentFeed::show(Connection* shown, const QueueName& first)
{
    m_first = first;
    if (shown == connection())
        return;
    follow(shown);
    if (shown) {
        connect(shown, &Connection::queuesChanged, this, [this] {
            if (isLive())
                refresh();
        });
    }
    drop();
    m_census.reset();
    m_incidents = {};
    m_known.clear();
    m_loaded = m_counting = false;
    m_progress = m_total = m_others = 0;
    m_rest = QDeadlineTimer();
    Q_EMIT changed();
    refresh();
}

std::vector<QueuesCensus::Failed> IncidentFeed::failedNow() const
{
    std::vector<QueuesCensus::Failed> failed;
    for (const QueueInfo& queue : connection()->queues()) {
        if (queue.unreadable.isEmpty() && queue.states.contains(TaskState::Failed))
            failed.push_back({queue.name, queue.layout, queue.counts[TaskState::Failed]});
    }
    return failed;
}

void IncidentFeed::ask()
{
    if (connection()->refreshedAt() == TimePoint{})
        return askIn(leastCountRest); // its queues are not known
    if (!m_rest.hasExpired())
        return askIn(Millis(m_rest.remainingTime()));
    if (!m_census)
        m_census = std::make_shared<QueuesCensus>();
    m_census->expect(failedNow(), m_first);
    if (!m_census->isDue() && m_loaded)
        return askIn(quietRest);
    m_counting = true;
    m_since.start();
    m_told.start();
    step(begin());
}

void IncidentFeed::step(int question)
{
    const bool tell = !m_loaded && m_told.elapsed() >= kindsToldEveryMs;
    session().run(
        Session::Lane::Background, this,
        [census = m_census, tell, first = m_first, knew = knows(m_first)](Backend& backend) -> Result<Answer> {
            Answer answer;
            const Result<bool> complete = takeTurn([&] { return census->step(backend); });
            if (!complete)
                return complete.error();
            answer.complete = *complete;
            answer.counted = census->progress();
            answer.total = census->total();
            answer.others = census->others();
            answer.known = census->known();
            if (answer.complete || tell || (!knew && answer.known.contains(first)))
                answer.incidents = incidentsOf(census->counted());
            return answer;
        },
        [this, question](Result<Answer> answer) {
            if (!isAsked(question))
                return;
            if (answer)
                return take(question, std::move(*answer));
            m_counting = false;
            m_census.reset(); // whatever it had counted: it begins anew
            Q_EMIT failed(answer.error());
            end(quietRest);
        });
}

void IncidentFeed::take(int question, Answer answer)
{
    m_progress = answer.counted;
    m_total = std::max(answer.total, answer.counted);
    m_others = answer.others;
    if (answer.incidents) {
        m_incidents = *std::move(answer.incidents);
        m_known = std::move(answer.known);
        m_told.restart();
    }
    if (answer.complete) {
        m_loaded = true;
        m_counting = false;
        m_rest.setRemainingTime(std::max<qint64>(leastCountRest.count(), m_since.elapsed() * restPerCount));
    }
    Q_EMIT changed();
    if (!isAsked(question)) // who heard of it wants something else
        return;
    if (answer.complete)
        end(quietRest); // or once the number of one of the queues has changed
    else if (isActive() && connection())
        step(question);
    else
        end(quietRest);
}

} // namespace dueline
