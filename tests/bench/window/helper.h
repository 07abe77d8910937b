// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace dueline {

/// Fills and changes the queue in a separate process of this program, so that measurements cover only the window. The
/// process ends with this program, even if this program is killed.
class Helper
{
public:
    /// Starts the process. For `arguments`, see runHelper().
    explicit Helper(const QStringList& arguments);
    ~Helper();
    /// Waits for the process to end. Exits if the process failed.
    void finish();

private:
    QProcess m_process;
};

/// Runs as a helper with `--fill URL QUEUE TASKS PAYLOAD`, or with `--change URL QUEUE RATE PAYLOAD` until terminated.
/// Returns the exit code, or -1 if these are not a helper's arguments.
int runHelper(int argc, char** argv);

} // namespace dueline
