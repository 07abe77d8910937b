// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/workbench.h"
#include "ui/timeline/timelineview.h"

namespace dueline {

class FilterLine;
class TaskTable;
class TimelineWidget;

/// Does what an action of the table says: asks where something has to be entered or confirmed, and hands the rest to
/// the workbench or to the part of the window that it concerns.
class ActionPerformer : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TaskTable& table;
        FilterLine& filter;
        TimelineView& view;
        TimelineWidget& timeline;
        MessageBar& messages;
    };

    ActionPerformer(Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, Parts parts,
        QWidget* window);

    /// `id`: of the action table.
    void perform(const QByteArray& id);

Q_SIGNALS:
    void sandboxWished();
    void connectWished(const QString& url);
    void closeWished();
    void inspectorWished(bool shown);

private:
    void act(ActionKind kind);
    void askConnect();
    void askAdd();
    void askReschedule();
    void askDelete();
    void copySelection(const QByteArray& id);
    void showPalette();
    void showKeys();
    void showAbout();
    std::vector<TaskRef> selection() const;

    Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    const Actions& m_actions;
    Parts m_parts;
    QWidget* m_window;
};

} // namespace dueline
