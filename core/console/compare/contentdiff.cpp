// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/compare/contentdiff.h"

#include "core/console/compare/jsondiff.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 bytesPerRow = 16;
constexpr qint64 lead = 1024; // number of equal bytes to store before the difference

/// Returns the part of a side to store: all of it, or `maxSide` bytes around the first difference. `common`: number of
/// equal bytes before the difference.
DiffSide keptOf(QByteArrayView side, qint64 common)
{
    const qint64 size = side.size();
    qint64 from = size <= ContentDiff::maxSide ? 0 : std::clamp<qint64>(common - lead, 0, size - ContentDiff::maxSide);
    while (from > 0 && (uchar(side[from]) & 0xc0) == 0x80) // don't start in the middle of a UTF-8 character
        --from;
    const qint64 length = std::min(ContentDiff::maxSide, size - from);
    return {side.sliced(from, length).toByteArray(), size, from};
}

bool isPlainText(const QByteArray& bytes) { return !bytes.contains('\0') && QUtf8StringView(bytes).isValidUtf8(); }

} // namespace

qint64 commonPrefix(QByteArrayView a, QByteArrayView b)
{
    const auto shorter = std::min(a.size(), b.size());
    return std::mismatch(a.begin(), a.begin() + shorter, b.begin()).first - a.begin();
}

void addDifference(ContentDiff& diff, DiffRow row, std::optional<QByteArrayView> a, std::optional<QByteArrayView> b)
{
    if (row.change != Change::Same)
        ++diff.differences;
    if (diff.rows.size() >= ContentDiff::maxRows)
        return;
    row.common = a && b ? commonPrefix(*a, *b) : 0;
    if (a)
        row.a = keptOf(*a, row.common);
    if (b)
        row.b = keptOf(*b, row.common);
    diff.rows.push_back(std::move(row));
}

void addByteRows(ContentDiff& diff, QByteArrayView a, QByteArrayView b, qint64 offset)
{
    const qint64 longer = std::max(a.size(), b.size());
    for (qint64 at = 0; at < longer && at < ContentDiff::shownBytes; at += bytesPerRow) {
        const auto part = [at](QByteArrayView side) -> std::optional<QByteArrayView> {
            if (at >= side.size())
                return {};
            return side.sliced(at, std::min<qint64>(bytesPerRow, side.size() - at));
        };
        const auto ofA = part(a);
        const auto ofB = part(b);
        DiffRow row;
        row.change = !ofA ? Change::Added : !ofB ? Change::Removed : *ofA == *ofB ? Change::Same : Change::Changed;
        row.atA = row.atB = offset + at;
        addDifference(diff, std::move(row), ofA, ofB);
    }
}

ContentDiff compareContents(const QByteArray& a, const QByteArray& b)
{
    ContentDiff diff;
    diff.sizeA = a.size();
    diff.sizeB = b.size();
    if (a == b)
        return diff;
    diff.firstDifference = commonPrefix(a, b);
    bool tooLarge = false;
    if (compareJson(diff, a, b, tooLarge))
        return diff;
    diff.limit = tooLarge ? ContentDiff::Limit::ManyValues : ContentDiff::Limit::None;
    if (isPlainText(a) && isPlainText(b)) {
        const auto limit = diff.limit;
        diff = compareLines(a, b);
        if (limit != ContentDiff::Limit::None)
            diff.limit = limit;
        return diff;
    }
    diff.mode = ContentDiff::Mode::Bytes;
    const qint64 from = *diff.firstDifference / bytesPerRow * bytesPerRow;
    addByteRows(diff, QByteArrayView(a).sliced(std::min<qint64>(from, a.size())),
        QByteArrayView(b).sliced(std::min<qint64>(from, b.size())), from);
    return diff;
}

} // namespace dueline
