// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Title of a failure group's page: the error, the times of its failures, and buttons for the next larger and the next
/// smaller group.
class FailureGroupTitle : public QWidget
{
    Q_OBJECT

public:
    FailureGroupTitle(const Theme& theme, QWidget& page);

    /// Sets the error, including placeholders, and the line below it: the number of tasks, then `times`.
    void setWords(const QByteArray& name, qint64 tasks, const QString& times);
    /// Sets the index of the group, starting at 0 (negative if unknown), and the number of groups.
    void setPlace(int place, int groups);

    /// Returns a group's name (FailureGroup::name) as text, with `…` for each placeholder.
    static QString nameOf(const QByteArray& name);

Q_SIGNALS:
    /// Requests the group with this index.
    void placeRequested(int place);

private:
    void applyTheme();
    QToolButton* addStep(const QString& icon, Qt::Key key, int step, QWidget& page);

    const Theme& m_theme;
    int m_place = -1;
    int m_groups = 0;
    PlainLabel* m_tile;
    PlainLabel* m_name;
    PlainLabel* m_tasks;
    PlainLabel* m_times;
    PlainLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace dueline
