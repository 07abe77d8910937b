// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/payloadcontrast.h"
#include "ui/failures/incidentactions.h"
#include "ui/failures/incidentfeed.h"
#include "ui/failures/incidentreport.h"
#include "ui/failures/incidentrows.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/failures/outcomewatch.h"
#include "ui/widgets/pane.h"

#include <QTimer>

class QPlainTextEdit;
class QStackedWidget;

namespace dueline {

class Actions;
class EmptyState;
class OperationJob;
class PanelHeader;
class PlainLabel;
class TrendBars;
class Workbench;

/// One kind of failure over all queues of a connection: its last error with what varies in grey, since when, where, and
/// what became of those that were retried from here. The buttons are about the queues and types that are chosen, one,
/// some or all. Counts only while it is seen.
class IncidentPage : public Pane
{
    Q_OBJECT

public:
    IncidentPage(const Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions,
        QWidget* parent = nullptr);
    ~IncidentPage() override;

    /// Another kind, by its ErrorKind; nullopt: the worst of those that are new (NewFailureCutoff), in this queue, or
    /// in all where that is empty. `queue` is chosen among those that have it.
    void show(const QueueName& queue, const std::optional<QByteArray>& kind);
    /// What is shown; null: nothing yet.
    const Incident* incident() const { return m_shown ? &*m_shown : nullptr; }
    /// None of it is failed any more.
    bool isGone() const { return m_isGone; }
    const std::optional<IncidentOutcome>& outcome() const { return m_outcome.outcome(); }
    /// What finds the tasks of a queue and type.
    QString filterOf(const IncidentShare& share) const;
    /// As far as it is known now.
    QString report(bool asMarkdown) const;

    IncidentFeed& feed() { return m_feed; }
    IncidentModel& model() { return m_rows.model(); }
    PanelTable& table() { return m_rows.table(); }
    PanelHeader& head() { return *m_head; }

Q_SIGNALS:
    /// Back to where one came from.
    void closeRequested();
    /// The tasks of this filter in this queue of the connection.
    void tasksRequested(const dueline::QueueName& queue, const QString& filter);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void update();
    void choose();
    TimePoint newSince() const;
    void showSample();
    void askValues();
    void takeValues(const KindValues& values);
    void askContrast(int question, const IncidentShare& share);
    void takeContrast(const PayloadContrast& contrast);
    void noteOperation(OperationJob* job);
    void tell();
    void updateButtons();
    void tick();
    void act(ActionKind kind, FilterAction::Way way);
    QString stateNote() const;
    QString valueWords() const;

    const Formatting& m_formatting;
    Workbench& m_bench;
    NewFailureCutoff& m_newSince;
    IncidentFeed m_feed;
    PanelHeader* m_head;
    QPlainTextEdit* m_sample;
    TrendBars* m_trend;
    PlainLabel* m_seen; ///< first and last
    PlainLabel* m_values;
    PlainLabel* m_common;
    PlainLabel* m_became;
    IncidentRows m_rows;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    IncidentActions m_actions;
    QueueName m_queue; ///< that is meant first
    std::optional<QByteArray> m_kind; ///< that is shown, or is to be
    std::optional<Incident> m_shown;
    bool m_isGone = false;
    bool m_hasGrown = false; ///< it is another, wider kind than when the page was opened
    QByteArray m_valuesOf; ///< key of the row that was asked about
    int m_valuesAsked = 0; ///< counts the questions: an older answer is not wanted
    QStringList m_valueLines;
    std::vector<QStringList> m_shorterLines; ///< the same with fewer values each time
    QStringList m_commonLines;
    OutcomeWatch m_outcome;
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
