// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/maskingbackend.h"

namespace dueline {

namespace {

constexpr qint64 pieceBytes = 1024 * 1024;

} // namespace

class MaskingBackend::Inspector : public QueueInspector
{
public:
    Inspector(QueueInspector& inner, const QStringList& fields)
        : m_inner(inner)
        , m_fields(fields)
        , m_mask(fields)
    { }

    Result<std::vector<QueueInfo>> queues() override { return m_inner.queues(); }
    Result<QueueInfo> queue(const QueueName& queue) override { return m_inner.queue(queue); }
    Result<TaskPage> page(const PageRequest& request) override
    {
        auto page = m_inner.page(request);
        if (page)
            hide(page->tasks);
        return page;
    }
    Result<std::optional<TimePoint>> lastDue(const QueueName& queue, StateSet states) override
    {
        return m_inner.lastDue(queue, states);
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        auto step = m_inner.search(request);
        if (step)
            hide(step->matches);
        return step;
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        auto detail = m_inner.task(queue, id);
        if (!detail)
            return detail;
        hide(detail->task);
        for (Attempt& attempt : detail->attempts)
            attempt.error = masked(attempt.error);
        if (detail->result)
            detail->result = masked(*detail->result);
        return detail;
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;
    Result<std::vector<TimelineBin>> timeline(
        const QueueName& queue, TimePoint from, TimePoint to, int bins) override
    {
        return m_inner.timeline(queue, from, to, bins);
    }
    Result<std::vector<StatisticsBin>> statistics(const QueueName& queue, TimePoint from, TimePoint to) override
    {
        return m_inner.statistics(queue, from, to);
    }
    Result<std::vector<WorkerInfo>> workers() override { return m_inner.workers(); }
    Result<std::vector<OperationRecord>> operations(const QueueName& queue, int limit) override
    {
        return m_inner.operations(queue, limit);
    }
    Result<std::optional<UniqueHold>> holderOf(const QueueName& queue, const QByteArray& key) override
    {
        return m_inner.holderOf(queue, key);
    }

private:
    QByteArray masked(const QByteArray& text) const { return PayloadMask::masked(text, m_fields); }
    void hide(Task& task) const
    {
        task.preview = masked(task.preview);
        task.error = masked(task.error);
    }
    void hide(std::vector<Task>& tasks) const
    {
        for (Task& task : tasks)
            hide(task);
    }
    Result<> walkTo(const QueueName& queue, const TaskId& id, qint64 offset);

    QueueInspector& m_inner;
    QStringList m_fields;
    PayloadMask m_mask; ///< of m_queue and m_id, having seen the first m_seen bytes
    QueueName m_queue;
    TaskId m_id;
    qint64 m_seen = 0;
};

/// What is masked in the middle of a payload is known only from what stands before it.
Result<> MaskingBackend::Inspector::walkTo(const QueueName& queue, const TaskId& id, qint64 offset)
{
    if (queue != m_queue || id != m_id || offset < m_seen) {
        m_mask.reset();
        m_queue = queue;
        m_id = id;
        m_seen = 0;
    }
    while (m_seen < offset) {
        auto piece = m_inner.payload(queue, id, m_seen, std::min(pieceBytes, offset - m_seen));
        if (!piece)
            return piece.error();
        if (piece->isEmpty())
            break;
        m_mask.apply(*piece);
        m_seen += piece->size();
    }
    return {};
}

Result<QByteArray> MaskingBackend::Inspector::payload(
    const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    if (const auto walked = walkTo(queue, id, offset); !walked)
        return walked.error();
    auto bytes = m_inner.payload(queue, id, offset, length);
    if (!bytes || m_seen != offset)
        return bytes ? Result<QByteArray>(QByteArray()) : bytes; // it begins behind the end
    m_mask.apply(*bytes);
    m_seen += bytes->size();
    return bytes;
}

MaskingBackend::MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields)
    : m_inner(std::move(inner))
    , m_inspector(std::make_unique<Inspector>(m_inner->inspector(), fields))
{ }

MaskingBackend::~MaskingBackend() = default;

QueueInspector& MaskingBackend::inspector() { return *m_inspector; }

} // namespace dueline
