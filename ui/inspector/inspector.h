// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/taskoutputs.h"
#include "core/queue/taskflow.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"

#include <map>

class QAbstractButton;
class QStackedWidget;

namespace dueline {

class AttemptsPane;
class EmptyState;
class ErrorText;
class FlowView;
class OutputText;
class PayloadView;
class TaskFacts;
class PlainLabel;
class SteadyScroll;

/// Everything about one task: state, type, error, times, attempts, payload. Shows what it is given; asks nobody.
class Inspector : public Pane
{
    Q_OBJECT

public:
    Inspector(const Theme& theme, const Formatting& formatting, const Actions& actions, QWidget* parent = nullptr);

    /// What is known from the list already, until the detail comes.
    void setTask(const Task& task);
    void setDetail(const TaskDetail& detail);
    void setPayload(const QByteArray& bytes, qint64 size);
    /// What the shown task, which is of `queue`, waits for and what waits for it.
    void setFlow(const QueueName& queue, const TaskFlow& flow);
    void setNow(TimePoint now);
    /// The server of the shown task owes an answer.
    void setSilent(bool silent);
    /// What the shown task said last, while it runs here; empty: nothing. Untrusted.
    void setProgress(const QByteArray& line);
    /// Shows the output of the shown task's program; nullopt hides it. Untrusted.
    void setOutput(const std::optional<TaskOutput>& output);
    void clear();
    PayloadView& payload() const { return *m_payload; }
    const TaskId& shownTask() const { return m_detail.task.id; }
    /// The detail and the payload of the shown task have come, or none is shown.
    bool isLoaded() const { return m_detail.task.id.isEmpty() || (m_detailed && m_payloadCame); }
    /// What may be done at the place of the task; which tasks are selected there does not matter.
    void setContext(const ActionContext& context);

Q_SIGNALS:
    void closeRequested();
    /// A button, by its action, for the task that is shown, as it is shown.
    void actionRequested(const QByteArray& id, const dueline::Task& task);
    /// A task of the flow.
    void taskRequested(const dueline::QueueName& queue, const dueline::TaskId& id);
    void compareRequested(const dueline::TaskId& task, const dueline::Attempt& earlier, const dueline::Attempt& later);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void fitWidth();
    void enableButtons();
    void tellAwaited();
    std::vector<Attempt> attempts() const;
    QByteArray wholeError() const;

    const Formatting& m_formatting;
    TaskDetail m_detail;
    QByteArray m_progress;
    bool m_detailed = false; ///< the answer to it came, not only its row of the table
    bool m_payloadCame = false;
    bool m_silent = false;
    ActionContext m_context;
    TimePoint m_now{};
    QStackedWidget* m_stack;
    SteadyScroll* m_scroll;
    EmptyState* m_empty;
    PlainLabel* m_tile;
    PlainLabel* m_state;
    PlainLabel* m_type;
    PlainLabel* m_id;
    PlainLabel* m_error;
    ErrorText* m_wholeError;
    TaskFacts* m_facts;
    OutputText* m_output;
    FlowView* m_flow;
    PayloadView* m_payload;
    AttemptsPane* m_attempts;
    std::map<QByteArray, QAbstractButton*> m_buttons; ///< by their actions
    std::map<QByteArray, QString> m_tips; ///< of the buttons, where nothing speaks against them
};

} // namespace dueline
