// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/bytesarea.h"

#include "core/base/text.h"
#include "ui/inspector/bytesareaaccessible.h"
#include "ui/text/bytesview.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/focusframe.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <utility>

namespace dueline {

namespace {

constexpr qsizetype hexBytes = 16;
constexpr int indent = 2;
constexpr int hexAt = 10; ///< column of the first byte in a line returned by hexDump()

/// Returns all bytes as printable text. The length limit is never reached, even if every byte is escaped.
QString shownText(QByteArrayView bytes)
{
    return printableText(bytes, 8 * bytes.size() + 1).replace(u'\t', QStringLiteral("    "));
}

/// Returns the column of a byte in a line returned by hexDump().
int hexColumn(qsizetype byte) { return hexAt + int(byte) * 3 + (byte >= 8 ? 1 : 0); }

} // namespace

BytesArea::BytesArea(const Theme& theme, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_theme(theme)
{
    BytesAreaAccessible::install();
    setFrameShape(QFrame::NoFrame);
    setFont(theme.mono());
    setFocusPolicy(Qt::StrongFocus);
    onLanguageChange(
        this, [this] { setAccessibleName(m_form == Form::Text ? tr("Payload as text") : tr("Payload as hex")); });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &BytesArea::fitBars);
    connect(&theme, &Theme::changed, this, [this] {
        setFont(m_theme.mono());
        viewport()->update();
    });
}

void BytesArea::setBytes(const QByteArray& bytes)
{
    // Keep the line index if bytes were only appended, so that nothing is scanned twice.
    if (bytes.size() < m_bytes.size() || (bytes.constData() != m_bytes.constData() && !bytes.startsWith(m_bytes))) {
        m_lines.clear();
        m_markedLength = 0;
        verticalScrollBar()->setValue(0);
        horizontalScrollBar()->setValue(0);
    }
    m_bytes = bytes;
    m_lines.extend(m_bytes);
    fitBars();
    viewport()->update();
}

void BytesArea::setForm(Form form)
{
    if (form == m_form)
        return;
    const qsizetype first = beginOf(verticalScrollBar()->value());
    m_form = form;
    setAccessibleName(form == Form::Text ? tr("Payload as text") : tr("Payload as hex"));
    fitBars();
    verticalScrollBar()->setValue(int(lineAt(first)));
    viewport()->update();
}

void BytesArea::mark(qsizetype offset, qsizetype length)
{
    m_marked = offset;
    m_markedLength = length = offset + length <= m_bytes.size() ? length : 0;
    if (length > 0) {
        const int line = int(lineAt(offset));
        const int first = verticalScrollBar()->value();
        if (line < first || line >= first + linesInView())
            verticalScrollBar()->setValue(line - linesInView() / 3);
        const int left = widthOf(line, offset - beginOf(line));
        const int right = widthOf(line, offset + length - beginOf(line));
        QScrollBar& bar = *horizontalScrollBar();
        if (left < bar.value() || right > bar.value() + viewport()->width())
            bar.setValue(std::max(0, std::min(left, right - viewport()->width() / 2)));
    }
    viewport()->update();
}

qsizetype BytesArea::lineCount() const
{
    return m_form == Form::Text ? m_lines.count() : std::max<qsizetype>(1, (m_bytes.size() + hexBytes - 1) / hexBytes);
}

qsizetype BytesArea::beginOf(qsizetype line) const
{
    if (m_form == Form::Hex)
        return line * hexBytes;
    return m_lines.begin(std::clamp<qsizetype>(line, 0, m_lines.count() - 1));
}

qsizetype BytesArea::lineAt(qsizetype offset) const
{
    return m_form == Form::Text ? m_lines.lineOf(offset) : offset / hexBytes;
}

QByteArrayView BytesArea::bytesOf(qsizetype line) const
{
    const qsizetype from = beginOf(line);
    const qsizetype to = m_form == Form::Text ? m_lines.end(line) : std::min(m_bytes.size(), from + hexBytes);
    QByteArrayView bytes = QByteArrayView(m_bytes).sliced(from, std::max<qsizetype>(0, to - from));
    if (m_form == Form::Text && bytes.endsWith('\n'))
        bytes.chop(1);
    return bytes;
}

QString BytesArea::textOf(qsizetype line) const
{
    const QByteArrayView bytes = bytesOf(line);
    if (m_form == Form::Hex) {
        QString text = hexDump(bytes, line * hexBytes);
        text.chop(1);
        return text;
    }
    return shownText(bytes);
}

int BytesArea::widthOf(qsizetype line, qsizetype bytes) const
{
    const QFontMetrics metrics(font());
    if (m_form == Form::Hex)
        return metrics.horizontalAdvance(u'0') * hexColumn(std::min(bytes, hexBytes));
    const QByteArrayView part = bytesOf(line);
    const QByteArrayView before = part.first(std::clamp<qsizetype>(bytes, 0, part.size()));
    return metrics.horizontalAdvance(shownText(before));
}

int BytesArea::lineHeight() const { return QFontMetrics(font()).lineSpacing() + 2; }

int BytesArea::linesInView() const { return std::max(1, viewport()->height() / lineHeight()); }

QStringList BytesArea::visibleLines() const
{
    QStringList lines;
    const qsizetype first = verticalScrollBar()->value();
    for (qsizetype line = first; line < std::min(lineCount(), first + linesInView() + 1); ++line)
        lines << textOf(line);
    return lines;
}

void BytesArea::fitBars()
{
    const int inView = linesInView();
    verticalScrollBar()->setPageStep(inView);
    verticalScrollBar()->setRange(0, std::max(0, int(std::min<qsizetype>(lineCount(), 1'000'000'000)) - inView));
    // Measure only the visible lines. Their widths vary, because escape sequences are wider than the bytes they
    // represent.
    int widest = 0;
    const QFontMetrics metrics(font());
    for (const QString& line : visibleLines())
        widest = std::max(widest, metrics.horizontalAdvance(line));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, widest + 2 * indent - viewport()->width()));
    tell();
}

QRect BytesArea::rectOf(int lineInView, const QString& letters) const
{
    const int left = indent - horizontalScrollBar()->value();
    return {left, lineInView * lineHeight(), QFontMetrics(font()).horizontalAdvance(letters), lineHeight()};
}

void BytesArea::tell()
{
    if (!QAccessible::isActive())
        return;
    const QString seen = BytesAreaAccessible::textOf(*this);
    if (seen == m_told)
        return;
    QAccessibleTextUpdateEvent event(this, 0, std::exchange(m_told, seen), seen);
    QAccessible::updateAccessibility(&event);
}

void BytesArea::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Tokens& t = m_theme.tokens();
    painter.setFont(font());
    const int height = lineHeight();
    const int left = indent - horizontalScrollBar()->value();
    const qsizetype first = verticalScrollBar()->value();
    const qsizetype last = std::min(lineCount(), first + linesInView() + 2);
    const int digit = painter.fontMetrics().horizontalAdvance(u'0');
    for (qsizetype line = first; line < last; ++line) {
        const int y = int(line - first) * height;
        const qsizetype begin = beginOf(line);
        const qsizetype from = std::max<qsizetype>(m_marked - begin, 0);
        const qsizetype to = std::min(m_marked + m_markedLength - begin, bytesOf(line).size());
        if (m_markedLength > 0 && from < to) {
            const int x = widthOf(line, from);
            const int end = m_form == Form::Hex ? digit * (hexColumn(to - 1) + 2) : widthOf(line, to);
            painter.fillRect(QRect(left + x, y, std::max(2, end - x), height), t.tint);
            painter.fillRect(QRect(left + x, y + height - 2, std::max(2, end - x), 2), t.accent);
        }
        painter.setPen(t.text);
        painter.drawText(
            QRect(left, y, 1 << 20, height), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, textOf(line));
    }
    if (hasFocus())
        paintFocusFrame(painter, m_theme, viewport()->rect());
}

void BytesArea::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update(); // update() wouldn't repaint the viewport
}

void BytesArea::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void BytesArea::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    fitBars();
}

void BytesArea::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitBars();
}

void BytesArea::keyPressEvent(QKeyEvent* event)
{
    QScrollBar& bar = *verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Home:
        return bar.setValue(0);
    case Qt::Key_End:
        return bar.setValue(bar.maximum());
    case Qt::Key_PageDown:
    case Qt::Key_Space:
        return bar.triggerAction(QScrollBar::SliderPageStepAdd);
    case Qt::Key_PageUp:
        return bar.triggerAction(QScrollBar::SliderPageStepSub);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace dueline
