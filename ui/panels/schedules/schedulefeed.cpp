// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/schedulefeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether the error affects only one queue: it was deleted or has become unreadable since it was listed.
bool isOfOneQueue(ErrorCode code) { return code == ErrorCode::NotFound || code == ErrorCode::WrongType; }

} // namespace

/// Scan of all recurring tasks. The first steps list them, one queue per step. The remaining steps read the last runs,
/// one recurring task per step.
struct ScheduleFeed::Scan
{
    std::vector<QueueName> queues;
    std::size_t queue = 0; ///< index of the next queue to list
    std::vector<ScheduleRow> rows;
    std::size_t row = 0; ///< index of the next row whose last run is read

    bool finished() const { return queue >= queues.size() && row >= rows.size(); }

    /// Runs one step. Returns true when everything has been read.
    Result<bool> step(Backend& backend)
    {
        ScheduleBook* book = backend.schedules();
        if (!book || finished())
            return true;
        const Result<> read
            = queue < queues.size() ? list(*book, queues[queue++]) : look(backend.inspector(), rows[row++]);
        return read ? Result<bool>(finished()) : Result<bool>(read.error());
    }

    Result<> list(ScheduleBook& book, const QueueName& name)
    {
        auto listed = book.schedules(name);
        if (!listed)
            return isOfOneQueue(listed.error().code) ? Result<>() : listed.error();
        for (ScheduleState& state : *listed)
            rows.push_back({name, std::move(state), std::nullopt});
        return {};
    }

    static Result<> look(QueueInspector& inspector, ScheduleRow& looked)
    {
        if (!looked.state.last || !looked.state.isOurs || looked.state.schedule.damaged)
            return {};
        const auto task = inspector.task(looked.queue, taskIdOf(looked.state.schedule, *looked.state.last));
        if (!task)
            return isOfOneQueue(task.error().code) ? Result<>() : task.error();
        looked.lastState = task->task.state;
        return {};
    }
};

ScheduleFeed::ScheduleFeed(QObject* parent)
    : PollingFeed(parent)
{ }

void ScheduleFeed::show(Connection* shown, const QueueName& queue)
{
    if (shown == connection() && queue == m_queue)
        return;
    if (shown != connection()) {
        follow(shown);
        m_offered.reset();
        if (shown)
            connect(shown, &Connection::stateChanged, this, &ScheduleFeed::askWhetherOffered);
    }
    m_queue = queue;
    m_rows.clear();
    m_loaded = m_isDoubted = false;
    drop();
    askWhetherOffered();
    refresh();
    Q_EMIT changed();
}

/// Determines whether the layout supports recurring tasks. The backend can answer this without sending a request.
void ScheduleFeed::askWhetherOffered()
{
    if (m_offered || !connection() || !session().isOnline())
        return;
    session().run(
        Session::Lane::Interactive, this,
        [](Backend& backend) -> Result<bool> { return backend.schedules() != nullptr; },
        [this, asked = QPointer(connection())](const Result<bool>& offered) {
            if (!offered || asked != connection() || m_offered)
                return;
            m_offered = *offered;
            Q_EMIT changed();
        });
}

void ScheduleFeed::ask()
{
    Scan all;
    if (!m_queue.isEmpty()) {
        all.queues = {m_queue};
    } else {
        for (const QueueInfo& queue : connection()->queues())
            all.queues.push_back(queue.name);
        std::sort(all.queues.begin(), all.queues.end());
    }
    walk(std::move(all), refreshEvery, [this](Scan read) {
        m_isDoubted = false;
        m_rows = std::move(read.rows);
        m_loaded = true;
        Q_EMIT changed();
    });
}

} // namespace dueline
