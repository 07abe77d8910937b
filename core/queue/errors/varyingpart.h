// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline {

/// Range of bytes in a string.
struct TextPart
{
    qsizetype from = 0;
    qsizetype size = 0;

    bool operator==(const TextPart&) const = default;
};

/// Error as written, and the parts of it that vary within its group.
struct VaryingPart
{
    QByteArray line; ///< line of the error, as returned by errorLine()
    std::vector<TextPart> varying; ///< parts for each `<*>` or `<**>` in the group's text, in order
};

/// Returns the parts of an error that vary within its group; nullopt if the error does not belong to the group. `kind`:
/// the group's text, which is the text of an ErrorTemplate or an errorText().
std::optional<VaryingPart> varyingPartOf(QByteArrayView error, QByteArrayView kind);

/// Returns the word before a part of a line, to be used as a label for the part: `pod` in `pod checkout-0b04 was
/// evicted`; empty if there is no such word. If the word is meaningless alone, the label includes the word before it:
/// `connection to`.
QByteArray wordBefore(QByteArrayView line, const TextPart& part);

} // namespace dueline
