// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorcursor.h"

namespace dueline {

namespace {

/// Words that may appear between a label and its number.
constexpr std::array<QByteArrayView, 4> joining{"with", "was", "is", "of"};

} // namespace

qsizetype ErrorCursor::numberAt(qsizetype from) const
{
    qsizetype at = from + run(from, isDigitByte);
    while ((byteAt(at) == '.' || byteAt(at) == ',' || byteAt(at) == ':') && isDigitByte(byteAt(at + 1)))
        at += 1 + run(at + 1, isDigitByte);
    return at - from;
}

QByteArrayView ErrorCursor::wordBefore(char& parted) const
{
    const QByteArrayView written(out);
    qsizetype end = written.size();
    while (end > 0 && written.size() - end < 3 && QByteArrayView(" :=([#/-_\"").contains(written[end - 1]))
        --end;
    parted = end < written.size() ? written[end] : '\0';
    const QByteArrayView word = wordThatEnds(written.first(end));
    return isOneOf(joining, word) ? wordThatEnds(written.first(end - word.size()).trimmed()) : word;
}

bool ErrorCursor::isBehindColour() const
{
    qsizetype end = out.size() - 1; // start before the `m` that ends a color sequence
    while (end > 0 && (isDigitByte(out[end - 1]) || out[end - 1] == ';'))
        --end;
    return end > 0 && QByteArrayView(out).first(end).endsWith(colourBegin);
}

QByteArrayView wordThatEnds(QByteArrayView text)
{
    qsizetype from = text.size();
    while (from > 0 && isLetterByte(text[from - 1]))
        --from;
    return text.sliced(from);
}

} // namespace dueline
