// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// What is left of a program that ended by a signal: a text file on this machine, with versions, the signal and where
/// it was in the code. No memory, no arguments, no addresses of servers; it is sent nowhere.
class CrashReports
{
public:
    static constexpr int kept = 5; ///< older ones are removed

    /// `folder`: made when it is needed; empty: stateFolder().
    explicit CrashReports(QString folder = {});

    /// The newest report nobody was told of, empty: none. All count as told then.
    QString takeNews() const;

    /// From now on this program leaves one when it ends by SIGSEGV, SIGBUS, SIGILL, SIGFPE or SIGABRT; then it ends as
    /// it would have.
    void install() const;

private:
    QString m_folder;
};

} // namespace dueline
