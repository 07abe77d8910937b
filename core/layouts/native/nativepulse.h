// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queuepulse.h"

namespace dueline {

/// Pulse of native queues: the first due task and retry, the leases, and the heartbeats of the workers.
class NativePulse : public CountPulse
{
public:
    NativePulse(QueueInspector& inspector, NativeScripts& scripts)
        : CountPulse(inspector, true)
        , m_scripts(scripts)
    { }

protected:
    Result<> complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos) override;

private:
    /// First due member of each set that workers claim from: `pending`, `retry`. Empty if none is due.
    using Heads = std::array<QByteArray, 2>;

    NativeScripts& m_scripts;
    std::map<QueueName, Heads> m_heads;
};

} // namespace dueline
