// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"

namespace dueline {

class Workbench;

/// Above the table: that more tasks match than can be ticked one by one, with the way to mean all of them; or that all
/// of them are meant. Hidden when there is no more to say than the ticks do.
class SelectionBar : public MessageBar
{
    Q_OBJECT

public:
    SelectionBar(const Theme& theme, Workbench& bench, QWidget* parent = nullptr);

    void refresh();

public Q_SLOTS:
    /// Once: all that is listed, by name. Once more: all that match, however many, as their filter.
    void selectAll();

Q_SIGNALS:
    /// One of its links was pressed: the keyboard belongs to the table again.
    void used();

private:
    Workbench& m_bench;
};

} // namespace dueline
