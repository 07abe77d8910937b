// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqmessage.h"

#include "core/layouts/asynq/protobuf.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns the member that stores the text field with this number; null for other fields.
QByteArray* textOf(AsynqMessage& message, quint32 number)
{
    switch (number) {
    case 1:
        return &message.type;
    case 2:
        return &message.payload;
    case 3:
        return &message.id;
    case 4:
        return &message.queue;
    case 7:
        return &message.error;
    case 10:
        return &message.uniqueKey;
    case 14:
        return &message.group;
    default:
        return nullptr;
    }
}

qint64* numberOf(AsynqMessage& message, quint32 number)
{
    switch (number) {
    case 5:
        return &message.maxRetry;
    case 6:
        return &message.retried;
    case 8:
        return &message.timeout;
    case 9:
        return &message.deadline;
    case 11:
        return &message.lastFailedAt;
    case 12:
        return &message.retention;
    case 13:
        return &message.completedAt;
    default:
        return nullptr;
    }
}

std::pair<QByteArray, QByteArray> headerOf(const QByteArray& entry)
{
    std::pair<QByteArray, QByteArray> header;
    for (const ProtobufField& field : Protobuf::read(entry).value_or(std::vector<ProtobufField>())) {
        if (field.number == 1)
            header.first = field.bytes;
        else if (field.number == 2)
            header.second = field.bytes;
    }
    return header;
}

int countOf(qint64 stored) { return int(std::clamp<qint64>(stored, 0, 1'000'000'000)); }

} // namespace

std::optional<AsynqMessage> AsynqMessage::read(const QByteArray& bytes)
{
    const auto fields = Protobuf::read(bytes);
    if (!fields)
        return std::nullopt;
    AsynqMessage message;
    for (const ProtobufField& field : *fields) {
        const bool isBytes = field.wire == ProtobufField::Wire::Bytes;
        if (QByteArray* text = textOf(message, field.number); text && isBytes)
            *text = field.bytes;
        else if (qint64* value = numberOf(message, field.number); value && !isBytes)
            *value = qint64(field.value);
        else if (field.number == 15 && isBytes)
            message.headers.push_back(headerOf(field.bytes));
        else
            message.unknown.push_back(QByteArray::number(field.number) + ": "
                + (isBytes ? field.bytes.toHex() : QByteArray::number(field.value)));
    }
    return message;
}

QByteArray AsynqMessage::written() const
{
    QByteArray bytes;
    AsynqMessage fields = *this;
    for (const quint32 number : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}) {
        if (const QByteArray* text = textOf(fields, number); text && !text->isEmpty())
            Protobuf::put(bytes, number, *text);
        else if (const qint64* value = numberOf(fields, number); value && *value != 0)
            Protobuf::put(bytes, number, quint64(*value));
    }
    for (const auto& [name, value] : headers) {
        QByteArray entry;
        Protobuf::put(entry, 1, name);
        Protobuf::put(entry, 2, value);
        Protobuf::put(bytes, 15, entry);
    }
    return bytes;
}

QByteArray AsynqMessage::withPayload(const QByteArray& message, const QByteArray& payload)
{
    return Protobuf::withField(message, 2, payload);
}

Task AsynqMessage::task(const TaskSource& source, const SourceEntry& entry) const
{
    Task task;
    task.id = entry.member;
    task.type = type;
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    const bool waits = StateSet::pending().contains(entry.state);
    task.untimed = waits && !source.isDated();
    if (waits)
        task.dueAt = task.at;
    task.attempt = countOf(retried);
    const bool hasFailedForGood = entry.state == TaskState::Failed && lastFailedAt > 0;
    if (entry.state == TaskState::Leased || entry.state == TaskState::Done || hasFailedForGood)
        ++task.attempt;
    if (entry.state == TaskState::Done)
        task.at = completedAt > 0 ? fromMs(std::min(completedAt, qint64(9'000'000'000'000)) * 1000) : TimePoint();
    task.maxAttempts = countOf(maxRetry) + 1;
    task.error = error.left(shownError);
    return task;
}

} // namespace dueline
