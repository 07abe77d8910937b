// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customsourcekey.h"
#include "core/layouts/custom/customspec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/redisbackend.h"

namespace dueline {

/// Parts that a design provides to CustomBackend. Arguments to these functions outlive the ports that they return.
struct CustomParts
{
    NativeOverlay overlay; ///< overlay settings; the backend sets `base` and the scripts shared by all designs
    Capabilities capabilities;
    std::function<std::unique_ptr<CustomSourceKey>(NativeScripts&, const CustomSpec&)> home;
    std::function<std::unique_ptr<QueueEditor>(NativeScripts&, const CustomSpec&)> editor;
    std::function<std::unique_ptr<TaskBroker>(NativeScripts&, const CustomSpec&)> broker;
};

/// Creates a port (a member of CustomParts) for a design with parameters of type `Spec`.
template <typename Port, typename Made, typename Spec>
std::unique_ptr<Port> portOf(NativeScripts& scripts, const CustomSpec& spec)
{
    return std::make_unique<Made>(scripts, static_cast<const Spec&>(spec));
}

/// Backend for a connection to one custom design. Each port combines the design's own keys with the overlay (see
/// NativeOverlay).
class CustomBackend : public RedisBackend
{
public:
    /// Opens a connection. The backend is read-only if the server is a replica or older than Redis 7.0; refusal()
    /// returns the reason. Errors: same as RedisClient::open(), plus Refused if the design's keys would be in different
    /// cluster slots.
    static Result<std::unique_ptr<Backend>> open(CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane,
        const QByteArray& session, Access access);
    ~CustomBackend() override;

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;

    /// Returns the scripts shared by all designs.
    static const ScriptLibrary& library();
    /// Returns a design's scripts from `:/lua/<name>`, loaded once per process.
    static const ScriptLibrary& library(const char* name);

private:
    CustomBackend(CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane, const QByteArray& session,
        Access access);
    void connected(bool again) override;

    struct Ports;
    std::unique_ptr<Ports> m_ports;
};

} // namespace dueline
