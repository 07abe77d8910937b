// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// Returns the path of a program's file. A name without a slash is searched for in the PATH of `environment`. Returns
/// the name itself if no file is found.
QByteArray findProgram(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns why the kernel cannot run a program now, phrased for the person who has to fix the problem; empty if no
/// reason is found. Examples: "/srv/send does not exist", "/srv/send cannot be run: its interpreter /bin/sh\r does not
/// exist: its first line has a Windows line ending (CR LF)".
QByteArray whyNotRunnable(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns which resource of this machine is exhausted and how to provide more of it, if starting a
/// program failed with this errno. Empty if the errno has a different meaning.
QByteArray shortageOf(int code);

} // namespace dueline
