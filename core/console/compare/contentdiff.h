// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <vector>

namespace dueline {

enum class Change : quint8 {
    Same, ///< unchanged line shown for context
    Removed, ///< the row exists only in A
    Added, ///< the row exists only in B
    Changed,
};

/// One side of a difference. Long content is only stored around the first differing byte.
struct DiffSide
{
    QByteArray bytes; ///< part of the content, at most ContentDiff::maxSide bytes; untrusted
    qint64 size = 0; ///< size of the entire content in bytes
    qint64 from = 0; ///< offset of `bytes` in the content

    bool isWhole() const { return bytes.size() == size; }
    bool operator==(const DiffSide&) const = default;
};

/// One difference, or an unchanged line next to a difference.
struct DiffRow
{
    Change change = Change::Changed;
    QString path; ///< JSON path, such as `$.list[3].name`; `#2` marks the second member with the same name
    qint64 atA = -1; ///< line number, starting at 1; for binary content, the offset; -1 if A lacks the row
    qint64 atB = -1;
    std::optional<DiffSide> a; ///< side A; nullopt if A lacks the row
    std::optional<DiffSide> b;
    qint64 common = 0; ///< number of equal bytes before the first difference
};

/// Differences between two contents. Compares JSON by path, other text by line, and anything else by byte.
struct ContentDiff
{
    enum class Mode : quint8 { Json, Lines, Bytes };
    /// Limit that made the comparison less precise.
    enum class Limit : quint8 {
        None,
        ManyValues, ///< the JSON exceeds JsonTree's limits (200,000 values), so it was compared by line
        /// More than `maxEdits` lines differ, so all lines from the first to the last difference form one block.
        ManyLines,
        Large, ///< a side exceeds `wholeUpTo` bytes, so at most the first `lookedUpTo` bytes were compared
        Masked, ///< a side exceeds `wholeUpTo` bytes and the profile masks fields, so nothing was compared
    };
    /// Maximum number of bytes to show for binary content, starting with the row of the first difference.
    static constexpr qint64 shownBytes = 128;
    static constexpr qint64 maxSide = 4096; ///< maximum number of bytes stored for each side of a row
    static constexpr std::size_t maxRows = 1000;
    static constexpr int maxEdits = 1000;
    // Maximum number of lines on both sides together, excluding equal lines at the beginning and the end.
    static constexpr qsizetype maxLines = 400'000;
    static constexpr qint64 wholeUpTo = 16LL * 1024 * 1024;
    static constexpr qint64 lookedUpTo = 64LL * 1024 * 1024;

    Mode mode = Mode::Bytes;
    Limit limit = Limit::None;
    qint64 sizeA = 0;
    qint64 sizeB = 0;
    /// Offset of the first byte that differs or that only one side has; nullopt if there is no difference.
    std::optional<qint64> firstDifference;
    qint64 differences = 0; ///< number of differences, including those not in `rows`
    std::vector<DiffRow> rows; ///< first `maxRows` rows to display

    /// Returns whether the compared bytes are equal.
    bool isSame() const { return !firstDifference; }
    /// Returns whether the contents continue past the displayed bytes. Differences there aren't counted.
    bool hasMoreBytes() const
    {
        return mode == Mode::Bytes && !rows.empty() && std::max(sizeA, sizeB) > rows.front().atA + shownBytes;
    }
    /// Returns whether the JSON values are equal although their bytes differ, that is, they only differ in key order,
    /// white space, or escapes.
    bool isOnlyWriting() const { return firstDifference && mode == Mode::Json && differences == 0; }
};

/// Compares two contents in linear time. Numbers are compared as written, so 1.0 differs from 1.00. Key order and
/// string escapes don't matter. If a key is repeated, its nth occurrence on one side is compared with the nth on the
/// other.
ContentDiff compareContents(const QByteArray& a, const QByteArray& b);

/// Compares two contents by line, whatever their format. Line feeds aren't part of the lines.
ContentDiff compareLines(const QByteArray& a, const QByteArray& b);

/// Adds rows of sixteen bytes that show two contents starting at their first difference. `offset`: position of `a` and
/// `b` in the entire contents, a multiple of 16.
void addByteRows(ContentDiff& diff, QByteArrayView a, QByteArrayView b, qint64 offset);

/// Adds a row, with both sides cut to `maxSide` bytes. If there are `maxRows` rows already, only counts the difference.
void addDifference(ContentDiff& diff, DiffRow row, std::optional<QByteArrayView> a, std::optional<QByteArrayView> b);

/// Returns the number of equal bytes at the beginning.
qint64 commonPrefix(QByteArrayView a, QByteArrayView b);

} // namespace dueline
