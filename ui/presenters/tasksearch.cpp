// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/tasksearch.h"

#include "ui/presenters/connection.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::chrono::milliseconds typingPause{250};
constexpr qint64 updatedEveryMs = 100; // minimum interval between updates without new matches

} // namespace

TaskSearch::TaskSearch(const std::vector<Connection*>& connections, QObject* parent)
    : QObject(parent)
{
    for (Connection* connection : connections) {
        m_parts.push_back({connection});
        // Start over after a reconnection, because requests sent before it are never answered.
        connect(&connection->session(), &Session::accessChanged, this, [this, at = m_parts.size() - 1] {
            if (m_parts[at].phase == Part::Phase::Running)
                begin(at);
        });
    }
    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, qOverload<>(&TaskSearch::begin));
}

void TaskSearch::look(const QString& value)
{
    ++m_question;
    m_value = value.trimmed();
    m_found.clear();
    for (Part& part : m_parts)
        part = {part.connection};
    const auto filter = TaskFilter::parse(quotedForFilter(m_value));
    m_pause.stop();
    if (m_value.isEmpty() || !filter)
        return Q_EMIT changed();
    m_filter = *filter;
    m_pause.start();
}

bool TaskSearch::isRunning() const
{
    return std::any_of(
        m_parts.begin(), m_parts.end(), [](const Part& part) { return part.phase == Part::Phase::Running; });
}

void TaskSearch::begin()
{
    for (std::size_t at = 0; at < m_parts.size(); ++at) {
        if (!m_parts[at].connection || !m_parts[at].connection->session().isOnline())
            m_parts[at].phase = Part::Phase::NotConnected;
        else
            begin(at);
    }
    m_told.start();
    Q_EMIT changed();
}

void TaskSearch::begin(std::size_t at)
{
    m_parts[at].phase = Part::Phase::Running;
    m_parts[at].connection->session().runInTurns(
        Session::Lane::Background, this, ConnectionSearch::forValue(m_filter, m_value.toUtf8(), limits),
        [this, at, question = m_question](const Result<ConnectionSearch>& search) {
            if (question != m_question)
                return;
            if (!search)
                return end(at, Part::Phase::Failed, search.error().message);
            take(at, *search);
            end(at, Part::Phase::Complete);
        },
        [this, at, question = m_question](const ConnectionSearch& search) {
            if (question == m_question && (take(at, search) || m_told.elapsed() >= updatedEveryMs)) {
                m_told.start();
                Q_EMIT changed();
            }
            return question == m_question;
        });
}

/// Adopts the progress of a search. Returns whether it has found further tasks.
bool TaskSearch::take(std::size_t at, const ConnectionSearch& search)
{
    Part& part = m_parts[at];
    const std::size_t before = m_found.size();
    for (const SearchHit& hit : search.found()) {
        const QByteArray key = hit.queue + '\0' + exactId(hit.task);
        if (part.keys.contains(key))
            continue;
        part.keys.insert(key);
        m_found.push_back({hit, at});
    }
    part.queuesDone = search.queuesDone();
    part.queues = search.queues();
    part.examined = search.examined();
    part.skipped = search.skipped().size();
    part.isCut = search.isCut();
    return m_found.size() > before;
}

void TaskSearch::end(std::size_t at, Part::Phase phase, const QString& trouble)
{
    m_parts[at].phase = phase;
    m_parts[at].trouble = trouble;
    Q_EMIT changed();
}

void TaskSearch::stop()
{
    const bool isWaiting = m_pause.isActive();
    m_pause.stop();
    ++m_question;
    for (Part& part : m_parts) {
        if (part.phase == Part::Phase::Running || isWaiting)
            part.phase = Part::Phase::Stopped;
    }
    Q_EMIT changed();
}

} // namespace dueline
