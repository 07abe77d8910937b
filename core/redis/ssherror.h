// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/sshtunnel.h"

#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Returns why ssh ended, based on its standard error, with the remedy. That output is untrusted: the remote host may
/// have written part of it. The code is Unreachable, or Disconnected for an established tunnel that stopped responding.
Error sshError(QByteArrayView said, const SshDestination& through, const Endpoint& target);

/// Returns the error if `said` reports that the remote host did not reach the target: Unreachable, or Permission if the
/// SSH server forbids forwarding. Otherwise nullopt.
std::optional<Error> sshRefusal(QByteArrayView said, const SshDestination& through, const Endpoint& target);

} // namespace dueline
