// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/readingbackend.h"

#include "core/queue/forwardinginspector.h"
#include "core/queue/payloadtexts.h"

#include <algorithm>

namespace dueline {

namespace {

/// Snapshot of the readers selected for one queue's payloads, taken when a search step begins.
class QueueTexts : public PayloadTexts
{
public:
    /// Creates the readers for all types. Errors: same as PayloadReader::make().
    static Result<std::shared_ptr<const PayloadTexts>> make(ReaderBook& book, const QueueName& queue)
    {
        auto texts = std::make_shared<QueueTexts>();
        const ReaderChoices choices = book.choices();
        if (const auto types = choices.find(QString::fromUtf8(queue)); types != choices.end()) {
            for (const auto& [type, choice] : types->second) {
                auto reader = book.readerOf(queue, type.toUtf8());
                if (!reader)
                    return reader.error();
                texts->m_readers.emplace(type.toUtf8(), *std::move(reader));
            }
        }
        return std::shared_ptr<const PayloadTexts>(std::move(texts));
    }

    QByteArrayList types() const override
    {
        QByteArrayList types;
        for (const auto& [type, reader] : m_readers) {
            if (reader.choice().kind == ReaderChoice::Kind::Layers)
                types << type;
        }
        return types;
    }
    bool findsByItself() const override
    {
        return !m_readers.contains("*") || std::any_of(m_readers.begin(), m_readers.end(), [](const auto& each) {
            return each.second.choice().kind == ReaderChoice::Kind::Auto;
        });
    }
    bool reads(QByteArrayView type, QByteArrayView beginning, qint64 size) const override
    {
        const PayloadReader& reader = readerOf(type);
        const bool isFound = reader.choice().kind == ReaderChoice::Kind::Auto;
        return size <= (isFound ? PayloadReader::mostUnasked : qint64(PayloadReader::mostBytes))
            && reader.mayRead(beginning, beginning.size() >= size);
    }
    QByteArray textOf(QByteArrayView type, QByteArrayView payload) const override
    {
        return readerOf(type).read(payload).text;
    }

private:
    const PayloadReader& readerOf(QByteArrayView type) const
    {
        auto found = m_readers.find(type.toByteArray());
        if (found == m_readers.end())
            found = m_readers.find("*");
        return found == m_readers.end() ? m_byItself : found->second;
    }

    std::map<QByteArray, PayloadReader> m_readers;
    const PayloadReader m_byItself{};
};

} // namespace

class ReadingBackend::Inspector : public ForwardingInspector
{
public:
    Inspector(QueueInspector& inner, std::shared_ptr<ReaderBook> readers)
        : ForwardingInspector(inner)
        , m_readers(std::move(readers))
    { }

    Result<SearchStep> search(const SearchRequest& request) override
    {
        if (!request.filter.needsPayload())
            return inner().search(request);
        auto texts = textsOf(*m_readers, request.queue);
        if (!texts)
            return texts.error();
        SearchRequest reading = request;
        reading.filter.setTexts(*std::move(texts));
        return inner().search(reading);
    }

    Result<TaskDetail> taskIn(const QueueName& queue, const TaskId& id, StateSet states) override
    {
        return inner().taskIn(queue, id, states);
    }

    /// Forwards the call, because the layout implements it efficiently: it can read many tasks at a time, and reports
    /// damaged ones.
    Result<std::vector<std::optional<TaskRecord>>> readRecords(
        const QueueName& queue, const std::vector<TaskId>& ids) override
    {
        return inner().readRecords(queue, ids);
    }

private:
    std::shared_ptr<ReaderBook> m_readers;
};

ReadingBackend::ReadingBackend(std::unique_ptr<Backend> inner, std::shared_ptr<ReaderBook> readers)
    : ForwardingBackend(std::move(inner))
    , m_inspector(std::make_unique<Inspector>(this->inner().inspector(), std::move(readers)))
{ }

ReadingBackend::~ReadingBackend() = default;

QueueInspector& ReadingBackend::inspector() { return *m_inspector; }

Result<std::shared_ptr<const PayloadTexts>> ReadingBackend::textsOf(ReaderBook& readers, const QueueName& queue)
{
    return QueueTexts::make(readers, queue);
}

} // namespace dueline
