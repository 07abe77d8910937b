// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/commandpalette.h"
#include "ui/failures/failuregroupfeed.h"
#include "ui/text/formatting.h"
#include "ui/workbench/windowevents.h"

namespace dueline {

class TaskSearch;
struct SearchHit;
class TaskTable;

/// Opens the command palette, fills it, and searches the queues of all open connections for tasks while the user types.
/// Failures are counted only while the palette is open and no search is running.
class PaletteCommands : public QObject
{
    Q_OBJECT

public:
    /// Creates the commands. `table`: table whose current tasks the palette offers as recently opened.
    PaletteCommands(const Theme& theme, ViewedPlace& view, WindowEvents& events, const Actions& actions,
        const TaskTable& table, QWidget* window);

    /// Shows the palette, and runs the chosen entry.
    void show();

Q_SIGNALS:
    /// Requests a search of all queues on the connection with this filter.
    void searchRequested(const QString& filter);

private:
    /// Recently opened task, or queue if it has no id.
    struct Recent
    {
        SidebarPlace place;
        TaskId id;
        QByteArray type; ///< type, if it is not part of the id
        TaskState state = TaskState::Scheduled;
    };

    std::function<void()> choose();
    void noteTask();
    void noteQueue();
    void note(Recent recent);
    std::vector<CommandPalette::Entry> entries() const;
    CommandPalette::Entry entryOf(const Recent& recent) const;
    CommandPalette::Entry entryOf(const Connection& connection, const SearchHit& hit, const QString& value) const;
    std::vector<CommandPalette::Section> sectionsOf(const TaskSearch& search) const;
    std::vector<CommandPalette::Entry> failures(const TaskSearch& search) const;
    static std::vector<PaletteStory::Moment> storyOf(const TaskSearch& search);
    static CommandPalette::Progress progressOf(const TaskSearch& search);
    static QString gapsOf(const TaskSearch& search);

    const Theme& m_theme;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    const Actions& m_actions;
    const TaskTable& m_table;
    QWidget* m_window;
    FailureGroupFeed m_failures; ///< failure groups of all open connections, counted while the palette is open
    std::vector<Recent> m_recent; ///< recently opened tasks and queues, newest first
};

} // namespace dueline
