// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/incidentmodel.h"

#include <map>
#include <optional>

namespace dueline {

class PanelTable;
class Theme;

/// Table of a failure group's queues and types. Queues and types that have lost all their tasks
/// since the page was opened are listed at the end. The object also stores the selection.
class IncidentRows : public QObject
{
    Q_OBJECT

public:
    /// Creates the table without a parent.
    IncidentRows(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    IncidentModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }

    /// Removes all rows and the selection. Call this before showing a different group.
    void clear();
    /// Shows a group. A row is always selected; initially, it is the row of `first`, if present.
    void show(const Incident& incident, const QueueName& first);
    /// Returns the current row; null if there is none.
    const IncidentShare* current() const;
    /// Returns the selected rows that have tasks, starting with the current row.
    std::vector<IncidentShare> chosen() const;

Q_SIGNALS:
    /// Emitted when the selection or the current row changes.
    void chosenChanged();
    /// Emitted when the user presses Return or double-clicks.
    void activated();

private:
    IncidentModel m_model;
    PanelTable* m_table;
    std::map<QByteArray, IncidentShare> m_places; ///< queues and types with tasks since the page was opened, by row key
};

} // namespace dueline
