// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/errortext.h"

#include "core/base/text.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr qsizetype longestError = 16 * 1024; ///< in bytes; limit for a text widget
constexpr qsizetype shownInHead = 100; ///< maximum number of characters in a single line
constexpr int mostLines = 6;
constexpr int aroundText = 10; ///< frame and padding

} // namespace

ErrorText::ErrorText(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto useFont = [this] {
        setFont(m_theme.mono());
        setTabStopDistance(4.0 * fontMetrics().horizontalAdvance(u' '));
        updateGeometry();
    };
    connect(&theme, &Theme::changed, this, useFont);
    useFont();
    onLanguageChange(this, [this] { setAccessibleName(tr("Full error")); });
}

bool ErrorText::isNeededFor(const QByteArray& error)
{
    const QByteArray text = error.trimmed();
    return text.contains('\n') || text.size() > shownInHead;
}

void ErrorText::setError(const QByteArray& error)
{
    if (error == m_error)
        return;
    m_error = error;
    QByteArray lines = error.trimmed();
    lines.replace("\r\n", "\n");
    setPlainText(printableText(lines, longestError));
    updateGeometry();
}

/// Returns the required height. In a plain text document, sizes are measured in lines.
int ErrorText::heightNeeded() const
{
    const int rows = std::max(1, int(std::ceil(document()->size().height())));
    const int margins = (rows > mostLines ? 1 : 2) * int(document()->documentMargin());
    return std::min(rows, mostLines) * fontMetrics().lineSpacing() + margins + aroundText;
}

QSize ErrorText::sizeHint() const { return {QPlainTextEdit::sizeHint().width(), heightNeeded()}; }

QSize ErrorText::minimumSizeHint() const { return {0, heightNeeded()}; }

void ErrorText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // because the line breaks have changed
}

} // namespace dueline
