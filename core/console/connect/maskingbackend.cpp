// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/maskingbackend.h"

#include "core/queue/forwardinginspector.h"

namespace dueline {

namespace {

constexpr qint64 pieceBytes = 1024 * 1024;
constexpr const char* hiddenFact = "not shown, since fields of payloads are hidden here";

/// Whether a framework's fact holds what the payload does, in a spelling in which its fields are not found: all that is
/// stored, base64 or an escaped text, or the arguments of a call.
bool repeatsPayload(QByteArrayView name)
{
    return name == "stored" || name == "argsrepr" || name == "kwargsrepr" || name == "description";
}

} // namespace

class MaskingBackend::Inspector : public ForwardingInspector
{
public:
    Inspector(QueueInspector& inner, const QStringList& fields)
        : ForwardingInspector(inner)
        , m_fields(fields)
        , m_mask(fields)
    { }

    Result<TaskPage> page(const PageRequest& request) override
    {
        auto page = inner().page(request);
        if (page)
            hide(page->tasks);
        return page;
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        auto step = inner().search(request);
        if (step)
            hide(step->matches);
        return step;
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        auto detail = inner().task(queue, id);
        if (!detail)
            return detail;
        hide(detail->task);
        for (Attempt& attempt : detail->attempts)
            attempt.error = masked(attempt.error);
        if (detail->result)
            detail->result = masked(*detail->result);
        detail->stored.clear();
        for (TaskFact& fact : detail->facts)
            fact.value = repeatsPayload(fact.name) ? QByteArray(hiddenFact) : masked(fact.value);
        return detail;
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;

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
        auto piece = inner().payload(queue, id, m_seen, std::min(pieceBytes, offset - m_seen));
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
    auto bytes = inner().payload(queue, id, offset, length);
    if (!bytes || m_seen != offset)
        return bytes ? Result<QByteArray>(QByteArray()) : bytes; // it begins behind the end
    m_mask.apply(*bytes);
    m_seen += bytes->size();
    return bytes;
}

MaskingBackend::MaskingBackend(std::unique_ptr<Backend> inner, const QStringList& fields)
    : ForwardingBackend(std::move(inner))
    , m_inspector(std::make_unique<Inspector>(this->inner().inspector(), fields))
{ }

MaskingBackend::~MaskingBackend() = default;

QueueInspector& MaskingBackend::inspector() { return *m_inspector; }

} // namespace dueline
