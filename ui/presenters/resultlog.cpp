// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/resultlog.h"

#include "core/console/payloadmask.h"
#include "ui/presenters/connection.h"

namespace dueline {

ResultLog::ResultLog(Connection& connection, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
    , m_model(formatting)
    , m_feed(std::make_unique<ResultsFeed>(connection.readFactory()))
    , m_since(SystemClock().now())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(takeEvery);
    connect(&m_soon, &QTimer::timeout, this, &ResultLog::take);
    connect(m_feed.get(), &ResultsFeed::arrived, this, [this] { m_soon.start(); });
    connect(m_feed.get(), &ResultsFeed::listeningChanged, this, &ResultLog::listeningChanged);
    connect(&connection, &Connection::queuesChanged, this, &ResultLog::followQueues);
    connect(&connection, &Connection::stateChanged, this, [this] {
        if (m_connection->session().isOnline())
            m_feed->again(); // with the password that was accepted
    });
    followQueues();
}

ResultLog::~ResultLog() = default;

void ResultLog::followQueues()
{
    std::vector<QueueName> queues;
    for (const QueueInfo& queue : m_connection->queues()) {
        if (queue.unreadable.isEmpty())
            queues.push_back(queue.name);
    }
    m_feed->follow(queues);
}

void ResultLog::take()
{
    std::deque<ResultEntry> entries = m_feed->take();
    if (entries.empty())
        return;
    for (const ResultEntry& entry : entries) {
        m_heard += entry.kind == ResultEntry::Kind::Ended ? 1
            : entry.kind == ResultEntry::Kind::Skipped    ? entry.count
                                                          : 0;
    }
    if (m_connection && !m_connection->profile().maskedFields.isEmpty()) {
        const QStringList& hidden = m_connection->profile().maskedFields;
        for (ResultEntry& entry : entries) {
            entry.outcome.error = PayloadMask::masked(entry.outcome.error, hidden);
            entry.outcome.output = PayloadMask::masked(entry.outcome.output, hidden);
        }
    }
    if (m_paused) {
        hold(std::move(entries));
        Q_EMIT changed();
        return;
    }
    if (m_connection)
        m_model.setClockOffset(m_connection->session().clockOffset());
    Q_EMIT aboutToChange();
    m_model.append(std::move(entries));
    Q_EMIT changed();
}

void ResultLog::hold(std::deque<ResultEntry> entries)
{
    std::move(entries.begin(), entries.end(), std::back_inserter(m_held));
    // One place is for the line that says how many.
    for (; m_held.size() >= ResultModel::kept; m_held.pop_front()) {
        if (m_heldSkipped == 0)
            m_skippedAt = m_held.front().at;
        m_heldSkipped += m_held.front().kind == ResultEntry::Kind::Skipped ? m_held.front().count : 1;
    }
}

void ResultLog::setPaused(bool paused)
{
    if (paused == m_paused)
        return;
    m_paused = paused;
    if (!paused) {
        if (m_heldSkipped > 0)
            m_held.push_front({ResultEntry::Kind::Skipped, m_skippedAt, m_held.front().at, {}, {}, m_heldSkipped, {}});
        m_heldSkipped = 0;
        Q_EMIT aboutToChange();
        m_model.append(std::exchange(m_held, {}));
    }
    Q_EMIT changed();
}

void ResultLog::clear()
{
    m_held.clear();
    m_heldSkipped = 0;
    m_heard = 0;
    m_since = SystemClock().now();
    m_model.clear();
    Q_EMIT changed();
}

} // namespace dueline
