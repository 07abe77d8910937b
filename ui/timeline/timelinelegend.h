// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QStringList>
#include <QWidget>

#include <optional>

namespace dueline {

class Theme;

/// The states of the timeline with tile, word and number of tasks in view. Clicking an entry hides or shows its band.
/// If space is short, "in view" is dropped first, then the counts, then the words; tooltips and accessible names stay
/// complete.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the states that the place can have. Any other state is shown only if the past has tasks in it.
    void setStates(StateSet states);
    /// Sets the counts; nullopt if unknown, which shows none. `listed`: how many of them the table lists, if not all;
    /// the entries then show these counts, and tooltips show both.
    void setTotals(const std::optional<StateCounts>& totals, const std::optional<StateCounts>& listed = {});
    StateSet hidden() const { return m_hidden; }
    /// Returns its width for each level of detail, fullest first.
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
    /// Amount of detail that an entry shows.
    enum class Detail : quint8 { Tile, Word, Count };
    int widthFor(Detail detail) const;
    /// Returns captions for the counts, from longest to shortest. Filtered counts keep a caption even if space is
    /// short, because they differ from those of the sidebar.
    QStringList captions() const;
    int widthOf(const QString& caption) const;
    /// Updates which entries are shown. Returns whether any changed.
    bool chooseShown();
    void arrange();

    const Theme& m_theme;
    StateSet m_hidden;
    StateSet m_states = StateSet::all();
    StateCounts m_totals;
    bool m_known = false;
    bool m_matches = false; ///< true if the counts are of listed tasks only
    QString m_caption; ///< caption; empty: no room
    int m_captionAt = 0; ///< left edge of the caption
    std::vector<Entry*> m_entries;
};

} // namespace dueline
