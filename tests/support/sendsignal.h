// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

#include <csignal>

namespace dueline {

/// Sends `signal` to one process, or returns false if it does not exist. A finished QProcess has process id 0, which
/// kill(2) would interpret as the entire process group: the test, other tests, and their runner.
inline bool sendSignal(qint64 processId, int signal) { return processId > 1 && ::kill(pid_t(processId), signal) == 0; }
inline bool sendSignal(const QProcess& process, int signal) { return sendSignal(process.processId(), signal); }

} // namespace dueline
