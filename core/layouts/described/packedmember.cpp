// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/packedmember.h"

#include <QList>

#include <algorithm>
#include <bit>

namespace dueline {

namespace {

quint64 packedInteger(QByteArrayView bytes, bool isBig)
{
    quint64 value = 0;
    for (qsizetype i = 0; i < bytes.size(); ++i)
        value = value << 8 | quint64(uchar(bytes[isBig ? i : bytes.size() - 1 - i]));
    return value;
}

QByteArray packedBytes(quint64 value, int size, bool isBig)
{
    QByteArray bytes(size, '\0');
    for (int i = 0; i < size; ++i)
        bytes[isBig ? size - 1 - i : i] = char(value >> (8 * i) & 0xff);
    return bytes;
}

} // namespace

Result<PackedMember> PackedMember::parse(const std::vector<QByteArray>& fields)
{
    static const std::vector<std::pair<QByteArray, Form>> forms{{"len", Form::Length}, {"u", Form::Unsigned},
        {"i", Form::Signed}, {"f", Form::Float}, {"bytes", Form::Bytes}, {"rest", Form::Rest}};
    PackedMember packed;
    const auto wrong = [](const QByteArray& text) {
        return Error{ErrorCode::Usage,
            QStringLiteral("`%1` is not a packed field; write for example `len16 id`, `u64 time`, `f64 time`, `bytes8 "
                           "random` or `rest payload`")
                .arg(QString::fromUtf8(text))};
    };
    if (fields.empty() || fields.size() > mostFields)
        return Error{ErrorCode::Usage, QStringLiteral("`packed` lists 1 to %1 fields").arg(mostFields)};
    for (const QByteArray& text : fields) {
        const QList<QByteArray> words = text.split(' ');
        if (words.size() != 2 || words[1].isEmpty())
            return wrong(text);
        QByteArray kind = words[0];
        Field field;
        field.name = words[1];
        if (kind.endsWith("be")) {
            field.isBig = true;
            kind.chop(2);
        }
        const auto digits = std::find_if(kind.begin(), kind.end(), [](char c) { return c >= '0' && c <= '9'; });
        const QByteArray word = kind.left(digits - kind.begin());
        const auto form
            = std::find_if(forms.begin(), forms.end(), [&](const auto& each) { return each.first == word; });
        if (form == forms.end())
            return wrong(text);
        field.form = form->second;
        const int size = kind.mid(word.size()).toInt();
        if (field.form == Form::Bytes) {
            if (size < 1 || size > 1024)
                return wrong(text);
            field.bytes = size;
        } else if (field.form != Form::Rest) {
            const bool fits
                = field.form == Form::Float ? size == 64 : size == 8 || size == 16 || size == 32 || size == 64;
            if (!fits)
                return wrong(text);
            field.bytes = size / 8;
        } else if (!kind.mid(word.size()).isEmpty()) {
            return wrong(text);
        }
        packed.m_fields.push_back(field);
    }
    return packed;
}

std::vector<QByteArray> PackedMember::variables() const
{
    std::vector<QByteArray> names;
    for (const Field& field : m_fields)
        names.push_back(field.name);
    return names;
}

std::optional<Variables> PackedMember::match(QByteArrayView bytes) const
{
    Variables values;
    for (const Field& field : m_fields) {
        if (field.form == Form::Rest) {
            values[field.name] = bytes.toByteArray();
            bytes = {};
            continue;
        }
        if (bytes.size() < field.bytes)
            return std::nullopt;
        const QByteArrayView head = bytes.first(field.bytes);
        bytes = bytes.sliced(field.bytes);
        const quint64 integer = field.form == Form::Bytes ? 0 : packedInteger(head, field.isBig);
        switch (field.form) {
        case Form::Length:
            if (integer > quint64(bytes.size()))
                return std::nullopt;
            values[field.name] = bytes.first(qsizetype(integer)).toByteArray();
            bytes = bytes.sliced(qsizetype(integer));
            break;
        case Form::Unsigned:
            values[field.name] = QByteArray::number(integer);
            break;
        case Form::Signed: {
            const int unused = 64 - 8 * field.bytes;
            values[field.name] = QByteArray::number(qint64(integer << unused) >> unused);
            break;
        }
        case Form::Float:
            values[field.name] = QByteArray::number(std::bit_cast<double>(integer), 'g', 17);
            break;
        case Form::Bytes:
        case Form::Rest:
            values[field.name] = head.toByteArray();
            break;
        }
    }
    return bytes.isEmpty() ? std::optional(std::move(values)) : std::nullopt;
}

std::optional<QByteArray> PackedMember::render(const Variables& values) const
{
    QByteArray member;
    for (const Field& field : m_fields) {
        const auto known = values.find(field.name);
        if (known == values.end())
            return std::nullopt;
        const QByteArray& value = known->second;
        const quint64 limit = field.bytes >= 8 ? ~quint64(0) : (quint64(1) << (8 * field.bytes)) - 1;
        bool isRead = true;
        switch (field.form) {
        case Form::Length:
            if (quint64(value.size()) > limit)
                return std::nullopt;
            member += packedBytes(quint64(value.size()), field.bytes, field.isBig) + value;
            break;
        case Form::Unsigned: {
            const quint64 integer = value.toULongLong(&isRead);
            if (!isRead || integer > limit)
                return std::nullopt;
            member += packedBytes(integer, field.bytes, field.isBig);
            break;
        }
        case Form::Signed: {
            const qint64 integer = value.toLongLong(&isRead);
            const int unused = 64 - 8 * field.bytes;
            if (!isRead || qint64(quint64(integer) << unused) >> unused != integer)
                return std::nullopt;
            member += packedBytes(quint64(integer), field.bytes, field.isBig);
            break;
        }
        case Form::Float: {
            const double number = value.toDouble(&isRead);
            if (!isRead)
                return std::nullopt;
            member += packedBytes(std::bit_cast<quint64>(number), field.bytes, field.isBig);
            break;
        }
        case Form::Bytes:
            if (value.size() != field.bytes)
                return std::nullopt;
            member += value;
            break;
        case Form::Rest:
            member += value;
            break;
        }
    }
    return member;
}

} // namespace dueline
