// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <QListView>

#include <optional>

class QToolButton;

namespace dueline {

class SearchLine;
class Theme;

/// List of connections and queues with live counts, and of saved filters, on the left side of the window.
class Sidebar : public QListView
{
    Q_OBJECT

public:
    Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent = nullptr);

    void show(const SidebarPlace& place);

Q_SIGNALS:
    void placeChosen(const dueline::SidebarPlace& place);
    /// Requests that the saved filter with this name be applied.
    void filterChosen(const QString& name);
    /// Requests that the saved connection with this name be opened.
    void profileRequested(const QString& name);
    /// Requests the action for a section's + button. `id`: action id.
    void actionRequested(const QByteArray& id);
    /// Emitted on Enter to move the focus to the task table.
    void tableRequested();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void toggle(const QModelIndex& index, bool open);
    void showAwaited();
    bool isPlus(const QModelIndex& index, QPoint at) const;

    const Theme& m_theme;
    SidebarModel& m_model;
    // Queue that show() has expanded. Reset when the user expands or collapses it.
    std::optional<SidebarPlace> m_unfolded;
    QByteArray m_revealed; ///< group that show() has expanded; reset when the user expands or collapses it
    std::optional<SidebarPlace> m_awaited; ///< queue or connection to select once it has a row
    bool m_quiet = false;
};

/// Sidebar with a field above it for searching queue names, and two buttons that list only queues with failed or late
/// tasks.
class SidebarPane : public QWidget
{
    Q_OBJECT

public:
    /// Creates the pane and takes ownership of `sidebar`.
    SidebarPane(const Theme& theme, SidebarModel& model, Sidebar* sidebar, QWidget* parent = nullptr);

    SearchLine& line() { return *m_line; }
    QToolButton& failures() { return *m_failures; }
    QToolButton& late() { return *m_late; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow();
    void offer();

    SidebarModel& m_model;
    Sidebar* m_sidebar;
    QWidget* m_head;
    SearchLine* m_line;
    QToolButton* m_failures;
    QToolButton* m_late;
};

} // namespace dueline
