// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"
#include "ui/widgets/messagebar.h"

#include <QHash>

class QMenu;

namespace dueline {

class FilterLine;
class Formatting;
class Workbench;

/// What is done with saved filters: save the one that is typed, apply, rename and delete one.
class FilterCommands : public QObject
{
    Q_OBJECT

public:
    FilterCommands(const Theme& theme, const Formatting& formatting, Workbench& bench, FilterLine& line,
        MessageBar& messages, QWidget* window);

    void apply(const QString& name);
    void fillMenu(QMenu& menu, const QString& name);

public Q_SLOTS:
    /// Asks for a name.
    void save();
    /// To the tasks that the timeline shows in this time, instead of the time before: waiting ones due in it, leased
    /// ones that run out in it, and those that ended in it; without the states that are hidden there.
    void narrow(dueline::TimeRange range, dueline::StateSet hidden = {});

    /// Lists and selects what the timeline shows in this time, without the states that are hidden there, as long as it
    /// is brushed; nullopt: no longer.
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
    Workbench& m_bench;
    FilterLine& m_line;
    MessageBar& m_messages;
    QWidget* m_window;
    QString m_connection; ///< the id of the connection that the filter line is about
    QHash<QString, QString> m_lastFilters; ///< by the ids of open connections
};

} // namespace dueline
