// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <optional>

namespace dueline {

/// A message of the design that sends again what nobody took in time: JSON with `message`, `timestamp`, `retry_count`
/// and `delay_time`, in any order, with whatever else its producer wrote. It is read and changed as text: only the
/// digits of two numbers are ever replaced, so that no other byte changes.
class ResendMessage
{
public:
    /// nullopt: not JSON, not UTF-8, or one of the four is missing or of another kind; it is then left alone.
    static std::optional<ResendMessage> read(const QByteArray& json);
    /// A new message. nullopt: `message` is not UTF-8.
    static std::optional<QByteArray> write(const QByteArray& message, TimePoint now, int delaySeconds);

    const QByteArray& message() const { return m_message; } ///< the text; the JSON of one that is not a string
    TimePoint timestamp() const; ///< when it was sent last; clamped to what a TimePoint of these centuries holds
    TimePoint expiresAt() const; ///< timestamp + delay_time: from then on it counts as timed out
    qint64 retryCount() const { return m_retryCount; }
    bool isOld(TimePoint now) const { return now > expiresAt(); }
    /// The same bytes with retry_count + 1 and the time of now, which is written as the old one was: whole or with a
    /// fraction.
    QByteArray sentAgain(TimePoint now) const;

private:
    struct Place
    {
        qsizetype at = 0;
        qsizetype size = 0;
    };
    friend class ResendReader;
    ResendMessage() = default;

    QByteArray m_json;
    QByteArray m_message;
    double m_timestamp = 0; ///< seconds
    double m_delay = 0; ///< seconds
    qint64 m_retryCount = 0;
    Place m_timestampAt;
    Place m_retryCountAt;
};

} // namespace dueline
