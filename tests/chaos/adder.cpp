// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/adder.h"

#include "tests/chaos/pacing.h"
#include "tests/chaos/taskplan.h"

#include <QDeadlineTimer>

namespace dueline::chaos {

Schedule everySecond(const QByteArray& name)
{
    Schedule schedule;
    schedule.name = name;
    schedule.cron = "@every 1s";
    schedule.type = tickType;
    schedule.payload = tickPayload;
    return schedule;
}

Adder::Adder(BackendFactory makeBackend, const Journal& journal, quint32 seed, int perSecond)
    : m_makeBackend(std::move(makeBackend))
    , m_journal(journal)
    , m_dice(seed)
    , m_perSecond(perSecond)
{ }

bool Adder::isConfirmed(const TaskId& id) const
{
    const QMutexLocker lock(&m_mutex);
    return m_ids.contains(id);
}

std::vector<NewTask> Adder::makeBatch()
{
    static const std::array<QByteArray, 4> types{"chaos.mail", "chaos.report", "slow.export", "hook"};
    std::vector<NewTask> batch(1 + m_dice() % 100);
    for (NewTask& task : batch) {
        const QByteArray& type = types[m_dice() % types.size()];
        task.id = makeTaskId(type, SystemClock().now());
        task.payload = TaskPlan(task.id).payload();
        task.dueIn = Millis(m_dice() % 10 < 6 ? 0 : m_dice() % 3000);
        const unsigned option = m_dice() % 100;
        if (option < 5)
            task.options.maxAttempts = 1 + int(m_dice() % 3);
        else if (option < 8)
            task.options.backoff = Backoff{Backoff::Kind::Fixed, Millis(20), Millis(20), {}};
        else if (option < 10)
            task.options.leaseFor = Millis(2'000);
        else if (option < 14)
            task.options.keepResult = true;
        else if (option >= 18 && option < 24)
            task.unique = UniqueKey{"key-" + QByteArray::number(m_dice() % 12), Millis(1'500)};
        else if (option < 18)
            task.options.expiresAt = SystemClock().now() + Millis(m_dice() % 6'000);
    }
    return batch;
}

void Adder::addBatch(
    Backend& backend, const QueueName& queue, const std::vector<NewTask>& batch, const std::stop_token& stop)
{
    QByteArray lines;
    for (const NewTask& task : batch)
        Journal::append(lines, Event::AddSent, queue,
            {task.id, task.options.expiresAt ? QByteArray::number(toMs(*task.options.expiresAt)) : QByteArray()});
    m_journal.write(lines);
    const QByteArray sentAt = QByteArray::number(toMs(SystemClock().now()));
    QDeadlineTimer lastChance(QDeadlineTimer::Forever);
    for (;;) {
        const Result<std::vector<AddOutcome>> outcomes = backend.editor()->add(queue, batch);
        if (outcomes) {
            lines.clear();
            const QMutexLocker lock(&m_mutex);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                if ((*outcomes)[i] == AddOutcome::Conflict) {
                    ++m_conflicts;
                    continue;
                }
                const std::optional<UniqueKey>& unique = batch[i].unique;
                if (unique && (*outcomes)[i] == AddOutcome::Exists) {
                    Journal::append(
                        // Either another task holds the key, or a reply was lost.
                        lines, Event::AddUnknown, queue, {batch[i].id});
                    continue;
                }
                if (unique) {
                    Journal::append(lines, Event::KeyTaken, queue,
                        {batch[i].id, unique->key, sentAt, QByteArray::number(qint64(unique->holdFor.count()))});
                }
                Journal::append(lines, Event::AddAnswered, queue, {batch[i].id});
                m_ids.insert(batch[i].id);
                ++m_confirmed;
            }
            m_journal.write(lines);
            return;
        }
        if (stop.stop_requested() && lastChance.isForever())
            lastChance.setRemainingTime(15'000);
        if (queue != keptQueue || lastChance.hasExpired())
            return;
        pauseFor(stop, Millis(50));
    }
}

void Adder::run(const std::stop_token& stop)
{
    std::unique_ptr<Backend> backend;
    while (!backend && !stop.stop_requested()) {
        Result<std::unique_ptr<Backend>> opened = m_makeBackend();
        if (opened)
            backend = std::move(opened.value());
        else
            pauseFor(stop, Millis(100));
    }
    while (!stop.stop_requested()) {
        const unsigned dice = m_dice() % 6;
        const QueueName& queue = dice < 3 ? keptQueue : dice < 5 ? droppedQueue : trimmedQueue;
        const std::vector<NewTask> batch = makeBatch();
        addBatch(*backend, queue, batch, stop);
        pauseFor(stop, Millis(qint64(batch.size()) * 1000 / m_perSecond));
    }
}

} // namespace dueline::chaos
