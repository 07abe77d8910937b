// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QWidget>

#include <optional>

namespace dueline {

class Formatting;
class Theme;

/// The legend where colours tell types, kinds of failure or queues: colour, name and how many tasks are in view, the
/// largest first; pressing one narrows to it. Without room the names are cut, then the names go, then the counts;
/// tooltips and accessible names have all of it.
class TimelineGroupLegend : public QWidget
{
    Q_OBJECT

public:
    TimelineGroupLegend(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Of data without groups nothing is shown.
    void setData(const TimelineData& data);
    /// Whether each colour has a pattern, too.
    void setPatterns(bool patterns);
    /// How wide it is with all that it tells, then with less and less.
    std::vector<int> widths() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const dueline::TimelineGroup& group);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    class Entry;
    void arrange();
    int widthFor(int words) const;
    QString caption() const;
    int captionWidth() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    std::optional<TimelineGroups> m_groups; ///< without its bars
    bool m_patterns = false;
    int m_captionAt = -1; ///< its left edge; -1: it has no room
    std::vector<Entry*> m_entries; ///< shown or not
};

} // namespace dueline
