// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskflow.h"

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace dueline {

class PlainLabel;
class Theme;

/// Tree of the displayed task's flow. Clicking a row or pressing Return on it shows its task. The view is hidden if
/// there is no flow.
class FlowView : public QWidget
{
    Q_OBJECT

public:
    explicit FlowView(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the flow. `queue` and `id` identify the displayed task.
    void setFlow(const TaskFlow& flow, const QueueName& queue, const TaskId& id);

    static constexpr int rowHeight = 24;
    static constexpr int mostRows = 6; ///< maximum number of fully visible rows; a partial row hints at more

Q_SIGNALS:
    void taskRequested(const dueline::QueueName& queue, const dueline::TaskId& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Delegate;

    void colour();
    void build();
    void take(QTreeWidgetItem& item, std::size_t task) const;
    void open(const QTreeWidgetItem* item);

    const Theme& m_theme;
    TaskFlow m_flow;
    QueueName m_queue;
    TaskId m_id;
    PlainLabel* m_count;
    QTreeWidget* m_tree;
};

} // namespace dueline
