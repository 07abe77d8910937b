// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QObject>

class QAction;

namespace dueline {

class DetailFeed;
class Inspector;
class PayloadStream;
struct ReaderChoice;
class TaskTable;
class Theme;
class ViewedPlace;
class WindowEvents;

/// Link between the table's current task and the inspector. The table row's data is shown immediately; the payload and
/// the attempts follow once they have been loaded. They are reloaded when the task changes. Nothing is loaded while the
/// inspector is closed.
class TaskInspection : public QObject
{
    Q_OBJECT

public:
    /// Creates the link. `opened`: checkable action that opens and closes the inspector.
    TaskInspection(ViewedPlace& view, WindowEvents& events, TaskTable& table, Inspector& inspector, QAction& opened,
        const Theme& theme, QWidget* window);

    /// Clears the inspector until the table has a current task.
    void clear();
    /// Opens or closes the inspector and updates the action.
    void setOpen(bool open);
    /// Returns whether the inspector is open beside the table, or will be when the table is shown again.
    bool isWanted() const;
    void setWanted(bool wanted);
    /// Sets whether a page replaces the table. Pages have no task to inspect, so the inspector closes until the user
    /// opens it or the table is shown again.
    void setPage(bool page);
    /// Updates all values that depend on the current time.
    void tick();

public Q_SLOTS:
    /// Shows the table's current task.
    void follow();

private:
    void showProgress();
    void bringAll();
    void giveReader();
    void chooseReader(const ReaderChoice& choice);
    void askForLayers();

    ViewedPlace& m_view;
    TaskTable& m_table;
    Inspector& m_inspector;
    QAction& m_opened;
    const Theme& m_theme;
    QWidget* m_window;
    bool m_page = false;
    bool m_wantedAfter = true; ///< true to open the inspector when the table is shown again
    Task m_task; ///< task whose payload is loaded
    DetailFeed* m_detail;
    PayloadStream* m_stream;
};

} // namespace dueline
