// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/errortext.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/stacktrace.h"
#include "ui/presenters/settings/sourceeditor.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

/// Maximum number of characters of an error to show. Longer text makes the widget too slow.
constexpr qsizetype longestError = 16 * 1024;
constexpr qsizetype shownInHead = 100; ///< maximum length in characters of an error that fits on one line
constexpr int mostLinesAtFirst = 24;
constexpr int leastLines = 3; ///< minimum height in lines if the owner sets the height
constexpr int aroundText = 4; ///< height of the frame in pixels
constexpr int gutter = 10; ///< width in pixels of the left margin, which contains bars and chevrons
constexpr int barWidth = 3;
constexpr int chevronSize = 12;
constexpr std::size_t leastFold = 2; ///< minimum number of consecutive library frames to fold
constexpr qsizetype namedLibraries = 3;
/// Number of bytes compared when searching for the line that contains the message.
constexpr qsizetype comparedMessage = 80;

/// Returns an error line's varying parts. A stack trace may begin with the error's class, such as `Error: `, even
/// though the group's name doesn't.
std::optional<VaryingPart> varyingIn(const QByteArray& line, const QByteArray& kind)
{
    const auto varying = varyingPartOf(line, kind);
    const qsizetype colon = line.indexOf(": ");
    if (varying || colon <= 0 || line.first(colon).contains(' '))
        return varying;
    return varyingPartOf(line.sliced(colon + 2), kind);
}

/// Writes the lines of an error to an empty document.
class LineWriter
{
public:
    LineWriter(QTextDocument& document, const Tokens& tokens)
        : m_cursor(&document)
        , m_tokens(tokens)
    { }

    /// Starts the next line.
    void begin(int mark)
    {
        if (!m_isFirst)
            m_cursor.insertBlock();
        m_isFirst = false;
        m_cursor.block().setUserState(mark);
    }
    /// Writes a part of the line. `location`: location of a file that a click opens; empty if none.
    void write(const QString& text, const QColor& ink, bool strong = false, const QColor& ground = {},
        const QString& location = {})
    {
        QTextCharFormat format;
        if (!location.isEmpty()) {
            format.setAnchor(true);
            format.setAnchorHref(location);
        }
        format.setForeground(ink);
        if (strong)
            format.setFontWeight(QFont::DemiBold);
        if (ground.isValid())
            format.setBackground(ground);
        const QString shown = text.left(std::max<qsizetype>(0, longestError - m_written));
        m_written += text.size();
        m_cursor.insertText(shown, format);
    }
    bool isFull() const { return m_written >= longestError; }

    /// Writes a stack frame. The function is bold in application frames, and the location is in the accent color.
    void writeFrame(const StackLine& line)
    {
        const bool isOwn = line.kind == StackLine::Kind::Application;
        std::vector<std::pair<TextPart, bool>> parts; // parts of the line; true for the function
        if (line.function.size > 0)
            parts.emplace_back(line.function, true);
        if (line.place.size > 0)
            parts.emplace_back(line.place, false);
        std::sort(parts.begin(), parts.end(),
            [](const auto& one, const auto& other) { return one.first.from < other.first.from; });
        qsizetype at = 0;
        const QColor& quiet = isOwn ? m_tokens.text2 : m_tokens.text3;
        for (const auto& [part, isFunction] : parts) {
            write(shown(line.text.sliced(at, part.from - at)), quiet);
            const QColor& ink = !isOwn ? m_tokens.text3 : isFunction ? m_tokens.text : m_tokens.accent;
            const QByteArrayView bytes = line.text.sliced(part.from, part.size);
            const bool opens = isOwn && !isFunction && sourcePlaceOf(bytes);
            write(shown(bytes), ink, isOwn && isFunction, {}, opens ? QString::fromUtf8(bytes) : QString());
            at = part.from + part.size;
        }
        write(shown(line.text.sliced(at)), quiet);
    }
    /// Writes the line with the error message, and marks the parts that vary within the failure group.
    void writeMessage(QByteArrayView text, const std::optional<VaryingPart>& varying)
    {
        qsizetype at = 0;
        if (const qsizetype indent = varying ? text.indexOf(varying->line) : -1; indent >= 0) {
            for (const TextPart& part : varying->varying) {
                const qsizetype from = std::clamp(indent + part.from, at, text.size());
                const qsizetype end = std::clamp(indent + part.from + part.size, from, text.size());
                write(shown(text.sliced(at, from - at)), m_tokens.text);
                write(shown(text.sliced(from, end - from)), m_tokens.text3, false, m_tokens.hover);
                at = end;
            }
        }
        write(shown(text.sliced(at)), m_tokens.text);
    }

private:
    static QString shown(QByteArrayView bytes) { return printableText(bytes, longestError); }

    QTextCursor m_cursor;
    const Tokens& m_tokens;
    bool m_isFirst = true;
    qsizetype m_written = 0;
};

} // namespace

ErrorText::ErrorText(const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_mostLines(mostLinesAtFirst)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFrameShape(QFrame::NoFrame);
    setProperty("variant", QStringLiteral("content"));
    document()->setDocumentMargin(gutter);
    viewport()->setMouseTracking(true); // the cursor's shape shows where a click opens a file
    const auto useFont = [this] {
        setFont(m_theme.mono());
        setTabStopDistance(4.0 * fontMetrics().horizontalAdvance(u' '));
        build();
    };
    connect(&theme, &Theme::changed, this, useFont);
    useFont();
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Full error"));
        build();
    });
}

bool ErrorText::isNeededFor(const QByteArray& error)
{
    const QByteArray text = error.trimmed();
    return text.contains('\n') || text.size() > shownInHead;
}

void ErrorText::setError(const QByteArray& error, const QByteArray& kind)
{
    if (error == m_error && kind == m_kind)
        return;
    if (error != m_error)
        m_open.clear();
    m_error = error;
    m_kind = kind;
    build();
    moveCursor(QTextCursor::Start);
    Q_EMIT framesChanged();
}

void ErrorText::setMostLines(int lines)
{
    m_mostLines = lines;
    setSizePolicy(QSizePolicy::Expanding, lines > 0 ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    updateGeometry();
}

/// Rewrites all lines. Keeps the scroll position and the cursor's line.
void ErrorText::build()
{
    const int inView = verticalScrollBar()->value();
    const int line = textCursor().blockNumber();
    setPlainText({});
    const QByteArray error = m_error.trimmed();
    const std::vector<StackLine> lines = stackLinesOf(error);
    const auto isOwnFrame
        = [](const StackLine& one) { return one.isFrame && one.kind == StackLine::Kind::Application; };
    const bool hasFrames = std::any_of(lines.begin(), lines.end(), [](const StackLine& one) { return one.isFrame; });
    m_applicationFrames = hasFrames ? int(std::count_if(lines.begin(), lines.end(), isOwnFrame)) : -1;
    m_folds = 0;
    const QByteArray message = errorLine(error).trimmed().left(comparedMessage);
    const auto isMessage = [&message](const StackLine& one) { return one.text.trimmed().startsWith(message); };
    const auto told = std::find_if(lines.begin(), lines.end(), isMessage);
    const auto messageLine = std::size_t(told == lines.end() ? 0 : told - lines.begin()); // index of the message line
    const auto varying = m_kind.isEmpty() ? std::nullopt : varyingIn(errorLine(error), m_kind);
    LineWriter writer(*document(), m_theme.tokens());
    for (std::size_t at = 0; at < lines.size() && !writer.isFull();) {
        std::size_t end = at;
        std::size_t frames = 0;
        QStringList libraries;
        while (end < lines.size() && lines[end].kind == StackLine::Kind::Library) {
            const QString library = printable(lines[end].library, 40);
            if (!libraries.contains(library))
                libraries << library;
            frames += lines[end++].isFrame;
        }
        // Don't fold library frames if there are no application frames to show.
        if (frames >= leastFold && m_applicationFrames > 0) {
            const int fold = int(m_folds++);
            writer.begin(firstFold + fold);
            const QString more = libraries.size() > namedLibraries ? QStringLiteral(", …") : QString();
            writer.write(tr("%Ln library frame(s): %1", nullptr, int(frames))
                             .arg(Formatting::commas(libraries.first(std::min(libraries.size(), namedLibraries))))
                    + more,
                m_theme.tokens().text3);
            if (!m_open.contains(fold)) {
                at = end;
                continue;
            }
        }
        for (end = std::max(end, at + 1); at < end && !writer.isFull(); ++at) {
            const StackLine& shown = lines[at];
            writer.begin(int(isOwnFrame(shown) ? ApplicationFrame : Plain));
            if (shown.kind != StackLine::Kind::Text)
                writer.writeFrame(shown);
            else if (at == messageLine)
                writer.writeMessage(shown.text, varying);
            else
                writer.write(printableText(shown.text, longestError), m_theme.tokens().text2);
        }
    }
    if (writer.isFull()) {
        writer.begin(Plain);
        QTextCursor last(document());
        last.movePosition(QTextCursor::End);
        last.insertText(QStringLiteral("…"));
    }
    QTextCursor cursor(document()->findBlockByNumber(std::min(line, document()->blockCount() - 1)));
    setTextCursor(cursor);
    verticalScrollBar()->setValue(inView);
    updateGeometry();
}

void ErrorText::setUnfolded(bool unfolded)
{
    m_open.clear();
    for (int fold = 0; unfolded && fold < m_folds; ++fold)
        m_open.insert(fold);
    build();
    Q_EMIT framesChanged();
}

void ErrorText::toggle(int fold)
{
    if (!m_open.remove(fold))
        m_open.insert(fold);
    build();
    Q_EMIT framesChanged();
}

void ErrorText::openFile(const QString& location, QPoint position)
{
    const auto place = sourcePlaceOf(location.toUtf8());
    if (!place)
        return;
    if (const auto opened = SourceEditor::open(*place); !opened)
        QToolTip::showText(viewport()->mapToGlobal(position), plainTextToolTip(opened.error().message), viewport());
}

void ErrorText::mouseMoveEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    const bool opens = event->buttons() == Qt::NoButton && SourceEditor::isConfigured()
        && !anchorAt(event->position().toPoint()).isEmpty();
    viewport()->setCursor(opens ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void ErrorText::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    const QString location = anchorAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection() && !location.isEmpty())
        return openFile(location, event->position().toPoint());
    const QTextBlock block = cursorForPosition(event->position().toPoint()).block();
    const bool isOnLine = blockBoundingGeometry(block).translated(contentOffset()).contains(event->position());
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection() && isOnLine && block.userState() >= firstFold)
        toggle(block.userState() - firstFold);
}

void ErrorText::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QTextBlock block = textCursor().block();
    if (isReturn && event->modifiers() == Qt::NoModifier && block.userState() == ApplicationFrame) {
        for (auto part = block.begin(); part != block.end(); ++part) {
            if (const QString location = part.fragment().charFormat().anchorHref(); !location.isEmpty())
                return openFile(location, cursorRect().bottomLeft());
        }
    }
    const int fold = block.userState() - firstFold;
    const bool isPress = isReturn || event->key() == Qt::Key_Space;
    const bool opens = event->key() == Qt::Key_Right && !m_open.contains(fold);
    const bool closes = event->key() == Qt::Key_Left && m_open.contains(fold);
    if (fold < 0 || event->modifiers() != Qt::NoModifier || !(isPress || opens || closes))
        return QPlainTextEdit::keyPressEvent(event);
    toggle(fold);
    event->accept();
}

void ErrorText::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    const Tokens& t = m_theme.tokens();
    const int lineHeight = fontMetrics().lineSpacing();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF row = blockBoundingGeometry(block).translated(contentOffset());
        if (row.top() > viewport()->height())
            break;
        if (block.userState() == ApplicationFrame) {
            painter.fillRect(QRectF(2, row.top() + 1, barWidth, std::max(1, lineHeight - 2)), t.accent);
        } else if (block.userState() >= firstFold) {
            const bool isOpen = m_open.contains(block.userState() - firstFold);
            painter.drawPixmap(QPointF(-1, row.top() + (lineHeight - chevronSize) / 2.0),
                m_theme.pixmap(isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), t.text3,
                    chevronSize, devicePixelRatioF()));
        }
    }
}

/// Returns the required height. A plain text document reports its height in lines, not pixels.
int ErrorText::heightNeeded() const
{
    const int rows = std::max(1, int(std::ceil(document()->size().height())));
    const int most = m_mostLines > 0 ? m_mostLines : rows;
    if (rows > most)
        return most * fontMetrics().lineSpacing() + int(document()->documentMargin()) + aroundText;
    qreal height = 2 * document()->documentMargin(); // lines with bold text are taller
    for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next())
        height += blockBoundingRect(block).height();
    return int(std::ceil(height)) + aroundText;
}

QSize ErrorText::sizeHint() const { return {QPlainTextEdit::sizeHint().width(), heightNeeded()}; }

QSize ErrorText::minimumSizeHint() const
{
    const int least = leastLines * fontMetrics().lineSpacing() + int(document()->documentMargin()) + aroundText;
    return {0, m_mostLines > 0 ? heightNeeded() : std::min(least, heightNeeded())};
}

void ErrorText::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // line breaks may have changed
}

} // namespace dueline
