// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

#include <csignal>

namespace dueline {

/// Sends `signal` to one process; returns false if it does not exist. For kill(2), the process id 0 of an ended program
/// means the whole process group: the test, other tests, and their runner.
inline bool sendSignal(qint64 processId, int signal) { return processId > 1 && ::kill(pid_t(processId), signal) == 0; }
inline bool sendSignal(const QProcess& process, int signal) { return sendSignal(process.processId(), signal); }

} // namespace dueline
