// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toast.h"

#include "ui/text/breakable.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/plainlabel.h"

#include <QAction>
#include <QApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int columnWidth = 64;
/// Maximum width of a link beside the text. If a link is wider, all links move below the text.
constexpr int mostLinkWidth = 92;
constexpr int leastToastHeight = 42;
constexpr int foldedToastLines = 2;
constexpr int unfoldedTitleLines = 4;
constexpr int unfoldedToastLines = 8;
constexpr int startLife = 8000; ///< milliseconds
constexpr int tick = 100; ///< milliseconds
constexpr qreal radius = 6;

/// Returns whether the label would have to elide `text` when folded. The label itself knows this only while it is
/// visible.
bool isTooLong(const PlainLabel& label, const QString& text, int width)
{
    const QFontMetrics metrics = label.fontMetrics();
    const QRect needed
        = metrics.boundingRect(QRect(0, 0, std::max(1, width), QWIDGETSIZE_MAX), Qt::TextWordWrap, breakable(text));
    return needed.height() > (foldedToastLines - 1) * metrics.lineSpacing() + metrics.height();
}

QPushButton* makeLink(const QString& text)
{
    auto* link = new QPushButton(QString(text).replace(u'&', QStringLiteral("&&")));
    link->setProperty("variant", QStringLiteral("link"));
    link->setAutoDefault(false);
    link->setFocusPolicy(Qt::TabFocus); // a click must not move the focus to a toast that is about to close
    return link;
}

} // namespace

Toast::Toast(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_icon(new PlainLabel)
    , m_title(new PlainLabel)
    , m_detail(PlainLabel::quiet(theme, {}))
    , m_meter(new QProgressBar)
    , m_row(new QWidget)
    , m_more(makeLink({}))
    , m_column(new QWidget)
    , m_grid(new QGridLayout(m_column))
    , m_close(new QToolButton)
    , m_life(startLife)
    , m_left(startLife)
{
    auto* parts = new QHBoxLayout(this);
    parts->setContentsMargins(14, 8, 8, 8);
    parts->setSpacing(10);
    auto* text = new QVBoxLayout;
    text->setContentsMargins(0, 2, 0, 2);
    text->setSpacing(2);
    for (PlainLabel* label : {m_title, m_detail})
        label->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_detail, m_meter, m_row})
        text->addWidget(part);
    text->addStretch(1);
    parts->addWidget(m_icon, 0, Qt::AlignTop);
    parts->addLayout(text, 1);
    parts->addWidget(m_column, 0, Qt::AlignTop);
    parts->addWidget(m_close, 0, Qt::AlignTop);
    m_icon->setContentsMargins(0, 2, 0, 0);
    auto* row = new FlowLayout(12, false, m_row);
    row->setContentsMargins(0, 0, 0, 0);
    m_meter->setTextVisible(false);
    m_meter->setRange(0, 1000);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(0);
    m_column->setMinimumWidth(columnWidth);
    m_column->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_more->setObjectName(QStringLiteral("details"));
    m_close->setIconSize({14, 14});
    m_close->setFocusPolicy(Qt::TabFocus);
    connect(m_more, &QPushButton::clicked, this, [this] { setUnfolded(!m_unfolded); });
    connect(m_close, &QToolButton::clicked, this, &Toast::closed);
    // Until the toast is on screen, a layout treats parts that aren't explicitly visible as hidden.
    for (QWidget* part : std::initializer_list<QWidget*>{m_icon, m_title, m_close})
        part->show();
    m_clock.setInterval(tick);
    connect(&m_clock, &QTimer::timeout, this, &Toast::age);
    connect(&theme, &Theme::changed, this, &Toast::paintIcons);
    onLanguageChange(this, [this] {
        m_close->setToolTip(tr("Close this message"));
        m_close->setAccessibleName(tr("Close this message"));
        setUnfolded(m_unfolded);
    });
    paintIcons();
}

void Toast::paintIcons()
{
    m_close->setIcon(m_theme.icon(QStringLiteral("close")));
    m_title->setFont(m_theme.font(0, QFont::DemiBold));
    m_detail->setFont(m_theme.font(-1));
    m_icon->setPixmap(m_theme.pixmap(m_notice.icon, color(), 18, devicePixelRatioF()));
    update();
}

QColor Toast::color() const { return noticeColor(m_theme.tokens(), m_notice.kind); }

void Toast::tell(Notice notice, const QString& headline)
{
    m_notice = std::move(notice);
    m_left = m_life;
    makeLinks();
    paintIcons();
    rename(headline);
    setProgress(m_notice.detail, m_notice.progress);
    setUnfolded(false);
    isPassing() ? m_clock.start() : m_clock.stop();
}

void Toast::rename(const QString& headline)
{
    m_title->setText(headline);
    setAccessibleName(headline);
}

void Toast::setProgress(const QString& detail, std::optional<double> share)
{
    m_notice.detail = detail;
    m_notice.progress = share;
    setAccessibleDescription(detail);
    m_meter->setVisible(share && *share >= 0);
    m_meter->setValue(int(std::clamp(share.value_or(0), 0.0, 1.0) * m_meter->maximum()));
}

void Toast::makeLinks()
{
    const auto had = std::find_if(m_links.begin(), m_links.end(), [](const auto* link) { return link->hasFocus(); });
    const auto focused = had == m_links.end() ? -1 : had - m_links.begin();
    for (QPushButton* old : m_links) {
        old->hide(); // the link may be the current signal's sender
        old->deleteLater();
    }
    m_links.clear();
    const QFontMetrics metrics(m_theme.font(0, QFont::DemiBold));
    int widest = 0;
    for (const Notice::Link& link : m_notice.links)
        widest = std::max(widest, metrics.horizontalAdvance(link.text) + 4);
    const bool beside = widest <= mostLinkWidth;
    const int columns = m_notice.links.size() > 2 ? 2 : 1;
    for (const Notice::Link& link : m_notice.links) {
        QPushButton* button = makeLink(link.text);
        button->setProperty("action", link.action);
        if (!link.shortcut.isEmpty())
            button->setToolTip(QStringLiteral("%1 (%2)").arg(link.text, link.shortcut));
        connect(button, &QPushButton::clicked, this, [this, act = link.act, isAction = !link.action.isEmpty()] {
            if (isAction)
                Q_EMIT acted();
            act();
        });
        const int place = int(m_links.size());
        if (beside)
            m_grid->addWidget(button, place / columns, place % columns, Qt::AlignLeft);
        else
            m_row->layout()->addWidget(button);
        button->show();
        m_links.push_back(button);
    }
    const int place = beside ? int(m_links.size()) : 0;
    m_grid->addWidget(m_more, place / columns, place % columns, Qt::AlignLeft);
    m_row->setVisible(!beside);
    m_more->raise(); // raising a widget moves it to the end of the tab order
    m_close->raise();
    QWidget* next = m_close;
    for (auto link = m_links.rbegin(); link != m_links.rend(); next = *link++)
        setTabOrder(*link, next);
    if (focused >= 0 && std::size_t(focused) < m_links.size())
        m_links[std::size_t(focused)]->setFocus(Qt::OtherFocusReason);
}

void Toast::setUnfolded(bool unfolded)
{
    m_unfolded = unfolded;
    m_title->setMostLines(unfolded ? unfoldedTitleLines : foldedToastLines);
    m_detail->setMostLines(unfolded ? unfoldedToastLines : foldedToastLines);
    m_more->setText(unfolded ? tr("Less") : tr("Details"));
    fit(width());
}

void Toast::fit(int width)
{
    if (std::exchange(m_fitting, true))
        return; // the changes below call this function again
    const QSize before = size();
    const auto layOut = [this] {
        layout()->activate();
        layout()->setGeometry(rect()); // a hidden widget doesn't do this when it is resized
    };
    setFixedWidth(width);
    layOut();
    // Assume that the column is visible, so that the decision on whether to show it doesn't depend on its own result.
    const int room = m_title->width() - (m_column->isHidden() ? columnWidth + layout()->spacing() : 0);
    const bool isLong = isTooLong(*m_detail, m_notice.detail, room);
    const bool brief = isLong && !m_unfolded && !m_notice.brief.isEmpty();
    // Set each property only if it changes: each change requests a new layout.
    if (const QString& detail = brief ? m_notice.brief : m_notice.detail; m_detail->fullText() != detail)
        m_detail->setText(detail);
    m_detail->setVisible(!m_notice.detail.isEmpty());
    m_more->setVisible(isLong || m_unfolded || isTooLong(*m_title, m_title->fullText(), room));
    m_column->setVisible(!m_more->isHidden() || (!m_links.empty() && m_row->isHidden()));
    setFixedHeight(std::max(leastToastHeight, layout()->totalHeightForWidth(width)));
    layOut();
    m_fitting = false;
    if (size() != before)
        Q_EMIT fitted();
}

void Toast::setLife(int ms) { m_life = m_left = ms; }

void Toast::allowLinks(const std::vector<const QAction*>& actions)
{
    for (const QAction* action : actions) {
        for (QPushButton* link : m_links) {
            if (link->property("action").toByteArray() == action->objectName().toLatin1())
                link->setEnabled(action->isEnabled());
        }
    }
}

bool Toast::isHeld() const
{
    // underMouse() alone stays true if the toast appeared under a pointer that a closing dialog had grabbed.
    const bool isPointed = underMouse() && rect().contains(mapFromGlobal(QCursor::pos()));
    return isPointed || isAncestorOf(QApplication::focusWidget());
}

void Toast::takeFocus()
{
    const auto link = std::find_if(m_links.begin(), m_links.end(), [](const auto* one) { return one->isEnabled(); });
    if (link != m_links.end())
        (*link)->setFocus(Qt::ShortcutFocusReason);
    else
        m_close->setFocus(Qt::ShortcutFocusReason);
}

/// Returns whether the toast closes automatically.
bool Toast::isPassing() const { return m_notice.kind == Notice::Kind::Result && !m_notice.progress; }

void Toast::age()
{
    // The remaining time doesn't decrease while the toast can't be seen or used.
    if (!isVisible() || window()->isMinimized() || QApplication::activeModalWidget())
        return;
    if (isHeld()) {
        // When the user leaves the toast, keep it for a moment instead of closing it immediately.
        m_left = std::max(m_left, m_life / 2);
        return;
    }
    m_left -= tick;
    if (m_left <= 0) {
        m_clock.stop();
        Q_EMIT closed();
    } else {
        update(0, height() - 3, width(), 3);
    }
}

bool Toast::event(QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress;
    if ((isKey || event->type() == QEvent::ShortcutOverride)
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Cancel)) {
        event->accept(); // Escape closes the toast rather than performing one of the window's actions
        if (isKey)
            Q_EMIT closed();
        return true;
    }
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest && !isHidden())
        fit(width());
    return done;
}

void Toast::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.fillPath(shape, t.surface);
    painter.setClipPath(shape);
    if (isPassing())
        painter.fillRect(0, height() - 3, int(qint64(width()) * m_left / std::max(1, m_life)), 2, t.lineStrong);
    painter.fillRect(0, 0, 4, height(), color());
    painter.setClipping(false);
    painter.strokePath(shape, QPen(t.lineStrong, 1));
}

} // namespace dueline
