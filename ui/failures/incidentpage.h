// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/payloadcontrast.h"
#include "ui/failures/incidentactions.h"
#include "ui/failures/incidentfeed.h"
#include "ui/failures/incidentreport.h"
#include "ui/failures/incidentrows.h"
#include "ui/failures/incidentsamples.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/failures/outcomewatch.h"
#include "ui/failures/relatedgroups.h"
#include "ui/widgets/pane.h"

#include <QTimer>

class QStackedWidget;

namespace dueline {

class Actions;
class ContrastBars;
class EmptyState;
class IncidentBody;
class IncidentTitle;
class OperationJob;
class OutcomeBar;
class PanelHeader;
class PlainLabel;
class SampleError;
class SamplePayload;
class Section;
class TrendBars;
class ActionRunner;
class ViewedPlace;

/// Page about a failure group across all queues of a connection: a chart stacked by queue, the error of a recent task
/// with its stack trace, recent tasks, what failed payloads have in common, the queues, and the outcomes of tasks
/// retried from this page. The buttons act on the selected queues and types. Failures are counted only while the page
/// is visible.
class IncidentPage : public Pane
{
    Q_OBJECT

public:
    IncidentPage(const Theme& theme, const Formatting& formatting, ActionRunner& runner, const Actions& actions,
        QWidget* parent = nullptr);
    ~IncidentPage() override;

    /// Shows a failure group, identified by its ErrorTemplate; nullopt selects the largest new group (NewFailureCutoff)
    /// in this queue, or in all queues if `queue` is empty. `queue` is selected if it contains tasks of the group.
    void show(const QueueName& queue, const std::optional<QByteArray>& kind);
    /// Returns the current group; null if none is known yet.
    const Incident* incident() const { return m_shown ? &*m_shown : nullptr; }
    /// Returns whether the group has no failed tasks left.
    bool isGone() const { return m_isGone; }
    const std::optional<IncidentOutcome>& outcome() const { return m_outcome.outcome(); }
    /// Returns the filter that matches the tasks of a queue and type.
    QString filterOf(const IncidentShare& share) const;
    /// Returns a report of the known facts.
    QString report(bool asMarkdown) const;

    IncidentFeed& feed() { return m_feed; }
    IncidentModel& model() { return m_rows.model(); }
    PanelTable& table() { return m_rows.table(); }
    PanelHeader& head() { return *m_head; }
    IncidentSamples& samples() { return m_samples; }
    RelatedGroups& related() { return m_related; }

Q_SIGNALS:
    /// Requests to return to the previous page.
    void closeRequested();
    /// Requests the tasks that match this filter in a queue of the connection.
    void tasksRequested(const dueline::QueueName& queue, const QString& filter);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    void buildSections();
    void arrange();
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
    void tellTitle();
    void tellSections();
    void step(int place);
    void updateButtons();
    void tick();
    void act(ActionKind kind, FilterAction::Way way);
    QString stateNote() const;
    QString valueWords() const;

    const Formatting& m_formatting;
    ActionRunner& m_runner;
    ViewedPlace& m_view;
    NewFailureCutoff& m_newSince;
    IncidentFeed m_feed;
    PanelHeader* m_head;
    IncidentTitle* m_title;
    SampleError* m_error;
    TrendBars* m_trend;
    ContrastBars* m_bars;
    PlainLabel* m_common; ///< reason why nothing is compared
    PlainLabel* m_values;
    OutcomeBar* m_outcomeBar;
    PlainLabel* m_became;
    IncidentRows m_rows;
    IncidentSamples m_samples;
    Section* m_payloadSection = nullptr;
    Section* m_samplesSection = nullptr;
    Section* m_retrySection = nullptr;
    Section* m_commonSection = nullptr;
    Section* m_queuesSection = nullptr;
    Section* m_relatedSection = nullptr;
    RelatedGroups m_related;
    SamplePayload* m_payload;
    IncidentBody* m_body = nullptr;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    IncidentActions m_actions;
    QueueName m_queue; ///< queue to select
    std::optional<QByteArray> m_kind; ///< group that is shown or requested
    std::optional<Incident> m_shown;
    bool m_isGone = false;
    bool m_hasGrown = false; ///< true if the group has become more general since the page was opened
    QByteArray m_valuesOf; ///< key of the row for which values were last requested
    int m_valuesAsked = 0; ///< number of requests; answers to earlier requests are ignored
    QStringList m_valueLines;
    std::vector<QStringList> m_shorterLines; ///< shorter variants of the lines, each with fewer values
    QStringList m_commonLines;
    QString m_sampled; ///< number of compared payloads
    bool m_hasTraits = false; ///< m_commonLines are traits, which m_bars shows
    OutcomeWatch m_outcome;
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
