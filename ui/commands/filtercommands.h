// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"
#include "ui/widgets/toasts.h"

#include <QHash>

class QMenu;

namespace dueline {

class FilterLine;
class Formatting;
class ListedTasks;
class SavedFilters;

/// Commands for saved filters: save the current one, or apply, rename or delete a saved one.
class FilterCommands : public QObject
{
    Q_OBJECT

public:
    FilterCommands(const Theme& theme, const Formatting& formatting, ListedTasks& list, SavedFilters& filters,
        FilterLine& line, Toasts& messages, QWidget* window);

    void apply(const QString& name);
    void fillMenu(QMenu& menu, const QString& name);

public Q_SLOTS:
    /// Saves the current filter under a name that the user enters.
    void save();
    /// Filters for the tasks that the timeline shows in this range, replacing any previous range: waiting tasks due in
    /// it, leases that expire in it, and tasks that ended in it. `hidden`: states hidden in the timeline, whose tasks
    /// are excluded.
    void narrow(dueline::TimeRange range, dueline::StateSet hidden = {});

    /// Lists and selects the tasks that the timeline shows in this range while the user is brushing. nullopt ends the
    /// brush. `hidden`: states hidden in the timeline, whose tasks are excluded.
    void brush(const std::optional<dueline::TimeRange>& range, dueline::StateSet hidden = {});

private:
    void followConnection();
    void rename(const QString& name);
    void remove(const QString& name);
    void tell(const Result<>& done);

    QString written(TimePoint at) const;
    QString termsOf(TimeRange range) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    ListedTasks& m_list;
    SavedFilters& m_filters;
    FilterLine& m_line;
    Toasts& m_messages;
    QWidget* m_window;
    QString m_connection; ///< id of the current filter's connection
    QHash<QString, QString> m_lastFilters; ///< each open connection's last filter, by connection id
};

} // namespace dueline
