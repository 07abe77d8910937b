// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/wallitem.h"
#include "ui/failures/failuregroupfeed.h"
#include "ui/theme/wallscale.h"
#include "ui/widgets/pane.h"

#include <QElapsedTimer>
#include <QTimer>

#include <vector>

namespace dueline {

class FigureStrip;
class MutedGroups;
class NewFailureCutoff;
class PlainLabel;
class TimelineWidget;
class ViewedPlace;
class WallRow;
class WallTile;
class WallTimeline;

/// Full-screen overview for a wall display, readable at a distance of 4 m: large figures, the timeline, the four worst
/// queues, and one line for the queues without problems. If more queues need attention, pages of four follow each
/// other. If fewer do, the timeline is taller. Escape and F11 close the wallboard.
class BoardWall : public Pane
{
    Q_OBJECT

public:
    /// Time for which each page is shown.
    static constexpr std::chrono::seconds pageEvery{15};
    static constexpr int usualRows = 4;

    /// Creates a wallboard of the queues in `model`. It copies the figures and the timeline from the window.
    BoardWall(const Theme& theme, const Formatting& formatting, const BoardModel& model, const FigureStrip& figures,
        const TimelineWidget* timeline, ViewedPlace& view);

    /// Content of the head.
    struct Head
    {
        QString subject;
        std::optional<Environment> environment; ///< nullopt if several connections are displayed
        QString note;
        QString trouble; ///< sentence that replaces the note if a connection was lost, and dims everything else
    };
    /// Shows the head, and updates everything else.
    void tell(const Head& head);
    /// Sets the connections whose failures are counted.
    void follow(const std::vector<Connection*>& connections);
    /// Sets whether there is a timeline. Without one, the wallboard has more rows.
    void setTimeline(const TimelineWidget* timeline);

    /// Returns the visible rows.
    std::vector<const WallRow*> rows() const;
    const std::vector<WallTile*>& tiles() const { return m_tiles; }
    const WallTimeline& timeline() const { return *m_timeline; }
    int page() const { return m_page; }
    int pages() const;
    /// Shows the next page, or the previous one if `step` is negative. The first page follows the last one.
    void turn(int step);
    bool isStale() const { return !m_head.trouble.isEmpty(); }

Q_SIGNALS:
    void closed();
    /// Emitted when the user selects a row.
    void placeRequested(const dueline::SidebarPlace& place);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build();
    void update();
    void sort();
    void tellTiles();
    void tellRows();
    void tellHead();
    void tellRest();
    void arrange();
    void applyFonts();
    int rowsPerPage() const;
    QString listed(const std::vector<const BoardItem*>& queues, const PlainLabel& label, int room) const;

    const Formatting& m_formatting;
    const BoardModel& m_model;
    const FigureStrip& m_figures;
    const TimelineWidget* m_source; ///< the window's timeline; null if there is none
    ViewedPlace& m_view;
    NewFailureCutoff& m_newSince;
    FailureGroupFeed m_failures;
    Head m_head;
    WallScale m_scale;
    std::vector<BoardItem> m_worst; ///< queues that need attention, worst first
    std::vector<BoardItem> m_rest; ///< paused queues and queues without problems
    bool m_wasComplete = false; ///< true if all figures had been read when the worst queues were last sorted
    QElapsedTimer m_sorted; ///< time since the worst queues were last sorted
    int m_page = 0;
    QTimer m_turn{this};
    Pane* m_top;
    PlainLabel* m_subject;
    PlainLabel* m_tag;
    PlainLabel* m_note;
    PlainLabel* m_time;
    std::vector<WallTile*> m_tiles;
    WallTimeline* m_timeline;
    std::vector<WallRow*> m_rows;
    Pane* m_bottom;
    PlainLabel* m_tile;
    PlainLabel* m_count; ///< number of queues without problems, and `m_fine`, their names
    PlainLabel* m_fine;
    PlainLabel* m_paused;
};

} // namespace dueline
