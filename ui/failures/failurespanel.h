// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/kindvalues.h"
#include "core/queue/operation.h"
#include "ui/failures/failuregroupfeed.h"
#include "ui/failures/failuremodel.h"
#include "ui/failures/mutedgroups.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/failures/seenfailures.h"
#include "ui/widgets/pane.h"

class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class EmptyState;
class PanelHeader;
class PanelTable;
class PlainLabel;
class ActionRunner;
class FilterWords;
class ViewedPlace;

/// Panel that lists the failure groups of a queue, of a connection, or of all open connections, by type and error. New
/// groups come first, then the others by size, then muted groups, and finally groups without tasks. Below the table are
/// the most frequent values of the selected group's varying parts. Return opens a group's page; R and Del start actions
/// on all tasks in a row. Failures are counted only while the panel is visible.
class FailuresPanel : public Pane
{
    Q_OBJECT

public:
    FailuresPanel(const Theme& theme, const Formatting& formatting, ActionRunner& runner, FilterWords& words,
        const Actions& actions, QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    FailureModel& model() { return m_model; }
    FailureGroupFeed& feed() { return m_feed; }
    PanelHeader& head() { return *m_head; }

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: number of groups; empty if there are none, or if the number may
    /// be outdated.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build(const Actions& actions);
    void follow();
    void update();
    std::vector<FailureRow> rows();
    void setPhases(std::vector<FailureRow>& rows);
    Connection* connectionOf(const FailureRow& row) const;
    void toggleMute();
    void keepChosen(const FailureRow& was);
    void select(int row);
    void buildSince();
    void noteLook();
    void askValues();
    void showValues(const KindValues& values);
    void updateHead();
    void updateButtons();
    void updateEmptyState();
    void updateStale();
    void tick();
    const FailureCount* current() const;
    const FailureRow* currentRow() const;
    /// Returns the queue of the selected row.
    QueueName queue() const;
    Connection* connection() const;
    bool goToConnection();
    std::vector<FailureRow> countedRows() const;
    void showTasks();
    void act(ActionKind kind);
    void showMenu(QPoint at);

    const Formatting& m_formatting;
    QByteArray m_place; ///< key of the displayed queue or connections; see FailureGroupFeed::placeKey()
    /// True until the user selects a row or the first count ends. While true, each update selects the largest group.
    bool m_isOfferedWorst = true;
    bool m_isUpdating = false;
    bool m_hasLostChoice = false; ///< true if the selected row has disappeared and none has been selected since
    ActionRunner& m_runner;
    ViewedPlace& m_view;
    FilterWords& m_words;
    FailureGroupFeed m_feed;
    FailureGroupFeed::Unreadable m_unreadable; ///< unreadable queues as last displayed
    FailureModel m_model;
    PanelHeader* m_head;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_open;
    QToolButton* m_show;
    QToolButton* m_retry;
    QToolButton* m_discard;
    QToolButton* m_several; ///< button that switches from the displayed queue or connection to all connections
    QToolButton* m_since;
    NewFailureCutoff& m_newSince;
    MutedGroups& m_muted;
    PlainLabel* m_values; ///< label with the values of the selected group's varying parts
    QByteArray m_valuesOf; ///< key of the group with the displayed values
    int m_valuesAsked = 0; ///< sequence number of the last request; answers to earlier requests are ignored
    SeenFailures m_seen; ///< rows listed so far for the displayed queue or connections
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
