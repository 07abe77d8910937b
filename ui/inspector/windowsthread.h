// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace dueline {

/// Queues `work` to run on the GUI thread. Call this from a pool thread. Does nothing if the application object no
/// longer exists.
template <typename Work> void onWindowsThread(Work work)
{
    if (QCoreApplication* app = QCoreApplication::instance())
        QMetaObject::invokeMethod(app, std::move(work), Qt::QueuedConnection);
}

} // namespace dueline
