// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/sshtunnel.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Why ssh ended, by what it said on standard error, with the way out. What it said is untrusted: the other end may
/// have written part of it. Error code: Unreachable; Disconnected for a tunnel that was up and has gone silent.
Error sshError(QByteArrayView said, const SshDestination& through, const Endpoint& target);

/// Whether `said` tells that the other end did not get through to the target: Unreachable, or Permission when the SSH
/// server forbids forwarding.
std::optional<Error> sshRefusal(QByteArrayView said, const SshDestination& through, const Endpoint& target);

} // namespace dueline
