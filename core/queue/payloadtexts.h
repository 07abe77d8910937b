// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

namespace dueline {

/// What makes text of payloads that hold none, so that a filter looks through that, too. Of use in several threads at
/// once.
class PayloadTexts
{
public:
    virtual ~PayloadTexts() = default;

    /// Types whose payloads are read whatever they begin with; `*`: all others.
    virtual QByteArrayList types() const = 0;
    /// Whether payloads of other types are read where their first bytes say what they are.
    virtual bool findsByItself() const = 0;
    /// Whether a payload of `size` bytes that begins so is read. `beginning`: at least headBytes, or all of it.
    virtual bool reads(QByteArrayView type, QByteArrayView beginning, qint64 size) const = 0;
    /// Empty where the payload is not what it should be.
    virtual QByteArray textOf(QByteArrayView type, QByteArrayView payload) const = 0;

    static constexpr qint64 headBytes = 4096;
};

} // namespace dueline
