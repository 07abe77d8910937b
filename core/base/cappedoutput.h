// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// Program output, limited to `limit` bytes: the first half and the last half. A line in between says how many bytes
/// were omitted.
class CappedOutput
{
public:
    static constexpr qsizetype defaultLimit = 64 * 1024;

    explicit CappedOutput(qsizetype limit = defaultLimit)
        : m_half(limit / 2)
    { }

    void append(QByteArrayView bytes);
    QByteArray text() const;
    /// Returns the last non-blank line, without its line feed; empty if there is none.
    QByteArray lastLine() const;
    /// Returns the total number of bytes written.
    qint64 size() const { return m_size; }

private:
    qsizetype m_half;
    QByteArray m_head;
    QByteArray m_tail; ///< last bytes; cut to half the limit whenever they exceed the limit
    qint64 m_size = 0;
};

} // namespace dueline
