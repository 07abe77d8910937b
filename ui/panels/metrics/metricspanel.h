// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsfeed.h"
#include "ui/widgets/pane.h"

class QGridLayout;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace dueline {

class Connection;
class EmptyState;
class Formatting;
class MetricsChart;
class PlainLabel;

/// Panel with throughput, lateness, run time, and failures by type. It covers the current queue, or all queues on its
/// connection, over a period of fifteen minutes to a day. The server is queried only while the panel is visible.
class MetricsPanel : public Pane
{
    Q_OBJECT

public:
    MetricsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent = nullptr);

    MetricsFeed& feed() { return m_feed; }
    MetricsChart& chart(MetricsKind kind) { return *m_charts[std::size_t(kind)]; }
    void setLength(Millis length);
    void setAllQueues(bool all);
    bool isEmpty() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Subject
    {
        QPointer<const Connection> connection;
        QueueName queue; ///< displayed queue; empty for all queues
        bool operator==(const Subject&) const = default;
    };

    Subject subject() const;
    QWidget* makeHead();
    void setData(const MetricsData& data);
    void fail(const Error& error);
    void tellEmpty();
    void tellWaiting();
    void describe();
    void reword();
    void arrange();

    ViewedPlace& m_view;
    MetricsFeed m_feed;
    std::vector<std::pair<Millis, QToolButton*>> m_lengths;
    QToolButton* m_thisQueue;
    QToolButton* m_everyQueue;
    PlainLabel* m_source;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QScrollArea* m_scroll;
    QGridLayout* m_grid;
    std::array<MetricsChart*, 4> m_charts{};
    int m_columns = 0;
    std::optional<Subject> m_shown; ///< connection and queue of the displayed data; nullopt until data has been read
    std::optional<Millis> m_emptyFor; ///< period mentioned in the empty state
};

} // namespace dueline
