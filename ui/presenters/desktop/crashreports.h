// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Reports of crashes caused by signals: local text files with the versions, the signal and the code location. They
/// contain no memory contents, arguments or server addresses, and are never sent anywhere.
class CrashReports
{
public:
    static constexpr int kept = 5; ///< maximum number of reports; older ones are deleted

    /// Stores the reports in `folder`, which is created if necessary, or in stateFolder() if `folder` is empty.
    explicit CrashReports(QString folder = {});

    /// Returns the latest report if the user hasn't seen it; otherwise, an empty string. Marks all reports as seen.
    QString takeNews() const;

    /// Installs handlers that write a report on SIGSEGV, SIGBUS, SIGILL, SIGFPE or SIGABRT. The signal then ends the
    /// program as usual.
    void install() const;

private:
    QString m_folder;
};

} // namespace dueline
