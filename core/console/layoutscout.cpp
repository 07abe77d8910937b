// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/layoutscout.h"

#include "core/console/listenedwork.h"

#include <utility>

namespace dueline {

struct LayoutScout::Work : ListenedWork<LayoutScout>
{
    using ListenedWork::ListenedWork;

    static void drop(std::shared_ptr<Work>& work)
    {
        if (const auto dropped = std::exchange(work, nullptr))
            dropped->leave();
    }
};

LayoutScout::LayoutScout(QObject* parent)
    : QObject(parent)
{ }

LayoutScout::~LayoutScout() { leave(); }

void LayoutScout::leaveLook() { Work::drop(m_look); }

void LayoutScout::leave()
{
    leaveLook();
    Work::drop(m_search);
}

void LayoutScout::look(const ConnectionSpec& connection)
{
    Work::drop(m_look);
    m_look = std::make_shared<Work>(*this);
    Work::start(QStringLiteral("layout look"), [work = m_look, connection] {
        const auto look = lookAtLayout(connection);
        Work::post(work, [look](LayoutScout& scout) {
            Work::drop(scout.m_look);
            if (look)
                emit scout.looked(*look);
            else
                emit scout.failed(look.error());
        });
    });
}

void LayoutScout::search(const ConnectionSpec& connection)
{
    Work::drop(m_search);
    m_search = std::make_shared<Work>(*this);
    Work::start(QStringLiteral("layout search"), [work = m_search, connection] {
        const auto found = suggestLayouts(connection);
        Work::post(work, [found](LayoutScout& scout) {
            Work::drop(scout.m_search);
            if (found)
                emit scout.suggested(*found);
            else
                emit scout.failed(found.error());
        });
    });
}

} // namespace dueline
