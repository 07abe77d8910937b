// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toolbar.h"

#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/toolbutton.h"
#include "ui/widgets/undobutton.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr std::array<Millis, 4> periods{1s, 5s, 15s, 60s};
constexpr int findWidth = 300;

/// Short vertical line between two groups of buttons.
class Separator : public QWidget
{
public:
    explicit Separator(const Theme& theme)
        : m_theme(theme)
    {
        setFixedSize(17, 18);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter(this).fillRect(width() / 2, 0, 1, height(), m_theme.tokens().lineStrong);
    }

private:
    const Theme& m_theme;
};

} // namespace

Toolbar::Toolbar(const Theme& theme, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Window, Qt::BottomEdge, parent)
    , m_actions(actions)
    , m_add(new QPushButton)
    , m_undo(new UndoButton(theme, *actions["edit.undo"]))
    , m_find(new QPushButton)
    , m_live(new QToolButton)
    , m_periods(new QActionGroup(this))
    , m_zone(new QToolButton)
{
    setFixedHeight(40);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 1);
    row->setSpacing(4);
    addPrimary(row);
    row->addSpacing(4);
    for (const char* id : {"task.retry", "task.runNow", "task.reschedule", "task.discard"})
        m_buttons.push_back(addButton(row, id));
    row->addWidget(new Separator(theme));
    row->addWidget(m_undo);
    row->addStretch(1);
    m_find->setProperty("variant", QStringLiteral("find"));
    m_find->setFocusPolicy(Qt::TabFocus);
    connect(m_find, &QPushButton::clicked, actions["tools.palette"], &QAction::trigger);
    row->addWidget(m_find);
    row->addSpacing(4);
    addLive(row);
    m_zone->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_zone->setPopupMode(QToolButton::InstantPopup);
    m_zone->setIconSize({16, 16});
    m_zone->setMinimumHeight(28);
    m_zone->setFocusPolicy(Qt::TabFocus);
    auto* zones = new QMenu(m_zone);
    zones->addAction(actions["view.zoneLocal"]);
    zones->addAction(actions["view.zoneUtc"]);
    m_zone->setMenu(zones);
    row->addWidget(m_zone);
    row->addWidget(new Separator(theme));
    for (const char* id : {"view.dock", "view.inspector"})
        addButton(row, id)->setToolButtonStyle(Qt::ToolButtonIconOnly);
    connect(&theme, &Theme::changed, this, &Toolbar::paintIcons);
    paintIcons();
    onLanguageChange(this, [this] { reword(); });
    showLive(true, periods[1], false);
}

void Toolbar::reword()
{
    setAccessibleName(tr("Toolbar"));
    m_add->setText(tr("Add task"));
    m_find->setAccessibleName(tr("Find an action, queue or task"));
    m_find->setToolTip(m_actions["tools.palette"]->toolTip());
    m_zone->setToolTip(tr("Time zone for displayed times"));
    for (QAction* choice : m_periods->actions()) {
        const Millis period(choice->data().toLongLong());
        choice->setText(
            period > Millis(0) ? tr("Every %1", "refresh period").arg(Formatting::duration(period)) : tr("Off"));
    }
    setNarrow(m_narrow);
}

void Toolbar::addPrimary(QHBoxLayout* row)
{
    m_add->setProperty("variant", QStringLiteral("primary"));
    QAction* action = m_actions["task.add"];
    connect(m_add, &QPushButton::clicked, action, &QAction::trigger);
    const auto follow = [this, action] {
        m_add->setEnabled(action->isEnabled());
        m_add->setToolTip(action->toolTip());
        paintIcons();
    };
    connect(action, &QAction::changed, m_add, follow);
    row->addWidget(m_add);
    m_add->setEnabled(action->isEnabled());
    m_add->setToolTip(action->toolTip());
}

void Toolbar::addLive(QHBoxLayout* row)
{
    QAction* live = m_actions["view.live"];
    auto* menu = new QMenu(m_live);
    for (const Millis period : periods) {
        QAction* choice = menu->addAction(QString());
        choice->setCheckable(true);
        choice->setData(qint64(period.count()));
        m_periods->addAction(choice);
    }
    menu->addSeparator();
    QAction* pause = menu->addAction(QString());
    pause->setCheckable(true);
    pause->setData(qint64(0));
    m_periods->addAction(pause);
    connect(m_periods, &QActionGroup::triggered, this,
        [this](const QAction* choice) { Q_EMIT periodRequested(Millis(choice->data().toLongLong())); });
    m_live->setMenu(menu);
    m_live->setPopupMode(QToolButton::InstantPopup);
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_live->setIconSize({18, 18});
    m_live->setMinimumHeight(28);
    m_live->setFocusPolicy(Qt::TabFocus);
    const auto follow = [this, live] {
        m_live->setVisible(live->isEnabled()); // without a connection, there is nothing to refresh
        m_live->setToolTip(live->toolTip());
    };
    connect(live, &QAction::changed, m_live, follow);
    follow();
    row->addWidget(m_live);
}

QToolButton* Toolbar::addButton(QHBoxLayout* row, const char* id)
{
    auto* button = new QToolButton;
    button->setDefaultAction(m_actions[id]);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({18, 18});
    button->setMinimumHeight(28);
    onLanguageChange(button, [button, action = m_actions[id]] { button->setAccessibleName(action->iconText()); });
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
    // Hide buttons for actions that the layout doesn't support: a button doesn't follow its action's visibility.
    connect(m_actions[id], &QAction::changed, button,
        [button, action = m_actions[id]] { button->setHidden(!action->isVisible()); });
    return button;
}

void Toolbar::paintIcons()
{
    const Tokens& t = theme().tokens();
    const qreal ratio = devicePixelRatioF();
    m_add->setIcon(QIcon(theme().pixmap(QStringLiteral("add"), m_add->isEnabled() ? t.onAccent : t.text3, 16, ratio)));
    m_find->setIcon(QIcon(theme().pixmap(QStringLiteral("search"), t.text2, 16, ratio)));
    m_zone->setIcon(theme().icon(QStringLiteral("clock")));
    m_live->setIcon(m_stands ? theme().icon(QStringLiteral("pause"))
                             : QIcon(theme().pixmap(QStringLiteral("live"), t.accent, 18, ratio)));
}

void Toolbar::showLive(bool live, Millis period, bool waiting)
{
    const auto every
        = [](Millis length) { return tr("Live · %1", "refresh period").arg(Formatting::duration(length)); };
    const QString waits = tr("Waiting", "for the connection");
    const QString paused = tr("Paused", "refresh");
    m_live->setText(waiting ? waits : live ? every(period) : paused);
    // The button is as wide as its longest label, so that neighboring buttons don't move.
    QStringList words{waits, paused, every(period)};
    for (const Millis choice : periods)
        words << every(choice);
    fitToolButton(*m_live, theme(), words);
    const QString spoken
        = live ? tr("Refresh automatically every %1").arg(Formatting::duration(period)) : tr("Refresh, paused");
    // Don't set an unchanged name: screen readers announce every name that is set.
    if (spoken != m_live->accessibleName())
        m_live->setAccessibleName(spoken);
    for (QAction* choice : m_periods->actions())
        choice->setChecked(choice->data().toLongLong() == (live ? period.count() : 0));
    if (std::exchange(m_stands, waiting || !live) != (waiting || !live))
        paintIcons();
}

void Toolbar::setNarrow(bool narrow)
{
    m_narrow = narrow;
    for (QToolButton* button : m_buttons) {
        button->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
        fitToolButton(*button, theme());
    }
    setZone(m_zoneWords, m_offset);
    m_find->setText(narrow ? QString()
                           : tr("Find an action, queue or task") + QStringLiteral("    ")
                + m_actions["tools.palette"]->shortcut().toString(QKeySequence::NativeText));
    m_find->setFlat(narrow); // without text, the button looks like all others
    if (narrow)
        m_find->setFixedWidth(34);
    else
        m_find->setFixedWidth(std::max(findWidth, m_find->sizeHint().width()));
    m_undo->setNarrow(narrow);
}

void Toolbar::setZone(const QString& words, const QString& offset)
{
    m_zoneWords = words;
    m_offset = offset;
    m_zone->setText(m_narrow ? offset : words);
    fitToolButton(*m_zone, theme());
    m_zone->setAccessibleName(tr("Time zone %1").arg(words));
}

} // namespace dueline
