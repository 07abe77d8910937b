// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/composite/compositeroutes.h"

namespace dueline {

/// What the queues of several layouts publish. Each layout is listened to on a connection of its own, in turns; it
/// outlives the backend that made it.
class CompositeEvents : public EventSource
{
public:
    /// Makes it of the layouts that publish. Errors: NotSupported, where none of them does.
    static Result<std::unique_ptr<EventSource>> make(
        const CompositeRoutes& routes, const std::vector<QueueName>& queues, bool wake, bool results);

    /// What this user may not hear is left out, unless that is all.
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
    std::size_t m_turn = 0; ///< of the source that is asked next
};

} // namespace dueline
