// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace dueline {

/// What fills and changes the queue: this program once more, as a process of its own, so that what is measured of the
/// window is the window's. Ends with this program, even when that is killed.
class Helper
{
public:
    /// `arguments` as runHelper() takes them.
    explicit Helper(const QStringList& arguments);
    ~Helper();
    /// Waits for its end; a failure ends this program.
    void finish();

private:
    QProcess m_process;
};

/// `--fill URL QUEUE TASKS PAYLOAD`, or `--change URL QUEUE RATE PAYLOAD` until it is ended. The exit code; -1: these
/// are no arguments of a helper.
int runHelper(int argc, char** argv);

} // namespace dueline
