// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinewidget.h"
#include "ui/widgets/pane.h"

namespace dueline {

class Actions;
class PlainLabel;
class TimelineLegend;

/// The timeline with its head: what it shows and how long a bar is, the legend, zoom buttons, and a context menu.
class TimelinePane : public Pane
{
    Q_OBJECT

public:
    TimelinePane(const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions,
        QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *m_timeline; }
    void setSubject(const QString& subject);
    /// As TimelineLegend::setStates().
    void setStates(StateSet states);
    void setData(const TimelineData& data);
    /// What stands in place of bars while nothing was counted, and whether counts are on their way.
    void setAwaited(const QString& why, bool comes);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void describe();
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
    TimelineLegend* m_legend;
    TimelineWidget* m_timeline;
};

} // namespace dueline
