// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/workerobserver.h"

#include "core/console/connect/payloadmask.h"

namespace dueline {

namespace {

constexpr qsizetype keptText = 300;

WorkerLogLine::Event eventOf(const QByteArray& outcome)
{
    using Event = WorkerLogLine::Event;
    if (outcome == "done")
        return Event::Done;
    if (outcome == "retry")
        return Event::Retry;
    if (outcome == "released")
        return Event::Released;
    return outcome == "cancelled" ? Event::Cancelled : Event::Failed;
}

} // namespace

void WorkerObserver::taskStarted(const QueueName& queue, const Lease& lease)
{
    const std::lock_guard lock(m_mutex);
    if (!lease.type.isEmpty())
        m_talks[EmbeddedWorker::runKey(queue, lease.id)].type = lease.type;
    push({SystemClock().now(), WorkerLogLine::Event::Start, lease.id, lease.type, lease.attempt, {}, {}, {}, queue});
}

void WorkerObserver::tasksFinished(const QueueName& queue, const std::vector<Outcome>& outcomes)
{
    const TimePoint now = SystemClock().now();
    const std::lock_guard lock(m_mutex);
    for (const Outcome& outcome : outcomes) {
        ended(queue, outcome.id);
        push({now, eventOf(outcome.outcome), outcome.id, outcome.type, 0, outcome.ran, outcome.late,
            shown(outcome.error), queue});
    }
}

void WorkerObserver::taskLogged(const QueueName& queue, const TaskId& id, QByteArrayView line)
{
    // Mask the text only when reporting it: if there are many lines, most are dropped.
    WorkerLogLine said{SystemClock().now(), WorkerLogLine::Event::Output, id, {}, 0, {}, {}, line.toByteArray(), queue};
    const std::lock_guard lock(m_mutex);
    Talk& talk = m_talks[EmbeddedWorker::runKey(queue, id)];
    said.type = talk.type;
    if (!std::exchange(talk.spoke, true)) {
        said.text = shown(said.text);
        push(std::move(said));
        return;
    }
    talk.leftOut += talk.last.has_value();
    talk.last = std::move(said);
}

void WorkerObserver::leaseLost(const QueueName& queue, const Lease& lease)
{
    const std::lock_guard lock(m_mutex);
    ended(queue, lease.id);
    push({SystemClock().now(), WorkerLogLine::Event::Lost, lease.id, lease.type, 0, {}, {}, {}, queue});
}

void WorkerObserver::troubled(EngineService, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    push({SystemClock().now(), WorkerLogLine::Event::Trouble, {}, {}, 0, {}, {},
        (error.refusesLogin() ? troubleWords(error) : error.message).toUtf8().left(keptText)});
}

void WorkerObserver::recovered(EngineService)
{
    const std::lock_guard lock(m_mutex);
    push({SystemClock().now(), WorkerLogLine::Event::State, {}, {}, 0, {}, {}, {}, {},
        WorkerLogLine::Sentence::Connected});
}

void WorkerObserver::handlerHeld(const QByteArray&, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    push(
        {SystemClock().now(), WorkerLogLine::Event::Trouble, {}, {}, 0, {}, {}, error.message.toUtf8().left(keptText)});
}

void WorkerObserver::limitTooLow(const Error& error) { handlerHeld({}, error); }

void WorkerObserver::handlerReady(const QByteArray& pattern)
{
    const std::lock_guard lock(m_mutex);
    push({SystemClock().now(), WorkerLogLine::Event::State, {}, {}, 0, {}, {}, pattern, {},
        WorkerLogLine::Sentence::HandlerReady});
}

std::deque<WorkerLogLine> WorkerObserver::take()
{
    const std::lock_guard lock(m_mutex);
    for (Talk& talk : m_talks)
        flush(talk);
    return std::exchange(m_lines, {});
}

void WorkerObserver::flush(Talk& talk)
{
    talk.spoke = false;
    if (!talk.last)
        return;
    WorkerLogLine last = *std::exchange(talk.last, {});
    last.text = shown(last.text);
    if (const int count = std::exchange(talk.leftOut, 0); count > 0) {
        WorkerLogLine between = last;
        between.text.clear();
        between.attempt = count;
        between.sentence = WorkerLogLine::Sentence::LeftOut;
        push(std::move(between));
    }
    push(std::move(last));
}

void WorkerObserver::ended(const QueueName& queue, const TaskId& id)
{
    const auto talk = m_talks.find(EmbeddedWorker::runKey(queue, id));
    if (talk == m_talks.end())
        return;
    flush(*talk);
    m_talks.erase(talk);
}

void WorkerObserver::push(WorkerLogLine line)
{
    m_lines.push_back(std::move(line));
    if (m_lines.size() > EmbeddedWorker::keptLines)
        m_lines.pop_front(); // the log would drop this line anyway
}

QByteArray WorkerObserver::shown(const QByteArray& text) const
{
    return PayloadMask::masked(text, m_hidden).left(keptText);
}

} // namespace dueline
