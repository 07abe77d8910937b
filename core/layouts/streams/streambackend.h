// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"
#include "core/layouts/port/redisbackend.h"
#include "core/layouts/streams/streameditor.h"

namespace dueline {

/// Backend for streams with consumer groups. It has no broker: the streams' own consumers process the messages.
class StreamBackend : public RedisBackend
{
public:
    /// Opens a backend. `found`: the connection's discovery results; if null, the layout looks for streams itself.
    /// Errors: same as RedisClient::open().
    static Result<std::unique_ptr<Backend>> open(
        const StreamSpec& spec, const LayoutSpec& layout, const LayoutOpening& opening);

    QueueInspector& inspector() override { return m_inspector; }
    QueueDiscovery* discovery() override { return m_inspector.discovery(); }
    std::unique_ptr<QueueCheckup> checkup(const QueueInfo& queue, const QueueName& called) override;
    QueueEditor* editor() override { return mayOperate() ? &m_editor : nullptr; }
    Result<std::optional<Foresight>> foresee(const ActionStep& step) override;

protected:
    void connected(bool again) override;

private:
    StreamBackend(const StreamSpec& spec, const LayoutSpec& layout, const LayoutOpening& opening);

    RedisClock m_clock;
    StreamInspector m_inspector;
    StreamEditor m_editor;
};

} // namespace dueline
