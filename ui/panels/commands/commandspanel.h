// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/commands/commandmodel.h"
#include "ui/presenters/connection.h"
#include "ui/widgets/pane.h"

#include <QPointer>
#include <QTimer>

class QCheckBox;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;
class ViewedPlace;

/// Commands sent on the current connection, with their times and reply sizes. Secrets and payloads are masked. Nothing
/// is recorded while the panel is hidden.
class CommandsPanel : public Pane
{
    Q_OBJECT

public:
    CommandsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent = nullptr);
    ~CommandsPanel() override;

    CommandModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }
    PanelHeader& head() { return *m_head; }
    QCheckBox& writesOnly() { return *m_writesOnly; }
    QLineEdit& filter() { return *m_filter; }
    QToolButton& clearButton() { return *m_clear; }
    EmptyState& emptyState() { return *m_empty; }
    QToolButton& pauseButton() { return *m_pause; }

Q_SIGNALS:
    /// Emitted when the tab's status changes. `status`: "paused" while the panel is paused; otherwise, empty.
    void statusChanged(const QString& status);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void follow();
    void read();
    void update();
    void tellWhyEmpty();
    void showMenu(QPoint at);

    ViewedPlace& m_view;
    CommandModel m_model;
    PanelHeader* m_head;
    QLineEdit* m_filter;
    QCheckBox* m_writesOnly;
    QToolButton* m_pause;
    QToolButton* m_clear;
    QStackedWidget* m_stack;
    PanelTable* m_table;
    EmptyState* m_empty;
    QPointer<Connection> m_listened;
    quint64 m_read = 0; ///< sequence number of the last command read
    bool m_paused = false;
    QTimer m_clock;
};

} // namespace dueline
