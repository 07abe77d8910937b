// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"

class QStackedWidget;

namespace dueline {

class Actions;
class AttemptsView;
class EmptyState;
class PayloadView;
class PlainLabel;

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
    void setNow(TimePoint now);
    void clear();
    const TaskId& shownTask() const { return m_detail.task.id; }

Q_SIGNALS:
    void closeRequested();

private:
    class Facts;
    void fill();

    const Formatting& m_formatting;
    TaskDetail m_detail;
    TimePoint m_now{};
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PlainLabel* m_tile;
    PlainLabel* m_state;
    PlainLabel* m_type;
    PlainLabel* m_id;
    PlainLabel* m_error;
    Facts* m_facts;
    PayloadView* m_payload;
    AttemptsView* m_attempts;
};

} // namespace dueline
