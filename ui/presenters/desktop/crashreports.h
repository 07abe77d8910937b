// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Reports of crashes caused by a signal: local text files with the versions, the signal and the code location. They
/// contain no memory contents, arguments or server addresses, and are never sent anywhere.
class CrashReports
{
public:
    static constexpr int kept = 5; ///< maximum number of reports; older ones are removed

    /// Stores the reports in `folder`, which is created if necessary; empty: stateFolder().
    explicit CrashReports(QString folder = {});

    /// Returns the newest report that the user has not seen; empty if there is none. Marks all reports as seen.
    QString takeNews() const;

    /// Installs handlers that write a report on SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT. The signal then ends the
    /// program as usual.
    void install() const;

private:
    QString m_folder;
};

} // namespace dueline
