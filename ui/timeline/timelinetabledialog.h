// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/timeline/model/timelinetablemodel.h"

namespace dueline {

class PanelTable;

/// The timeline as a table, for those who do not see it, and for copying.
class TimelineTableDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `subject`: what the timeline is of, as its head says.
    TimelineTableDialog(const Theme& theme, const Formatting& formatting, const TimelineData& data,
        const QString& subject, TimePoint now, QWidget* parent);

    /// What the colours of `data` tell, in words; states: nothing.
    static TimelineTableGroups groupsOf(const TimelineData& data);

private:
    TimelineTableModel m_model;
};

} // namespace dueline
