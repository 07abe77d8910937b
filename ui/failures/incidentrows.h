// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/incidentmodel.h"

#include <map>
#include <optional>

namespace dueline {

class PanelTable;
class Theme;

/// Table of the queues and types in a failure group, followed by places that had tasks earlier while the page was open.
/// It also stores the selection.
class IncidentRows : public QObject
{
    Q_OBJECT

public:
    /// Creates the table without a parent widget.
    IncidentRows(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    IncidentModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }

    /// Removes all rows and the selection, before a different group is shown.
    void clear();
    /// Shows a group. One row is always selected: initially the row of `first`, if there is one.
    void show(const Incident& incident, const QueueName& first);
    /// Returns the row with the focus; null: none.
    const IncidentShare* current() const;
    /// Returns the selected rows that have tasks, the current one first.
    std::vector<IncidentShare> chosen() const;

Q_SIGNALS:
    /// Emitted when the selection or the current row changes.
    void chosenChanged();
    /// Emitted on Return or a double click.
    void activated();

private:
    IncidentModel m_model;
    PanelTable* m_table;
    std::map<QByteArray, IncidentShare> m_places; ///< places that had tasks while the page was open, by row key
};

} // namespace dueline
