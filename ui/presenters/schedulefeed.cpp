// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/schedulefeed.h"

#include "ui/presenters/connection.h"

#include <QElapsedTimer>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t listedPerRun = 20; ///< queues; then others have their turn on the lane
constexpr std::size_t lookedAtPerRun = 50; ///< last tasks
constexpr int restOfReading = 10; ///< it rests ten times as long as it read

/// It broke, or went, since it was listed.
bool isOfOneQueue(ErrorCode code) { return code == ErrorCode::NotFound || code == ErrorCode::WrongType; }

} // namespace

/// One reading of everything, in runs of a few tasks.
struct ScheduleFeed::Walk
{
    std::vector<QueueName> queues;
    std::size_t queue = 0; ///< the next one to list
    std::vector<ScheduleRow> rows;
    std::size_t row = 0; ///< the next one whose last task is looked at
    QElapsedTimer time;

    bool finished() const { return queue >= queues.size() && row >= rows.size(); }

    Result<> step(Backend& backend)
    {
        ScheduleBook* book = backend.schedules();
        if (!book) {
            queue = queues.size();
            return {};
        }
        const std::size_t listedUntil = std::min(queues.size(), queue + listedPerRun);
        while (queue < listedUntil) {
            const QueueName& name = queues[queue++];
            auto listed = book->schedules(name);
            if (!listed && !isOfOneQueue(listed.error().code))
                return listed.error();
            for (ScheduleState& state : listed ? *listed : std::vector<ScheduleState>())
                rows.push_back({name, std::move(state), std::nullopt});
        }
        const std::size_t until = std::min(rows.size(), row + lookedAtPerRun);
        for (; row < until; ++row) {
            ScheduleRow& looked = rows[row];
            if (!looked.state.last || looked.state.schedule.damaged)
                continue;
            const auto task
                = backend.inspector().task(looked.queue, taskIdOf(looked.state.schedule, *looked.state.last));
            if (task)
                looked.lastState = task->task.state;
            else if (!isOfOneQueue(task.error().code))
                return task.error();
        }
        return {};
    }
};

ScheduleFeed::ScheduleFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ScheduleFeed::refresh);
}

void ScheduleFeed::show(Connection* connection, const QueueName& queue)
{
    if (connection == m_connection && queue == m_queue)
        return;
    if (connection != m_connection) {
        if (m_connection)
            m_connection->disconnect(this);
        m_connection = connection;
        m_offered.reset();
        if (connection) { // lanes that were opened anew owe no answer
            connect(connection, &Connection::stateChanged, this, &ScheduleFeed::askWhetherOffered);
            connect(connection, &Connection::stateChanged, this, &ScheduleFeed::refresh);
        }
    }
    m_queue = queue;
    m_rows.clear();
    m_loaded = false;
    m_asking = false;
    m_askAgain = false;
    ++m_wish;
    askWhetherOffered();
    refresh();
    Q_EMIT changed();
}

/// No question to the server: the backend knows.
void ScheduleFeed::askWhetherOffered()
{
    if (m_offered || !m_connection || !m_connection->session().isOnline())
        return;
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [](Backend& backend) -> Result<bool> { return backend.schedules() != nullptr; },
        [this, asked = m_connection](const Result<bool>& offered) {
            if (!offered || asked != m_connection || m_offered)
                return;
            m_offered = *offered;
            Q_EMIT changed();
        });
}

void ScheduleFeed::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active)
        refresh();
    else
        m_timer.stop();
}

void ScheduleFeed::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    if (live)
        refresh();
    else
        m_timer.stop();
}

void ScheduleFeed::refresh()
{
    if (!m_active || !m_connection)
        return;
    if (m_asking && m_askedOf == m_connection->session().generation()) {
        m_askAgain = true;
        return;
    }
    m_timer.stop();
    if (m_connection->session().isOnline())
        begin();
    else
        m_timer.start(refreshEvery);
}

void ScheduleFeed::begin()
{
    Walk walk;
    if (!m_queue.isEmpty()) {
        walk.queues = {m_queue};
    } else {
        for (const QueueInfo& queue : m_connection->queues())
            walk.queues.push_back(queue.name);
        std::sort(walk.queues.begin(), walk.queues.end());
    }
    walk.time.start();
    m_asking = true;
    m_askAgain = false;
    m_askedOf = m_connection->session().generation();
    ++m_wish;
    goOn(std::move(walk));
}

void ScheduleFeed::goOn(Walk walk)
{
    m_connection->session().run(
        Session::Lane::Background, this,
        [walk = std::move(walk)](Backend& backend) mutable -> Result<Walk> {
            if (auto done = walk.step(backend); !done)
                return done.error();
            return std::move(walk);
        },
        [this, wish = m_wish](Result<Walk>&& walked) {
            if (wish != m_wish)
                return;
            if (walked && !walked->finished() && m_connection && m_active)
                goOn(std::move(*walked));
            else
                end(walked);
        });
}

void ScheduleFeed::end(const Result<Walk>& walked)
{
    m_asking = false;
    const qint64 took = walked ? walked->time.elapsed() : 0;
    if (!walked) {
        Q_EMIT failed(walked.error());
    } else if (walked->finished()) {
        m_rows = walked->rows;
        m_loaded = true;
        Q_EMIT changed();
    }
    if (m_askAgain)
        refresh();
    else if (m_active && m_live)
        m_timer.start(std::max(refreshEvery, Millis(took * restOfReading)));
}

} // namespace dueline
