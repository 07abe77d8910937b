// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <vector>

namespace dueline {

enum class Change : quint8 {
    Same, ///< unchanged line before or after a change, for context
    Removed, ///< the row exists only in A
    Added, ///< the row exists only in B
    Changed,
};

/// One side of a difference. If the content is long, only the part near the start of the difference is stored.
struct DiffSide
{
    QByteArray bytes; ///< part of the content, at most ContentDiff::maxSide bytes; untrusted
    qint64 size = 0; ///< total size of the content in bytes
    qint64 from = 0; ///< offset of `bytes` in the content

    bool isWhole() const { return bytes.size() == size; }
    bool operator==(const DiffSide&) const = default;
};

/// One difference, or an unchanged line near a difference.
struct DiffRow
{
    Change change = Change::Changed;
    QString path; ///< JSON path: `$.list[3].name`, with `#2` for the second key with that name
    qint64 atA = -1; ///< line number, counted from 1; for bytes, the offset
    qint64 atB = -1;
    std::optional<DiffSide> a; ///< side A; unset if the row does not exist on this side
    std::optional<DiffSide> b;
    qint64 common = 0; ///< length of the common prefix in bytes
};

/// Differences between two contents. JSON is compared by path, text by lines, anything else by bytes.
struct ContentDiff
{
    enum class Mode : quint8 { Json, Lines, Bytes };
    /// Reason why the comparison was limited.
    enum class Limit : quint8 {
        None,
        ManyValues, ///< the JSON exceeds the limits of JsonTree (200,000 values), so it was compared by lines
        /// More than `maxEdits` lines differ, so everything from the first to the last difference is one block.
        ManyLines,
        Large, ///< a side exceeds `wholeUpTo` bytes, so at most the first `lookedUpTo` bytes were compared
        Masked, ///< a side exceeds `wholeUpTo` bytes and the profile masks fields, so nothing was compared
    };
    /// Maximum number of bytes shown, starting at the row of the first difference.
    static constexpr qint64 shownBytes = 128;
    static constexpr qint64 maxSide = 4096; ///< maximum number of bytes stored for one side
    static constexpr std::size_t maxRows = 1000;
    static constexpr int maxEdits = 1000;
    // maximum number of lines on both sides, not counting equal lines at the beginning and end
    static constexpr qsizetype maxLines = 400'000;
    static constexpr qint64 wholeUpTo = 16LL * 1024 * 1024;
    static constexpr qint64 lookedUpTo = 64LL * 1024 * 1024;

    Mode mode = Mode::Bytes;
    Limit limit = Limit::None;
    qint64 sizeA = 0;
    qint64 sizeB = 0;
    /// Offset of the first byte that differs or exists only on one side; unset if there is no difference.
    std::optional<qint64> firstDifference;
    qint64 differences = 0; ///< number of differences, including those beyond `maxRows`
    std::vector<DiffRow> rows; ///< rows to show, at most `maxRows`

    /// Returns whether the compared bytes are equal.
    bool isSame() const { return !firstDifference; }
    /// Returns whether bytes after the displayed ones may differ. Such differences are not counted.
    bool hasMoreBytes() const
    {
        return mode == Mode::Bytes && !rows.empty() && std::max(sizeA, sizeB) > rows.front().atA + shownBytes;
    }
    /// Returns whether the JSON values are equal and differ only in the order of keys, white space or escapes.
    bool isOnlyWriting() const { return firstDifference && mode == Mode::Json && differences == 0; }
};

/// Compares two contents in linear time. Numbers are compared as written, so 1.0 differs from 1.00. The order of keys
/// and the escapes in strings do not matter. The nth occurrence of a repeated key is compared with its nth occurrence
/// on the other side.
ContentDiff compareContents(const QByteArray& a, const QByteArray& b);

/// Compares two contents by lines, regardless of their format. Line feeds are not part of the lines.
ContentDiff compareLines(const QByteArray& a, const QByteArray& b);

/// Compares two contents by bytes, in rows of sixteen, starting at the first difference. `offset`: position of both
/// parts in their contents, a multiple of 16.
void addByteRows(ContentDiff& diff, QByteArrayView a, QByteArrayView b, qint64 offset);

/// Adds a row, with both sides truncated to the limit. If the maximum number of rows is reached, only counts the row.
void addDifference(ContentDiff& diff, DiffRow row, std::optional<QByteArrayView> a, std::optional<QByteArrayView> b);

/// Returns the length of the common prefix in bytes.
qint64 commonPrefix(QByteArrayView a, QByteArrayView b);

} // namespace dueline
