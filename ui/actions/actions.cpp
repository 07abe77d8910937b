// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"

#include "core/console/operations/operationrules.h"
#include "core/queue/operation.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>
#include <QTextDocument>
#include <QWidget>

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether the shortcut is a key that also types text.
bool isTypingKey(const ActionRow& row)
{
    QByteArrayView key(row.shortcut);
    if (key.startsWith("Shift+F"))
        key = key.sliced(6);
    return !key.isEmpty() && !key.contains(QByteArrayView("Ctrl")) && !key.contains(QByteArrayView("Alt"))
        && !(key.startsWith('F') && key.size() > 1);
}

/// Returns alternative shortcuts that are common in other programs. A typed `?` reaches the focused line edit before
/// the window.
std::vector<QByteArrayView> alternativeKeys(QByteArrayView id)
{
    if (id == "view.refresh")
        return {"Ctrl+R"};
    if (id == "tools.palette")
        return {"Ctrl+Shift+P"};
    if (id == "help.shortcuts")
        return {"?", "Ctrl+/"};
    return {};
}

/// Returns whether the shortcut works only in the widgets passed to addKeyScope(). In other widgets, such keys type
/// text or, like Alt+Up and Alt+Down, move through another list.
bool isScoped(const ActionRow& row)
{
    const QByteArrayView id(row.id);
    return isTypingKey(row) || id == "view.previousTask" || id == "view.nextTask";
}

bool copiesText(const ActionRow& row)
{
    return QByteArrayView(row.id).startsWith("edit.copy") || QByteArrayView(row.id) == "edit.selectAll"
        || QByteArrayView(row.id) == "edit.undo";
}

/// Returns the action's effect on tasks, if any.
std::optional<ActionKind> kindOf(QByteArrayView id)
{
    static constexpr std::pair<const char*, ActionKind> kinds[] = {{"task.retry", ActionKind::Retry},
        {"task.retryLater", ActionKind::Retry}, {"task.runNow", ActionKind::RunNow},
        {"task.reschedule", ActionKind::Reschedule}, {"task.discard", ActionKind::Discard},
        {"task.restore", ActionKind::Restore}, {"task.delete", ActionKind::Delete}};
    for (const auto& [name, kind] : kinds) {
        if (id == name)
            return kind;
    }
    return {};
}

/// Returns whether the action applies to the selected recurring task.
bool canDo(QByteArrayView id, const ScheduleContext& schedules)
{
    if (!schedules.chosen || id.endsWith(".remove"))
        return schedules.chosen;
    if (id == "schedule.enable" || id == "schedule.disable")
        return !schedules.damaged && schedules.enabled == (id == "schedule.disable");
    return !schedules.damaged;
}

/// Reason why an action doesn't apply to the selected tasks even though their layout supports it.
enum class Objection : quint8 { None, Untimed, InFlow };

Objection objection(QByteArrayView id, const ActionContext& context)
{
    const auto kind = kindOf(id);
    if (!kind || context.selected == 0)
        return Objection::None;
    if (*kind == ActionKind::RunNow || *kind == ActionKind::Reschedule) {
        if (!context.untimed || isForEndedWorkers(*kind, context.capabilities, context.states))
            return Objection::None;
        // A scheduled task without a due time is waiting for its children.
        return context.inFlow && context.states == StateSet{TaskState::Scheduled} ? Objection::InFlow
                                                                                  : Objection::Untimed;
    }
    return context.inFlow && *kind != ActionKind::Restore ? Objection::InFlow : Objection::None;
}

bool isOffered(const ActionRow& row, const ActionContext& context)
{
    return offeredBy(row, context.capabilities) || (context.asksQueue && QByteArrayView(row.id) == "task.add");
}

bool mayPress(const ActionRow& row, const ActionContext& context, const ScheduleContext& schedules)
{
    if (row.writes && !(context.connected && context.writable))
        return false;
    if (const auto kind = kindOf(row.id); kind
        && statesFor({*kind}, context.capabilities).intersected(context.states).isEmpty()
        && !isForEndedWorkers(*kind, context.capabilities, context.states))
        return false;
    if (objection(row.id, context) != Objection::None)
        return false;
    const bool edits = QByteArrayView(row.id) == "task.edit";
    if ((edits || QByteArrayView(row.id) == "task.copy") && context.selected != 1)
        return false;
    if (edits && context.capabilities.edits.intersected(context.states).isEmpty())
        return false;
    if (QByteArrayView(row.id) == "task.compare" && (context.selected != 2 || !context.connected))
        return false;
    switch (row.needs) {
    case Needs::Nothing:
        return true;
    case Needs::Connection:
        return context.open;
    case Needs::ShownQueue:
        return context.connected && context.queue;
    case Needs::QueueToBe:
        return context.connected && (context.queue || context.firstQueue);
    case Needs::Selection:
        return context.selected > 0;
    case Needs::Leases:
        return context.leased > 0;
    case Needs::Undo:
        return context.undo;
    case Needs::RunningWorker:
        return context.workerRunning;
    case Needs::IdleWorker:
        return context.connected && context.queue && context.workerAllowed && !context.workerRunning;
    case Needs::ScheduleLayout:
        return schedules.offered;
    case Needs::ChosenSchedule:
        return canDo(row.id, schedules);
    }
    return false;
}

} // namespace

Actions::Actions(const Theme& theme, QWidget* window)
    : QObject(window)
{
    for (const ActionRow& row : actionTable()) {
        auto* action = new QAction(this);
        action->setObjectName(QString::fromLatin1(row.id));
        if (*row.icon)
            action->setIcon(theme.icon(QString::fromLatin1(row.icon)));
        QList<QKeySequence> keys;
        if (*row.shortcut)
            keys << QKeySequence(QString::fromLatin1(row.shortcut), QKeySequence::PortableText);
        for (const QByteArrayView key : alternativeKeys(row.id))
            keys << QKeySequence(QString::fromLatin1(key), QKeySequence::PortableText);
        action->setShortcuts(keys);
        action->setShortcutContext(
            isScoped(row) || copiesText(row) ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
        connect(action, &QAction::triggered, this, [this, index = m_items.size()] { press(index); });
        if (!isScoped(row))
            window->addAction(action);
        m_items.push_back({&row, action});
    }
    (*this)["view.live"]->setCheckable(true);
    (*this)["view.dock"]->setCheckable(true);
    (*this)["view.inspector"]->setCheckable(true);
    (*this)["view.allConnections"]->setCheckable(true);
    (*this)["view.zoneLocal"]->setCheckable(true);
    (*this)["view.zoneUtc"]->setCheckable(true);
    for (const char* id : {"view.live", "view.dock", "view.inspector"})
        (*this)[id]->setIconVisibleInMenu(false); // in a menu, the check mark replaces the icon
    auto* themes = new QActionGroup(this);
    for (const char* id : {"view.light", "view.dark", "view.highContrast", "view.system"}) {
        (*this)[id]->setCheckable(true);
        themes->addAction((*this)[id]);
    }
    auto* languages = new QActionGroup(this);
    for (const char* id : {"view.languageSystem", "view.languageEnglish", "view.languageChinese"}) {
        (*this)[id]->setCheckable(true);
        languages->addAction((*this)[id]);
    }
    auto* colours = new QActionGroup(this);
    for (const char* id : {"view.colourState", "view.colourType", "view.colourError", "view.colourQueue"}) {
        (*this)[id]->setCheckable(true);
        colours->addAction((*this)[id]);
    }
    (*this)["view.colourState"]->setChecked(true);
    auto* orders = new QActionGroup(this);
    for (const char* id : {"view.sortTime", "view.sortType", "view.sortAttempts", "view.sortAdded"}) {
        (*this)[id]->setCheckable(true);
        orders->addAction((*this)[id]);
    }
    const auto showTheme = [this, &theme] {
        const ThemeChoice choice = theme.choice();
        (*this)["view.light"]->setChecked(choice == ThemeChoice::Light);
        (*this)["view.dark"]->setChecked(choice == ThemeChoice::Dark);
        (*this)["view.highContrast"]->setChecked(choice == ThemeChoice::HighContrast);
        (*this)["view.system"]->setChecked(choice == ThemeChoice::System);
    };
    connect(&theme, &Theme::chosen, this, showTheme);
    showTheme();
    retranslate();
}

/// Returns an action's index in m_items, which has the action table's order.
std::size_t Actions::indexOf(QByteArrayView id) const { return std::size_t(&actionRow(id) - actionTable().data()); }

QAction* Actions::operator[](QByteArrayView id) const { return m_items[indexOf(id)].action; }

void Actions::handle(QByteArrayView id, QObject* context, std::function<void()> perform)
{
    Item& handled = m_items[indexOf(id)];
    if (handled.handler)
        qFatal("The action \"%s\" already has the handler %s, so %s cannot handle it.", handled.row->id,
            handled.handler->metaObject()->className(), context->metaObject()->className());
    handled.handler = context;
    handled.perform = std::move(perform);
}

QByteArrayList Actions::unhandled() const
{
    QByteArrayList ids;
    for (const Item& item : m_items) {
        if (!item.handler)
            ids << item.row->id;
    }
    return ids;
}

void Actions::requireHandlers() const
{
    if (const QByteArrayList ids = unhandled(); !ids.isEmpty())
        qFatal("No handler for the actions: %s.", ids.join(", ").constData());
}

void Actions::press(std::size_t index)
{
    const Item& pressed = m_items[index];
    if (!pressed.handler)
        qFatal("No handler for the action \"%s\".", pressed.row->id);
    // Copy the function: the handler's owner may be destroyed while its dialog is open.
    const std::function<void()> perform = pressed.perform;
    perform();
}

QString Actions::menuTitle(MenuPlace place)
{
    switch (place) {
    case MenuPlace::File:
        return tr("&File");
    case MenuPlace::Edit:
        return tr("&Edit");
    case MenuPlace::View:
        return tr("&View");
    case MenuPlace::Task:
        return tr("&Task");
    case MenuPlace::Queue:
        return tr("&Queue");
    case MenuPlace::Schedules:
        return tr("&Schedule");
    case MenuPlace::Worker:
        return tr("&Worker");
    case MenuPlace::Tools:
        return tr("T&ools");
    case MenuPlace::Help:
        return tr("&Help");
    }
    return {};
}

void Actions::describe(QByteArrayView id, const QString& text, const QString& tip)
{
    QAction* action = (*this)[id];
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setText(text);
    const QString told = keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys);
    // Escape text that looks like HTML, as a queue name may.
    action->setToolTip(Qt::mightBeRichText(told) ? plainTextToolTip(told) : told);
}

void Actions::retranslate()
{
    for (const Item& item : m_items) {
        const QString text = actionText(*item.row);
        describe(item.row->id, text, actionTip(*item.row));
        item.action->setIconText(QString(text).remove(u'&').remove(u'…')); // no ellipses on buttons
    }
}

void Actions::fillMenuBar(QMenuBar& bar)
{
    for (int place = 0; place <= int(MenuPlace::Help); ++place) {
        QMenu* menu = bar.addMenu(QString());
        onLanguageChange(menu, [menu, place] { menu->setTitle(menuTitle(MenuPlace(place))); });
        QMenu* group = nullptr;
        for (const Item& item : m_items) {
            if (item.row->menu != MenuPlace(place))
                continue;
            if (item.row->separatorBefore)
                menu->addSeparator();
            const QString title = groupOf(*item.row);
            if (!title.isEmpty() && (!group || group->title() != title)) {
                group = menu->addMenu(title);
                onLanguageChange(group, [group, row = item.row] { group->setTitle(groupOf(*row)); });
                m_groups.push_back(group);
            }
            (title.isEmpty() ? menu : group)->addAction(item.action);
        }
    }
}

/// Returns the title of the action's submenu; empty if the action is directly in the menu. Submenus keep the menus
/// short enough for small screens.
QString Actions::groupOf(const ActionRow& row)
{
    const QByteArrayView id(row.id);
    if (isCopyOfCommand(row))
        return tr("Copy as co&mmand");
    for (const char* timeline : {"view.now", "view.fit", "view.hour", "view.day", "view.week", "view.zoomIn",
             "view.zoomOut", "view.back", "view.forward", "view.allConnections", "view.timelineTable",
             "view.colourState", "view.colourType", "view.colourError", "view.colourQueue"}) {
        if (id == timeline)
            return tr("Timelin&e");
    }
    if (id.startsWith("view.sort"))
        return tr("&Sort");
    if (id.startsWith("view.zone"))
        return tr("Time &zone");
    if (id == "view.light" || id == "view.dark" || id == "view.highContrast" || id == "view.system")
        return tr("T&heme");
    if (id.startsWith("view.language"))
        return tr("Lan&guage");
    return {};
}

QMenu* Actions::addCommandMenu(QMenu& menu) { return menu.addMenu(tr("Copy as co&mmand")); }

void Actions::fillContextMenu(QMenu& menu, MenuPlace place) const
{
    QMenu* commands = nullptr;
    for (const Item& item : m_items) {
        if (item.row->menu != place || !item.action->isEnabled() || !item.action->isVisible())
            continue;
        if (item.row->separatorBefore && !menu.isEmpty())
            menu.addSeparator();
        if (isCopyOfCommand(*item.row) && !commands)
            commands = addCommandMenu(menu);
        (isCopyOfCommand(*item.row) ? *commands : menu).addAction(item.action);
    }
}

void Actions::addKeyScope(QWidget* widget) { addScopedActions(widget, false); }

void Actions::addScheduleKeys(QWidget* widget) { addScopedActions(widget, true); }

void Actions::addScopedActions(QWidget* widget, bool ofSchedules)
{
    for (const Item& item : m_items) {
        if (item.action->shortcutContext() == Qt::WidgetWithChildrenShortcut && isOfSchedules(*item.row) == ofSchedules)
            widget->addAction(item.action);
    }
}

bool Actions::allows(const ActionContext& context, QByteArrayView id)
{
    return mayPress(actionRow(id), context, {}) && isOffered(actionRow(id), context);
}

QString Actions::whyNot(const ActionContext& context, QByteArrayView id)
{
    switch (objection(id, context)) {
    case Objection::Untimed:
        return context.selected == 1 ? tr("The task is waiting in a list and has no due time.")
                                     : tr("The tasks are waiting in a list and have no due time.");
    case Objection::InFlow:
        return tr("The task belongs to a flow, which only the framework's own library can complete.");
    case Objection::None:
        break;
    }
    if (!context.connected || allows(context, id))
        return {};
    if (actionRow(id).writes && !context.writable)
        return tr("This connection cannot make changes.");
    if (id == "task.edit" && context.capabilities.edits.isEmpty())
        return tr("Tasks in this queue cannot be edited in place.");
    const auto kind = kindOf(id);
    if (kind && !context.capabilities.can(*kind))
        return tr("Tasks in this queue do not support this action.");
    if (id == "task.retryLater" && !context.capabilities.retryLater)
        return tr("Tasks in this queue can only be retried immediately. Choose Retry; you can limit the pace there.");
    if (kind == ActionKind::RunNow && context.states == StateSet{TaskState::Due})
        return context.selected == 1 ? tr("The task is already due.") : tr("The tasks are already due.");
    const bool needsDueTime = kind == ActionKind::Reschedule || kind == ActionKind::RunNow;
    if (needsDueTime && context.states == StateSet{TaskState::Failed})
        return tr("Failed tasks have no due time. Choose Retry instead.");
    return {};
}

QString Actions::tipOf(const QAction& action)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    const QString tip = actionTip(actionRow(action.objectName().toLatin1()));
    return keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys);
}

/// Adds the reason why an action is disabled, if known, to its tooltip.
void Actions::explain(const Item& item)
{
    if (!kindOf(item.row->id) && QByteArrayView(item.row->id) != "task.edit")
        return;
    const QString why = whyNot(m_context, item.row->id);
    item.action->setToolTip(why.isEmpty() ? tipOf(*item.action) : why);
}

void Actions::update(const ActionContext& context)
{
    m_context = context;
    for (const Item& item : m_items) {
        item.action->setVisible(!context.connected || isOffered(*item.row, context));
        item.action->setEnabled(canPress(*item.row));
        explain(item);
    }
    allowGroups();
}

void Actions::updateSchedules(const ScheduleContext& context)
{
    m_schedules = context;
    for (const Item& item : m_items) {
        if (isOfSchedules(*item.row))
            item.action->setEnabled(canPress(*item.row));
    }
    allowGroups();
}

/// Disables submenus that have no enabled action.
void Actions::allowGroups()
{
    for (const QPointer<QMenu>& group : m_groups) {
        if (!group)
            continue;
        const QList<QAction*> inside = group->actions();
        group->menuAction()->setEnabled(std::any_of(inside.begin(), inside.end(),
            [](const QAction* action) { return action->isEnabled() && action->isVisible(); }));
    }
}

bool Actions::canPress(const ActionRow& row) const { return mayPress(row, m_context, m_schedules); }

} // namespace dueline
