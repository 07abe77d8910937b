// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failurecounter.h"

#include "ui/presenters/connection.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr qint64 countsToldEveryMs = 400; // interval between progress reports during the first count, in milliseconds
constexpr Millis leastCountRest{1'000}; // minimum pause between counts
constexpr Millis quietRest{10'000};
constexpr int restPerCount = 5; // length of a pause, as a multiple of how long the last count took
constexpr Millis hurriesFor{30'000}; // after an operation in this program, recount without pauses for at most this long
constexpr Millis toldAsOldAfter{3'000};

} // namespace

struct FailureCounter::Answer
{
    bool complete = false;
    qint64 counted = 0;
    qint64 total = 0;
    qint64 others = 0;
    std::optional<State> state; ///< state to report; nullopt if nothing has changed
};

FailureCounter::FailureCounter(QObject* parent)
    : PollingFeed(parent)
{ }

void FailureCounter::show(Connection* shown, const QueueName& only, const QueueName& first)
{
    m_first = first;
    if (shown == connection() && only == m_only)
        return;
    m_only = only;
    follow(shown);
    if (shown) {
        connect(shown, &Connection::queuesChanged, this, [this] {
            if (isLive())
                refresh();
        });
    }
    drop();
    m_census.reset();
    m_state = {};
    m_counting = m_isDoubted = false;
    m_progress = m_total = m_others = 0;
    m_rest = m_hurry = QDeadlineTimer();
    m_whole = 0;
    m_wholeAt = {};
    m_looked.invalidate();
    Q_EMIT changed(true);
    refresh();
}

std::vector<QueuesCensus::Failed> FailureCounter::failedNow() const
{
    std::vector<QueuesCensus::Failed> failed;
    for (const QueueInfo& queue : connection()->queues()) {
        if (queue.unreadable.isEmpty() && queue.states.contains(TaskState::Failed)
            && (m_only.isEmpty() || queue.name == m_only))
            failed.push_back({queue.name, queue.layout, queue.counts[TaskState::Failed]});
    }
    return failed;
}

qint64 FailureCounter::sumNow() const
{
    qint64 sum = 0;
    if (connection()) {
        for (const QueuesCensus::Failed& queue : failedNow())
            sum += queue.tasks;
    }
    return sum;
}

void FailureCounter::recount()
{
    m_hurry.setRemainingTime(hurriesFor);
    refresh();
}

std::optional<TimePoint> FailureCounter::countedAt() const
{
    if (!m_state.loaded || !connection() || (sumNow() == m_whole && !m_isDoubted)
        || session().serverNow() - m_wholeAt < toldAsOldAfter)
        return std::nullopt;
    return m_wholeAt;
}

void FailureCounter::ask()
{
    if (connection()->refreshedAt() == TimePoint{})
        return askIn(leastCountRest); // the queues aren't known yet
    if (m_isDoubted && m_only.isEmpty() && m_census) {
        m_census->expect(failedNow(), m_first);
        if (!m_census->isDue()) { // no queue's failed count has changed
            m_isDoubted = false;
            Q_EMIT changed(false);
        }
    }
    // If no failed tasks are left, skip the pause: the recount takes no time.
    const bool rests = m_hurry.hasExpired() && (sumNow() > 0 || m_whole == 0);
    if (rests && !m_rest.hasExpired())
        return askIn(Millis(m_rest.remainingTime()));
    if (!m_census)
        m_census = std::make_shared<QueuesCensus>();
    m_census->expect(failedNow(), m_first);
    // A queue's failed count stays the same if as many tasks have failed as have been retried or removed. To catch
    // this, rescan the queue periodically if it is the only one displayed.
    if (!m_only.isEmpty() && m_state.loaded && m_looked.isValid()
        && (m_isDoubted || m_looked.hasExpired(quietRest.count())))
        m_census->lookAgain(m_only);
    if (!m_census->isDue() && m_state.loaded) {
        // The set of queues changes when a queue is deleted or becomes unreadable.
        if (QSet<QueueName> known = m_census->known(); known != m_state.known) {
            m_state.counted = m_census->counted();
            m_state.known = std::move(known);
            m_progress = m_census->progress();
            m_total = m_census->total();
            Q_EMIT changed(true);
        }
        if (std::exchange(m_isDoubted, false))
            Q_EMIT changed(false);
        return askIn(quietRest);
    }
    m_counting = true;
    m_since.start();
    m_told.start();
    step(begin());
}

void FailureCounter::step(int question)
{
    const bool tell = !m_state.loaded && m_told.elapsed() >= countsToldEveryMs;
    session().run(
        Session::Lane::Background, this,
        [census = m_census, tell, first = m_first, knew = m_state.loaded || m_state.known.contains(m_first)](
            Backend& backend) -> Result<Answer> {
            Answer answer;
            const Result<bool> complete = runForTimeSlice([&] { return census->step(backend); });
            if (!complete)
                return complete.error();
            answer.complete = *complete;
            answer.counted = census->progress();
            answer.total = census->total();
            answer.others = census->others();
            QSet<QueueName> known = census->known();
            if (answer.complete || tell || (!knew && known.contains(first)))
                answer.state = State{census->counted(), std::move(known), answer.complete};
            return answer;
        },
        [this, question](Result<Answer> answer) {
            if (!isAsked(question))
                return;
            if (answer)
                return take(question, std::move(*answer));
            m_counting = false;
            m_census.reset(); // discard the partial count and start over
            Q_EMIT failed(answer.error());
            end(quietRest);
        });
}

void FailureCounter::take(int question, Answer answer)
{
    m_progress = answer.counted;
    m_total = std::max(answer.total, answer.counted);
    m_others = answer.others;
    const bool counts = answer.state.has_value();
    if (counts) {
        const bool wasLoaded = m_state.loaded;
        m_state = *std::move(answer.state);
        m_state.loaded = m_state.loaded || wasLoaded;
        m_told.restart();
    }
    if (answer.complete) {
        m_counting = m_isDoubted = false;
        m_looked.start();
        m_whole = answer.counted;
        m_wholeAt = connection() ? session().serverNow() : TimePoint();
        if (sumNow() == m_whole)
            m_hurry = QDeadlineTimer();
        m_rest.setRemainingTime(std::max<qint64>(leastCountRest.count(), m_since.elapsed() * restPerCount));
    }
    Q_EMIT changed(counts);
    if (!isAsked(question)) // a slot connected to changed() has started a different request
        return;
    if (answer.complete)
        end(quietRest); // the next count starts sooner if a queue's number of failed tasks changes
    else if (isActive() && connection())
        step(question);
    else
        end(quietRest);
}

} // namespace dueline
