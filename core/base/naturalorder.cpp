// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/naturalorder.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr bool isOrderDigit(char c) { return c >= '0' && c <= '9'; }

/// Removes the text's leading digits, and returns them without leading zeros.
QByteArrayView takeDigitRun(QByteArrayView& text)
{
    const auto* end = std::find_if_not(text.begin(), text.end(), isOrderDigit);
    const auto* begin = std::find_if(text.begin(), end, [](char c) { return c != '0'; });
    const QByteArrayView number(begin, end);
    text = QByteArrayView(end, text.end());
    return number;
}

} // namespace

bool isNaturallyBefore(QByteArrayView a, QByteArrayView b)
{
    QByteArrayView left = a;
    QByteArrayView right = b;
    while (!left.isEmpty() && !right.isEmpty()) {
        if (isOrderDigit(left.front()) && isOrderDigit(right.front())) {
            const QByteArrayView one = takeDigitRun(left);
            const QByteArrayView other = takeDigitRun(right);
            if (one.size() != other.size())
                return one.size() < other.size();
            if (one != other)
                return one < other;
            continue;
        }
        if (left.front() != right.front())
            return uchar(left.front()) < uchar(right.front());
        left = left.sliced(1);
        right = right.sliced(1);
    }
    if (left.isEmpty() != right.isEmpty())
        return left.isEmpty();
    return a < b; // equal except for leading zeros
}

} // namespace dueline
