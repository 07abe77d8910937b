// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QWidget>

#include <optional>

namespace dueline {

class Formatting;
class Theme;

/// Legend for types, failure groups or queues, largest first. Each entry shows a color, a name and the number of
/// displayed tasks. Clicking an entry lists only its tasks. If space is short, the entries take two rows; then names
/// are elided and omitted, and counts are omitted last. Tooltips and accessible names are always complete.
class TimelineGroupLegend : public QWidget
{
    Q_OBJECT

public:
    TimelineGroupLegend(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Sets the data. If there are no groups, the legend is empty.
    void setData(const TimelineData& data);
    /// Sets whether each color is combined with a pattern.
    void setPatterns(bool patterns);
    /// Returns the legend's width at each level of detail, most detailed first. `rows`: 1, or 2 if the entries may take
    /// two rows.
    std::vector<int> widths(int rows) const;
    bool hasHeightForWidth() const override { return true; }
    /// Returns the height of one row, or of two if long names would be elided in one.
    int heightForWidth(int width) const override;
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
    std::vector<Entry*> shownEntries() const;
    /// Returns how many rows the widget is high enough for.
    int rows() const;
    int rowHeight() const;
    /// Returns the width that the entries need in one or two rows. `words`: maximum width of a name in pixels.
    int widthFor(int words, int rows = 1) const;
    QString caption() const;
    int captionWidth() const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    std::optional<TimelineGroups> m_groups; ///< groups, without their counts per bar
    bool m_patterns = false;
    int m_captionAt = -1; ///< left edge of the caption; -1 if it doesn't fit
    std::vector<Entry*> m_entries; ///< all entries, including hidden ones
};

} // namespace dueline
