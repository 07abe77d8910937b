// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/widgets/section.h"

class QToolButton;

namespace dueline {

class ErrorText;

/// Section with the error of a sample: its stack trace with library frames folded, and buttons to unfold them and to
/// copy the error.
class SampleError : public Section
{
    Q_OBJECT

public:
    explicit SampleError(const Theme& theme, QWidget* parent = nullptr);

    ErrorText& text() const { return *m_text; }
    /// Shows the whole error of a task. Until the task has been read, and if it has no error, shows `error`. `kind`:
    /// text of the failure group.
    void show(const std::optional<TaskDetail>& detail, const QueueName& queue, const QByteArray& error,
        const QByteArray& kind);

private:
    ErrorText* m_text;
    QToolButton* m_libraries; ///< unfolds library frames
};

} // namespace dueline
