// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/phptext.h"

#include "core/payload/jsonstring.h"

#include <QByteArrayView>

#include <algorithm>
#include <vector>

namespace dueline {

namespace {

constexpr qsizetype shortestEntry = 6; // size in bytes of `i:0;N;`, the shortest possible entry

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Returns whether the text is a valid JSON number.
bool isJsonNumber(QByteArrayView text)
{
    qsizetype at = text.startsWith('-') ? 1 : 0;
    const auto skipDigits = [&] {
        const qsizetype from = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at > from;
    };
    const qsizetype first = at;
    if (!skipDigits() || (text[first] == '0' && at - first > 1))
        return false;
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!skipDigits())
            return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-'))
            ++at;
        if (!skipDigits())
            return false;
    }
    return at == text.size();
}

class PhpReader
{
public:
    explicit PhpReader(QByteArrayView bytes)
        : m_bytes(bytes)
    { }

    std::optional<QByteArray> read()
    {
        return value(0) && m_at == m_bytes.size() ? std::optional(m_json) : std::nullopt;
    }

private:
    bool take(QByteArrayView text)
    {
        if (!m_bytes.sliced(m_at).startsWith(text))
            return false;
        m_at += text.size();
        return true;
    }

    /// Returns the text before the next `mark`, and skips the mark.
    std::optional<QByteArrayView> until(char mark)
    {
        const qsizetype end = m_bytes.indexOf(mark, m_at);
        if (end < 0)
            return std::nullopt;
        const QByteArrayView text = m_bytes.sliced(m_at, end - m_at);
        m_at = end + 1;
        return text;
    }

    /// Reads a count followed by `mark`. Returns -1 if there is none, or if too few bytes are left for that many
    /// entries.
    qsizetype count(char mark)
    {
        const auto text = until(mark);
        const bool isNumber
            = text && !text->isEmpty() && text->size() <= 12 && std::all_of(text->begin(), text->end(), isDigit);
        const qsizetype number = isNumber ? text->toLongLong() : -1;
        return number <= m_bytes.size() - m_at ? number : -1;
    }

    /// Reads `5:"bytes"`.
    std::optional<QByteArrayView> quoted()
    {
        const qsizetype length = count(':');
        if (length < 0 || length + 2 > m_bytes.size() - m_at || !take("\""))
            return std::nullopt;
        const QByteArrayView bytes = m_bytes.sliced(m_at, length);
        m_at += length;
        return take("\"") ? std::optional(bytes) : std::nullopt;
    }

    /// Reads a valid class name.
    std::optional<QByteArrayView> className()
    {
        const auto name = quoted();
        const auto isPart = [](char c) {
            return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '\\'
                || uchar(c) >= 0x7f;
        };
        return name && !name->isEmpty() && std::all_of(name->begin(), name->end(), isPart) ? name : std::nullopt;
    }

    static bool isInteger(QByteArrayView text)
    {
        const QByteArrayView digits = text.startsWith('-') || text.startsWith('+') ? text.sliced(1) : text;
        return !digits.isEmpty() && std::all_of(digits.begin(), digits.end(), isDigit);
    }

    static bool isDouble(QByteArrayView text)
    {
        if (text == "INF" || text == "-INF" || text == "NAN")
            return true;
        if (text.startsWith('-') || text.startsWith('+'))
            text = text.sliced(1);
        const qsizetype exponent
            = std::find_if(text.begin(), text.end(), [](char c) { return c == 'e' || c == 'E'; }) - text.begin();
        if (exponent < text.size() && !isInteger(text.sliced(exponent + 1)))
            return false;
        const QByteArrayView mantissa = text.first(exponent);
        return std::any_of(mantissa.begin(), mantissa.end(), isDigit)
            && std::all_of(mantissa.begin(), mantissa.end(), [](char c) { return isDigit(c) || c == '.'; })
            && std::count(mantissa.begin(), mantissa.end(), '.') <= 1;
    }

    void appendNumber(QByteArrayView text)
    {
        if (text.startsWith('+'))
            text = text.sliced(1);
        if (isJsonNumber(text))
            m_json.append(text.data(), text.size());
        else
            appendJsonString(m_json, text);
    }

    bool value(int depth)
    {
        if (depth >= PhpText::mostDepth || ++m_values > PhpText::mostValues || m_json.size() > PhpText::mostText
            || m_bytes.size() - m_at < 2)
            return false;
        const char kind = m_bytes[m_at++];
        const char mark = m_bytes[m_at++];
        if (kind == 'N' && mark == ';') {
            m_json += "null";
            return true;
        }
        if (mark != ':')
            return false;
        return (kind == 'a'          ? array(depth)
                       : kind == 'O' ? object(depth)
                                     : scalar(kind))
            && m_json.size() <= PhpText::mostText;
    }

    bool scalar(char kind)
    {
        if (kind == 's' || kind == 'E') {
            const auto text = quoted();
            const bool isOne = text && (kind == 's' || isEnum(*text));
            if (!isOne || !take(";"))
                return false;
            appendJsonString(m_json, *text);
            return true;
        }
        if (kind == 'C')
            return body();
        const auto text = until(';');
        if (!text)
            return false;
        switch (kind) {
        case 'b':
            m_json += *text == "1" ? "true" : "false";
            return *text == "0" || *text == "1";
        case 'i':
            appendNumber(*text);
            return isInteger(*text);
        case 'd':
            appendNumber(*text);
            return isDouble(*text);
        case 'r':
        case 'R':
            appendJsonString(
                m_json, "\xe2\x86\x92#" + text->first(std::min<qsizetype>(text->size(), 20)).toByteArray());
            return isInteger(*text) && isDigit(text->front()) && text->size() <= 20;
        default:
            return false;
        }
    }

    static bool isEnum(QByteArrayView text)
    {
        const qsizetype colon = text.indexOf(':');
        return colon > 0 && colon + 1 < text.size();
    }

    /// Reads `3:"Foo":4:{body}`.
    bool body()
    {
        const auto name = className();
        if (!name || !take(":"))
            return false;
        const qsizetype length = count(':');
        if (length < 0 || length + 2 > m_bytes.size() - m_at || !take("{"))
            return false;
        m_json += "{\"@class\":";
        appendJsonString(m_json, *name);
        m_json += ",\"@body\":";
        appendJsonString(m_json, m_bytes.sliced(m_at, length));
        m_json += '}';
        m_at += length;
        return take("}");
    }

    /// Reads an entry's key: a string or an integer.
    std::optional<QByteArrayView> key()
    {
        if (take("i:")) {
            const auto number = until(';');
            return number && isInteger(*number) ? number : std::nullopt;
        }
        if (!take("s:"))
            return std::nullopt;
        const auto text = quoted();
        return text && take(";") ? text : std::nullopt;
    }

    bool array(int depth)
    {
        const qsizetype entries = count(':');
        if (entries < 0 || entries > (m_bytes.size() - m_at) / shortestEntry || !take("{"))
            return false;
        const qsizetype begin = m_json.size();
        m_json += '[';
        std::vector<qsizetype> starts; // positions of the values; used only while the array looks like a list
        bool isList = true;
        for (qsizetype i = 0; i < entries; ++i) {
            const bool isNumber = m_bytes.sliced(m_at).startsWith('i');
            const auto name = key();
            if (!name)
                return false;
            if (isList && !(isNumber && *name == QByteArray::number(i))) {
                isList = false;
                giveKeys(begin, starts);
            }
            if (i > 0)
                m_json += ',';
            if (isList) {
                starts.push_back(m_json.size());
            } else {
                appendJsonString(m_json, *name);
                m_json += ':';
            }
            if (!value(depth + 1))
                return false;
        }
        m_json += isList ? ']' : '}';
        return take("}");
    }

    /// Adds numeric keys to the entries written so far, because the array isn't a list after all.
    void giveKeys(qsizetype begin, const std::vector<qsizetype>& starts)
    {
        QByteArray numbered = "{";
        qsizetype at = begin + 1;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            numbered.append(m_json.constData() + at, starts[i] - at);
            numbered += '"' + QByteArray::number(qlonglong(i)) + "\":";
            at = starts[i];
        }
        numbered.append(m_json.constData() + at, m_json.size() - at);
        m_json.truncate(begin);
        m_json += numbered;
    }

    bool object(int depth)
    {
        const auto name = className();
        if (!name || !take(":"))
            return false;
        const qsizetype properties = count(':');
        if (properties < 0 || properties > (m_bytes.size() - m_at) / shortestEntry || !take("{"))
            return false;
        m_json += "{\"@class\":";
        appendJsonString(m_json, *name);
        for (qsizetype i = 0; i < properties; ++i) {
            auto property = key();
            if (!property)
                return false;
            if (property->startsWith('\0')) // a private or protected property's name follows the second zero byte
                property = property->sliced(property->lastIndexOf('\0') + 1);
            m_json += ',';
            appendJsonString(m_json, *property);
            m_json += ':';
            if (!value(depth + 1))
                return false;
        }
        m_json += '}';
        return take("}");
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    int m_values = 0;
    QByteArray m_json;
};

} // namespace

std::optional<QByteArray> PhpText::read(const QByteArray& serialized) { return PhpReader(serialized).read(); }

} // namespace dueline
