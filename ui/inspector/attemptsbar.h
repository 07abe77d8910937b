// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/formatting.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Time axis of a task's attempts. It starts when the task was added or, if that isn't known, with the first attempt.
/// It ends with the last attempt. Each attempt is a bar in the color of its outcome. Times are shown below both ends.
/// The widget is hidden unless at least two times are known.
class AttemptsBar : public QWidget
{
    Q_OBJECT

public:
    AttemptsBar(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the attempts, oldest first. The bar of a running attempt extends to `now`.
    void show(const Task& task, const std::vector<Attempt>& attempts, TimePoint now);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Run
    {
        TimePoint from{};
        TimePoint until{};
        TaskState state = TaskState::Failed;

        bool operator==(const Run&) const = default;
    };

    const Theme& m_theme;
    const Formatting& m_formatting;
    std::vector<Run> m_runs;
    TimePoint m_from{};
    TimePoint m_until{};
    TimePoint m_now{};
    bool m_isAdded = false; ///< true if m_from is when the task was added
};

} // namespace dueline
