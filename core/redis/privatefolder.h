// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <functional>

namespace dueline {

/// A folder for one child process's sockets and files: only this user may enter it, its path is short enough for a
/// socket's, and it goes with this object. One that a killed program left behind is removed by the next program.
class PrivateFolder
{
public:
    /// Called `dueline-<kind>-<pid>-XXXXXX`. `isUsed` says of a folder whose program is gone whether something else
    /// still lives in it.
    explicit PrivateFolder(
        const QString& kind,
        const std::function<bool(const QString& folder)>& isUsed = [](const QString&) { return false; });

    bool isValid() const { return m_folder.isValid(); }
    /// Why it is not: a whole sentence.
    QString problem() const;
    QString path() const { return m_folder.path(); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

/// Whether a process of that number runs; a zombie does not.
bool isAlive(qint64 pid);

} // namespace dueline
