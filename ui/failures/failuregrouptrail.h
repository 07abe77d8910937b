// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

class QPushButton;
class QToolButton;

namespace dueline {

class PlainLabel;

/// Line above a failure group's page: the way to the page, with links, and on the right the place of the group among
/// all groups, with buttons for the next larger and the next smaller group. In a narrow window, the line is hidden, but
/// the buttons' shortcuts still work.
class FailureGroupTrail : public Pane
{
    Q_OBJECT

public:
    FailureGroupTrail(const Theme& theme, QWidget& page);

    /// Sets the index of the group, starting at 0 (negative if unknown), and the number of groups.
    void setPlace(int place, int groups);

Q_SIGNALS:
    /// Requests the page that was displayed before.
    void backRequested();
    void overviewRequested();
    /// Requests the list of all failure groups.
    void failuresRequested();
    /// Requests the group with this index.
    void placeRequested(int place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addStep(const QString& icon, Qt::Key key, int step);
    void fit();

    QWidget& m_page;
    int m_place = -1;
    int m_groups = 0;
    QToolButton* m_back;
    QPushButton* m_overview;
    QPushButton* m_failures;
    PlainLabel* m_here;
    PlainLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace dueline
