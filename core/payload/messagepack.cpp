// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/messagepack.h"

#include "core/payload/jsonstring.h"

#include <QDateTime>
#include <QLocale>
#include <QTimeZone>
#include <QtEndian>

#include <algorithm>
#include <bit>
#include <cmath>

namespace dueline {

namespace {

class MessagePackReader
{
public:
    MessagePackReader(QByteArrayView bytes, qsizetype most)
        : m_bytes(bytes)
        , m_most(most)
    { }

    std::optional<QByteArray> read()
    {
        return value(m_json, 0) && m_at == m_bytes.size() ? std::optional(std::move(m_json)) : std::nullopt;
    }

private:
    qsizetype left() const { return m_bytes.size() - m_at; }

    template <typename T> bool number(T& number)
    {
        if (left() < qsizetype(sizeof(T)))
            return false;
        number = qFromBigEndian<T>(m_bytes.data() + m_at);
        m_at += sizeof(T);
        return true;
    }

    bool bytes(quint64 length, QByteArrayView& bytes)
    {
        if (length > quint64(left()))
            return false;
        bytes = m_bytes.sliced(m_at, qsizetype(length));
        m_at += qsizetype(length);
        return true;
    }

    /// Reads a length stored in 1, 2 or 4 bytes.
    bool length(int size, quint64& length)
    {
        quint8 one = 0;
        quint16 two = 0;
        quint32 four = 0;
        const bool isThere = size == 1 ? number(one) : size == 2 ? number(two) : number(four);
        length = size == 1 ? one : size == 2 ? two : four;
        return isThere;
    }

    template <typename T> bool integer(QByteArray& json)
    {
        T value = 0;
        if (!number(value))
            return false;
        json += QByteArray::number(value);
        return true;
    }

    static void real(QByteArray& json, double value, char format, int precision)
    {
        if (std::isfinite(value))
            json += QByteArray::number(value, format, precision);
        else
            json += std::isnan(value) ? "\"NAN\"" : value > 0 ? "\"INF\"" : "\"-INF\"";
    }

    bool text(QByteArray& json, quint64 length)
    {
        QByteArrayView text;
        if (!bytes(length, text) || text.size() > m_most)
            return false;
        appendJsonString(json, text);
        return true;
    }

    bool list(QByteArray& json, quint64 count, int depth)
    {
        if (count > quint64(left()))
            return false;
        json += '[';
        for (quint64 i = 0; i < count; ++i) {
            if (i > 0)
                json += ',';
            if (!value(json, depth + 1))
                return false;
        }
        json += ']';
        return true;
    }

    bool map(QByteArray& json, quint64 count, int depth)
    {
        if (count > quint64(left()) / 2)
            return false;
        json += '{';
        for (quint64 i = 0; i < count; ++i) {
            if (i > 0)
                json += ',';
            QByteArray key;
            if (!value(key, depth + 1))
                return false;
            if (key.startsWith('"'))
                json += key;
            else
                appendJsonString(json, key);
            json += ':';
            if (!value(json, depth + 1))
                return false;
        }
        json += '}';
        return true;
    }

    /// Formats a time stored as seconds, or as seconds and nanoseconds, since the Unix epoch.
    static QByteArray instant(QByteArrayView data)
    {
        qint64 seconds = 0;
        quint32 nanoseconds = 0;
        if (data.size() == 4) {
            seconds = qFromBigEndian<quint32>(data.data());
        } else if (data.size() == 8) {
            const auto both = qFromBigEndian<quint64>(data.data());
            nanoseconds = quint32(both >> 34);
            seconds = qint64(both & 0x3'ffff'ffff);
        } else if (data.size() == 12) {
            nanoseconds = qFromBigEndian<quint32>(data.data());
            seconds = qFromBigEndian<qint64>(data.data() + 4);
        } else {
            return {};
        }
        constexpr qint64 year9999 = 253'402'300'799;
        if (nanoseconds > 999'999'999 || seconds > year9999 || seconds < -year9999)
            return {};
        return QDateTime::fromMSecsSinceEpoch(seconds * 1000 + nanoseconds / 1'000'000, QTimeZone::utc())
            .toUTC()
            .toString(Qt::ISODateWithMs)
            .toUtf8();
    }

    bool extension(QByteArray& json, quint64 length)
    {
        qint8 type = 0;
        QByteArrayView data;
        if (!number(type) || !bytes(length, data))
            return false;
        if (const QByteArray at = type == -1 ? instant(data) : QByteArray(); !at.isEmpty()) {
            appendJsonString(json, at);
            return true;
        }
        json += "{\"@ext\":" + QByteArray::number(type) + ",\"@data\":";
        appendJsonString(json, data);
        json += '}';
        return true;
    }

    bool value(QByteArray& json, int depth)
    {
        quint8 first = 0;
        if (depth >= MessagePack::mostDepth || ++m_values > MessagePack::mostValues || !number(first))
            return false;
        return value(json, first, depth) && m_json.size() <= m_most && json.size() <= m_most;
    }

    bool value(QByteArray& json, quint8 first, int depth)
    {
        if (first <= 0x7f || first >= 0xe0) {
            json += QByteArray::number(int(qint8(first)));
            return true;
        }
        if (first <= 0x8f)
            return map(json, first & 0x0f, depth);
        if (first <= 0x9f)
            return list(json, first & 0x0f, depth);
        if (first <= 0xbf)
            return text(json, first & 0x1f);
        quint64 size = 0;
        switch (first) {
        case 0xc0:
            json += "null";
            return true;
        case 0xc2:
            json += "false";
            return true;
        case 0xc3:
            json += "true";
            return true;
        case 0xc4: // bin formats (bytes)
        case 0xc5:
        case 0xc6:
            return length(1 << (first - 0xc4), size) && text(json, size);
        case 0xc7: // ext formats (extensions of variable length)
        case 0xc8:
        case 0xc9:
            return length(1 << (first - 0xc7), size) && extension(json, size);
        case 0xca: {
            quint32 bits = 0;
            if (!number(bits))
                return false;
            real(json, double(std::bit_cast<float>(bits)), 'g', 8);
            return true;
        }
        case 0xcb: {
            quint64 bits = 0;
            if (!number(bits))
                return false;
            real(json, std::bit_cast<double>(bits), 'g', QLocale::FloatingPointShortest);
            return true;
        }
        case 0xcc:
            return integer<quint8>(json);
        case 0xcd:
            return integer<quint16>(json);
        case 0xce:
            return integer<quint32>(json);
        case 0xcf:
            return integer<quint64>(json);
        case 0xd0:
            return integer<qint8>(json);
        case 0xd1:
            return integer<qint16>(json);
        case 0xd2:
            return integer<qint32>(json);
        case 0xd3:
            return integer<qint64>(json);
        case 0xd4: // fixext formats (extensions of fixed length)
        case 0xd5:
        case 0xd6:
        case 0xd7:
        case 0xd8:
            return extension(json, quint64(1) << (first - 0xd4));
        case 0xd9: // str formats (text)
        case 0xda:
        case 0xdb:
            return length(1 << (first - 0xd9), size) && text(json, size);
        case 0xdc:
        case 0xdd:
            return length(first == 0xdc ? 2 : 4, size) && list(json, size, depth);
        case 0xde:
        case 0xdf:
            return length(first == 0xde ? 2 : 4, size) && map(json, size, depth);
        default:
            return false;
        }
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    qsizetype m_most = 0;
    int m_values = 0;
    QByteArray m_json;
};

} // namespace

std::optional<QByteArray> MessagePack::read(QByteArrayView packed, qsizetype most)
{
    return MessagePackReader(packed, most).read();
}

bool MessagePack::isLikely(QByteArrayView packed)
{
    if (packed.size() < 4)
        return false;
    const auto first = quint8(packed[0]);
    const qsizetype at = first > 0x80 && first <= 0x8f ? 1 : first == 0xde ? 3 : -1;
    if (at < 0)
        return false;
    const auto key = quint8(packed[at]);
    const qsizetype length = key > 0xa0 && key <= 0xbf ? key & 0x1f : 0;
    if (length == 0 || at + 1 + length > packed.size())
        return false;
    const QByteArrayView name = packed.sliced(at + 1, length);
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'
            || c == '.';
    });
}

} // namespace dueline
