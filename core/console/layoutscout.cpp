// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/layoutscout.h"

namespace dueline {

void LayoutScout::leave()
{
    m_look.leave();
    m_search.leave();
}

void LayoutScout::look(const ConnectionSpec& connection)
{
    m_look.start(QStringLiteral("layout look"), [this, connection](BackgroundTask::Run&) -> BackgroundTask::Word {
        return [this, look = lookAtLayout(connection)] {
            if (look)
                emit looked(*look);
            else
                emit failed(look.error());
        };
    });
}

void LayoutScout::search(const ConnectionSpec& connection)
{
    m_search.start(QStringLiteral("layout search"), [this, connection](BackgroundTask::Run&) -> BackgroundTask::Word {
        return [this, found = suggestLayouts(connection)] {
            if (found)
                emit suggested(*found);
            else
                emit failed(found.error());
        };
    });
}

} // namespace dueline
