// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/widgets/section.h"

class QToolButton;

namespace dueline {

class ErrorText;

/// Section that shows the error of a sample task: its stack trace with library frames folded, a button to unfold them,
/// and a button to copy the error.
class SampleError : public Section
{
    Q_OBJECT

public:
    explicit SampleError(const Theme& theme, QWidget* parent = nullptr);

    ErrorText& text() const { return *m_text; }
    /// Shows a task's full error, or `error` if the task has no full error or hasn't been read yet. `kind`: the failure
    /// group's name.
    void show(const std::optional<TaskDetail>& detail, const QueueName& queue, const QByteArray& error,
        const QByteArray& kind);

private:
    ErrorText* m_text;
    QToolButton* m_libraries; ///< button that unfolds library frames
};

} // namespace dueline
