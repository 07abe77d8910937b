// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/kindvalues.h"
#include "core/queue/operation.h"
#include "ui/panels/failures/failurefeed.h"
#include "ui/panels/failures/failuremodel.h"
#include "ui/presenters/incidentfeed.h"
#include "ui/widgets/pane.h"

#include <map>

class QActionGroup;
class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class EmptyState;
class PanelHead;
class PanelTable;
class PlainLabel;
class Workbench;

/// What went wrong in this queue, or where none is chosen in all of the connection, by type and kind of error: what is new first, then the worst, last what is gone. Below
/// the table the most frequent values of what varies in the kind that is chosen. Return opens the page of a kind, R and
/// Del ask about all tasks of the group. Counts only while it is seen.
class FailuresPanel : public Pane
{
    Q_OBJECT

public:
    FailuresPanel(const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions,
        QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    FailureModel& model() { return m_model; }
    /// Of one queue.
    FailureFeed& feed() { return m_feed; }
    /// Of all queues of the connection.
    IncidentFeed& feedOfAll() { return m_all; }
    PanelHead& head() { return *m_head; }

Q_SIGNALS:
    /// For the tab: the number of kinds; empty when there are none.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build(const Actions& actions);
    void follow();
    void update();
    std::vector<FailureRow> rows();
    void addGone(std::vector<FailureRow>& rows);
    void buildSince();
    TimePoint newSince() const;
    void noteLook();
    void askValues();
    void showValues(const KindValues& values);
    void updateHead();
    void updateButtons();
    void updateEmptyState();
    void updateStale();
    void tick();
    const FailureGroup* current() const;
    /// Of the chosen row.
    QueueName queue() const;
    bool isOfAll() const { return m_feed.queue().isEmpty() && m_all.connection(); }
    bool isLoaded() const { return isOfAll() ? m_all.isLoaded() : m_feed.isLoaded(); }
    bool isCounting() const { return isOfAll() ? m_all.isCounting() : m_feed.isCounting(); }
    qint64 progress() const { return isOfAll() ? m_all.counted() : m_feed.counted(); }
    qint64 total() const { return isOfAll() ? m_all.total() : m_feed.total(); }
    std::vector<FailureRow> countedRows() const;
    int kinds() const;
    void setActive(bool active);
    void showTasks();
    void act(ActionKind kind);
    void showMenu(QPoint at);

    const Formatting& m_formatting;
    Workbench& m_bench;
    FailureFeed m_feed;
    IncidentFeed m_all;
    FailureModel m_model;
    PanelHead* m_head;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_open;
    QToolButton* m_show;
    QToolButton* m_retry;
    QToolButton* m_discard;
    QToolButton* m_since;
    QActionGroup* m_sinceChoices;
    PlainLabel* m_values; ///< what stands at the places that vary in the kind that is chosen
    QByteArray m_valuesOf; ///< its key
    int m_valuesAsked = 0; ///< counts the questions: an older answer is not wanted
    std::map<QByteArray, FailureRow> m_seen; ///< by key: what was listed of this place, and may be gone
    QHash<QByteArray, TimePoint> m_looks; ///< by connection and queue: when somebody last looked
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
