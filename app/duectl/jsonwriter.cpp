// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/jsonwriter.h"

#include <cmath>

namespace dueline::duectl {

namespace {

/// Returns the length in bytes of the UTF-8 character at `at`; 0 if it is invalid (overlong, surrogate, truncated, or
/// out of range).
int sequenceLength(QByteArrayView bytes, qsizetype at)
{
    const auto byte = [&](qsizetype i) { return i < bytes.size() ? quint8(bytes[i]) : quint8(0); };
    const auto continues = [&](qsizetype i) { return (byte(i) & 0xc0) == 0x80; };
    const quint8 first = byte(at);
    const quint8 second = byte(at + 1);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return continues(at + 1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool valid = continues(at + 1) && continues(at + 2) && !(first == 0xe0 && second < 0xa0)
            && !(first == 0xed && second > 0x9f);
        return valid ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool valid = continues(at + 1) && continues(at + 2) && continues(at + 3)
            && !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second > 0x8f);
        return valid ? 4 : 0;
    }
    return 0;
}

void appendEscape(QByteArray& out, quint8 value)
{
    constexpr char digits[] = "0123456789abcdef";
    out += "\\u00";
    out += digits[value >> 4];
    out += digits[value & 15];
}

} // namespace

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_filled.empty())
        return;
    const bool breaks = m_filled.size() == m_breakAt;
    if (m_filled.back())
        m_out += breaks ? ",\n " : ", ";
    else if (breaks)
        m_out += "\n ";
    m_filled.back() = true;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_filled.push_back(false);
}

void JsonWriter::close(char bracket)
{
    const bool outermost = m_filled.size() == 1;
    if (m_filled.size() == m_breakAt && m_filled.back())
        m_out += '\n';
    m_filled.pop_back();
    m_out += bracket;
    if (outermost)
        m_out += '\n';
}

JsonWriter& JsonWriter::key(const char* name)
{
    separate();
    m_out += '"';
    m_out += name;
    m_out += "\": ";
    m_afterKey = true;
    return *this;
}

void JsonWriter::string(QByteArrayView bytes)
{
    separate();
    m_out += '"';
    for (qsizetype i = 0; i < bytes.size();) {
        const char c = bytes[i];
        const int length = sequenceLength(bytes, i);
        if (c == '"' || c == '\\') {
            m_out += '\\';
            m_out += c;
        } else if (c == '\n') {
            m_out += "\\n";
        } else if (c == '\t') {
            m_out += "\\t";
        } else if (length == 0 || quint8(c) < 0x20 || c == 0x7f) {
            appendEscape(m_out, quint8(c));
        } else {
            m_out.append(bytes.data() + i, length);
        }
        i += qMax(length, 1);
    }
    m_out += '"';
}

void JsonWriter::number(qint64 value)
{
    separate();
    m_out += QByteArray::number(value);
}

void JsonWriter::real(double value)
{
    separate();
    m_out += std::isfinite(value) ? QByteArray::number(value, 'g', 10) : QByteArray("null");
}

void JsonWriter::boolean(bool value)
{
    separate();
    m_out += value ? "true" : "false";
}

void JsonWriter::null()
{
    separate();
    m_out += "null";
}

void JsonWriter::member(const char* name, const std::optional<qint64>& value)
{
    key(name);
    if (value)
        number(*value);
    else
        null();
}

void JsonWriter::textOrNull(const char* name, QByteArrayView bytes)
{
    key(name);
    if (bytes.isEmpty())
        null();
    else
        string(bytes);
}

} // namespace dueline::duectl
