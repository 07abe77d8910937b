// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/messagebar.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int leastDetail = 24; ///< of what it means; less says nothing
constexpr int leastText = 220; ///< of what happened; with less the rest goes below
constexpr int foldedLines = 3;
constexpr int unfoldedLines = 8;

} // namespace

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
    , m_close(new QToolButton)
{
    setFixedHeight(lineHeight);
    setObjectName(QStringLiteral("messageBar"));
    m_rows->setContentsMargins(16, 0, 8, 0);
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
    m_close->setIcon(theme.icon(QStringLiteral("close")));
    m_close->setIconSize({14, 14});
    connect(m_close, &QToolButton::clicked, this, &MessageBar::clear);
    m_tailRow->addWidget(m_close);
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
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    if (m_notice.again) {
        m_notice = Notice::worded(m_notice.again).about(m_notice.of);
        rebuild();
        fit();
    } else if (m_notice.kind != Notice::Kind::Failure && !m_notice.text.isEmpty()) {
        clear();
    }
}

void MessageBar::addPart(QWidget* part) { m_tailRow->insertWidget(m_tailRow->indexOf(m_links), part); }

void MessageBar::renew()
{
    if (m_notice.of.isEmpty())
        return;
    rebuild();
    fit();
}

/// What happened, and on which connection where that is not the one in view.
QString MessageBar::headline() const
{
    const QString name = m_nameOf && !m_notice.of.isEmpty() ? m_nameOf(m_notice.of) : QString();
    return name.isEmpty() ? m_notice.text : tr("%1: %2", "connection, what happened there").arg(name, m_notice.text);
}

void MessageBar::show(Notice notice)
{
    m_notice = std::move(notice);
    setUnfolded(false);
    rebuild();
    setVisible(true);
    if (QLayout* around = parentWidget() ? parentWidget()->layout() : nullptr)
        around->activate(); // hidden it had no width to fit into
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
    setAccessibleDescription(headline() + u' ' + m_notice.detail);
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

/// One line, and the link where that is too little; unfolded as high as the words are, within limits. Where there is no
/// room beside what is to be pressed for what happened, it has the line for itself, and more than one if need be.
void MessageBar::fit()
{
    if (std::exchange(m_fitting, true))
        return; // what is done here asks for it again
    const QMargins margins = m_rows->contentsMargins();
    const int gap = m_layout->spacing();
    const int inner = width() - margins.left() - margins.right() - m_icon->sizeHint().width() - gap;
    const int tail = m_tailRow->sizeHint().width();
    const int most = m_more->isHidden() ? tail + m_more->sizeHint().width() + gap : tail;
    // Below is below as long as it may have to be: what decides does not depend on what is decided.
    const int text = m_text->fontMetrics().horizontalAdvance(headline()) + 1;
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

/// What is said, in so much room beside the picture; how high it is.
int MessageBar::fitLines(int room)
{
    const auto advance = [](const PlainLabel& label, const QString& text) {
        // With what a bold letter needs beyond.
        return text.isEmpty() ? 0 : label.fontMetrics().horizontalAdvance(text) + 5;
    };
    const int gap = m_layout->spacing();
    const int link = m_below ? 0 : m_more->sizeHint().width() + gap;
    if (!m_more->isHidden())
        room += link; // as without the link
    const int left = room - advance(*m_text, headline());
    const bool fits = advance(*m_detail, m_notice.detail) <= left - gap || (m_notice.detail.isEmpty() && left >= 0);
    // Unfolded, lines that were needed are kept: without them they would be found needed again.
    const bool narrow = (fits ? left < 0 : left - gap - link < leastDetail) || (m_unfolded && m_text->wordWrap());
    const QString detail = fits || m_unfolded || m_notice.brief.isEmpty() ? m_notice.detail : m_notice.brief;
    // Each only where it changes something: a change asks for all this again.
    const bool more = m_unfolded || (!fits && !m_notice.detail.isEmpty()) || m_text->isCut();
    m_more->setVisible(more);
    if (m_detail->fullText() != detail)
        m_detail->setText(detail);
    m_detail->setVisible(!narrow || (m_unfolded && !detail.isEmpty())); // empty it keeps what is pressed at the end
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
        m_more->show(); // what is left out now was not before
    int lines = 0;
    for (const PlainLabel* label : {m_text, m_detail}) {
        if (!label->isHidden() && label->wordWrap())
            lines = std::max(lines, label->heightForWidth(label->width()) + 2 * gap);
    }
    return lines;
}

/// Narrower than the words it lays itself out anew, so they ask for nothing.
QSize MessageBar::minimumSizeHint() const
{
    const QMargins margins = m_rows->contentsMargins();
    return {m_tailRow->minimumSize().width() + margins.left() + margins.right(), height()};
}

/// Links are as wide as they are once they are polished, and that is told by a request alone.
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

void MessageBar::setClosable(bool closable)
{
    m_close->setVisible(closable);
    fitEdge();
}

/// Words end 16 pixels before the edge, as the picture of the button that closes does, which has a padding of its own.
void MessageBar::fitEdge()
{
    QMargins margins = m_rows->contentsMargins();
    margins.setRight(m_close->isHidden() ? 16 : 8);
    m_rows->setContentsMargins(margins);
}

void MessageBar::clear()
{
    m_notice = {};
    hide();
    if (QLayout* around = parentWidget() ? parentWidget()->layout() : nullptr)
        around->activate(); // else a frame that is due already shows an empty strip in its place
}

void MessageBar::rebuild()
{
    const Tokens& t = theme().tokens();
    const QColor color = m_notice.kind == Notice::Kind::Result ? t.accent
        : m_notice.kind == Notice::Kind::Warning               ? t.of(TaskState::Leased).edge
                                                               : t.of(TaskState::Failed).edge;
    setStripe(color);
    m_icon->setPixmap(theme().pixmap(m_notice.icon, color, 18, devicePixelRatioF()));
    m_text->setFont(theme().font(0, QFont::DemiBold));
    m_text->setText(headline());
    m_detail->setFont(theme().font(-1));
    m_detail->setText(m_notice.detail);
    setAccessibleDescription(headline() + u' ' + m_notice.detail);

    auto* links = new QWidget;
    auto* row = new QHBoxLayout(links);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (const Notice::Link& link : m_notice.links) {
        auto* button = new QPushButton(link.text);
        button->setProperty("variant", QStringLiteral("link"));
        button->setProperty("action", link.action);
        connect(button, &QPushButton::clicked, this, [act = link.act] { act(); });
        row->addWidget(button);
        if (!link.shortcut.isEmpty()) {
            auto* key = new PlainLabel(link.shortcut);
            key->setFont(theme().font(-1));
            key->setEnabled(false);
            row->addWidget(key);
            row->addSpacing(10); // it is the key of the link before it, not of the one behind
        }
    }
    delete m_tailRow->replaceWidget(m_links, links);
    m_links->hide(); // until it goes
    m_links->deleteLater();
    m_links = links;
    fitEdge();
    allowLinks();
}

void MessageBar::follow(const QAction& action)
{
    m_followed.push_back(&action);
    connect(&action, &QAction::changed, this, &MessageBar::allowLinks);
    allowLinks();
}

void MessageBar::allowLinks()
{
    for (const QAction* action : m_followed) {
        for (auto* button : m_links->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (button->property("action").toByteArray() == action->objectName().toLatin1())
                button->setEnabled(action->isEnabled());
        }
    }
}

} // namespace dueline
