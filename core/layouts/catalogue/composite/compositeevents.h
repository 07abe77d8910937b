// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"

namespace dueline {

/// Events from queues in several layouts. Polls the layouts in turn, each on its own connection. This object may
/// outlive the backend that created it.
class CompositeEvents : public EventSource
{
public:
    /// Combines the event sources of all layouts that publish events. Errors: NotSupported if there are none.
    static Result<std::unique_ptr<EventSource>> make(
        const CompositeRoutes& routes, const std::vector<QueueName>& queues, bool wake, bool results);

    /// Opens the sources. Skips sources that the user isn't allowed to read, unless that leaves none.
    Result<> open() override;
    Result<std::optional<QueueEvent>> next(Millis timeout) override;

private:
    struct Source
    {
        std::size_t layout = 0;
        std::unique_ptr<EventSource> events;
    };

    CompositeEvents(LayoutNames names, std::vector<Source> sources)
        : m_names(std::move(names))
        , m_sources(std::move(sources))
    { }

    LayoutNames m_names;
    std::vector<Source> m_sources;
    std::size_t m_turn = 0; ///< index of the source to poll next
};

} // namespace dueline
