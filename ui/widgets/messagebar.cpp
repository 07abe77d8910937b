// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/messagebar.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int leastDetail = 24; ///< minimum width of the detail in pixels
constexpr int leastText = 220; ///< width of the message, in pixels, below which the links move to the next row
constexpr int foldedLines = 3;
constexpr int unfoldedLines = 8;

} // namespace

QColor noticeColor(const Tokens& tokens, Notice::Kind kind)
{
    return kind == Notice::Kind::Result ? tokens.accent
        : kind == Notice::Kind::Warning ? tokens.of(TaskState::Leased).edge
                                        : tokens.of(TaskState::Failed).edge;
}

MessageBar::MessageBar(const Theme& theme, Qt::Edges lines, QWidget* parent)
    : Pane(theme, Ground::Sunken, lines, parent)
    , m_rows(new QVBoxLayout(this))
    , m_layout(new QHBoxLayout)
    , m_tail(new QWidget)
    , m_tailRow(new QHBoxLayout(m_tail))
    , m_icon(new PlainLabel)
    , m_text(new PlainLabel)
    , m_detail(new PlainLabel)
    , m_more(new QPushButton)
    , m_links(new QWidget)
{
    setFixedHeight(lineHeight);
    setObjectName(QStringLiteral("messageBar"));
    m_rows->setContentsMargins(16, 0, 16, 0);
    m_rows->setSpacing(0);
    m_rows->addLayout(m_layout, 1);
    m_layout->setSpacing(8);
    m_tailRow->setContentsMargins(0, 0, 0, 0);
    m_tailRow->setSpacing(8);
    m_text->setMostLines(foldedLines);
    m_detail->setMostLines(unfoldedLines);
    m_detail->setEliding(true);
    m_layout->addWidget(m_icon);
    m_layout->addWidget(m_text);
    m_layout->addWidget(m_detail, 1);
    m_more->setObjectName(QStringLiteral("details"));
    m_more->setProperty("variant", QStringLiteral("link"));
    m_more->setAutoDefault(false);
    m_more->hide();
    connect(m_more, &QPushButton::clicked, this, [this] { setUnfolded(!m_unfolded); });
    m_tailRow->addWidget(m_more);
    m_tailRow->addWidget(m_links);
    m_layout->addWidget(m_tail);
    connect(&theme, &Theme::changed, this, [this] {
        rebuild();
        fit();
    });
    onLanguageChange(this, [this] { reword(); });
    hide();
}

void MessageBar::reword()
{
    setAccessibleName(tr("Message"));
    m_more->setText(m_unfolded ? tr("Less") : tr("Details"));
    if (m_notice.kind != Notice::Kind::Failure && !m_notice.text.isEmpty())
        clear();
}

void MessageBar::addPart(QWidget* part) { m_tailRow->insertWidget(m_tailRow->indexOf(m_links), part); }

void MessageBar::show(Notice notice)
{
    m_notice = std::move(notice);
    setUnfolded(false);
    rebuild();
    setVisible(true);
    if (QLayout* around = parentWidget() ? parentWidget()->layout() : nullptr)
        // Lay out the window first: the bar had no width while it was hidden.
        around->activate();
    fit();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::setDetail(const QString& detail)
{
    if (detail == m_notice.detail)
        return;
    m_notice.detail = detail;
    m_detail->setText(detail);
    setAccessibleDescription(m_notice.text + u' ' + m_notice.detail);
    fit();
}

void MessageBar::setUnfolded(bool unfolded)
{
    m_unfolded = unfolded;
    m_detail->setEliding(!unfolded);
    m_detail->setWordWrap(unfolded);
    m_text->setMostLines(unfolded ? unfoldedLines : foldedLines);
    m_more->setText(unfolded ? tr("Less") : tr("Details"));
    fit();
}

/// Fits the message and its detail on one line, with a "Details" link if there isn't enough room. When expanded, the
/// bar is as tall as its text, up to a limit. If the message doesn't fit next to the links, it gets separate lines.
void MessageBar::fit()
{
    if (std::exchange(m_fitting, true))
        return; // the changes below call this function again
    const QMargins margins = m_rows->contentsMargins();
    const int gap = m_layout->spacing();
    const int inner = width() - margins.left() - margins.right() - m_icon->sizeHint().width() - gap;
    const int tail = m_tailRow->sizeHint().width();
    const int most = m_more->isHidden() ? tail + m_more->sizeHint().width() + gap : tail;
    // Use the links' maximum width, so that the decision doesn't depend on its own result.
    const int text = m_text->fontMetrics().horizontalAdvance(m_notice.text) + 1;
    const bool below = inner - most - gap < std::min(text, leastText);
    if (std::exchange(m_below, below) != below) {
        if (below)
            m_rows->addWidget(m_tail, 0, Qt::AlignRight);
        else
            m_layout->addWidget(m_tail);
    }
    const int lines = fitLines(below ? inner : inner - tail - gap);
    setFixedHeight(std::max(lineHeight, lines) + (below ? m_tail->sizeHint().height() + gap / 2 : 0));
    m_rows->setContentsMargins(margins.left(), 0, margins.right(), below ? gap / 2 : 0);
    m_fitting = false;
}

/// Lays out the message in the space between the icon and the links. Returns its height.
int MessageBar::fitLines(int room)
{
    const auto advance = [](const PlainLabel& label, const QString& text) {
        // Include the overhang of a bold letter.
        return text.isEmpty() ? 0 : label.fontMetrics().horizontalAdvance(text) + 5;
    };
    const int gap = m_layout->spacing();
    const int link = m_below ? 0 : m_more->sizeHint().width() + gap;
    if (!m_more->isHidden())
        room += link; // the space of the "Details" link is also available
    const int left = room - advance(*m_text, m_notice.text);
    const bool fits = advance(*m_detail, m_notice.detail) <= left - gap || (m_notice.detail.isEmpty() && left >= 0);
    // Once the expanded message has needed separate lines, keep them; otherwise, the layout would keep switching.
    const bool narrow = (fits ? left < 0 : left - gap - link < leastDetail) || (m_unfolded && m_text->wordWrap());
    const QString detail = fits || m_unfolded || m_notice.brief.isEmpty() ? m_notice.detail : m_notice.brief;
    // Set each property only if it changes, because each change calls fit() again.
    const bool more = m_unfolded || (!fits && !m_notice.detail.isEmpty()) || m_text->isCut();
    m_more->setVisible(more);
    if (m_detail->fullText() != detail)
        m_detail->setText(detail);
    // An empty label keeps the links at the end of the line.
    m_detail->setVisible(!narrow || (m_unfolded && !detail.isEmpty()));
    if (m_text->wordWrap() != narrow)
        m_text->setWordWrap(narrow);
    if (const int stretch = narrow ? 1 : 0; m_layout->stretch(m_layout->indexOf(m_text)) != stretch)
        m_layout->setStretchFactor(m_text, stretch);
    m_rows->activate();
    m_layout->activate();
    if (m_unfolded && !m_text->wordWrap()
        && m_text->contentsRect().width() < m_text->fontMetrics().horizontalAdvance(m_text->text())) {
        m_text->setWordWrap(true);
        m_layout->setStretchFactor(m_text, 1);
        m_layout->activate();
    }
    if (m_text->isCut())
        m_more->show(); // the layout has just elided the text
    int lines = 0;
    for (const PlainLabel* label : {m_text, m_detail}) {
        if (!label->isHidden() && label->wordWrap())
            lines = std::max(lines, label->heightForWidth(label->width()) + 2 * gap);
    }
    return lines;
}

/// Returns a minimum size that ignores the text's width: the text is laid out to fit.
QSize MessageBar::minimumSizeHint() const
{
    const QMargins margins = m_rows->contentsMargins();
    return {m_tailRow->minimumSize().width() + margins.left() + margins.right(), height()};
}

/// Handles layout requests. The links' width is known only after they have been polished, and no other event reports
/// that.
bool MessageBar::event(QEvent* event)
{
    const bool done = Pane::event(event);
    if (event->type() == QEvent::LayoutRequest && !isHidden())
        fit();
    return done;
}

void MessageBar::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fit();
}

void MessageBar::clear()
{
    m_notice = {};
    hide();
    if (QLayout* around = parentWidget() ? parentWidget()->layout() : nullptr)
        around->activate(); // otherwise, a pending repaint would show an empty strip
}

void MessageBar::rebuild()
{
    const QColor color = noticeColor(theme().tokens(), m_notice.kind);
    setStripe(color);
    m_icon->setPixmap(theme().pixmap(m_notice.icon, color, 18, devicePixelRatioF()));
    m_text->setFont(theme().font(0, QFont::DemiBold));
    m_text->setText(m_notice.text);
    m_detail->setFont(theme().font(-1));
    m_detail->setText(m_notice.detail);
    setAccessibleDescription(m_notice.text + u' ' + m_notice.detail);

    auto* links = new QWidget;
    auto* row = new QHBoxLayout(links);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (const Notice::Link& link : m_notice.links) {
        auto* button = new QPushButton(link.text);
        button->setProperty("variant", QStringLiteral("link"));
        connect(button, &QPushButton::clicked, this, [act = link.act] { act(); });
        row->addWidget(button);
        if (!link.shortcut.isEmpty()) {
            auto* key = new PlainLabel(link.shortcut);
            key->setFont(theme().font(-1));
            key->setEnabled(false);
            row->addWidget(key);
            row->addSpacing(10); // gap between the shortcut and the next link
        }
    }
    delete m_tailRow->replaceWidget(m_links, links);
    m_links->hide(); // hide the old links, which would otherwise be visible until they are deleted
    m_links->deleteLater();
    m_links = links;
}

} // namespace dueline
