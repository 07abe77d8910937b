// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QStringList>
#include <QWidget>

#include <optional>

namespace dueline {

class Theme;

/// The states of the timeline with tile, word and how many tasks are in view; pressing one hides or shows its band.
/// Without room "in view" goes first, then the counts, then the words; tooltips and accessible names have all of it.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(const Theme& theme, QWidget* parent = nullptr);

    /// Those that the place can have; of others none is shown but where the past had some.
    void setStates(StateSet states);
    /// nullopt: not known, and nothing is said. `listed`: so many of them the table lists, where that is not all: then
    /// these are the counts, and tooltips tell both.
    void setTotals(const std::optional<StateCounts>& totals, const std::optional<StateCounts>& listed = {});
    StateSet hidden() const { return m_hidden; }
    /// How wide it is with all that it tells, then with less and less.
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
    /// How much of an entry is shown.
    enum class Detail : quint8 { Tile, Word, Count };
    int widthFor(Detail detail) const;
    /// What its counts are of, in fewer and fewer words. Of what a filter finds it is told where there is little room,
    /// too: the counts are not those of the list at the left.
    QStringList captions() const;
    int widthOf(const QString& caption) const;
    /// Whether an entry came or went.
    bool chooseShown();
    void arrange();

    const Theme& m_theme;
    StateSet m_hidden;
    StateSet m_states = StateSet::all();
    StateCounts m_totals;
    bool m_known = false;
    bool m_matches = false; ///< its counts are of what the table lists
    QString m_caption; ///< empty: it has no room
    int m_captionAt = 0; ///< its left edge
    std::vector<Entry*> m_entries;
};

} // namespace dueline
