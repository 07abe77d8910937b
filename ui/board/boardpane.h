// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardfeed.h"
#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>

class QPushButton;
class QStackedWidget;
class QToolButton;

namespace dueline {

class BoardTable;
class BoardWall;
class Connection;
class EmptyState;
class FigureStrip;
class PanelHeader;
class PlainLabel;
class SearchLine;
class ShownTimeline;
class TimelineWidget;
class ViewedPlace;

/// Pane that lists the queues of the current connection, or of all open connections, by severity. Return or a
/// double-click on a cell opens the queue and lists the tasks that the cell counts. Data is read only while the
/// overview is visible, in the window or in wall mode.
class BoardPane : public Pane
{
    Q_OBJECT

public:
    BoardPane(const Theme& theme, const Formatting& formatting, ViewedPlace& view, const ShownTimeline& timeline,
        QWidget* parent = nullptr);
    ~BoardPane() override;

    BoardModel& model() { return m_model; }
    BoardTable& table() { return *m_table; }
    SearchLine& search() { return *m_search; }
    PanelHeader& head() { return *m_head; }
    /// Returns the strip of totals. The window shows it above the timeline while the overview is visible.
    FigureStrip& figures() { return *m_figures; }
    /// Returns the wallboard; null while it is closed.
    BoardWall* wall() const { return m_wall.get(); }
    /// Opens or closes the wallboard. `timeline`: the window's timeline, which the wallboard repeats.
    void toggleWall(const TimelineWidget& timeline);
    /// Returns the current row's queue; a place without a queue if there is no current row.
    SidebarPlace currentPlace() const;
    /// Returns whether at least one queue is known.
    bool hasQueues() const;

Q_SIGNALS:
    void placeRequested(const dueline::SidebarPlace& place);
    /// Emitted when the user requests an action's panel, such as the list of leases, for this place.
    void panelRequested(const dueline::SidebarPlace& place, const QByteArray& action);
    void wallRequested();
    /// Emitted when the user requests a report about a queue's changes.
    void changesRequested(const dueline::SidebarPlace& place);
    /// Emitted when the user requests the failure page for the current row's queue.
    void failureGroupRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void follow();
    void noteSeen();
    void update();
    void rearrange(const std::function<void()>& change);
    void tick();
    void tellHead();
    void tellEmpty();
    void open(const QModelIndex& index);
    void reconnect(const QString& connection);
    void mute(const QModelIndex& index);
    void showMenu(QPoint at);
    void chooseOrder();
    void tellStale();
    void tellFigures();
    void tellColumns();
    QString note(bool ofAll) const;
    void tellWall(const QString& memory);
    void followWall();
    QString lostWords(const Connection& connection) const;
    QString memoryWords() const;
    QString subject() const;
    const Connection* oldest() const;
    QString ageOf(const Connection& connection) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    ViewedPlace& m_view;
    const ShownTimeline& m_timeline;
    BoardModel m_model;
    std::map<QString, std::unique_ptr<BoardFeed>> m_feeds; ///< feeds by connection id
    PanelHeader* m_head;
    SearchLine* m_search;
    FigureStrip* m_figures;
    BoardTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_troubled;
    QToolButton* m_show; ///< button that opens the queue
    QToolButton* m_wrong;
    QToolButton* m_order;
    QWidget* m_hidden; ///< line with the names of the hidden columns
    PlainLabel* m_hiddenColumns;
    QPushButton* m_showHidden;
    PlainLabel* m_memory; ///< line that says when a server's memory will be full
    bool m_showsAll = false; ///< true to also show columns without values
    std::unique_ptr<BoardWall> m_wall;
    const TimelineWidget* m_wallTimeline = nullptr; ///< the window's timeline while the wallboard is open
    bool m_isChosen = false; ///< true if the user has selected the current row
    bool m_isRearranging = false;
    bool m_first = true; ///< true until the window first shows rows
    QTimer m_clock;
    int m_ticks = 0;
};

} // namespace dueline
