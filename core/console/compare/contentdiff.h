// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <vector>

namespace dueline {

enum class Change : quint8 {
    Same, ///< a line around a change, for finding one's way
    Removed, ///< only in A
    Added, ///< only in B
    Changed,
};

/// One side of a place that differs: of something long, the part around where it begins to.
struct DiffSide
{
    QByteArray bytes; ///< untrusted; at most ContentDiff::maxSide
    qint64 size = 0; ///< of all of it
    qint64 from = 0; ///< where `bytes` begin in it

    bool isWhole() const { return bytes.size() == size; }
    bool operator==(const DiffSide&) const = default;
};

/// One place that differs, or a line beside it.
struct DiffRow
{
    Change change = Change::Changed;
    QString path; ///< of JSON: `$.list[3].name`, `#2` behind the second key of that name
    qint64 atA = -1; ///< the line, from 1; of bytes the offset
    qint64 atB = -1;
    std::optional<DiffSide> a; ///< unset: it is not there
    std::optional<DiffSide> b;
    qint64 common = 0; ///< bytes from their beginning that both share
};

/// What two pieces of content differ in: JSON by path, text by lines, anything else by bytes.
struct ContentDiff
{
    enum class Way : quint8 { Json, Lines, Bytes };
    /// Why it does not go further.
    enum class Limit : quint8 {
        None,
        ManyValues, ///< JSON, but larger or deeper than JsonTree takes (200,000 values): by lines
        ManyLines, ///< more than `maxEdits` lines differ: what lies between the first and the last is one block
        Large, ///< one of them has more than `wholeUpTo` bytes: by bytes, its first `lookedUpTo` at most
        Masked, ///< the same of a profile that masks fields: not compared
    };
    static constexpr qint64 shownBytes = 128; ///< of bytes, from the row of the first that differs on
    static constexpr qint64 maxSide = 4096; ///< bytes of one side that are kept
    static constexpr std::size_t maxRows = 1000;
    static constexpr int maxEdits = 1000;
    static constexpr qsizetype maxLines = 400'000; ///< of both, after what is the same at the ends
    static constexpr qint64 wholeUpTo = 16LL * 1024 * 1024;
    static constexpr qint64 lookedUpTo = 64LL * 1024 * 1024;

    Way way = Way::Bytes;
    Limit limit = Limit::None;
    qint64 sizeA = 0;
    qint64 sizeB = 0;
    std::optional<qint64> firstDifference; ///< the first byte that is another one, or only there; unset: none was found
    qint64 differences = 0; ///< places that differ, also those that `rows` has no room for
    std::vector<DiffRow> rows; ///< at most `maxRows`

    /// The bytes are the same, as far as they were compared.
    bool isSame() const { return !firstDifference; }
    /// Bytes that may differ behind those that are shown: they are not counted.
    bool hasMoreBytes() const
    {
        return way == Way::Bytes && !rows.empty() && std::max(sizeA, sizeB) > rows.front().atA + shownBytes;
    }
    /// JSON with the same values, in another order of keys, with other white space or other escapes.
    bool isOnlyWriting() const { return firstDifference && way == Way::Json && differences == 0; }
};

/// Compares both in time that grows with their size alone. Two values are the same JSON when they are written alike:
/// 1.0 is not 1.00, since a number is compared as written; the order of keys does not count, nor how a string is
/// escaped. A key that comes more than once is compared with the one of the same place among its like.
ContentDiff compareContents(const QByteArray& a, const QByteArray& b);

/// By lines, whatever they hold; each ends before its line feed.
ContentDiff compareLines(const QByteArray& a, const QByteArray& b);

/// By bytes: rows of sixteen from the first that differs. `offset`: where both begin in what they are of, a multiple of
/// 16.
void addByteRows(ContentDiff& diff, QByteArrayView a, QByteArrayView b, qint64 offset);

/// A row that fits in, its sides cut to what is kept; else it is only counted.
void addDifference(ContentDiff& diff, DiffRow row, std::optional<QByteArrayView> a, std::optional<QByteArrayView> b);

/// The number of bytes that both have in common from their beginning.
qint64 commonPrefix(QByteArrayView a, QByteArrayView b);

} // namespace dueline
