// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/payloadedit.h"

#include "core/base/text.h"
#include "ui/text/bytesview.h"
#include "ui/theme/jsonink.h"
#include "ui/theme/theme.h"

#include <QFocusEvent>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

/// Colors the text if it begins like a JSON object or array. Each line is colored separately, because JSON strings
/// can't contain line feeds.
class JsonHighlighter : public QSyntaxHighlighter
{
public:
    JsonHighlighter(const Theme& theme, QTextDocument* document)
        : QSyntaxHighlighter(document)
        , m_theme(theme)
    {
        QObject::connect(&theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
    }

protected:
    void highlightBlock(const QString& text) override
    {
        const QString begin = document()->firstBlock().text().trimmed();
        if (!begin.startsWith(u'{') && !begin.startsWith(u'['))
            return;
        for (qsizetype at = 0; at < text.size();) {
            const QChar c = text[at];
            qsizetype end = at + 1;
            if (c == u'"') {
                while (end < text.size() && text[end] != u'"')
                    end += text[end] == u'\\' ? 2 : 1;
                end = std::min(end + 1, text.size());
                const bool isKey = QStringView(text).sliced(end).trimmed().startsWith(u':');
                setFormat(int(at), int(end - at), isKey ? m_theme.tokens().jsonKey : ink(JsonTree::Kind::String));
            } else if (c.isLetterOrNumber() || c == u'-') {
                while (end < text.size() && (text[end].isLetterOrNumber() || QStringView(u"+-.").contains(text[end])))
                    ++end;
                setFormat(int(at), int(end - at), ink(c.isLetter() ? JsonTree::Kind::True : JsonTree::Kind::Number));
            } else if (!c.isSpace()) {
                setFormat(int(at), 1, ink(JsonTree::Kind::Object));
            }
            at = end;
        }
    }

private:
    QColor ink(JsonTree::Kind kind) const { return jsonInk(kind, m_theme.tokens()); }

    const Theme& m_theme;
};

} // namespace

PayloadEdit::PayloadEdit(const Theme& theme)
{
    setFont(theme.mono());
    setTabChangesFocus(true);
    new JsonHighlighter(theme, document());
    m_shown = raw();
}

bool PayloadEdit::format()
{
    const QByteArray text = raw().toUtf8();
    const auto tree = isTyped() ? JsonTree::parse(text) : std::nullopt;
    if (!tree)
        return false;
    const bool isUnchanged = raw() == m_shown;
    constexpr int indent = 2;
    m_isFormatted = true;
    QTextCursor all(document());
    all.select(QTextCursor::Document);
    all.insertText(QString::fromUtf8(tree->formatted(indent)));
    if (isUnchanged)
        m_shown = raw();
    return true;
}

int PayloadEdit::heightFor(int lines) const
{
    const int shown = std::min(lines, document()->blockCount());
    return shown * fontMetrics().lineSpacing() + int(2 * document()->documentMargin()) + 2 * frameWidth() + 4;
}

void PayloadEdit::setBytes(const QByteArray& bytes)
{
    m_bytes = bytes;
    m_isPreset = m_isFormatted = false;
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
    if (text == m_shown)
        return m_bytes;
    const QByteArray typed = text.toUtf8();
    const auto tree = m_isFormatted && !m_bytes.contains('\n') ? JsonTree::parse(typed) : std::nullopt;
    return tree ? tree->formatted(0) : typed;
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
