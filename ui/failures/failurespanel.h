// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/kindvalues.h"
#include "core/queue/operation.h"
#include "ui/failures/failuremodel.h"
#include "ui/failures/incidentfeed.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/widgets/pane.h"

#include <map>

class QStackedWidget;
class QToolButton;

namespace dueline {

class Actions;
class EmptyState;
class PanelHeader;
class PanelTable;
class PlainLabel;
class Workbench;

/// What went wrong in this queue, where none is chosen in all of the connection, or in all connections that are open,
/// by type and kind of error: what is new first, then the worst, last what is gone. Below the table the most frequent
/// values of what varies in the kind that is chosen. Return opens the page of a kind, R and Del ask about all tasks of
/// the row. Counts only while it is seen.
class FailuresPanel : public Pane
{
    Q_OBJECT

public:
    FailuresPanel(const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions,
        QWidget* parent = nullptr);

    PanelTable& table() { return *m_table; }
    FailureModel& model() { return m_model; }
    IncidentFeed& feed() { return m_feed; }
    PanelHeader& head() { return *m_head; }

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
    void keepChosen(const FailureRow& was);
    void select(int row);
    void addGone(std::vector<FailureRow>& rows);
    void buildSince();
    void noteLook();
    void askValues();
    void showValues(const KindValues& values);
    void updateHead();
    void updateButtons();
    void updateEmptyState();
    void updateStale();
    void tick();
    const FailureGroup* current() const;
    const FailureRow* currentRow() const;
    /// Of the chosen row.
    QueueName queue() const;
    Connection* connection() const;
    bool goToConnection();
    std::vector<FailureRow> countedRows() const;
    void showTasks();
    void act(ActionKind kind);
    void showMenu(QPoint at);

    const Formatting& m_formatting;
    QByteArray m_place; ///< that is listed: IncidentFeed::placeKey()
    bool m_isOfferedWorst = true; ///< nobody has chosen: as long as it is counted first, the worst is the chosen one
    bool m_isUpdating = false;
    bool m_hasLostChoice = false; ///< what was chosen is not listed any more, and nothing was chosen since
    Workbench& m_bench;
    IncidentFeed m_feed;
    IncidentFeed::Unreadable m_unreadable; ///< as told last
    FailureModel m_model;
    PanelHeader* m_head;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_open;
    QToolButton* m_show;
    QToolButton* m_retry;
    QToolButton* m_discard;
    QToolButton* m_several; ///< all connections instead of the place
    QToolButton* m_since;
    NewFailureCutoff& m_newSince;
    PlainLabel* m_values; ///< what stands at the places that vary in the kind that is chosen
    QByteArray m_valuesOf; ///< its key
    int m_valuesAsked = 0; ///< counts the questions: an older answer is not wanted
    std::map<QByteArray, FailureRow> m_seen; ///< by key: what was listed of this place, and may be gone
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
