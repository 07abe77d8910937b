// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/sshtunnel.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Returns an error that explains why ssh ended and how to fix the problem, based on ssh's standard error. The standard
/// error is untrusted, because the remote host may have written part of it. The error code is Unreachable, or
/// Disconnected if an established tunnel stopped responding.
Error sshError(QByteArrayView said, const SshDestination& through, const Endpoint& target);

/// Returns an error if `said` reports that the remote host could not reach the target; nullopt otherwise. The error
/// code is Unreachable, or Permission if the SSH server forbids forwarding.
std::optional<Error> sshRefusal(QByteArrayView said, const SshDestination& through, const Endpoint& target);

} // namespace dueline
