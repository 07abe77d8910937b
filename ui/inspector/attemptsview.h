// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/formatting.h"

#include <QListView>

namespace dueline {

class Theme;

/// The attempts of a task, newest first, on a rail: outcome, worker, how long it took, when it ended, and the error.
/// Those that ended one after the other in the same way with the same error, three or more, are one line with their
/// count. Return or a double click expands such a line, and asks for the details of any other attempt.
class AttemptsView : public QListView
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 44;

    AttemptsView(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);
    ~AttemptsView() override;

    void setAttempts(const std::vector<Attempt>& attempts, TimePoint now);

    /// Those that are selected, the earliest first; of a line with a count its last one.
    std::vector<Attempt> chosenAttempts() const;

    /// Why there is none; shown in their place.
    void setEmptyText(const QString& text);

Q_SIGNALS:
    /// The whole error of this attempt is wanted.
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
