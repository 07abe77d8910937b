// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerlogmodel.h"
#include "ui/widgets/pane.h"

class QLineEdit;
class QToolButton;

namespace dueline {

class OutputText;
class WorkerLogView;

/// Log with controls for filtering, pausing and saving. The output of the current line's task is shown below the log.
class WorkerLogPane : public Pane
{
    Q_OBJECT

public:
    WorkerLogPane(
        const Theme& theme, const EmbeddedWorker& worker, const Formatting& formatting, QWidget* parent = nullptr);

    WorkerLogModel& model() { return m_model; }
    WorkerLogView& view() { return *m_view; }
    const OutputText& output() const { return *m_output; }
    QLineEdit& filter() { return *m_filter; }
    QToolButton& pauseButton() { return *m_pause; }
    /// Saves the displayed lines as text. Errors: Io.
    Result<> save(const QString& path) const;

Q_SIGNALS:
    /// Emitted when saving has failed.
    void failed(const dueline::Error& error);

private:
    void askWhereToSave();
    void showPaused();
    void showOutput();

    const EmbeddedWorker& m_worker;
    WorkerLogModel m_model;
    WorkerLogView* m_view;
    OutputText* m_output;
    QLineEdit* m_filter;
    QToolButton* m_pause;
};

} // namespace dueline
