// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/panels/search/foundmodel.h"
#include "ui/panels/search/searchfeed.h"
#include "ui/widgets/pane.h"

#include <QTimer>

#include <map>

class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class SearchLine;
class ActionRunner;
class ViewedPlace;

/// Panel that searches all queues on the connection, in any layout. Return in the search field starts the search; on a
/// task, it shows the task in its queue. R, N, Shift+R and Del act on the selected tasks in all their queues. Escape
/// stops the search or, if none is running, leaves the panel.
class SearchPanel : public Pane
{
    Q_OBJECT

public:
    SearchPanel(const Theme& theme, const Formatting& formatting, ActionRunner& runner, const Actions& actions,
        QWidget* parent = nullptr);

    /// Searches all queues with this filter. The focus moves from the search field to the first result, unless the user
    /// edits the filter first.
    void search(const QString& filter);

    SearchLine& line() { return *m_line; }
    PanelTable& table() { return *m_table; }
    FoundModel& model() { return m_model; }
    SearchFeed& feed() { return m_feed; }
    PanelHeader& head() { return *m_head; }

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of matches; empty if there are none.
    void statusChanged(const QString& status);
    /// Emitted when the user presses Escape while no search is running.
    void left();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    using ByQueue = std::map<QueueName, std::vector<Task>>;

    void build(const Actions& actions);
    void submit();
    void leave();
    void enterResults();
    void follow();
    void update();
    void updateHead();
    void updateButtons();
    void updateEmptyState();
    void tick();
    QString noteWords() const;
    ByQueue chosen() const;
    ActionContext contextOf(const QueueName& queue, const std::vector<Task>& tasks) const;
    bool allows(const ByQueue& chosen, QByteArrayView action) const;
    void showTask();
    void act(const QByteArray& action);
    void showMenu(QPoint at);
    void copyIds() const;

    const Formatting& m_formatting;
    ActionRunner& m_runner;
    ViewedPlace& m_view;
    SearchFeed m_feed;
    FoundModel m_model;
    PanelHeader* m_head;
    SearchLine* m_line;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_stop;
    QToolButton* m_show;
    QToolButton* m_retry;
    QToolButton* m_runNow;
    QToolButton* m_discard;
    bool m_entersResults = false; ///< true until the focus has moved to the results of search()
    QString m_problem; ///< error in the entered filter, if any
    QTimer m_clock;
};

} // namespace dueline
