// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace dueline {

/// Runs `work`, called on a pool's thread, on the window's thread. Does nothing if the program has ended meanwhile.
template <typename Work> void onWindowsThread(Work work)
{
    if (QCoreApplication* app = QCoreApplication::instance())
        QMetaObject::invokeMethod(app, std::move(work), Qt::QueuedConnection);
}

} // namespace dueline
