// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"

namespace dueline {

class ListedTasks;

/// Bar above the table. Reports that more tasks match than are selected individually and offers to select them all, or
/// reports that all are selected. Hidden if the ticks are sufficient.
class SelectionBar : public MessageBar
{
    Q_OBJECT

public:
    SelectionBar(const Theme& theme, ListedTasks& list, QWidget* parent = nullptr);

    void refresh();

public Q_SLOTS:
    /// Selects all listed tasks by id. A second call selects all matches as a filter, regardless of their number.
    void selectAll();

Q_SIGNALS:
    /// Emitted after a link was used, to return the focus to the table.
    void used();

private:
    ListedTasks& m_list;
};

} // namespace dueline
