// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/model/timelinemark.h"
#include "ui/timeline/model/timelinescale.h"

#include <QRectF>

#include <functional>
#include <optional>

class QPainter;

namespace dueline {

/// Lane of marks between the plot and the axis. Each mark has an icon at its instant, and its title if there is space;
/// overlapping marks are replaced with a number. Gaps in the recording are hatched. This class only does layout and
/// painting.
class TimelineMarkLane
{
public:
    static constexpr int height = 24;

    /// Marks drawn at the same position.
    struct Group
    {
        double x = 0;
        std::size_t first = 0;
        std::size_t last = 0; ///< index of the group's last mark
        bool holds(std::size_t mark) const { return mark >= first && mark <= last; }
    };

    /// Creates a lane below `plot` with the same width. `marks`: sorted by time. `gaps`: gaps in the recording.
    TimelineMarkLane(const Theme& theme, const QRect& plot, const TimelineScale& scale,
        const std::vector<TimelineMark>& marks, const std::vector<RecordGap>& gaps);
    /// Returns whether a gap is in view and wide enough to show.
    static bool isShown(const RecordGap& gap, const TimeRange& view);

    const std::vector<Group>& groups() const { return m_groups; }
    std::optional<Group> groupAt(QPointF position) const;
    std::optional<Group> groupOf(std::size_t mark) const;
    QRectF rectOf(const Group& group) const;

    /// Returns the gap at a position; null if there is none.
    const RecordGap* gapAt(QPointF position) const;
    QRectF rectOf(const RecordGap& gap) const;

    /// Paints the lane. `gapWords`: returns the text for a gap, which is painted where it fits.
    void paint(QPainter& painter, const std::function<QString(const RecordGap&)>& gapWords) const;
    /// Highlights a group and paints its line across the plot.
    void paintMarked(QPainter& painter, const Group& group) const;

private:
    void paintGap(QPainter& painter, const RecordGap& gap, const QString& words) const;
    void paintTitle(QPainter& painter, std::size_t group) const;

    const Theme& m_theme;
    QRect m_plot;
    TimelineScale m_scale;
    const std::vector<TimelineMark>& m_marks;
    const std::vector<RecordGap>& m_gaps;
    std::vector<Group> m_groups;
};

} // namespace dueline
