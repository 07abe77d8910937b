// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinedata.h"

#include <QWidget>

#include <optional>

namespace dueline {

class Theme;

/// The states of the timeline with tile, word and how many tasks are in view; pressing one hides or shows its band.
/// Without room the counts go first, then the words; tooltips and accessible names have all of it.
class TimelineLegend : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineLegend(const Theme& theme, QWidget* parent = nullptr);

    /// Those that the place can have; of others none is shown but where the past had some.
    void setStates(StateSet states);
    /// nullopt: not known, and nothing is said.
    void setTotals(const std::optional<StateCounts>& totals);
    StateSet hidden() const { return m_hidden; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hiddenChanged(dueline::StateSet hidden);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Entry;
    /// How much of an entry is shown.
    enum class Detail : quint8 { Tile, Word, Count };
    int widthFor(Detail detail) const;
    /// Whether an entry came or went.
    bool chooseShown();
    void arrange();

    const Theme& m_theme;
    StateSet m_hidden;
    StateSet m_states = StateSet::all();
    StateCounts m_totals;
    std::vector<Entry*> m_entries;
};

} // namespace dueline
