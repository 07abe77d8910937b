// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"

namespace dueline {

class ListedTasks;

/// Bar above the table. It is shown if all matches are selected, or if more tasks match than are ticked, with a link to
/// select them all.
class SelectionBar : public MessageBar
{
    Q_OBJECT

public:
    SelectionBar(const Theme& theme, ListedTasks& list, QWidget* parent = nullptr);

    void refresh();

public Q_SLOTS:
    /// Selects all listed tasks by id. When called again, selects all matches by filter, no matter how many there are.
    void selectAll();

Q_SIGNALS:
    /// Emitted when a link has been used, so that the focus can return to the table.
    void used();

private:
    ListedTasks& m_list;
};

} // namespace dueline
