// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actiontable.h"

#include <QAction>
#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QMenu;
class QMenuBar;
class QWidget;

namespace dueline {

class Theme;

/// State that determines which actions are enabled.
struct ActionContext
{
    bool open = false; ///< true if a connection is open, even if the server doesn't respond
    bool connected = false;
    bool queue = false;
    /// True if there are no queues yet, in which case adding a task creates the first one.
    bool firstQueue = false;
    bool writable = false;
    int selected = 0;
    int leased = 0; ///< number of selected tasks that are leased
    StateSet states = StateSet::all(); ///< states of the selected tasks
    bool untimed = false; ///< true if all selected tasks are waiting in a list, without a due time
    bool inFlow = false; ///< true if the only selected task is part of a flow, which only the framework can process
    /// true if tasks can't be added to the current view, in which case the dialog asks for a queue
    bool asksQueue = false;
    bool undo = false;
    bool workerRunning = false;
    bool workerAllowed = false;
    Capabilities capabilities;

    bool operator==(const ActionContext&) const = default;
};

/// State that determines which actions on recurring tasks are enabled.
struct ScheduleContext
{
    bool offered = false; ///< true if the layout supports recurring tasks
    bool chosen = false; ///< true if a recurring task is selected in a visible list
    bool enabled = false;
    bool damaged = false; ///< true if the schedule can't be read and can only be removed

    bool operator==(const ScheduleContext&) const = default;
};

/// QActions for the rows of the action table. Each QAction is created once and shared by the menus, the toolbar, the
/// context menus and the palette.
class Actions : public QObject
{
    Q_OBJECT

public:
    Actions(const Theme& theme, QWidget* window);

    /// Returns an action. In every function of this class, an unknown id is a programming error and aborts the program.
    QAction* operator[](QByteArrayView id) const;
    /// Calls `perform` whenever the action is triggered, as long as `context` exists. Setting a second handler is a
    /// programming error.
    void handle(QByteArrayView id, QObject* context, std::function<void()> perform);
    /// Returns the ids of actions without a handler.
    QByteArrayList unhandled() const;
    /// Aborts the program if an action has no handler. Called once the window is complete.
    void requireHandlers() const;
    void fillMenuBar(QMenuBar& bar);
    /// Fills a context menu with the enabled actions for `place`.
    void fillContextMenu(QMenu& menu, MenuPlace place) const;
    /// Enables the single-key shortcuts (R, Del, Return) while this widget has the focus. Elsewhere they are off, so
    /// that typing a filter doesn't trigger an action.
    void addKeyScope(QWidget* widget);
    /// Enables the single-key shortcuts for recurring tasks while this widget has the focus.
    void addScheduleKeys(QWidget* widget);
    void update(const ActionContext& context);
    void updateSchedules(const ScheduleContext& context);
    /// Returns whether an action would be enabled in `context`, whatever the window's selection.
    static bool allows(const ActionContext& context, QByteArrayView id);
    /// Returns why an action doesn't apply to these tasks even though their layout supports it; empty if unknown.
    static QString whyNot(const ActionContext& context, QByteArrayView id);
    /// Returns an action's regular tooltip, which doesn't say why it is disabled.
    static QString tipOf(const QAction& action);
    /// Replaces an action's label and tooltip with text about what it currently does, in the current language. The text
    /// remains until retranslate() is called.
    void describe(QByteArrayView id, const QString& text, const QString& tip);
    void retranslate();

    struct Item
    {
        const ActionRow* row;
        QAction* action;
        QPointer<QObject> handler = {}; ///< object that owns the handler, or null
        std::function<void()> perform = {};
    };
    const std::vector<Item>& items() const { return m_items; }
    static QString menuTitle(MenuPlace place);

private:
    std::size_t indexOf(QByteArrayView id) const;
    void press(std::size_t index);
    static QMenu* addCommandMenu(QMenu& menu);
    static QString groupOf(const ActionRow& row);
    void addScopedActions(QWidget* widget, bool ofSchedules);
    bool canPress(const ActionRow& row) const;
    void explain(const Item& item);
    void allowGroups();

    ActionContext m_context;
    ScheduleContext m_schedules;
    std::vector<Item> m_items;
    std::vector<QPointer<QMenu>> m_groups; ///< submenus that group actions
};

} // namespace dueline
