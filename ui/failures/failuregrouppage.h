// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/payloadcontrast.h"
#include "ui/failures/failuregroupactions.h"
#include "ui/failures/failuregroupfeed.h"
#include "ui/failures/failuregroupreport.h"
#include "ui/failures/failuregrouprows.h"
#include "ui/failures/failuregroupsamples.h"
#include "ui/failures/mutedgroups.h"
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
class FailureGroupBody;
class FailureGroupTitle;
class FailureGroupTrail;
class OperationJob;
class OutcomeBar;
class PanelHeader;
class PlainLabel;
class PrecedingEvents;
class SampleError;
class SamplePayload;
class Section;
class TrendBars;
class ActionRunner;
struct TimelineMark;
class ViewedPlace;

/// Page about a failure group across all queues on a connection. It shows a chart stacked by queue, recent failed
/// tasks, one task's error and stack trace, properties that failed payloads share, the queues, and the outcomes of
/// tasks retried from this page. The buttons act on the selected queues and types. Failures are counted only while the
/// page is visible.
class FailureGroupPage : public Pane
{
    Q_OBJECT

public:
    FailureGroupPage(const Theme& theme, const Formatting& formatting, ActionRunner& runner, const Actions& actions,
        QWidget* parent = nullptr);
    ~FailureGroupPage() override;

    /// Initial selection: the rows of the queue passed to show(), or all rows.
    enum class Selected : quint8 { Queue, All };
    /// Shows the failure group with this ErrorTemplate. If `kind` is nullopt, shows the largest new group (see
    /// NewFailureCutoff) in the queue, or in all queues if `queue` is empty.
    void show(const QueueName& queue, const std::optional<QByteArray>& kind, Selected selected = Selected::Queue);
    /// Returns the displayed group; null if none is known yet.
    const FailureGroup* group() const { return m_shown ? &*m_shown : nullptr; }
    /// Returns whether the group has no failed tasks left.
    bool isGone() const { return m_isGone; }
    const std::optional<FailureGroupOutcome>& outcome() const { return m_outcome.outcome(); }
    /// Returns a filter that matches the share's tasks.
    QString filterOf(const FailureGroup::Share& share) const;
    /// Returns a report about the group, as Markdown or plain text.
    QString report(bool asMarkdown) const;
    /// Sets the connection's events. The page shows the events that occurred shortly before the first failure.
    void setMarks(const std::vector<TimelineMark>& marks);

    FailureGroupFeed& feed() { return m_feed; }
    FailureGroupModel& model() { return m_rows.model(); }
    PanelTable& table() { return m_rows.table(); }
    PanelHeader& head() { return *m_head; }
    FailureGroupSamples& samples() { return m_samples; }
    RelatedGroups& related() { return m_related; }

Q_SIGNALS:
    /// Requests that the page be closed and the previous page be shown.
    void closeRequested();
    /// Requests that this queue's tasks that match the filter be listed.
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
    bool isMuted(const FailureGroup& group) const;
    bool isMuted() const;
    void toggleMute();
    void showSample();
    void askValues();
    void takeValues(const KindValues& values);
    void askContrast(int question, const FailureGroup::Share& share);
    void takeContrast(const PayloadContrast& contrast);
    void noteOperation(OperationJob* job);
    void tell();
    void tellTitle();
    std::optional<TimePoint> storedSince() const;
    void tellSections();
    void step(int place);
    void updateButtons();
    void tick();
    void act(ActionKind kind, FilterAction::Mode mode);
    QString stateNote() const;
    QString valueWords() const;

    /// Maximum number of lines in the labels for values and common properties.
    static constexpr int labelLines = 6;
    const static inline QString betweenLines = QStringLiteral("  ·  ");

    const Formatting& m_formatting;
    ActionRunner& m_runner;
    ViewedPlace& m_view;
    NewFailureCutoff& m_newSince;
    MutedGroups& m_muted;
    FailureGroupFeed m_feed;
    PanelHeader* m_head;
    FailureGroupTrail* m_trail;
    FailureGroupTitle* m_title;
    SampleError* m_error;
    TrendBars* m_trend;
    ContrastBars* m_bars;
    PlainLabel* m_common; ///< label that explains why payloads aren't compared
    PlainLabel* m_values;
    PrecedingEvents* m_before;
    OutcomeBar* m_outcomeBar;
    PlainLabel* m_became;
    FailureGroupRows m_rows;
    FailureGroupSamples m_samples;
    Section* m_payloadSection = nullptr;
    Section* m_samplesSection = nullptr;
    Section* m_retrySection = nullptr;
    Section* m_commonSection = nullptr;
    Section* m_beforeSection = nullptr;
    Section* m_queuesSection = nullptr;
    Section* m_relatedSection = nullptr;
    RelatedGroups m_related;
    SamplePayload* m_payload;
    FailureGroupBody* m_body = nullptr;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    FailureGroupActions m_actions;
    QueueName m_queue; ///< queue the page was opened from; may be empty
    Selected m_selected = Selected::Queue;
    std::optional<QByteArray> m_kind; ///< ErrorTemplate of the displayed or requested group
    std::optional<FailureGroup> m_shown;
    bool m_isGone = false;
    bool m_hasGrown = false; ///< true if the group's template has become more general since the page was opened
    QByteArray m_valuesOf; ///< key of the row whose values were last requested
    int m_valuesAsked = 0; ///< sequence number of the last request; answers to earlier requests are ignored
    QStringList m_valueLines;
    std::vector<QStringList> m_shorterLines; ///< variants of m_valueLines, each with fewer values per line
    QStringList m_commonLines;
    QString m_sampled; ///< text showing how many payloads were compared
    bool m_hasTraits = false; ///< true if m_commonLines and m_bars show common properties
    OutcomeWatch m_outcome;
    QString m_trouble;
    QTimer m_clock;
};

} // namespace dueline
