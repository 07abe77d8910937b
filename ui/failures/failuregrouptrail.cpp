// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregrouptrail.h"

#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace dueline {

namespace {

constexpr int trailHeight = 32;
constexpr int trailFrom = 940; ///< minimum width of the page in pixels for which the line is shown

} // namespace

FailureGroupTrail::FailureGroupTrail(const Theme& theme, QWidget& page)
    : Pane(theme, Ground::Surface, Qt::BottomEdge, &page)
    , m_page(page)
    , m_back(new QToolButton)
    , m_overview(new QPushButton)
    , m_failures(new QPushButton)
    , m_here(PlainLabel::quiet(theme, {}))
    , m_count(PlainLabel::quiet(theme, {}))
    , m_previous(addStep(QStringLiteral("chevron-up"), Qt::Key_Up, -1))
    , m_next(addStep(QStringLiteral("chevron-down"), Qt::Key_Down, 1))
{
    setFixedHeight(trailHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 8, 1);
    row->setSpacing(6);
    m_back->setIcon(theme.icon(QStringLiteral("back")));
    m_back->setIconSize({16, 16});
    const auto addArrow = [&] { row->addWidget(PlainLabel::quiet(theme, QStringLiteral("›"))); };
    for (QPushButton* link : {m_overview, m_failures})
        link->setProperty("variant", QStringLiteral("link"));
    row->addWidget(m_back);
    row->addWidget(m_overview);
    addArrow();
    row->addWidget(m_failures);
    addArrow();
    row->addWidget(m_here);
    row->addStretch(1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    connect(m_back, &QToolButton::clicked, this, &FailureGroupTrail::backRequested);
    connect(m_overview, &QPushButton::clicked, this, &FailureGroupTrail::overviewRequested);
    connect(m_failures, &QPushButton::clicked, this, &FailureGroupTrail::failuresRequested);
    page.installEventFilter(this);
    onLanguageChange(this, [this] {
        m_back->setAccessibleName(tr("Back"));
        m_back->setToolTip(tr("Go back to the previous page (Escape)."));
        m_overview->setText(tr("Overview"));
        m_overview->setToolTip(plainTextToolTip(tr("Show all queues on the connection.")));
        m_failures->setText(tr("Failures"));
        m_failures->setToolTip(plainTextToolTip(tr("List all failure groups.")));
        m_here->setText(tr("Failure group"));
        m_previous->setAccessibleName(tr("Previous failure group"));
        m_previous->setToolTip(tr("Show the next larger failure group (Alt+Up)"));
        m_next->setAccessibleName(tr("Next failure group"));
        m_next->setToolTip(tr("Show the next smaller failure group (Alt+Down)"));
        setPlace(m_place, m_groups);
    });
    fit();
}

/// Adds a button that moves by `step` groups. Its shortcut works only within the page.
QToolButton* FailureGroupTrail::addStep(const QString& icon, Qt::Key key, int step)
{
    auto* button = new QToolButton;
    button->setIcon(theme().icon(icon));
    button->setIconSize({16, 16});
    connect(button, &QToolButton::clicked, this, [this, step] { Q_EMIT placeRequested(m_place + step); });
    auto* action = new QAction(&m_page);
    onLanguageChange(button,
        [action, step] { action->setText(step < 0 ? tr("Previous failure group") : tr("Next failure group")); });
    action->setShortcut(QKeySequence(Qt::ALT | key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, button, &QToolButton::click);
    m_page.addAction(action);
    return button;
}

void FailureGroupTrail::setPlace(int place, int groups)
{
    m_place = place;
    m_groups = groups;
    const bool isKnown = place >= 0 && groups > 1;
    m_count->setText(isKnown
            ? tr("%1 of %2", "the place of a group").arg(Formatting::count(place + 1), Formatting::count(groups))
            : QString());
    m_previous->setVisible(isKnown);
    m_next->setVisible(isKnown);
    m_previous->setEnabled(place > 0);
    m_next->setEnabled(place >= 0 && place + 1 < groups);
}

void FailureGroupTrail::fit() { setVisible(m_page.width() >= trailFrom); }

bool FailureGroupTrail::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_page && event->type() == QEvent::Resize)
        fit();
    return Pane::eventFilter(watched, event);
}

} // namespace dueline
