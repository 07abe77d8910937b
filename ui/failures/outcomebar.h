// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/failuregroupreport.h"

#include <QWidget>

namespace dueline {

class Theme;

/// Bar that shows the outcomes of retried tasks: completed, failed, running, waiting, and the rest in gray.
class OutcomeBar : public QWidget
{
    Q_OBJECT

public:
    explicit OutcomeBar(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the outcomes, or hides the bar if no tasks are tracked.
    void show(const std::optional<FailureGroupOutcome>& outcome);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    FailureGroupOutcome m_outcome;
};

} // namespace dueline
