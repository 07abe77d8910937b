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
class ViewedPlace;

/// Outcomes as they are published, newest first. The panel starts listening to a connection when it first shows that
/// connection, and keeps listening while other panels or connections are shown.
class ResultsPanel : public Pane
{
    Q_OBJECT

public:
    ResultsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent = nullptr);
    ~ResultsPanel() override;

    /// Returns the current connection's log; null if the panel hasn't shown this connection yet.
    ResultLog* log() const { return m_log; }
    /// Returns the table; null if log() returns null.
    PanelTable* table() const { return m_table; }
    PanelHeader& head() { return *m_head; }
    QLineEdit& filter() { return *m_filter; }
    QToolButton& pauseButton() { return *m_pause; }
    QToolButton& clearButton() { return *m_clear; }

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: such as "paused" or "not listening"; empty if the log is
    /// listening.
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
    ViewedPlace& m_view;
    std::map<QString, std::unique_ptr<ResultLog>> m_logs; ///< logs by connection id
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
