// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QStringList>
#include <QWidget>

#include <optional>

namespace dueline {

class Theme;

/// Legend of the timeline's states. Each entry shows a tile, the state's name and the number of displayed tasks.
/// Clicking an entry hides or shows the state's band. If space is short, "in view" is omitted first, then the counts,
/// and finally the names. Tooltips and accessible names are always complete.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the states that tasks in the displayed queue or connection can have. Other states are shown only if they
    /// contain past tasks.
    void setStates(StateSet states);
    /// Sets the counts; nullopt hides them because they are unknown. `listed`: how many of these tasks are listed in
    /// the table, if not all are. Entries then show this number, and tooltips show both.
    void setTotals(const std::optional<StateCounts>& totals, const std::optional<StateCounts>& listed = {});
    StateSet hidden() const { return m_hidden; }
    /// Returns the legend's width at each level of detail, most detailed first.
    std::vector<int> widths() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hiddenChanged(dueline::StateSet hidden);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    class Entry;
    /// Level of detail: Tile shows just the tile, Word adds the name, and Count also adds the number of tasks.
    enum class Detail : quint8 { Tile, Word, Count };
    int widthFor(Detail detail) const;
    /// Returns captions for the counts, longest first. Filtered counts always need a caption, because they differ from
    /// the counts in the sidebar.
    QStringList captions() const;
    int widthOf(const QString& caption) const;
    /// Updates which entries are visible. Returns whether anything has changed.
    bool chooseShown();
    void arrange();

    const Theme& m_theme;
    StateSet m_hidden;
    StateSet m_states = StateSet::all();
    StateCounts m_totals;
    bool m_known = false;
    bool m_matches = false; ///< true if only listed tasks are counted
    QString m_caption; ///< displayed caption; empty if no caption fits
    int m_captionAt = 0; ///< left edge of the caption in pixels
    std::vector<Entry*> m_entries;
};

} // namespace dueline
