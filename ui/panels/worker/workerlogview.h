// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerlogmodel.h"

#include <QListView>

namespace dueline {

class Theme;

/// The worker's log, painted line by line as plain text. When scrolled to the end, the view follows the newest line;
/// otherwise, the visible lines don't move. Ctrl+C copies the selected lines.
class WorkerLogView : public QListView
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 20;

    WorkerLogView(const Theme& theme, WorkerLogModel& model, QWidget* parent = nullptr);

    QString selectedText() const;
    /// Returns whether the newest line is visible.
    bool isAtEnd() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Delegate;

    const Theme& m_theme;
    WorkerLogModel& m_model;
    bool m_follows = true;
};

} // namespace dueline
