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

/// Error as written, with the parts that vary within its group.
struct VaryingPart
{
    QByteArray line; ///< line returned by errorLine()
    std::vector<TextPart> varying; ///< parts for each `<*>` or `<**>` in the group's text, in order
};

/// Returns the parts of an error that vary within its group; nullopt if it doesn't belong to the group. `kind`: the
/// group's text, either an ErrorTemplate text or an errorText().
std::optional<VaryingPart> varyingPartOf(QByteArrayView error, QByteArrayView kind);

/// Returns the word before a part of a line, for use as the part's label: `pod` in `pod checkout-0b04 was evicted`;
/// empty if there is none. If the word means little on its own, the label includes the word before it: `connection to`.
QByteArray wordBefore(QByteArrayView line, const TextPart& part);

} // namespace dueline
