// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline {

/// A stretch of a text, in bytes.
struct TextPart
{
    qsizetype from = 0;
    qsizetype size = 0;

    bool operator==(const TextPart&) const = default;
};

/// An error as it was written, with what varies among the errors of its kind.
struct KindSample
{
    QByteArray line; ///< errorLine()
    std::vector<TextPart> varying; ///< in order; where the kind has `<*>` or `<**>`
};

/// How an error is of a kind: the text of an ErrorKind, or an errorText(). nullopt: it cannot be told, since it is not
/// of it.
std::optional<KindSample> sampleOf(QByteArrayView error, QByteArrayView kind);

/// The word before a part of a text, which says what varies: `pod` in `pod checkout-0b04 was evicted`; empty: none is.
/// With the word before that where it says little by itself: `connection to`.
QByteArray wordBefore(QByteArrayView line, const TextPart& part);

} // namespace dueline
