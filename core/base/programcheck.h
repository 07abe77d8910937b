// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// Returns a program's path. A name without a slash is looked up in `environment`'s PATH, and returned unchanged if no
/// file is found.
QByteArray findProgram(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns why the kernel can't run a program now, worded for the person who has to fix the problem; empty if no reason
/// is found. Examples: "/srv/send does not exist", "/srv/send cannot be run: its interpreter /bin/sh\r does not exist:
/// its first line has a Windows line ending (CR LF)".
QByteArray whyNotRunnable(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Returns which of this machine's resources is exhausted, and how to provide more of it, given the errno from a
/// failure to start a program. Empty for other errors.
QByteArray shortageOf(int code);

} // namespace dueline
