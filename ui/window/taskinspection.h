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
class Workbench;

/// Keeps the inspector at the task under the table's cursor: as the row shows it at once, its payload and attempts when
/// they come, and anew while it changes. Asks for nothing while the inspector is closed.
class TaskInspection : public QObject
{
    Q_OBJECT

public:
    /// `opened`: the checkable action that says whether the inspector is open.
    TaskInspection(
        Workbench& bench, TaskTable& table, Inspector& inspector, QAction& opened, const Theme& theme, QWidget* window);

    /// Nothing is inspected until a task is under the cursor again.
    void clear();
    /// The inspector is open, or not, and its action says so.
    void setOpen(bool open);
    /// Whether it is open beside the table: as it is, or will be once the table is back.
    bool isWanted() const;
    void setWanted(bool wanted);
    /// A page stands in the place of the table, which has no task to inspect: it is closed until somebody opens it, or
    /// the table is back.
    void setPage(bool page);
    /// Time has passed.
    void tick();

public Q_SLOTS:
    /// To the task under the cursor.
    void follow();

private:
    void showProgress();
    void bringAll();
    void giveReader();
    void chooseReader(const ReaderChoice& choice);
    void askForLayers();

    Workbench& m_bench;
    TaskTable& m_table;
    Inspector& m_inspector;
    QAction& m_opened;
    const Theme& m_theme;
    QWidget* m_window;
    bool m_page = false;
    bool m_wantedAfter = true; ///< once the table is back
    Task m_task; ///< whose payload is read
    DetailFeed* m_detail;
    PayloadStream* m_stream;
};

} // namespace dueline
