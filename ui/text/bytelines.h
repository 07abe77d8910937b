// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Start offsets of the lines in a byte array. A line ends after a line feed or after `lineBytes` bytes, but never
/// within a character. Lines are added as bytes arrive. A 30 MB string without line feeds has 234,000 lines.
class ByteLines
{
public:
    static constexpr qsizetype lineBytes = 128;

    void clear() { m_starts.assign(1, 0), m_seen = 0; }
    /// Adds the lines of more bytes. `bytes` must start with the bytes that have already been scanned.
    void extend(QByteArrayView bytes);
    /// Returns the number of lines, at least one.
    qsizetype count() const { return qsizetype(m_starts.size()); }
    qsizetype begin(qsizetype line) const { return m_starts[std::size_t(line)]; }
    /// Returns the position after the line's last byte, including the line feed.
    qsizetype end(qsizetype line) const { return line + 1 < count() ? begin(line + 1) : m_seen; }
    /// Returns the index of the line that contains the byte at `offset`.
    qsizetype lineOf(qsizetype offset) const;

private:
    std::vector<qsizetype> m_starts{0};
    qsizetype m_seen = 0;
};

} // namespace dueline
