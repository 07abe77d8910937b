// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customhome.h"
#include "core/layouts/custom/customspec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/redisbackend.h"

namespace dueline {

/// What a design brings to the backend that all of them share. The ports are made with what lives as long as they do.
struct CustomParts
{
    NativeOverlay overlay; ///< base, and the scripts all designs share, are filled in by the backend
    Capabilities capabilities;
    std::function<std::unique_ptr<CustomHome>(NativeScripts&, const CustomSpec&)> home;
    std::function<std::unique_ptr<QueueEditor>(NativeScripts&, const CustomSpec&)> editor;
    std::function<std::unique_ptr<TaskBroker>(NativeScripts&, const CustomSpec&)> broker;
};

/// Makes a port for CustomParts, of the design whose parameters are a `Spec`.
template <typename Port, typename Made, typename Spec>
std::unique_ptr<Port> portOf(NativeScripts& scripts, const CustomSpec& spec)
{
    return std::make_unique<Made>(scripts, static_cast<const Spec&>(spec));
}

/// One design on one connection: home, overlay, and the ports over both.
class CustomBackend : public RedisBackend
{
public:
    /// Errors: as RedisClient::open; Refused where the keys of the design would lie in several slots of a cluster.
    /// A replica, or a Redis before 7.0, opens read-only; refusal() says why.
    static Result<std::unique_ptr<Backend>> open(CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane,
        const QByteArray& session, Access access);
    ~CustomBackend() override;

    QueueInspector& inspector() override;
    QueueEditor* editor() override;
    TaskBroker* broker() override;
    Result<std::unique_ptr<EventSource>> events(const std::vector<QueueName>& queues, bool wake, bool results) override;

    /// The scripts that all designs share.
    static const ScriptLibrary& library();
    /// Returns the scripts of a design, `:/lua/<name>`; loaded once per process.
    static const ScriptLibrary& library(const char* name);

private:
    CustomBackend(CustomSpecPtr spec, CustomParts parts, std::shared_ptr<RedisLane> lane, const QByteArray& session,
        Access access);
    void connected(bool again) override;

    struct Ports;
    std::unique_ptr<Ports> m_ports;
};

} // namespace dueline
