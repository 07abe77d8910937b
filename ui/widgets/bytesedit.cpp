// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bytesedit.h"

#include "core/base/text.h"

namespace dueline {

BytesEdit::BytesEdit(const QString& name, const QString& placeholder)
{
    setAccessibleName(name);
    setPlaceholderText(placeholder);
}

void BytesEdit::setBytes(const QByteArray& bytes)
{
    const QString plain = QString::fromUtf8(bytes);
    const QString shown = printable(bytes, bytes.size() * 8 + 1);
    m_bytes = shown == plain ? QByteArray() : bytes;
    m_escaped = shown == plain ? QString() : shown;
    setText(shown);
}

QByteArray BytesEdit::bytes() const { return !m_escaped.isEmpty() && text() == m_escaped ? m_bytes : text().toUtf8(); }

} // namespace dueline
