// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/results/resultlog.h"
#include "ui/widgets/pane.h"

#include <map>
#include <memory>

class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class Workbench;

/// Outcomes as they are published, newest first. Listens to a connection from when it is first looked at here, and goes
/// on while other panels or connections are in front.
class ResultsPanel : public Pane
{
    Q_OBJECT

public:
    ResultsPanel(const Theme& theme, const Formatting& formatting, Workbench& bench, QWidget* parent = nullptr);
    ~ResultsPanel() override;

    /// Of the current connection; null before it was looked at.
    ResultLog* log() const { return m_log; }
    /// Null while there is nothing to list.
    PanelTable* table() const { return m_table; }
    PanelHeader& head() { return *m_head; }
    QLineEdit& filter() { return *m_filter; }
    QToolButton& pauseButton() { return *m_pause; }
    QToolButton& clearButton() { return *m_clear; }

Q_SIGNALS:
    /// For the tab: a word while it is paused or deaf.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow();
    void showLog(ResultLog* log);
    void update();
    void updateEmptyState();
    void showMenu(QPoint at);
    std::vector<ResultEntry> selected() const;

    const Formatting& m_formatting;
    Workbench& m_bench;
    std::map<QString, std::unique_ptr<ResultLog>> m_logs; ///< by connection
    ResultLog* m_log = nullptr;
    PanelHeader* m_head;
    QLineEdit* m_filter;
    QToolButton* m_pause;
    QToolButton* m_clear;
    QStackedWidget* m_stack;
    PanelTable* m_table = nullptr;
    EmptyState* m_empty;
};

} // namespace dueline
