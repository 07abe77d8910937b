// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorexcerpt.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView between = "\n\xE2\x80\xA6\n"; ///< line with an ellipsis

bool isInsideSequence(char byte) { return (uchar(byte) & 0xc0) == 0x80; }

/// Returns the first `limit` bytes, or up to three fewer to end at a character boundary.
QByteArrayView cut(QByteArrayView text, qsizetype limit)
{
    if (text.size() <= limit)
        return text;
    qsizetype end = limit;
    while (end > limit - 4 && end > 0 && isInsideSequence(text[end]))
        --end;
    return text.first(end);
}

/// Returns as many complete lines from the start of `text` as fit into `room`, or part of the first line.
QByteArrayView firstLines(QByteArrayView text, qsizetype room)
{
    if (text.size() <= room)
        return text;
    const qsizetype end = text.first(room + 1).lastIndexOf('\n');
    return end > 0 ? text.first(end) : cut(text, room);
}

/// Returns as many complete lines from the end of `text` as fit into `room`, or part of the last line.
QByteArrayView lastLines(QByteArrayView text, qsizetype room)
{
    const QByteArrayView last = text.last(std::min(room, text.size()));
    if (last.size() == text.size() || text[text.size() - last.size() - 1] == '\n')
        return last;
    const qsizetype begin = last.indexOf('\n');
    return begin >= 0 ? last.sliced(begin + 1) : cut(text.sliced(text.lastIndexOf('\n') + 1), room);
}

} // namespace

QByteArray errorExcerpt(QByteArrayView error, qsizetype limit)
{
    if (error.size() <= limit)
        return error.toByteArray();
    const QByteArrayView text = error.trimmed();
    if (text.size() <= limit || !text.contains('\n') || limit < 4 * between.size())
        return cut(text, limit).toByteArray();
    const QByteArrayView tail = lastLines(text, limit / 2);
    const QByteArrayView head = firstLines(text, limit - between.size() - tail.size());
    return head.toByteArray().append(between).append(tail);
}

} // namespace dueline
