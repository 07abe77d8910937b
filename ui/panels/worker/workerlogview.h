// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerlogmodel.h"

#include <QListView>

namespace dueline {

class Theme;

/// The worker's log, painted row by row as plain text. Follows the newest line while it stands at the end; scrolled up,
/// it stays with the lines that are looked at. Ctrl+C copies the selected lines.
class WorkerLogView : public QListView
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 20;

    WorkerLogView(const Theme& theme, WorkerLogModel& model, QWidget* parent = nullptr);

    QString selectedText() const;
    /// Whether the newest line is in sight.
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
