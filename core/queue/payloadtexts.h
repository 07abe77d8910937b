// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

namespace dueline {

/// What makes text of payloads that hold none, so that a filter looks through that, too. Of use in several threads at once.
class PayloadTexts
{
public:
    virtual ~PayloadTexts() = default;

    /// Types whose payloads are read; `*`: all others.
    virtual QByteArrayList types() const = 0;
    virtual bool reads(QByteArrayView type) const = 0;
    /// Empty where the payload is not what it should be.
    virtual QByteArray textOf(QByteArrayView type, QByteArrayView payload) const = 0;
    /// Payloads of more bytes are not read.
    static constexpr qint64 mostBytes = 64 * 1024 * 1024;
};

} // namespace dueline
