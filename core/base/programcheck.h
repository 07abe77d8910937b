// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// Returns the path of a program. A name without a slash is looked up in the PATH of `environment`; if no file is
/// found, the name itself is returned.
QByteArray findProgram(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns why the kernel cannot run a program now, worded for the person who has to fix the problem; empty if no
/// reason is found. Examples: "/srv/send does not exist", "/srv/send cannot be run: its interpreter /bin/sh\r does not
/// exist: its first line has a Windows line ending (CR LF)".
QByteArray whyNotRunnable(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns which resource of this machine is exhausted and how to provide more of it, for an errno with which starting
/// a program failed. Empty for other errors.
QByteArray shortageOf(int code);

} // namespace dueline
