// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupfeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

FailureGroupFeed::FailureGroupFeed(QObject* parent)
    : QObject(parent)
{ }

Connection* FailureGroupFeed::connection() const
{
    return m_isOfSeveral || m_counters.empty() ? nullptr : m_counters.front()->connection();
}

void FailureGroupFeed::forget()
{
    ++m_round;
    m_owed = {};
    m_result = {};
    m_known.clear();
    m_loaded = false;
}

std::unique_ptr<FailureCounter> FailureGroupFeed::makeCounter(Connection* connection, const QueueName& first)
{
    auto counter = std::make_unique<FailureCounter>();
    connect(counter.get(), &FailureCounter::changed, this, [this](bool counts) {
        if (counts)
            merge();
        Q_EMIT changed();
    });
    connect(counter.get(), &FailureCounter::failed, this, &FailureGroupFeed::failed);
    counter->setLive(m_live);
    counter->setActive(m_active);
    counter->show(connection, m_only, first);
    return counter;
}

bool FailureGroupFeed::shows(const Connection* shown, const QueueName& only) const
{
    return !m_isOfSeveral && m_counters.size() == 1 && shown == connection() && only == m_only;
}

bool FailureGroupFeed::shows(const std::vector<Connection*>& connections) const
{
    return m_isOfSeveral
        && std::equal(m_counters.begin(), m_counters.end(), connections.begin(), connections.end(),
            [](const auto& counter, const Connection* one) { return counter->connection() == one; });
}

void FailureGroupFeed::show(Connection* shown, const QueueName& only, const QueueName& first)
{
    if (shows(shown, only))
        return m_counters.front()->show(shown, only, first);
    m_isOfSeveral = false;
    m_only = only;
    forget();
    m_counters.clear();
    m_counters.push_back(makeCounter(shown, first));
    Q_EMIT changed();
}

void FailureGroupFeed::showAll(const std::vector<Connection*>& connections)
{
    if (shows(connections))
        return;
    std::vector<std::unique_ptr<FailureCounter>> before;
    if (m_isOfSeveral)
        before = std::move(m_counters); // keep the counts of connections that are still displayed
    m_isOfSeveral = true;
    m_only.clear();
    forget();
    m_counters.clear();
    for (Connection* connection : connections) {
        const auto known = std::find_if(before.begin(), before.end(),
            [connection](const auto& counter) { return counter && counter->connection() == connection; });
        m_counters.push_back(known == before.end() ? makeCounter(connection, {}) : std::move(*known));
    }
    merge();
    Q_EMIT changed();
}

QByteArray FailureGroupFeed::placeKey() const
{
    if (m_isOfSeveral)
        return "*";
    return connection() ? connection()->id().toUtf8() + '\0' + m_only : QByteArray();
}

void FailureGroupFeed::setActive(bool active)
{
    const bool again = active && !m_active;
    m_active = active;
    for (const auto& counter : m_counters) {
        if (again)
            counter->doubt();
        counter->setActive(active);
    }
}

void FailureGroupFeed::setLive(bool live)
{
    m_live = live;
    for (const auto& counter : m_counters)
        counter->setLive(live);
}

void FailureGroupFeed::refresh()
{
    for (const auto& counter : m_counters)
        counter->refresh();
}

void FailureGroupFeed::recount()
{
    for (const auto& counter : m_counters)
        counter->recount();
}

bool FailureGroupFeed::isDoubted() const
{
    return std::any_of(m_counters.begin(), m_counters.end(), [](const auto& counter) { return counter->isDoubted(); });
}

std::optional<TimePoint> FailureGroupFeed::countedAt() const
{
    std::optional<TimePoint> oldest;
    for (const auto& counter : m_counters) {
        if (const auto at = counter->countedAt(); at && (!oldest || *at < *oldest))
            oldest = at;
    }
    return oldest;
}

/// Groups the failures on a connection's lane, because grouping thousands of errors can take a tenth of a second.
void FailureGroupFeed::merge()
{
    if (m_mergesOn && m_owed.isOwedBy(m_mergesOn->session()))
        return m_owed.wantAgain();
    const auto online = std::find_if(m_counters.begin(), m_counters.end(),
        [](const auto& counter) { return counter->connection() && counter->connection()->session().isOnline(); });
    if (online == m_counters.end())
        return;
    std::vector<CountedFailures> counted;
    QSet<QueueName> known;
    bool loaded = true;
    for (const auto& counter : m_counters) {
        const FailureCounter::State& state = counter->state();
        for (const CountedFailures& queue : state.counted) {
            counted.push_back(queue);
            if (m_isOfSeveral && counter->connection())
                counted.back().server = counter->connection()->id().toUtf8();
        }
        known.unite(state.known);
        loaded = loaded
            && (state.loaded
                || (m_isOfSeveral && counter->connection() && !counter->connection()->session().isOnline()));
    }
    // Ignore the groups from a partial count, so that the final groups don't depend on the order in which queues were
    // counted.
    const QByteArrayList earlier = m_loaded ? m_result.texts() : QByteArrayList();
    m_mergesOn = (*online)->connection();
    m_owed.ask(m_mergesOn->session());
    m_mergesOn->session().run(
        Session::Lane::Background, this,
        [counted = std::move(counted), earlier](
            Backend&) -> Result<FailureGroups> { return failureGroupsOf(counted, earlier); },
        [this, round = m_round, known = std::move(known), loaded](Result<FailureGroups> merged) {
            if (round != m_round)
                return;
            const bool again = m_owed.isWantedAgain();
            m_owed.end();
            if (merged) {
                m_result = *std::move(merged);
                m_known = known;
                m_loaded = loaded;
                Q_EMIT changed();
            }
            if (again && round == m_round)
                merge();
        });
}

qint64 FailureGroupFeed::sum(qint64 (FailureCounter::*of)() const) const
{
    qint64 sum = 0;
    for (const auto& counter : m_counters)
        sum += (*counter.*of)();
    return sum;
}

bool FailureGroupFeed::isCounting() const
{
    return std::any_of(m_counters.begin(), m_counters.end(), [](const auto& counter) { return counter->isCounting(); });
}

qint64 FailureGroupFeed::counted() const { return sum(&FailureCounter::progress); }

qint64 FailureGroupFeed::total() const { return sum(&FailureCounter::total); }

qint64 FailureGroupFeed::others() const { return sum(&FailureCounter::others); }

FailureGroupFeed::Unreadable FailureGroupFeed::unreadable() const
{
    Unreadable found;
    for (const auto& counter : m_counters) {
        if (!counter->connection())
            continue;
        for (const QueueInfo& queue : counter->connection()->queues()) {
            if (queue.unreadable.isEmpty() || (!m_only.isEmpty() && queue.name != m_only))
                continue;
            if (++found.queues == 1)
                found.why = QString::fromUtf8(queue.unreadable);
        }
    }
    return found;
}

} // namespace dueline
