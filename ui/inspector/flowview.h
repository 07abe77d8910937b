// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskflow.h"

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace dueline {

class PlainLabel;
class Theme;

/// The flow that the shown task belongs to, as a tree: a click or Return leads to a task of it. Hidden where there is
/// none.
class FlowView : public QWidget
{
    Q_OBJECT

public:
    explicit FlowView(const Theme& theme, QWidget* parent = nullptr);

    /// `queue` and `id`: the task that is shown.
    void setFlow(const TaskFlow& flow, const QueueName& queue, const TaskId& id);

    static constexpr int rowHeight = 24;
    static constexpr int mostRows = 6; ///< in sight at once; a part of the next one says that there are more

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
    PlainLabel* m_title;
    PlainLabel* m_count;
    QTreeWidget* m_tree;
};

} // namespace dueline
