// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

namespace dueline {

/// Converts binary payloads to text, so that filters can search them. Thread-safe.
class PayloadTexts
{
public:
    virtual ~PayloadTexts() = default;

    /// Returns the types whose payloads are always converted, whatever their first bytes. `*` stands for all other
    /// types.
    virtual QByteArrayList types() const = 0;
    /// Returns whether other types' payloads are also converted if their first bytes identify the format.
    virtual bool findsByItself() const = 0;
    /// Returns whether a payload of `size` bytes is converted. `beginning`: at least the first headBytes bytes, or all
    /// of a shorter payload.
    virtual bool reads(QByteArrayView type, QByteArrayView beginning, qint64 size) const = 0;
    /// Returns a payload's text; empty if the payload isn't in the expected format.
    virtual QByteArray textOf(QByteArrayView type, QByteArrayView payload) const = 0;

    static constexpr qint64 headBytes = 4096;
};

} // namespace dueline
