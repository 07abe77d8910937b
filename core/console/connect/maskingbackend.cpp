// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/maskingbackend.h"

#include "core/console/connect/maskedpayload.h"
#include "core/console/connect/payloadmask.h"
#include "core/queue/forwardinginspector.h"
#include "core/queue/payloadtexts.h"

namespace dueline {

namespace {

using Field = TaskFilter::Term::Field;

constexpr qint64 pieceBytes = 1024 * 1024;
constexpr const char* hiddenFact = "not shown, because payload fields are hidden here";
constexpr auto textFields = {Field::Payload, Field::Any, Field::Json, Field::Error, Field::SameError, Field::Kind};

/// Returns whether a framework's fact repeats the payload in a form that can't be masked by field, such as base64,
/// escaped text, or call arguments.
bool repeatsPayload(QByteArrayView name)
{
    return name == "stored" || name == "argsrepr" || name == "kwargsrepr" || name == "description";
}

} // namespace

class MaskingBackend::Inspector : public ForwardingInspector
{
public:
    Inspector(QueueInspector& inner, const QStringList& fields, std::shared_ptr<ReaderBook> readers, bool masksFilters)
        : ForwardingInspector(inner)
        , m_fields(fields)
        , m_readers(std::move(readers))
        , m_masksFilters(masksFilters)
        , m_mask(fields)
    { }

    Result<TaskPage> page(const PageRequest& request) override
    {
        auto page = inner().page(request);
        if (page)
            hide(request.queue, page->tasks);
        return page;
    }
    Result<SearchStep> search(const SearchRequest& request) override
    {
        auto step = m_masksFilters && !request.filter.on(textFields).isEmpty() ? searchShown(request)
                                                                               : inner().search(request);
        if (step)
            hide(request.queue, step->matches);
        return step;
    }
    Result<TaskDetail> task(const QueueName& queue, const TaskId& id) override
    {
        return masked(queue, inner().task(queue, id));
    }
    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override
    {
        return masked(queue, inner().taskIn(queue, id, states));
    }
    Result<QByteArray> payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length) override;

private:
    Result<TaskDetail> masked(const QueueName& queue, Result<TaskDetail> detail) const
    {
        if (!detail)
            return detail;
        hide(queue, detail->task);
        const MaskedPayload shown(m_fields);
        for (Attempt& attempt : detail->attempts)
            attempt.error = masked(attempt.error);
        if (detail->result)
            detail->result = shown.of(*detail->result);
        detail->stored.clear();
        for (TaskFact& fact : detail->facts)
            fact.value
                = repeatsPayload(fact.name) || m_fields.contains(QString::fromUtf8(fact.name), Qt::CaseInsensitive)
                ? QByteArray(hiddenFact)
                : shown.of(fact.value);
        return detail;
    }
    QByteArray masked(const QByteArray& text) const { return PayloadMask::masked(text, m_fields); }
    /// Returns the mask for a task's payload; nullopt if the reader for the task's type can't be created.
    std::optional<MaskedPayload> shownOf(const QueueName& queue, const Task& task) const;
    void hide(const QueueName& queue, Task& task) const;
    void hide(const QueueName& queue, std::vector<Task>& tasks) const
    {
        for (Task& task : tasks)
            hide(queue, task);
    }
    Result<SearchStep> searchShown(const SearchRequest& request);
    Result<std::vector<Task>> matching(
        const QueueName& queue, const std::vector<Task>& tasks, const TaskFilter& filter) const;
    Result<> begin(const QueueName& queue, const TaskId& id);
    Result<> walkTo(qint64 offset);

    QStringList m_fields;
    std::shared_ptr<ReaderBook> m_readers;
    bool m_masksFilters;
    PayloadMask m_mask; ///< mask after processing the first m_seen bytes of the payload of m_id in m_queue
    QueueName m_queue;
    TaskId m_id;
    qint64 m_seen = -1; ///< number of bytes processed by m_mask; -1: no payload has been started
    std::optional<QByteArray> m_text; ///< masked text, if m_id's payload is packed
};

std::optional<MaskedPayload> MaskingBackend::Inspector::shownOf(const QueueName& queue, const Task& task) const
{
    if (!m_readers)
        return MaskedPayload(m_fields);
    auto reader = m_readers->readerOf(queue, typeOf(task));
    return reader ? std::optional(MaskedPayload(m_fields, *std::move(reader))) : std::nullopt;
}

/// Masks a task's error and preview. Replaces the entire preview if it is the beginning of a packed payload, because it
/// may contain a hidden field.
void MaskingBackend::Inspector::hide(const QueueName& queue, Task& task) const
{
    task.error = masked(task.error);
    if (task.preview.isEmpty())
        return;
    const auto shown = shownOf(queue, task);
    const bool isWhole = task.preview.size() >= task.size;
    if (shown && isWhole)
        task.preview = shown->of(task.preview);
    else if (!shown || shown->isPacked(task.preview, false))
        task.preview = hiddenFact;
    else
        task.preview = masked(task.preview);
}

/// Searches without the terms that could match a hidden value, then matches these terms against the masked tasks.
Result<SearchStep> MaskingBackend::Inspector::searchShown(const SearchRequest& request)
{
    SearchRequest wider = request;
    wider.filter = request.filter.without(textFields);
    auto step = inner().search(wider);
    if (!step)
        return step;
    auto matches = matching(request.queue, step->matches, request.filter.on(textFields));
    if (!matches)
        return matches.error();
    step->matches = *std::move(matches);
    return step;
}

Result<std::vector<Task>> MaskingBackend::Inspector::matching(
    const QueueName& queue, const std::vector<Task>& tasks, const TaskFilter& filter) const
{
    std::vector<Task> matches;
    for (std::size_t from = 0; from < tasks.size();) {
        std::vector<TaskId> ids;
        for (std::size_t i = from; i < tasks.size() && ids.size() < taskRecords; ++i)
            ids.push_back(tasks[i].id);
        const auto records = inner().readRecords(queue, ids);
        if (!records)
            return records.error();
        if (records->empty())
            break;
        for (const auto& record : *records) {
            Task task = tasks[from++];
            const auto shown = shownOf(queue, task);
            if (!record || !record->damage.isEmpty() || !shown)
                continue;
            const Task found = std::exchange(task, Task(record->detail.task));
            task.error = masked(task.error);
            if (filter.matches(task, shown->of(record->payload), {}))
                matches.push_back(found);
        }
    }
    return matches;
}

/// Prepares to read a payload. Reads and masks a packed payload completely.
Result<> MaskingBackend::Inspector::begin(const QueueName& queue, const TaskId& id)
{
    m_seen = -1;
    m_mask.reset();
    m_text.reset();
    const auto detail = inner().task(queue, id);
    if (!detail)
        return detail.error();
    const auto head = inner().payload(queue, id, 0, PayloadTexts::headBytes);
    if (!head)
        return head.error();
    const auto shown = shownOf(queue, detail->task);
    const bool isWhole = head->size() < PayloadTexts::headBytes;
    if (!shown || (shown->isPacked(*head, isWhole) && detail->task.size > PayloadReader::mostBytes)) {
        m_text = hiddenFact;
    } else if (shown->isPacked(*head, isWhole)) {
        const auto whole = inner().payload(queue, id, 0, -1);
        if (!whole)
            return whole.error();
        m_text = shown->of(*whole);
    }
    m_queue = queue;
    m_id = id;
    m_seen = 0;
    return {};
}

/// Passes everything before `offset` through the mask, because masking depends on all preceding bytes.
Result<> MaskingBackend::Inspector::walkTo(qint64 offset)
{
    while (m_seen < offset) {
        auto piece = inner().payload(m_queue, m_id, m_seen, std::min(pieceBytes, offset - m_seen));
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
    const bool goesOn = m_seen >= 0 && queue == m_queue && id == m_id && offset > 0 && (m_text || offset >= m_seen);
    if (!goesOn) {
        if (const auto begun = begin(queue, id); !begun)
            return begun.error();
    }
    if (m_text)
        return m_text->mid(offset, length);
    if (const auto walked = walkTo(offset); !walked)
        return walked.error();
    auto bytes = inner().payload(queue, id, offset, length);
    if (!bytes || m_seen != offset)
        // `offset` is past the end of the payload
        return bytes ? Result<QByteArray>(QByteArray()) : bytes;
    m_mask.apply(*bytes);
    m_seen += bytes->size();
    return bytes;
}

MaskingBackend::MaskingBackend(
    std::unique_ptr<Backend> inner, const QStringList& fields, std::shared_ptr<ReaderBook> readers, bool masksFilters)
    : ForwardingBackend(std::move(inner))
    , m_inspector(std::make_unique<Inspector>(this->inner().inspector(), fields, std::move(readers), masksFilters))
{ }

MaskingBackend::~MaskingBackend() = default;

QueueInspector& MaskingBackend::inspector() { return *m_inspector; }

} // namespace dueline
