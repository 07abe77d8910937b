// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardmemory.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

/// Feed for one connection's overview. It provides the most recently polled queues, plus figures that it reads in small
/// steps while the overview is visible.
class BoardFeed : public PollingFeed
{
    Q_OBJECT

public:
    /// Interval between reads.
    static constexpr Millis every{2'000};

    explicit BoardFeed(Connection& connection, QObject* parent = nullptr);

    /// Returns the current rows of all queues; empty once the connection is closed.
    std::vector<BoardRow> rows() const;
    /// Returns the workers of all queues, each counted once.
    BoardFigure<BoardWorkers> workers() const;
    /// Returns the forecasts from the window's own recording; null if there are none or they are outdated.
    const Forecasts* forecasts() const;

Q_SIGNALS:
    /// Emitted when the list of queues or their additional figures change.
    void changed();

private:
    void ask() override;

    BoardMemory m_memory;
    bool m_begun = false; ///< true once the first read has started
};

} // namespace dueline
