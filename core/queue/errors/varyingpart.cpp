// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/varyingpart.h"

#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/errortokens.h"

#include <QByteArrayList>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr QByteArrayView leftOut = " \xE2\x80\xA6"; ///< end of truncated text: a space and an ellipsis

/// Returns the pieces of a group's text around its varying parts.
QByteArrayList fixedPieces(QByteArrayView kind)
{
    QByteArrayList pieces{QByteArray()};
    for (const QByteArrayView token : ErrorTokens::of(kind)) {
        const bool varies = token == ErrorTokens::folded || token == ErrorTokens::anyWord;
        if (varies)
            pieces.append(QByteArray());
        else
            pieces.last() += token;
    }
    return pieces;
}

bool isOfLabel(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || uchar(c) >= 0x80; }

/// Returns whether a word has little meaning on its own.
bool isSmallWord(QByteArrayView word)
{
    constexpr std::array<QByteArrayView, 14> small{
        "a", "after", "at", "by", "for", "from", "in", "is", "of", "on", "than", "the", "to", "with"};
    return std::find(small.begin(), small.end(), word) != small.end();
}

} // namespace

std::optional<VaryingPart> varyingPartOf(QByteArrayView error, QByteArrayView kind)
{
    const bool isCut = kind.endsWith(leftOut);
    const QByteArrayList pieces = fixedPieces(isCut ? kind.chopped(leftOut.size()) : kind);
    VaryingPart sample{errorLine(error), {}};
    const QByteArray& line = sample.line;
    if (!line.startsWith(pieces.first()))
        return std::nullopt;
    qsizetype at = pieces.first().size();
    for (qsizetype i = 1; i < pieces.size(); ++i) {
        const bool last = i + 1 == pieces.size();
        qsizetype end = line.size();
        if (last && !isCut) {
            end -= pieces[i].size();
            if (!line.endsWith(pieces[i]))
                return std::nullopt;
        } else if (!pieces[i].isEmpty()) {
            end = line.indexOf(pieces[i], at + 1);
        } else if (!last) {
            end = at + 1; // two adjacent varying parts: the first one gets one byte
        }
        if (end <= at)
            return std::nullopt;
        sample.varying.push_back({at, end - at});
        at = end + pieces[i].size();
    }
    if (pieces.size() == 1 && !isCut && line.size() != pieces.first().size())
        return std::nullopt;
    return sample;
}

QByteArray wordBefore(QByteArrayView line, const TextPart& part)
{
    qsizetype end = part.from;
    while (end > 0 && !isOfLabel(line[end - 1]))
        --end;
    if (part.from - end > 3) // the word is too far away to belong to this part
        return {};
    const auto beginOf = [line](qsizetype wordEnd) {
        qsizetype from = wordEnd;
        while (from > 0 && isOfLabel(line[from - 1]))
            --from;
        return from;
    };
    qsizetype from = beginOf(end);
    if (from > 1 && isSmallWord(line.sliced(from, end - from)) && line[from - 1] == ' ')
        from = beginOf(from - 1);
    return line.sliced(from, end - from).toByteArray();
}

} // namespace dueline
