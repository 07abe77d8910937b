// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/pane.h"

#include <array>
#include <utility>

class QToolButton;

namespace dueline {

class Actions;
class PlainLabel;
class TimelineGroupLegend;
class TimelineLegend;

/// The timeline with its head: what it shows and how long a bar is, the legend, what colours tell, zoom buttons, and a
/// context menu.
class TimelinePane : public Pane
{
    Q_OBJECT

public:
    /// What colours may tell, each with its action.
    static constexpr std::array colourActions{std::pair{TimelineColour::State, "view.colourState"},
        std::pair{TimelineColour::Type, "view.colourType"}, std::pair{TimelineColour::Error, "view.colourError"},
        std::pair{TimelineColour::Queue, "view.colourQueue"}};

    TimelinePane(const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions,
        QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *m_timeline; }
    void setSubject(const QString& subject);
    /// As TimelineLegend::setStates().
    void setStates(StateSet states);
    void setData(const TimelineData& data);
    /// What stands in place of bars while nothing was counted, and whether counts are on their way.
    void setAwaited(const QString& why, bool comes);
    /// What colours tell, as its button says. Of what is hidden by state nothing is hidden by anything else.
    void setColour(TimelineColour colour);

Q_SIGNALS:
    /// Somebody wants these tasks alone.
    void groupChosen(const dueline::TimelineGroup& group, dueline::TimelineColour by);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void describe();
    void showLegend();
    QString groupsHint() const;
    void fitHint();
    void showMenu(QPoint at);

    const Actions& m_actions;
    QString m_subject;
    QString m_perBar;
    QString m_counting; ///< how far what matches is counted; empty: it is
    bool m_comes = true;
    PlainLabel* m_title;
    PlainLabel* m_hint;
    std::vector<QWidget*> m_buttons;
    QToolButton* m_colours; ///< a menu of what they may tell
    TimelineLegend* m_legend;
    TimelineGroupLegend* m_groupLegend;
    TimelineColour m_colour = TimelineColour::State;
    TimelineWidget* m_timeline;
};

} // namespace dueline
