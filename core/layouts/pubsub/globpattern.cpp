// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/globpattern.h"

#include <utility>

namespace dueline {

namespace {

/// Returns whether the character class at `at` contains `c`. Moves `at` past the class. An unterminated class extends
/// to the end of the pattern.
bool isOfClass(QByteArrayView pattern, qsizetype& at, char c)
{
    ++at;
    const bool negated = at < pattern.size() && pattern[at] == '^';
    if (negated)
        ++at;
    bool found = false;
    for (; at < pattern.size() && pattern[at] != ']'; ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size())
            ++at;
        uchar first = uchar(pattern[at]);
        uchar last = first;
        if (at + 2 < pattern.size() && pattern[at + 1] == '-') {
            last = uchar(pattern[at + 2]);
            at += 2;
        }
        if (first > last)
            std::swap(first, last);
        found = found || (first <= uchar(c) && uchar(c) <= last);
    }
    ++at;
    return found != negated;
}

/// Returns whether one character matches. Moves `at` past the matched part.
bool matchesOne(QByteArrayView pattern, qsizetype& at, char c)
{
    switch (pattern[at]) {
    case '?':
        ++at;
        return true;
    case '[':
        return isOfClass(pattern, at, c);
    case '\\':
        if (at + 1 < pattern.size())
            ++at;
        [[fallthrough]];
    default:
        return pattern[at++] == c;
    }
}

} // namespace

bool matchesGlob(QByteArrayView pattern, QByteArrayView text)
{
    qsizetype at = 0;
    qsizetype place = 0;
    // position after the last star in the pattern, and the position in the text at which the rest of the pattern is
    // being matched
    qsizetype star = -1;
    qsizetype tried = 0;
    while (place < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = ++at;
            tried = place;
        } else if (at < pattern.size() && matchesOne(pattern, at, text[place])) {
            ++place;
        } else if (star >= 0) {
            at = star;
            place = ++tried;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*')
        ++at;
    return at >= pattern.size();
}

} // namespace dueline
