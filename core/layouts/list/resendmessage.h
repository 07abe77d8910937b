// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <optional>

namespace dueline {

/// Message of the `resend` design, which resends a message if no worker has claimed it in time. The message is a JSON
/// object with `message`, `timestamp`, `retry_count` and `delay_time` in any order, and possibly other members. It is
/// edited as text: only the digits of two numbers are replaced, and all other bytes remain unchanged.
class ResendMessage
{
public:
    /// Parses a message; nullopt if it isn't valid JSON in UTF-8, or if one of the four members is missing or has the
    /// wrong type. Invalid messages are never changed.
    static std::optional<ResendMessage> read(const QByteArray& json);
    /// Returns a new message; nullopt if `message` isn't valid UTF-8.
    static std::optional<QByteArray> write(const QByteArray& message, TimePoint now, int delaySeconds);

    /// Returns the value of `message`: the text if it is a string, otherwise JSON.
    const QByteArray& message() const { return m_message; }
    /// Returns when the message was last sent, clamped to the range of a TimePoint.
    TimePoint timestamp() const;
    TimePoint expiresAt() const; ///< time at which the message times out (timestamp + delay_time)
    qint64 retryCount() const { return m_retryCount; }
    bool isOld(TimePoint now) const { return now > expiresAt(); }
    /// Returns the message with its retry_count incremented and its timestamp set to the current time. Preserves the
    /// timestamp's format: an integer, or a number with a fraction.
    QByteArray sentAgain(TimePoint now) const;

private:
    struct Span
    {
        qsizetype at = 0;
        qsizetype size = 0;
    };
    friend class ResendReader;
    ResendMessage() = default;

    QByteArray m_json;
    QByteArray m_message;
    double m_timestamp = 0; ///< in seconds since 1970
    double m_delay = 0; ///< in seconds
    qint64 m_retryCount = 0;
    Span m_timestampAt;
    Span m_retryCountAt;
};

} // namespace dueline
