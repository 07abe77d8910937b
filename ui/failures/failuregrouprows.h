// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/failuregroupmodel.h"

#include <map>
#include <optional>

namespace dueline {

class PanelTable;
class Theme;

/// Table of a failure group's queues and types. It also manages the selection. Queues and types whose tasks have all
/// left the group since the page was opened are listed last.
class FailureGroupRows : public QObject
{
    Q_OBJECT

public:
    /// Creates the table. The table widget has no parent; the caller adds it to a layout. `parent`: owner of this
    /// object.
    FailureGroupRows(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    FailureGroupModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }

    /// Removes all rows and the selection. Call this before showing a different group.
    void clear();
    /// Shows a group. Until the user changes the selection, the rows of `queue` are selected, or all rows if `queue` is
    /// empty or has none of the group's tasks.
    void show(const FailureGroup& group, const QueueName& queue);
    /// Returns the current row; null if there is none.
    const FailureGroup::Share* current() const;
    /// Returns the selected rows that have tasks, current row first.
    std::vector<FailureGroup::Share> chosen() const;

Q_SIGNALS:
    /// Emitted when the selection or the current row changes.
    void chosenChanged();
    /// Emitted when the user presses Return on a row or double-clicks it.
    void activated();

private:
    void select(const QueueName& queue);

    FailureGroupModel m_model;
    PanelTable* m_table;
    std::map<QByteArray, FailureGroup::Share>
        m_places; ///< queues and types that have had tasks since the page was opened, by row key
    bool m_isShowing = false; ///< true while show() changes the rows and the selection
    bool m_isChosenByUser = false; ///< true once the user has changed the selection
};

} // namespace dueline
