// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plainlabel.h"

#include "ui/text/breakable.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastShown = 24; ///< minimum width of elided text in pixels
constexpr int mostOverhang = 4;

/// Returns the last letter's overhang, which some bold fonts would clip.
int overhang(const QLabel& label, const QString& text)
{
    if (label.wordWrap() || text.isEmpty())
        return 0;
    const QFontMetrics metrics = label.fontMetrics();
    return std::clamp(metrics.boundingRect(text).right() + 1 - metrics.horizontalAdvance(text), 0, mostOverhang);
}

} // namespace

PlainLabel::PlainLabel(const QString& text, QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setOpenExternalLinks(false);
    setForegroundRole(QPalette::WindowText); // a background palette also sets the default role's color
    setText(text);
}

PlainLabel* PlainLabel::quiet(const Theme& theme, const QString& text)
{
    auto* label = new PlainLabel(text);
    const auto colour = [label, &theme] {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.tokens().text2);
        label->setPalette(palette);
    };
    connect(&theme, &Theme::changed, label, colour);
    colour();
    return label;
}

void PlainLabel::setText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    fit();
    updateGeometry();
}

void PlainLabel::setWordWrap(bool wraps)
{
    QLabel::setWordWrap(wraps);
    fit();
}

void PlainLabel::setEliding(bool eliding, Qt::TextElideMode mode)
{
    m_fit = eliding ? Fit::Eliding : Fit::Needed;
    m_elide = mode;
    setSizePolicy(eliding ? QSizePolicy::Ignored : QSizePolicy::Preferred, QSizePolicy::Preferred);
    if (!eliding)
        setToolTip({});
    fit();
}

void PlainLabel::setShrinking(Qt::TextElideMode mode)
{
    m_fit = Fit::Shrinking;
    m_elide = mode;
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    fit();
}

void PlainLabel::setMostLines(int lines)
{
    m_mostLines = lines;
    fit();
}

void PlainLabel::fit()
{
    QString shown = m_text;
    if (wordWrap())
        shown = m_mostLines > 0 ? inLines() : breakable(m_text);
    else if (m_fit != Fit::Needed)
        shown = fontMetrics().elidedText(m_text, m_elide, contentsRect().width());
    const bool was = m_cut;
    m_cut = wordWrap() ? shown != breakable(m_text) : shown != m_text;
    if (m_cut || was)
        setToolTip(m_cut ? plainTextToolTip(m_text) : QString());
    QLabel::setText(shown);
}

/// Returns as much of the beginning of the text as fits on the lines.
QString PlainLabel::inLines() const
{
    const QString all = breakable(m_text);
    const QFontMetrics metrics = fontMetrics();
    const int wide = contentsRect().width() - 2 * margin();
    const auto fits = [&](const QString& text) {
        const QRect lines = metrics.boundingRect(QRect(0, 0, wide, QWIDGETSIZE_MAX), Qt::TextWordWrap, text);
        return lines.height() <= mostHeight();
    };
    if (wide <= 0 || fits(all))
        return all;
    qsizetype some = 0;
    qsizetype many = all.size();
    while (some + 1 < many) {
        const qsizetype half = (some + many) / 2;
        (fits(all.first(half) + u'\u2026') ? some : many) = half;
    }
    if (some > 0 && all[some - 1].isHighSurrogate())
        --some;
    return all.first(some) + u'\u2026';
}

int PlainLabel::mostHeight() const { return (m_mostLines - 1) * fontMetrics().lineSpacing() + fontMetrics().height(); }

void PlainLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (m_fit != Fit::Needed || m_mostLines > 0)
        fit();
}

void PlainLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange && (m_fit != Fit::Needed || m_mostLines > 0))
        fit();
}

void PlainLabel::contextMenuEvent(QContextMenuEvent* event)
{
    const bool changed = m_cut || QLabel::text() != m_text;
    if (!changed)
        return QLabel::contextMenuEvent(event);
    QMenu menu(this);
    menu.addAction(tr("&Copy"), this, [this] { QApplication::clipboard()->setText(m_text); });
    menu.exec(event->globalPos());
}

QSize PlainLabel::sizeHint() const
{
    QSize hint = QLabel::sizeHint();
    hint.rwidth() += overhang(*this, m_text);
    if (m_fit == Fit::Shrinking) { // request the full text's width: the visible text may be elided
        // Don't use QLabel's hint: it is at least the minimum width, which a parent has derived from an earlier hint.
        const QMargins around = contentsMargins();
        hint.setWidth(fontMetrics().horizontalAdvance(m_text) + 1 + overhang(*this, m_text) + around.left()
            + around.right() + 2 * margin());
    }
    return hint;
}

QSize PlainLabel::minimumSizeHint() const
{
    QSize least = QLabel::minimumSizeHint();
    least.rwidth() += overhang(*this, m_text);
    if (wordWrap() || m_fit == Fit::Needed)
        return least;
    return {m_fit == Fit::Shrinking ? std::min(least.width(), leastShown) : leastShown, least.height()};
}

/// Returns the full text's height, because the visible text is elided only for the current width.
int PlainLabel::heightForWidth(int width) const
{
    if (!wordWrap() || m_mostLines == 0)
        return QLabel::heightForWidth(width);
    const QMargins around = contentsMargins();
    const QRect room(0, 0, std::max(1, width - around.left() - around.right() - 2 * margin()), QWIDGETSIZE_MAX);
    const int lines = fontMetrics().boundingRect(room, Qt::TextWordWrap, breakable(m_text)).height();
    return std::min(lines, mostHeight()) + around.top() + around.bottom() + 2 * margin();
}

} // namespace dueline
