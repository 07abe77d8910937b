// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace dueline {

/// Runs `work` on the window's thread. Call this on a pool thread. Does nothing if the program has ended in the
/// meantime.
template <typename Work> void onWindowsThread(Work work)
{
    if (QCoreApplication* app = QCoreApplication::instance())
        QMetaObject::invokeMethod(app, std::move(work), Qt::QueuedConnection);
}

} // namespace dueline
