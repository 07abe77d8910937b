// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/resendmessage.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr int deepest = 200; ///< maximum nesting depth of arrays and objects
/// Limit for times in seconds; within this limit, the time in milliseconds also fits in 64 bits.
constexpr double farthest = 8'000'000'000'000.0;

TimePoint instantOfSeconds(double seconds)
{
    return fromMs(qint64(std::floor(std::clamp(seconds, -farthest, farthest) * 1000)));
}

} // namespace

/// Scanner that records the positions of values in JSON. It accepts the same JSON as Python's json module, including
/// NaN and Infinity, but ignores these two values.
class ResendReader
{
public:
    explicit ResendReader(const QByteArray& json)
        : m_json(json)
    { }

    std::optional<ResendMessage> read()
    {
        if (!m_json.isValidUtf8())
            return std::nullopt;
        skipSpace();
        if (!topLevel())
            return std::nullopt;
        skipSpace();
        if (m_at != m_json.size())
            return std::nullopt;
        return fields();
    }

private:
    using Span = ResendMessage::Span;

    char here() const { return m_at < m_json.size() ? m_json[m_at] : '\0'; }

    void skipSpace()
    {
        while (m_at < m_json.size() && QByteArrayView(" \t\r\n").contains(m_json[m_at]))
            ++m_at;
    }

    bool take(char c)
    {
        skipSpace();
        if (m_at >= m_json.size() || m_json[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    QByteArray text(Span place) const { return m_json.mid(place.at, place.size); }

    /// Reads the members of the top-level object. If a name occurs more than once, uses the last value, as Python does.
    bool topLevel()
    {
        if (!take('{'))
            return false;
        if (take('}'))
            return true;
        do {
            skipSpace();
            const qsizetype nameAt = m_at;
            if (!string())
                return false;
            const QByteArray name = decoded({nameAt, m_at - nameAt});
            if (!take(':'))
                return false;
            skipSpace();
            const qsizetype at = m_at;
            if (!value(1))
                return false;
            const Span place{at, m_at - at};
            if (name == "message")
                m_message = place;
            else if (name == "timestamp")
                m_timestamp = place;
            else if (name == "retry_count")
                m_retryCount = place;
            else if (name == "delay_time")
                m_delay = place;
        } while (take(','));
        return take('}');
    }

    bool value(int depth)
    {
        skipSpace();
        switch (here()) {
        case '"':
            return string();
        case '{':
        case '[':
            return depth < deepest && group(depth);
        default:
            return number() || word("true") || word("false") || word("null") || word("NaN") || word("Infinity")
                || word("-Infinity");
        }
    }

    bool group(int depth)
    {
        const bool isObject = here() == '{';
        const char end = isObject ? '}' : ']';
        ++m_at;
        if (take(end))
            return true;
        do {
            if (isObject) {
                skipSpace();
                if (!string() || !take(':'))
                    return false;
            }
            if (!value(depth + 1))
                return false;
        } while (take(','));
        return take(end);
    }

    bool string()
    {
        if (here() != '"')
            return false;
        for (++m_at; m_at < m_json.size(); ++m_at) {
            const uchar c = uchar(m_json[m_at]);
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (c < 0x20)
                return false;
            if (c == '\\' && !escape())
                return false;
        }
        return false;
    }

    /// Moves m_at to the last character of an escape sequence.
    bool escape()
    {
        ++m_at;
        if (here() != 'u')
            return here() != '\0' && QByteArrayView("\"\\/bfnrt").contains(here());
        for (int digit = 0; digit < 4; ++digit) {
            ++m_at;
            if (!std::isxdigit(uchar(here())))
                return false;
        }
        return true;
    }

    bool digits()
    {
        const qsizetype from = m_at;
        while (here() >= '0' && here() <= '9')
            ++m_at;
        return m_at > from;
    }

    bool number()
    {
        const qsizetype from = m_at;
        if (here() == '-')
            ++m_at;
        const bool zero = here() == '0';
        const qsizetype first = m_at;
        bool fine = digits() && (!zero || m_at == first + 1);
        if (fine && here() == '.') {
            ++m_at;
            fine = digits();
        }
        if (fine && (here() == 'e' || here() == 'E')) {
            ++m_at;
            if (here() == '+' || here() == '-')
                ++m_at;
            fine = digits();
        }
        if (!fine)
            m_at = from;
        return fine;
    }

    bool word(QByteArrayView letters)
    {
        if (!QByteArrayView(m_json).sliced(m_at).startsWith(letters))
            return false;
        m_at += letters.size();
        return true;
    }

    /// Returns a JSON string's text.
    QByteArray decoded(Span place) const
    {
        const QByteArray quoted = text(place);
        if (!quoted.contains('\\'))
            return quoted.mid(1, quoted.size() - 2);
        const auto document = QJsonDocument::fromJson('[' + quoted + ']');
        return document[0].toString().toUtf8();
    }

    /// Returns a finite number. If `whole` is true, accepts only numbers without a fraction or exponent.
    std::optional<double> numberAt(Span place, bool whole) const
    {
        const QByteArray digits = text(place);
        if (digits.isEmpty() || (digits[0] != '-' && (digits[0] < '0' || digits[0] > '9')))
            return std::nullopt;
        bool fine = false;
        const double value = whole ? double(digits.toLongLong(&fine)) : digits.toDouble(&fine);
        return fine && std::isfinite(value) ? std::optional(value) : std::nullopt;
    }

    std::optional<ResendMessage> fields() const
    {
        const auto timestamp = numberAt(m_timestamp, false);
        const auto delay = numberAt(m_delay, false);
        const auto retryCount = numberAt(m_retryCount, true);
        if (m_message.size == 0 || !timestamp || !delay || !retryCount)
            return std::nullopt;
        ResendMessage message;
        message.m_json = m_json;
        message.m_message = m_json[m_message.at] == '"' ? decoded(m_message) : text(m_message);
        message.m_timestamp = *timestamp;
        message.m_delay = *delay;
        message.m_retryCount = text(m_retryCount).toLongLong();
        message.m_timestampAt = m_timestamp;
        message.m_retryCountAt = m_retryCount;
        return message;
    }

    const QByteArray& m_json;
    qsizetype m_at = 0;
    Span m_message;
    Span m_timestamp;
    Span m_retryCount;
    Span m_delay;
};

std::optional<ResendMessage> ResendMessage::read(const QByteArray& json) { return ResendReader(json).read(); }

std::optional<QByteArray> ResendMessage::write(const QByteArray& message, TimePoint now, int delaySeconds)
{
    if (!message.isValidUtf8())
        return std::nullopt;
    QByteArray quoted = "\"";
    for (const char c : message) {
        if (c == '"' || c == '\\')
            (quoted += '\\') += c;
        else if (uchar(c) < 0x20)
            quoted += "\\u00" + QByteArray(1, c).toHex();
        else
            quoted += c;
    }
    return "{\"message\": " + quoted + "\", \"timestamp\": " + QByteArray::number(double(toMs(now)) / 1000, 'f', 3)
        + ", \"retry_count\": 0, \"delay_time\": " + QByteArray::number(delaySeconds) + "}";
}

TimePoint ResendMessage::timestamp() const { return instantOfSeconds(m_timestamp); }

TimePoint ResendMessage::expiresAt() const
{
    return instantOfSeconds(std::clamp(m_timestamp, -farthest, farthest) + std::clamp(m_delay, -farthest, farthest));
}

QByteArray ResendMessage::sentAgain(TimePoint now) const
{
    const QByteArray old = m_json.mid(m_timestampAt.at, m_timestampAt.size);
    const bool whole = std::all_of(old.begin(), old.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
    const QByteArray time = QByteArray::number(
        whole ? std::floor(double(toMs(now)) / 1000) : double(toMs(now)) / 1000, 'f', whole ? 0 : 3);
    const QByteArray count = QByteArray::number(m_retryCount + 1);
    QByteArray again = m_json;
    // Replace the later position first, so that the earlier one remains valid.
    if (m_timestampAt.at > m_retryCountAt.at) {
        again.replace(m_timestampAt.at, m_timestampAt.size, time);
        again.replace(m_retryCountAt.at, m_retryCountAt.size, count);
    } else {
        again.replace(m_retryCountAt.at, m_retryCountAt.size, count);
        again.replace(m_timestampAt.at, m_timestampAt.size, time);
    }
    return again;
}

} // namespace dueline
