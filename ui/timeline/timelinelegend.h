// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinedata.h"

#include <QWidget>

namespace dueline {

class Theme;

/// The states of the timeline with their tiles; pressing one hides or shows its band. Without room the words go first,
/// then the states without tasks; the counts are in the tooltips and the accessible names.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(const Theme& theme, QWidget* parent = nullptr);

    void setTotals(const StateCounts& totals);
    StateSet hidden() const { return m_hidden; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hiddenChanged(dueline::StateSet hidden);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Entry;
    void arrange();

    const Theme& m_theme;
    StateSet m_hidden;
    std::vector<Entry*> m_entries;
};

} // namespace dueline
