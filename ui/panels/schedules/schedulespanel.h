// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/schedules/scheduledialog.h"
#include "ui/panels/schedules/scheduleedits.h"
#include "ui/panels/schedules/schedulefeed.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/paneltable.h"

class QAction;
class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class EmptyState;
class PanelHeader;
class ScheduleDetail;
class ListedTasks;
class ViewedPlace;
class WindowEvents;

/// Recurring tasks in the current queue or in all queues on the connection, with their next runs, the outcomes of their
/// last runs, and all actions. The server is queried only while the panel is visible.
class SchedulesPanel : public Pane
{
    Q_OBJECT

public:
    SchedulesPanel(const Theme& theme, const Formatting& formatting, ListedTasks& list, WindowEvents& events,
        Actions& actions, QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    ScheduleModel& model() { return m_model; }
    ScheduleFeed& feed() { return m_feed; }
    ScheduleEdits& edits() { return m_edits; }
    ScheduleDetail& detail() { return *m_detail; }
    PanelHeader& head() { return *m_head; }
    EmptyState& emptyState() { return *m_empty; }

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of recurring tasks; empty if there are none, or if the
    /// number may be outdated.
    void statusChanged(const QString& status);
    /// Requests that the panel be shown because a recurring task was added.
    void attentionRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void build();
    static PanelTable::Words tableWords(const Formatting& formatting);
    QToolButton* addButton(const char* action, const QString& icon, QString (*text)());
    void follow();
    void update();
    void updateHead();
    void updateActions();
    void updateEmptyState();
    void updateStale();
    void tellWhyEmpty();
    void showChosen();
    void tick();
    void onChosen(const char* id, std::function<void(Connection&, const ScheduleRow&)> perform);
    void handleActions();
    ScheduleDialog::Subject subjectOf(const Connection& connection) const;
    void askNew();
    void askEdit(Connection& of, const ScheduleRow& row);
    void undoEdit();
    bool confirmsRemoval(const Connection& connection, const ScheduleRow& row);
    const ScheduleRow* chosen() const;
    QStringList knownTypes() const;

    const Formatting& m_formatting;
    ListedTasks& m_list;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    Actions& m_actions;
    ScheduleFeed m_feed;
    ScheduleEdits m_edits;
    ScheduleModel m_model;
    PanelHeader* m_head;
    QToolButton* m_enable = nullptr;
    QToolButton* m_disable = nullptr;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    ScheduleDetail* m_detail;
    QByteArray m_wanted; ///< recurring task to select once it is listed
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
