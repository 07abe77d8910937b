// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

#include <csignal>

namespace dueline {

/// Sends `signal` to that one process; false when there is none. To kill(2) the number 0 of a program that has already
/// ended would mean the whole process group: the test, the others beside it and whoever runs them.
inline bool sendSignal(qint64 processId, int signal) { return processId > 1 && ::kill(pid_t(processId), signal) == 0; }
inline bool sendSignal(const QProcess& process, int signal) { return sendSignal(process.processId(), signal); }

} // namespace dueline
