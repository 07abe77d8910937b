// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/formatting.h"

#include <QListView>

namespace dueline {

class Theme;

/// A task's attempts on a timeline rail, newest first, each with its outcome, worker, duration, end time and error.
/// Three or more consecutive attempts with the same outcome and error are collapsed into one row that shows how many
/// there are. Pressing Return or double-clicking expands a collapsed row, or requests a single attempt's details.
class AttemptsView : public QListView
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 44;

    AttemptsView(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);
    ~AttemptsView() override;

    void setAttempts(const std::vector<Attempt>& attempts, TimePoint now);

    /// Returns the selected attempts, earliest first. A collapsed row counts as its last attempt.
    std::vector<Attempt> chosenAttempts() const;

    /// Sets the text to show if there are no attempts.
    void setEmptyText(const QString& text);

Q_SIGNALS:
    /// Requests the full error of this attempt.
    void detailsRequested(const dueline::Attempt& attempt);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    class Model;
    class Delegate;
    const Theme& m_theme;
    QString m_emptyText;
    Model* m_model;
};

} // namespace dueline
