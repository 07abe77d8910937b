// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/workbench.h"

namespace dueline::test {

/// Once the queues are known, shows the current connection's queue that needs attention most. (A connection with
/// several queues starts with the overview.) Does nothing if another connection is shown by then.
inline void showFirstQueue(Workbench& bench)
{
    auto* once = new QObject(bench.view().current());
    QObject::connect(&bench.view(), &ViewedPlace::queuesRead, once, [&bench, once] {
        const Connection* current = bench.view().current();
        if (current == once->parent() && current->queues().empty())
            return;
        once->deleteLater();
        QObject::disconnect(&bench.view(), nullptr, once, nullptr);
        if (current == once->parent() && bench.view().place().queue.isEmpty())
            bench.view().showMostNotable();
    });
}

} // namespace dueline::test
