// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <QListView>

#include <optional>

class QToolButton;

namespace dueline {

class SearchLine;
class Theme;

/// Connections and queues with live counts, and saved filters, at the left of the window.
class Sidebar : public QListView
{
    Q_OBJECT

public:
    Sidebar(const Theme& theme, SidebarModel& model, QWidget* parent = nullptr);

    void show(const SidebarPlace& place);

Q_SIGNALS:
    void placeChosen(const dueline::SidebarPlace& place);
    /// A saved filter, by its name.
    void filterChosen(const QString& name);
    /// A saved connection that is not open shall be, by its name.
    void profileRequested(const QString& name);
    /// The + of a section, by the id of its action.
    void actionRequested(const QByteArray& id);
    /// Enter: on to the tasks of the place.
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

    SidebarModel& m_model;
    std::optional<SidebarPlace> m_unfolded; ///< a queue that show() has opened and nobody has touched since
    QByteArray m_revealed; ///< a group, likewise
    std::optional<SidebarPlace> m_awaited; ///< shall be shown, and has no row yet
    bool m_quiet = false;
};

/// The sidebar below a line that finds queues by name, and two buttons that list only queues with failed or with late
/// tasks.
class SidebarPane : public QWidget
{
    Q_OBJECT

public:
    /// Takes the sidebar over.
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
