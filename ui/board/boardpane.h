// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/board/boardfeed.h"
#include "ui/board/boardmodel.h"
#include "ui/widgets/pane.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>

class QStackedWidget;
class QToolButton;

namespace dueline {

class BoardTable;
class BoardWall;
class Connection;
class EmptyState;
class PanelHeader;
class SearchLine;
class Workbench;

/// All queues of the connection in view, or of all open ones, the worst first. Return or a double click on a cell leads
/// to the queue, and to those of its tasks that the cell counts. Reads only while it is seen, here or on the wall.
class BoardPane : public Pane
{
    Q_OBJECT

public:
    BoardPane(const Theme& theme, const Formatting& formatting, Workbench& bench, QWidget* parent = nullptr);
    ~BoardPane() override;

    BoardModel& model() { return m_model; }
    BoardTable& table() { return *m_table; }
    SearchLine& search() { return *m_search; }
    PanelHeader& head() { return *m_head; }
    /// Null while the wall is closed.
    BoardWall* wall() const { return m_wall.get(); }
    /// Shows the same in full screen, in large letters, or closes that.
    void toggleWall();
    /// The queue of the current row; without one: there is none.
    SidebarPlace currentPlace() const;
    /// Whether there is anything to show: a queue is known.
    bool hasQueues() const;

Q_SIGNALS:
    void placeRequested(const dueline::SidebarPlace& place);
    /// The panel of this action, about this place.
    void panelRequested(const dueline::SidebarPlace& place, const QByteArray& action);
    void wallRequested();
    /// What is wrong in the queue of the current row.
    void incidentRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

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
    void showMenu(QPoint at);
    void chooseOrder();
    void tellStale();
    QString note() const;
    QString subject() const;
    const Connection* oldest() const;
    QString ageOf(const Connection& connection) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    BoardModel m_model;
    std::map<QString, std::unique_ptr<BoardFeed>> m_feeds; ///< by connection
    PanelHeader* m_head;
    SearchLine* m_search;
    BoardTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
    QToolButton* m_troubled;
    QToolButton* m_show; ///< the queue
    QToolButton* m_wrong;
    QToolButton* m_order;
    std::unique_ptr<BoardWall> m_wall;
    bool m_isChosen = false; ///< the current row, by somebody
    bool m_isRearranging = false;
    QTimer m_clock;
    int m_ticks = 0;
};

} // namespace dueline
