// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace dueline {

/// RESP2 reply, as a value.
struct Reply
{
    enum class Type : quint8 { Nil, Integer, Bytes, Status, Error, Array };

    Type type = Type::Nil;
    qint64 integer = 0; ///< value of an Integer
    QByteArray bytes; ///< value of a Bytes, Status or Error reply
    std::vector<Reply> items; ///< items of an Array

    bool isNil() const { return type == Type::Nil; }
    bool isInteger() const { return type == Type::Integer; }
    bool isBytes() const { return type == Type::Bytes; }
    bool isStatus() const { return type == Type::Status; }
    bool isError() const { return type == Type::Error; }
    bool isArray() const { return type == Type::Array; }

    bool operator==(const Reply&) const = default;
};

/// Returns the integer in a Bytes reply, such as a counter's value; nullopt if it isn't one.
inline std::optional<qint64> integerIn(const Reply& reply)
{
    bool ok = false;
    const qint64 value = reply.isBytes() ? reply.bytes.toLongLong(&ok) : 0;
    return ok ? std::optional(value) : std::nullopt;
}

/// Command name and arguments, binary-safe.
using Command = std::vector<QByteArray>;

/// Formats an integer, or a duration in milliseconds, as an argument.
inline QByteArray number(qint64 value) { return QByteArray::number(value); }
inline QByteArray number(Millis duration) { return QByteArray::number(qint64(duration.count())); }

} // namespace dueline
