// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

namespace dueline {

/// Converter of binary payloads to text, so that filters can search them. Thread-safe.
class PayloadTexts
{
public:
    virtual ~PayloadTexts() = default;

    /// Returns the types whose payloads are always converted, regardless of their first bytes. `*` stands for all other
    /// types.
    virtual QByteArrayList types() const = 0;
    /// Returns whether payloads of other types are also converted if their first bytes identify the format.
    virtual bool findsByItself() const = 0;
    /// Returns whether a payload of `size` bytes is converted. `beginning`: at least the first headBytes bytes, or the
    /// entire payload if it is shorter.
    virtual bool reads(QByteArrayView type, QByteArrayView beginning, qint64 size) const = 0;
    /// Returns the text of a payload; empty if the payload is not in the expected format.
    virtual QByteArray textOf(QByteArrayView type, QByteArrayView payload) const = 0;

    static constexpr qint64 headBytes = 4096;
};

} // namespace dueline
