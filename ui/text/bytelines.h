// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Where the lines of some bytes begin: behind each line feed, and where a line would get longer than `lineBytes`,
/// never within a character. Made once, in pieces as the bytes come; 30 MB without a line feed are 234,000 lines.
class ByteLines
{
public:
    static constexpr qsizetype lineBytes = 128;

    void clear() { m_starts.assign(1, 0), m_seen = 0; }
    /// Goes on where it ended; `bytes` begin with those that were seen before.
    void extend(QByteArrayView bytes);
    /// At least one.
    qsizetype count() const { return qsizetype(m_starts.size()); }
    qsizetype begin(qsizetype line) const { return m_starts[std::size_t(line)]; }
    /// Behind its last byte, a line feed included.
    qsizetype end(qsizetype line) const { return line + 1 < count() ? begin(line + 1) : m_seen; }
    /// The line in which the byte at `offset` stands.
    qsizetype lineOf(qsizetype offset) const;

private:
    std::vector<qsizetype> m_starts{0};
    qsizetype m_seen = 0;
};

} // namespace dueline
