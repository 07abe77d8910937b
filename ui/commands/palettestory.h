// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/queue/taskstate.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace dueline {

class PlainLabel;
class Theme;

/// Pane next to the rows of the command palette. It shows the selected task, and all tasks that the search has found,
/// on a line of time and as a list in the order of their times.
class PaletteStory : public QWidget
{
    Q_OBJECT

public:
    static constexpr int paneWidth = 340;

    /// Found task.
    struct Moment
    {
        TaskState state = TaskState::Scheduled;
        std::optional<TimePoint> at; ///< nullopt if unknown; such tasks are listed last
        QString when; ///< time as text, or the state if the time is unknown
        QString name;
        QString place; ///< queue, with the server if there are several
    };

    /// Selected task.
    struct Shown
    {
        TaskState state = TaskState::Scheduled;
        QString when;
        QString name;
        QString id; ///< empty if the name is the id
        QString text; ///< error or payload
    };

    explicit PaletteStory(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the found tasks, in any order. `value`: value that they contain; `now`: server time.
    void setMoments(const QString& value, std::vector<Moment> moments, TimePoint now);
    bool isEmpty() const { return m_isEmpty; }
    /// Sets the selected task; nullopt if another row is selected.
    void setShown(const std::optional<Shown>& shown);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    class Moments;

    const Theme& m_theme;
    bool m_isEmpty = true;
    QWidget* m_task;
    PlainLabel* m_tile;
    PlainLabel* m_state;
    PlainLabel* m_name;
    PlainLabel* m_id;
    PlainLabel* m_text;
    PlainLabel* m_title;
    Moments* m_moments;
};

} // namespace dueline
