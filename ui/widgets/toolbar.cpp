// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toolbar.h"

#include "ui/actions/actions.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace dueline {

Toolbar::Toolbar(const Theme& theme, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Window, Qt::BottomEdge, parent)
    , m_find(new QPushButton(tr("Find an action, queue or task") + QStringLiteral("   Ctrl+K")))
    , m_zone(new QToolButton)
{
    setFixedHeight(40);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 1);
    row->setSpacing(4);
    auto* add = new QPushButton(tr("Add task"));
    add->setProperty("variant", QStringLiteral("primary"));
    add->setIcon(QIcon(theme.pixmap(QStringLiteral("add"), theme.tokens().onAccent, 16, devicePixelRatioF())));
    connect(&theme, &Theme::changed, add, [add, &theme] {
        add->setIcon(QIcon(theme.pixmap(QStringLiteral("add"), theme.tokens().onAccent, 16, add->devicePixelRatioF())));
    });
    QAction* addAction = actions["task.add"];
    connect(add, &QPushButton::clicked, addAction, &QAction::trigger);
    const auto follow = [add, addAction] {
        add->setEnabled(addAction->isEnabled());
        add->setToolTip(addAction->toolTip());
    };
    connect(addAction, &QAction::changed, add, follow);
    follow();
    row->addWidget(add);
    row->addSpacing(4);
    const auto button = [&](const char* id) {
        auto* b = new QToolButton;
        b->setDefaultAction(actions[id]);
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        b->setIconSize({18, 18});
        b->setMinimumHeight(28);
        b->setAccessibleName(actions[id]->text().remove(u'&'));
        b->setFocusPolicy(Qt::TabFocus);
        row->addWidget(b);
        m_buttons.push_back(b);
        return b;
    };
    for (const char* id : {"task.retry", "task.runNow", "task.reschedule", "task.discard"})
        button(id);
    row->addSpacing(8);
    button("edit.undo");
    row->addStretch(1);
    m_find->setIcon(theme.icon(QStringLiteral("search")));
    m_find->setMaximumWidth(300);
    m_find->setFocusPolicy(Qt::TabFocus);
    m_find->setAccessibleName(tr("Find an action, queue or task"));
    connect(m_find, &QPushButton::clicked, actions["tools.palette"], &QAction::trigger);
    row->addWidget(m_find);
    row->addSpacing(4);
    auto* live = button("view.live");
    m_buttons.pop_back(); // keeps its word
    live->setText(tr("Live"));
    m_zone->setIcon(theme.icon(QStringLiteral("clock")));
    m_zone->setIconSize({16, 16});
    m_zone->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_zone->setFocusPolicy(Qt::NoFocus);
    m_zone->setToolTip(tr("Times are shown in this zone."));
    row->addWidget(m_zone);
    for (const char* id : {"view.dock", "view.inspector"}) {
        auto* b = button(id);
        m_buttons.pop_back();
        b->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
}

void Toolbar::setNarrow(bool narrow)
{
    for (QToolButton* button : m_buttons)
        button->setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_find->setText(narrow ? tr("Find") : tr("Find an action, queue or task") + QStringLiteral("   Ctrl+K"));
}

void Toolbar::setZone(const QString& words)
{
    m_zone->setText(words);
    m_zone->setAccessibleName(tr("Time zone %1").arg(words));
}

} // namespace dueline
