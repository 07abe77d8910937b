// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/payloadedit.h"

#include "core/base/text.h"
#include "ui/text/bytesview.h"

#include <QFocusEvent>
#include <QTextBlock>

#include <utility>

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
    m_isPreset = false;
    bool typed = bytes.size() <= typedUpTo;
    if (typed) {
        // Invisible characters can't be edited reliably, and a text widget changes some of them.
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

void PayloadEdit::setPreset(const QByteArray& bytes)
{
    setBytes(bytes);
    m_isPreset = true;
}

bool PayloadEdit::isUntouched() const { return m_isPreset && isTyped() && !document()->isEmpty() && raw() == m_shown; }

void PayloadEdit::focusInEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusInEvent(event);
    // Do nothing if the focus returns because the field's context menu was closed.
    if (!isUntouched() || event->reason() == Qt::PopupFocusReason)
        return;
    m_entered = event->reason() == Qt::MouseFocusReason;
    selectAll();
}

/// Selects all text after the click that focused the field: a cursor within a default value is useless.
void PayloadEdit::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (std::exchange(m_entered, false) && isUntouched() && !textCursor().hasSelection())
        selectAll();
}

QByteArray PayloadEdit::bytes() const
{
    const QString text = raw();
    return text == m_shown ? m_bytes : text.toUtf8();
}

/// Returns the text including no-break spaces, which toPlainText() would replace with regular spaces.
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
