// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/incidentmodel.h"

#include <map>
#include <optional>

namespace dueline {

class PanelTable;
class Theme;

/// The queues and types of a kind of failure in their table: where it is, and below that where it was while somebody
/// looked. Which of them are chosen.
class IncidentRows : public QObject
{
    Q_OBJECT

public:
    /// The table has no parent yet.
    IncidentRows(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    IncidentModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }

    /// Another kind follows: nothing is listed or chosen.
    void clear();
    /// A row is always chosen: at first that of `first`, where there is one.
    void show(const Incident& incident, const QueueName& first);
    /// The one with the focus; null: none has it.
    const IncidentShare* current() const;
    /// Those that are chosen and have tasks, the current one first.
    std::vector<IncidentShare> chosen() const;

Q_SIGNALS:
    /// Others are chosen, or another one is the current one.
    void chosenChanged();
    /// Return, or a double click.
    void activated();

private:
    IncidentModel m_model;
    PanelTable* m_table;
    std::map<QByteArray, IncidentShare> m_places; ///< by the key of their rows: where it was while somebody looked
};

} // namespace dueline
