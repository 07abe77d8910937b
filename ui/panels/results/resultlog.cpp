// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/resultlog.h"

#include "core/console/connect/maskedpayload.h"
#include "core/console/connect/payloadmask.h"
#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns the most recent failed and completed tasks that are still stored in these queues.
Result<std::vector<ResultEntry>> keptEnds(Backend& backend, const std::vector<QueueName>& queues)
{
    std::vector<ResultEntry> ends;
    for (const QueueName& queue : queues) {
        for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
            PageRequest request;
            request.queue = queue;
            request.state = state;
            request.limit = ResultLog::earlierPerState;
            const Result<TaskPage> page = backend.inspector().page(request);
            if (!page)
                return page.error();
            for (const Task& task : page->tasks) {
                ResultEntry entry;
                entry.at = task.at;
                entry.queue = queue;
                entry.kept = true;
                entry.outcome.id = task.id;
                entry.outcome.type = task.type;
                entry.outcome.outcome = state == TaskState::Failed ? "failed" : "done";
                entry.outcome.attempt = task.attempt;
                entry.outcome.error = state == TaskState::Failed ? task.error : QByteArray();
                ends.push_back(std::move(entry));
            }
        }
    }
    return ends;
}

} // namespace

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
        if (!m_connection->session().isOnline())
            return;
        m_feed->again(); // the server has accepted the password, so reconnect
        askEarlier();
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
    askEarlier();
}

/// Requests earlier outcomes once the queues are known.
void ResultLog::askEarlier()
{
    if (m_earlier != Earlier::Unknown || !m_connection->session().isOnline() || m_connection->queues().empty())
        return;
    m_earlier = Earlier::Asked;
    std::vector<QueueName> queues;
    for (const QueueInfo& queue : m_connection->queues()) {
        if (queue.unreadable.isEmpty() && queue.counts[TaskState::Failed] + queue.counts[TaskState::Done] > 0
            && queues.size() < queuesLookedAt)
            queues.push_back(queue.name);
    }
    m_connection->session().run(
        Session::Lane::Background, this,
        [queues = std::move(queues)](Backend& backend) { return keptEnds(backend, queues); },
        [this](Result<std::vector<ResultEntry>> found) {
            const bool again = !found && isConnectionError(found.error().code);
            m_earlier = again ? Earlier::Unknown : Earlier::Known;
            if (found)
                tellEarlier(std::move(*found));
            else
                Q_EMIT changed();
        });
}

/// Adds earlier outcomes. Skips any that were also received as messages, which include the run time.
void ResultLog::tellEarlier(std::vector<ResultEntry> found)
{
    QSet<std::pair<TaskId, int>> heard;
    for (int row = 0; row < m_model.rowCount(); ++row)
        heard.insert({m_model.rowAt(row)->outcome.id, m_model.rowAt(row)->outcome.attempt});
    std::erase_if(found, [&heard](const ResultEntry& entry) {
        return heard.contains({entry.outcome.id, entry.outcome.attempt});
    });
    std::sort(found.begin(), found.end(), [](const ResultEntry& a, const ResultEntry& b) { return a.at < b.at; });
    if (found.size() > mostEarlier)
        found.erase(found.begin(), found.end() - std::ptrdiff_t(mostEarlier));
    if (m_connection)
        m_model.setClockOffset(m_connection->session().clockOffset());
    std::deque<ResultEntry> entries;
    for (ResultEntry& entry : found) {
        if (m_connection) {
            entry.at -= m_connection->session().clockOffset(); // rows use the time on this machine's clock
            entry.outcome.error = PayloadMask::masked(entry.outcome.error, m_connection->profile().maskedFields);
        }
        m_listedEarlier.insert({entry.outcome.id, entry.outcome.attempt});
        entries.push_back(std::move(entry));
    }
    if (!entries.empty()) {
        ResultEntry line;
        line.kind = ResultEntry::Kind::Earlier;
        line.at = m_since;
        line.count = qint64(entries.size());
        entries.push_back(line);
    }
    Q_EMIT aboutToChange();
    m_model.setEarlier(std::move(entries));
    Q_EMIT changed();
}

void ResultLog::take()
{
    std::deque<ResultEntry> entries = m_feed->take();
    // Skip attempts that are already listed as earlier outcomes.
    std::erase_if(entries, [this](const ResultEntry& entry) {
        return entry.kind == ResultEntry::Kind::Ended && entry.outcome.outcome != "started"
            && m_listedEarlier.remove({entry.outcome.id, entry.outcome.attempt});
    });
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
            entry.outcome.output = MaskedPayload(hidden).of(entry.outcome.output);
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
    // Reserve one entry for the row that shows the number of skipped outcomes.
    for (; m_held.size() >= ResultModel::capacity; m_held.pop_front()) {
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
