// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline {

/// The file that a program's name means; without a slash it is looked for in the PATH of `environment`. Where there is
/// none, the name itself.
QByteArray findProgram(const QByteArray& name, const std::vector<QByteArray>& environment);

/// Why the kernel will not run that program now, in words for whoever has to mend it: "/srv/send is not there", "its
/// interpreter /bin/sh\r is not there: its first line ends as lines of Windows do". Empty: nothing that can be seen.
QByteArray whyNotRunnable(const QByteArray& name, const std::vector<QByteArray>& environment);

/// What is short on this machine when a start fails with that errno, and how to have more; empty: it is no shortage.
QByteArray shortageOf(int code);

} // namespace dueline
