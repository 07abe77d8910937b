// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/layoutdetector.h"

#include "core/layouts/catalogue/layoutregistry.h"

namespace dueline {

void LayoutDetector::leave()
{
    m_look.leave();
    m_search.leave();
}

void LayoutDetector::look(const ConnectionSpec& connection)
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

void LayoutDetector::search(const ConnectionSpec& connection)
{
    m_search.start(QStringLiteral("layout search"), [this, connection](BackgroundTask::Run&) -> BackgroundTask::Word {
        return [this, found = suggestLayouts(allLayouts(), connection.redis, connection.prefix)] {
            if (found)
                emit suggested(*found);
            else
                emit failed(found.error());
        };
    });
}

} // namespace dueline
