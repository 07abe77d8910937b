// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardmemory.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

/// The board of one connection: its queues as the refresher knows them, and beside them what is read a bounded part at
/// a time while somebody looks.
class BoardFeed : public PollingFeed
{
    Q_OBJECT

public:
    /// Between two readings.
    static constexpr Millis every{2'000};

    explicit BoardFeed(Connection& connection, QObject* parent = nullptr);

    /// All queues as of now; empty once the connection is closed.
    std::vector<BoardRow> rows() const;

Q_SIGNALS:
    /// The list of queues, or what is known beside it.
    void changed();

private:
    void ask() override;

    BoardMemory m_memory;
    bool m_begun = false; ///< something was asked for
};

} // namespace dueline
