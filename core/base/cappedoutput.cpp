// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cappedoutput.h"

namespace dueline {

void CappedOutput::append(QByteArrayView bytes)
{
    m_size += bytes.size();
    const qsizetype toHead = qMin(bytes.size(), m_half - m_head.size());
    if (toHead > 0) {
        m_head.append(bytes.first(toHead));
        bytes = bytes.sliced(toHead);
    }
    if (bytes.isEmpty())
        return;
    m_tail.append(bytes.last(qMin(bytes.size(), m_half)));
    if (m_tail.size() > 2 * m_half)
        m_tail = m_tail.last(m_half);
}

QByteArray CappedOutput::text() const
{
    const QByteArray tail = m_tail.last(qMin(m_tail.size(), m_half));
    const qint64 left = m_size - m_head.size() - tail.size();
    if (left == 0)
        return m_head + tail;
    return m_head + "\n... " + QByteArray::number(left) + " bytes left out ...\n" + tail;
}

QByteArray CappedOutput::lastLine() const
{
    const QByteArray all = (m_tail.size() < m_half ? m_head + m_tail : m_tail).trimmed();
    return all.sliced(all.lastIndexOf('\n') + 1).trimmed();
}

} // namespace dueline
