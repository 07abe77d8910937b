// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/protobuf.h"

namespace dueline {

namespace {

/// Bounds-checked forward cursor over a message.
class ProtobufCursor
{
public:
    explicit ProtobufCursor(QByteArrayView rest)
        : m_rest(rest)
    { }

    bool atEnd() const { return m_rest.isEmpty(); }
    qsizetype left() const { return m_rest.size(); }

    std::optional<quint64> varint()
    {
        quint64 value = 0;
        for (int shift = 0; shift < 64 && !m_rest.isEmpty(); shift += 7) {
            const auto byte = quint8(m_rest.front());
            m_rest = m_rest.sliced(1);
            if (shift == 63 && byte > 1)
                return std::nullopt;
            value |= quint64(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    }

    std::optional<quint64> fixed(qsizetype size)
    {
        const auto bytes = take(quint64(size));
        if (!bytes)
            return std::nullopt;
        quint64 value = 0;
        for (qsizetype i = 0; i < size; ++i)
            value |= quint64(quint8((*bytes)[i])) << (8 * i);
        return value;
    }

    std::optional<QByteArrayView> take(quint64 size)
    {
        if (size > quint64(m_rest.size()))
            return std::nullopt;
        const QByteArrayView bytes = m_rest.first(qsizetype(size));
        m_rest = m_rest.sliced(qsizetype(size));
        return bytes;
    }

private:
    QByteArrayView m_rest;
};

void putVarint(QByteArray& message, quint64 value)
{
    while (value >= 0x80) {
        message.append(char(value | 0x80));
        value >>= 7;
    }
    message.append(char(value));
}

quint64 tagOf(quint32 number, ProtobufField::Wire wire) { return (quint64(number) << 3) | quint64(wire); }

/// Parses the next field; nullopt if it is invalid.
std::optional<ProtobufField> nextField(ProtobufCursor& cursor)
{
    using Wire = ProtobufField::Wire;
    constexpr quint64 largestNumber = (1U << 29) - 1;
    const auto tag = cursor.varint();
    if (!tag || (*tag >> 3) == 0 || (*tag >> 3) > largestNumber)
        return std::nullopt;
    ProtobufField field;
    field.number = quint32(*tag >> 3);
    field.wire = Wire(*tag & 7);
    std::optional<quint64> value;
    switch (field.wire) {
    case Wire::Varint:
        value = cursor.varint();
        break;
    case Wire::Fixed64:
        value = cursor.fixed(8);
        break;
    case Wire::Fixed32:
        value = cursor.fixed(4);
        break;
    case Wire::Bytes:
        if (const auto size = cursor.varint()) {
            if (const auto bytes = cursor.take(*size)) {
                field.bytes = bytes->toByteArray();
                value = 0;
            }
        }
        break;
    default:
        break;
    }
    if (!value)
        return std::nullopt;
    field.value = *value;
    return field;
}

} // namespace

std::optional<std::vector<ProtobufField>> Protobuf::read(const QByteArray& message)
{
    std::vector<ProtobufField> fields;
    ProtobufCursor cursor(message);
    while (!cursor.atEnd()) {
        auto field = fields.size() == mostFields ? std::nullopt : nextField(cursor);
        if (!field)
            return std::nullopt;
        fields.push_back(*std::move(field));
    }
    return fields;
}

QByteArray Protobuf::withField(const QByteArray& message, quint32 number, const QByteArray& bytes)
{
    QByteArray changed;
    bool isPut = false;
    ProtobufCursor cursor(message);
    while (!cursor.atEnd()) {
        const qsizetype from = message.size() - cursor.left();
        const auto field = nextField(cursor);
        if (!field)
            return message;
        if (field->number != number) {
            changed += message.sliced(from, message.size() - cursor.left() - from);
        } else if (!isPut) {
            put(changed, number, bytes);
            isPut = true;
        }
    }
    if (!isPut)
        put(changed, number, bytes);
    return changed;
}

void Protobuf::put(QByteArray& message, quint32 number, quint64 value)
{
    putVarint(message, tagOf(number, ProtobufField::Wire::Varint));
    putVarint(message, value);
}

void Protobuf::put(QByteArray& message, quint32 number, const QByteArray& bytes)
{
    putVarint(message, tagOf(number, ProtobufField::Wire::Bytes));
    putVarint(message, quint64(bytes.size()));
    message.append(bytes);
}

} // namespace dueline
