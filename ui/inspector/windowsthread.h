// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace dueline {

/// Has work of a pool's thread end on the window's thread; nothing, where the program has ended meanwhile.
template <typename Work> void onWindowsThread(Work work)
{
    if (QCoreApplication* app = QCoreApplication::instance())
        QMetaObject::invokeMethod(app, std::move(work), Qt::QueuedConnection);
}

} // namespace dueline
