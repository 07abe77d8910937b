// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/prototext.h"

#include "core/payload/jsonstring.h"
#include "core/payload/protoschema.h"

#include <QLocale>
#include <QtEndian>

#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <google/protobuf/descriptor.h>

namespace dueline {

namespace {

namespace pb = google::protobuf;
using Field = pb::FieldDescriptor;

/// One field in wire format.
struct WireValue
{
    enum class Form : quint8 { Varint = 0, Fixed64 = 1, Bytes = 2, Group = 3, Fixed32 = 5 };

    Form form = Form::Varint;
    quint64 number = 0; ///< value of a Varint or fixed size
    QByteArrayView bytes; ///< value of Bytes or a Group
};

class WireReader
{
public:
    explicit WireReader(QByteArrayView bytes)
        : m_bytes(bytes)
    { }

    bool atEnd() const { return m_at == m_bytes.size(); }

    bool varint(quint64& number)
    {
        number = 0;
        for (int shift = 0; shift < 70 && !atEnd(); shift += 7) {
            const auto byte = quint8(m_bytes[m_at++]);
            number |= quint64(byte & 0x7f) << (shift < 64 ? shift : 0);
            if (byte < 0x80)
                return shift < 63 || byte <= 1;
        }
        return false;
    }

    bool fixed(int size, quint64& number)
    {
        if (m_bytes.size() - m_at < size)
            return false;
        number = size == 4 ? qFromLittleEndian<quint32>(m_bytes.data() + m_at)
                           : qFromLittleEndian<quint64>(m_bytes.data() + m_at);
        m_at += size;
        return true;
    }

    /// Reads the next field. Skips groups. `depth`: nesting depth of groups.
    bool field(quint32& id, WireValue& value, int depth = 0)
    {
        quint64 tag = 0;
        if (!varint(tag) || (tag >> 3) == 0 || (tag >> 3) > 0x1fff'ffff)
            return false;
        id = quint32(tag >> 3);
        quint64 size = 0;
        switch (tag & 7) {
        case 0:
            value.form = WireValue::Form::Varint;
            return varint(value.number);
        case 1:
            value.form = WireValue::Form::Fixed64;
            return fixed(8, value.number);
        case 2:
            value.form = WireValue::Form::Bytes;
            if (!varint(size) || size > quint64(m_bytes.size() - m_at))
                return false;
            value.bytes = m_bytes.sliced(m_at, qsizetype(size));
            m_at += qsizetype(size);
            return true;
        case 3:
            value.form = WireValue::Form::Group;
            return depth < ProtoSchema::mostDepth && group(id, value.bytes, depth);
        case 5:
            value.form = WireValue::Form::Fixed32;
            return fixed(4, value.number);
        default:
            return false;
        }
    }

private:
    bool group(quint32 id, QByteArrayView& bytes, int depth)
    {
        const qsizetype from = m_at;
        while (!atEnd()) {
            const qsizetype at = m_at;
            quint64 tag = 0;
            if (!varint(tag))
                return false;
            if ((tag & 7) == 4) {
                bytes = m_bytes.sliced(from, at - from);
                return tag >> 3 == id;
            }
            m_at = at;
            quint32 inner = 0;
            WireValue passed;
            if (!field(inner, passed, depth + 1))
                return false;
        }
        return false;
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
};

class ProtoWriter
{
public:
    explicit ProtoWriter(qsizetype most)
        : m_most(most)
    { }

    bool message(const pb::Descriptor& type, QByteArrayView bytes, int depth)
    {
        if (depth >= ProtoSchema::mostDepth)
            return false;
        // The values of different repeated fields may be interleaved. A field's values are all output at its first
        // value's position.
        std::vector<std::pair<quint32, std::vector<WireValue>>> fields;
        std::map<quint32, std::size_t> places;
        for (WireReader reader(bytes); !reader.atEnd();) {
            quint32 id = 0;
            WireValue value;
            if (!reader.field(id, value) || ++m_values > ProtoSchema::mostValues)
                return false;
            const auto [place, isNew] = places.try_emplace(id, fields.size());
            if (isNew)
                fields.push_back({id, {}});
            fields[place->second].second.push_back(value);
        }
        json += '{';
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i > 0)
                json += ',';
            const auto& [id, values] = fields[i];
            const Field* field = type.FindFieldByNumber(int(id));
            appendJsonString(json,
                field ? QByteArrayView(field->name().data(), qsizetype(field->name().size()))
                      : QByteArrayView("#" + QByteArray::number(id)));
            json += ':';
            if (!(field ? known(*field, values, depth) : unknown(values)) || json.size() > m_most)
                return false;
        }
        json += '}';
        return true;
    }

    QByteArray json;

private:
    bool unknown(const std::vector<WireValue>& values)
    {
        if (values.size() > 1)
            json += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0)
                json += ',';
            if (values[i].form == WireValue::Form::Bytes || values[i].form == WireValue::Form::Group)
                appendJsonString(json, values[i].bytes);
            else
                json += QByteArray::number(values[i].number);
            if (json.size() > m_most)
                return false;
        }
        if (values.size() > 1)
            json += ']';
        return true;
    }

    bool known(const Field& field, const std::vector<WireValue>& values, int depth)
    {
        if (field.is_map())
            return map(field, values, depth);
        if (!field.is_repeated()) {
            if (field.cpp_type() != Field::CPPTYPE_MESSAGE || values.size() == 1)
                return one(field, values.back(), depth);
            QByteArray merged; // concatenated: parsers merge multiple occurrences of a message field
            for (const WireValue& value : values)
                merged.append(value.bytes.data(), value.bytes.size());
            WireValue whole = values.back();
            whole.bytes = merged;
            return one(field, whole, depth);
        }
        json += '[';
        bool isFirst = true;
        const auto next = [&](const WireValue& value) {
            if (!std::exchange(isFirst, false))
                json += ',';
            return one(field, value, depth) && json.size() <= m_most;
        };
        for (const WireValue& value : values) {
            if (value.form != WireValue::Form::Bytes || !field.is_packable()) {
                if (!next(value))
                    return false;
                continue;
            }
            for (WireReader reader(value.bytes); !reader.atEnd();) {
                WireValue each;
                each.form = formOf(field);
                const bool isRead = each.form == WireValue::Form::Varint
                    ? reader.varint(each.number)
                    : reader.fixed(each.form == WireValue::Form::Fixed32 ? 4 : 8, each.number);
                if (!isRead || ++m_values > ProtoSchema::mostValues || !next(each))
                    return false;
            }
        }
        json += ']';
        return true;
    }

    bool map(const Field& field, const std::vector<WireValue>& values, int depth)
    {
        const pb::Descriptor& entry = *field.message_type();
        const Field& keyField = *entry.FindFieldByNumber(1);
        const Field& valueField = *entry.FindFieldByNumber(2);
        json += '{';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0)
                json += ',';
            if (values[i].form != WireValue::Form::Bytes)
                return false;
            std::optional<WireValue> key;
            std::optional<WireValue> value;
            for (WireReader reader(values[i].bytes); !reader.atEnd();) {
                quint32 id = 0;
                WireValue read;
                if (!reader.field(id, read) || ++m_values > ProtoSchema::mostValues)
                    return false;
                if (id == 1)
                    key = read;
                else if (id == 2)
                    value = read;
            }
            const qsizetype at = json.size();
            if (!key)
                appendJsonString(json, QByteArrayView("")); // default for a missing key
            else if (!one(keyField, *key, depth))
                return false;
            if (json.at(at) != '"') {
                const QByteArray bare = json.mid(at);
                json.truncate(at);
                appendJsonString(json, bare);
            }
            json += ':';
            if (!value)
                json += "null";
            else if (!one(valueField, *value, depth))
                return false;
            if (json.size() > m_most)
                return false;
        }
        json += '}';
        return true;
    }

    static WireValue::Form formOf(const Field& field)
    {
        switch (field.type()) {
        case Field::TYPE_DOUBLE:
        case Field::TYPE_FIXED64:
        case Field::TYPE_SFIXED64:
            return WireValue::Form::Fixed64;
        case Field::TYPE_FLOAT:
        case Field::TYPE_FIXED32:
        case Field::TYPE_SFIXED32:
            return WireValue::Form::Fixed32;
        case Field::TYPE_STRING:
        case Field::TYPE_BYTES:
        case Field::TYPE_MESSAGE:
            return WireValue::Form::Bytes;
        case Field::TYPE_GROUP:
            return WireValue::Form::Group;
        default:
            return WireValue::Form::Varint;
        }
    }

    void real(double value, bool isSingle)
    {
        if (std::isfinite(value))
            json += isSingle ? QByteArray::number(value, 'g', 8)
                             : QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
        else
            json += std::isnan(value) ? "\"NAN\"" : value > 0 ? "\"INF\"" : "\"-INF\"";
    }

    bool one(const Field& field, const WireValue& value, int depth)
    {
        if (value.form != formOf(field))
            return false;
        const quint64 number = value.number;
        switch (field.type()) {
        case Field::TYPE_DOUBLE:
            real(std::bit_cast<double>(number), false);
            return true;
        case Field::TYPE_FLOAT:
            real(double(std::bit_cast<float>(quint32(number))), true);
            return true;
        case Field::TYPE_INT64:
        case Field::TYPE_SFIXED64:
            json += QByteArray::number(qint64(number));
            return true;
        case Field::TYPE_INT32:
        case Field::TYPE_SFIXED32:
            json += QByteArray::number(qint32(quint32(number)));
            return true;
        case Field::TYPE_SINT32:
        case Field::TYPE_SINT64:
            json += QByteArray::number(qint64(number >> 1) ^ -qint64(number & 1));
            return true;
        case Field::TYPE_UINT64:
        case Field::TYPE_FIXED64:
            json += QByteArray::number(number);
            return true;
        case Field::TYPE_UINT32:
        case Field::TYPE_FIXED32:
            json += QByteArray::number(quint32(number));
            return true;
        case Field::TYPE_BOOL:
            json += number != 0 ? "true" : "false";
            return true;
        case Field::TYPE_ENUM: {
            const auto* named = field.enum_type()->FindValueByNumber(int(qint32(quint32(number))));
            if (named)
                appendJsonString(json, QByteArrayView(named->name().data(), qsizetype(named->name().size())));
            else
                json += QByteArray::number(qint32(quint32(number)));
            return true;
        }
        case Field::TYPE_STRING:
        case Field::TYPE_BYTES:
            if (value.bytes.size() > m_most)
                return false;
            appendJsonString(json, value.bytes);
            return true;
        case Field::TYPE_MESSAGE:
        case Field::TYPE_GROUP:
            return message(*field.message_type(), value.bytes, depth + 1);
        }
        return false;
    }

    qsizetype m_most;
    int m_values = 0;
};

} // namespace

std::optional<QByteArray> protoText(const pb::Descriptor& type, QByteArrayView bytes, qsizetype most)
{
    ProtoWriter writer(most);
    return writer.message(type, bytes, 0) && writer.json.size() <= most ? std::optional(std::move(writer.json))
                                                                        : std::nullopt;
}

} // namespace dueline
