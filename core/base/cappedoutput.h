// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// What a program wrote, in bounded memory: the first and the last half of `limit` bytes, with a line in between that
/// says how many are left out.
class CappedOutput
{
public:
    static constexpr qsizetype defaultLimit = 64 * 1024;

    explicit CappedOutput(qsizetype limit = defaultLimit)
        : m_half(limit / 2)
    { }

    void append(QByteArrayView bytes);
    QByteArray text() const;
    /// The last line that is not blank, without its line feed; empty when there is none.
    QByteArray lastLine() const;
    /// Bytes written in all.
    qint64 size() const { return m_size; }

private:
    qsizetype m_half;
    QByteArray m_head;
    QByteArray m_tail; ///< up to twice a half, cut now and then
    qint64 m_size = 0;
};

} // namespace dueline
