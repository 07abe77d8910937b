// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/sshtunnel.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Returns an error that says why ssh exited and how to fix the problem, based on ssh's standard error. Don't trust
/// that output: the remote host may have written part of it. The error code is Unreachable, or Disconnected if an
/// established tunnel stopped responding.
Error sshError(QByteArrayView said, const SshDestination& through, const Endpoint& target);

/// Returns an error if `said` reports that the remote host couldn't reach the target; otherwise nullopt. The error code
/// is Unreachable, or Permission if the SSH server forbids forwarding.
std::optional<Error> sshRefusal(QByteArrayView said, const SshDestination& through, const Endpoint& target);

} // namespace dueline
