// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/payloadedit.h"

#include "core/base/text.h"
#include "ui/text/bytesview.h"

#include <QTextBlock>

namespace dueline {

PayloadEdit::PayloadEdit(const QFont& font)
{
    setFont(font);
    setTabChangesFocus(true);
    m_shown = raw();
}

void PayloadEdit::setBytes(const QByteArray& bytes)
{
    m_bytes = bytes;
    bool typed = bytes.size() <= typedUpTo;
    if (typed) {
        // Characters nobody sees would be edited blindly, and some do not come out of a text widget as they went in.
        const QString text = QString::fromUtf8(bytes);
        typed = printableText(bytes, bytes.size()) == text;
        setPlainText(typed ? text : QString());
        typed = typed && raw().toUtf8() == bytes;
    }
    setReadOnly(!typed);
    if (!typed)
        setPlainText(wrappedText(QByteArrayView(bytes).first(std::min<qsizetype>(bytes.size(), typedUpTo / 4))));
    m_shown = raw();
}

QByteArray PayloadEdit::bytes() const
{
    const QString text = raw();
    return text == m_shown ? m_bytes : text.toUtf8();
}

/// toPlainText() makes spaces of spaces that do not break.
QString PayloadEdit::raw() const
{
    QString text;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block != document()->begin())
            text += u'\n';
        text += block.text();
    }
    return text;
}

} // namespace dueline
