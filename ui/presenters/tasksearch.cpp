// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/tasksearch.h"

#include "ui/presenters/connection.h"
#include "ui/text/taskname.h"

namespace dueline {

namespace {

constexpr qsizetype shortestPart = 2;
constexpr std::chrono::milliseconds typingPause{150};

} // namespace

TaskSearch::TaskSearch(Connection& connection, QueueName queue, QObject* parent)
    : QObject(parent)
    , m_connection(&connection)
{
    m_request.queue = std::move(queue);
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &TaskSearch::begin);
}

void TaskSearch::look(const QString& part)
{
    m_part = part.trimmed();
    ++m_generation;
    m_tasks.clear();
    m_pause.stop();
    if (m_part.size() < shortestPart || m_request.queue.isEmpty())
        return Q_EMIT found(part, m_tasks, true);
    m_pause.start();
}

void TaskSearch::begin()
{
    const auto filter = TaskFilter::parse(idPartFilter(m_part));
    if (!filter)
        return Q_EMIT found(m_part, m_tasks, true);
    m_request.filter = *filter;
    m_request.cursor.clear();
    step();
}

void TaskSearch::step()
{
    if (!m_connection || !m_connection->session().isOnline())
        return Q_EMIT found(m_part, m_tasks, true);
    m_connection->session().run(
        Session::Lane::Background, this,
        [request = m_request](Backend& backend) { return backend.inspector().search(request); },
        [this, generation = m_generation](const Result<SearchStep>& answer) {
            if (generation != m_generation)
                return;
            if (!answer)
                return Q_EMIT found(m_part, m_tasks, true);
            const bool more = !answer->matches.empty();
            for (const Task& task : answer->matches) {
                if (m_tasks.size() < enough)
                    m_tasks.push_back(task);
            }
            m_request.cursor = answer->cursor;
            const bool complete = m_request.cursor.isEmpty() || m_tasks.size() == enough;
            if (more || complete)
                Q_EMIT found(m_part, m_tasks, complete);
            if (!complete && generation == m_generation)
                step();
        });
}

} // namespace dueline
