// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/timeline/model/timelinetablemodel.h"

namespace dueline {

class PanelTable;

/// Table of the timeline's data, for screen readers and for copying.
class TimelineTableDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `subject`: subject shown in the timeline's header.
    TimelineTableDialog(const Theme& theme, const Formatting& formatting, const TimelineData& data,
        const QString& subject, TimePoint now, QWidget* parent);

    /// Returns the groups in `data` as text; empty if the colors represent states.
    static TimelineTableGroups groupsOf(const TimelineData& data);

private:
    TimelineTableModel m_model;
};

} // namespace dueline
