// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/taskoutputs.h"
#include "core/queue/taskflow.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"

#include <map>

class QAbstractButton;
class QPushButton;
class QStackedWidget;

namespace dueline {

class AttemptsPane;
class EmptyState;
class ErrorText;
class FlowView;
class InspectorSections;
class OutputText;
class PayloadView;
class TaskFacts;
class PlainLabel;
class SteadyScroll;

/// Details of a task: state, type, error, times, attempts and payload. The inspector sends no requests; it only shows
/// what its owner sets.
class Inspector : public Pane
{
    Q_OBJECT

public:
    Inspector(const Theme& theme, const Formatting& formatting, const Actions& actions, QWidget* parent = nullptr);

    /// Sets the data from the task's table row, which is shown until the details arrive.
    void setTask(const Task& task);
    /// Sets the displayed task's position in the list, starting at 1, and the length of the list.
    void setPlace(qint64 place, qint64 tasks);
    void setDetail(const TaskDetail& detail);
    void setPayload(const QByteArray& bytes, qint64 size);
    /// Sets the displayed task's flow: the tasks it depends on, and the tasks that depend on it. `queue`: the displayed
    /// task's queue.
    void setFlow(const QueueName& queue, const TaskFlow& flow);
    void setNow(TimePoint now);
    /// Sets whether the displayed task's server has stopped responding.
    void setSilent(bool silent);
    /// Sets the latest progress message of the displayed task while it runs in this window; empty if there is none. The
    /// text is untrusted.
    void setProgress(const QByteArray& line);
    /// Shows the displayed task's program output, or hides it if `output` is nullopt. The output is untrusted.
    void setOutput(const std::optional<TaskOutput>& output);
    void clear();
    /// Returns the sections. The set of open sections is saved and restored at the next start.
    InspectorSections& sections() const { return *m_sections; }
    PayloadView& payload() const { return *m_payload; }
    const TaskId& shownTask() const { return m_detail.task.id; }
    /// Returns whether the displayed task's details and payload have arrived. Also true if no task is displayed.
    bool isLoaded() const { return m_detail.task.id.isEmpty() || (m_detailed && m_payloadCame); }
    /// Sets the context that determines which actions are available for the task's queue. Ignores the context's
    /// selection.
    void setContext(const ActionContext& context);

Q_SIGNALS:
    void closeRequested();
    /// Emitted when a button is clicked. `id`: id of the button's action. `task`: displayed task.
    void actionRequested(const QByteArray& id, const dueline::Task& task);
    /// Requests that the inspector show this task from the flow.
    void taskRequested(const dueline::QueueName& queue, const dueline::TaskId& id);
    void compareRequested(const dueline::TaskId& task, const dueline::Attempt& earlier, const dueline::Attempt& later);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildSections();
    void fill();
    void fillSections();
    void fitWidth();
    void enableButtons();
    void tellAwaited();
    std::vector<Attempt> attempts() const;

    const Formatting& m_formatting;
    TaskDetail m_detail;
    QByteArray m_progress;
    bool m_detailed = false; ///< true if the details have arrived; false if only the table row is known
    bool m_payloadCame = false;
    bool m_silent = false;
    ActionContext m_context;
    TimePoint m_now{};
    QStackedWidget* m_stack;
    SteadyScroll* m_scroll;
    EmptyState* m_empty;
    PlainLabel* m_tile;
    PlainLabel* m_state;
    PlainLabel* m_place;
    PlainLabel* m_type;
    PlainLabel* m_id;
    PlainLabel* m_error;
    ErrorText* m_wholeError;
    TaskFacts* m_facts;
    OutputText* m_output;
    FlowView* m_flow;
    PayloadView* m_payload;
    AttemptsPane* m_attempts;
    QPushButton* m_editFailed; ///< edits a failed task; other tasks have a button next to the payload
    PlainLabel* m_logs;
    QPushButton* m_allLogs;
    PlainLabel* m_options;
    PlainLabel* m_result;
    InspectorSections* m_sections = nullptr;
    std::map<QByteArray, QAbstractButton*> m_buttons; ///< buttons by action
    std::map<QByteArray, QString> m_tips; ///< tooltips of enabled buttons
};

} // namespace dueline
