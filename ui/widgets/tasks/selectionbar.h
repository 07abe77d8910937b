// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"

namespace dueline {

class ListedTasks;

/// Bar above the table. It reports that more tasks match than are ticked and offers to select them all, or it reports
/// that all are selected. Hidden if there is nothing to report.
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
