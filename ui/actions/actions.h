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

/// What decides which actions can be pressed right now.
struct ActionContext
{
    bool open = false; ///< a connection is, whether or not its server answers
    bool connected = false;
    bool queue = false;
    bool firstQueue = false; ///< there is none, and a task with a name for it makes one
    bool writable = false; ///< the connection may write
    int selected = 0;
    int leased = 0; ///< of them
    StateSet states = StateSet::all(); ///< that occur among them
    bool untimed = false; ///< all of them wait in a list, without a due time
    bool inFlow = false; ///< the only one belongs to a flow, which its framework alone settles
    bool asksQueue = false; ///< no task is added to the place in view, but to a queue that the dialog asks for
    bool undo = false;
    bool workerRunning = false;
    bool workerAllowed = false;
    Capabilities capabilities;

    bool operator==(const ActionContext&) const = default;
};

/// What decides about recurring tasks, which have a list of their own.
struct ScheduleContext
{
    bool offered = false; ///< the layout has them
    bool chosen = false; ///< one of them is, where it is seen
    bool enabled = false;
    bool damaged = false; ///< it cannot be read: it can only be removed

    bool operator==(const ScheduleContext&) const = default;
};

/// The QActions of the table, each made once: menu, toolbar, context menu and palette share them.
class Actions : public QObject
{
    Q_OBJECT

public:
    Actions(const Theme& theme, QWidget* window);

    /// One that is not in the table is a defect of the program and ends it, as in all of these.
    QAction* operator[](QByteArrayView id) const;
    /// Carries out an action each time it is pressed, as long as `context` is there. Each action is carried out by one
    /// part of the window: a second one is a defect, too.
    void handle(QByteArrayView id, QObject* context, std::function<void()> perform);
    /// Which are carried out by nobody.
    QByteArrayList unhandled() const;
    /// Once the window is put together: that an action is carried out by nobody is a defect and ends the program.
    void requireHandlers() const;
    void fillMenuBar(QMenuBar& bar);
    /// The actions of `menu` that can be pressed, for a context menu.
    void fillContextMenu(QMenu& menu, MenuPlace place) const;
    /// Single keys (R, Del, Return) act only while one of these has the focus, so that typing a filter retries nothing.
    void addKeyScope(QWidget* widget);
    /// The same for those of recurring tasks.
    void addScheduleKeys(QWidget* widget);
    void update(const ActionContext& context);
    void updateSchedules(const ScheduleContext& context);
    /// Whether an action could be pressed there, whatever is selected in the window.
    static bool allows(const ActionContext& context, QByteArrayView id);
    /// Why an action, which the layout has, is not for these tasks; empty: nothing is known that speaks against it.
    static QString whyNot(const ActionContext& context, QByteArrayView id);
    /// An action's own tooltip, whatever speaks against it now.
    static QString tipOf(const QAction& action);
    /// Other words for an action than the table's, in the language in force: what it would do now. Until retranslate().
    void describe(QByteArrayView id, const QString& text, const QString& tip);
    void retranslate();

    struct Item
    {
        const ActionRow* row;
        QAction* action;
        QPointer<QObject> handler = {}; ///< the context of who carries it out; null: nobody does
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
    std::vector<QPointer<QMenu>> m_groups; ///< the menus within menus
};

} // namespace dueline
