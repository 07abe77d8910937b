// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/timeline/model/timelinemark.h"
#include "ui/timeline/model/timelinescale.h"

#include <QRectF>

#include <optional>

class QPainter;

namespace dueline {

/// Lane of marks between the plot and the axis. Each mark has an icon at its instant, and its title if there is space;
/// overlapping marks are replaced with a number. This class handles only layout and painting.
class TimelineMarkLane
{
public:
    static constexpr int height = 24;

    /// Marks that are drawn in the same position.
    struct Group
    {
        double x = 0;
        std::size_t first = 0;
        std::size_t last = 0; ///< index of the last mark in the group
        bool holds(std::size_t mark) const { return mark >= first && mark <= last; }
    };

    /// Creates a lane below `plot` with the same width. `marks`: sorted by time.
    TimelineMarkLane(
        const Theme& theme, const QRect& plot, const TimelineScale& scale, const std::vector<TimelineMark>& marks);

    const std::vector<Group>& groups() const { return m_groups; }
    std::optional<Group> groupAt(QPointF position) const;
    std::optional<Group> groupOf(std::size_t mark) const;
    QRectF rectOf(const Group& group) const;

    void paint(QPainter& painter) const;
    /// Highlights a group, and paints its line across the plot.
    void paintMarked(QPainter& painter, const Group& group) const;

private:
    void paintTitle(QPainter& painter, std::size_t group) const;

    const Theme& m_theme;
    QRect m_plot;
    const std::vector<TimelineMark>& m_marks;
    std::vector<Group> m_groups;
};

} // namespace dueline
