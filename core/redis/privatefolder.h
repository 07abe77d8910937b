// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <functional>

namespace dueline {

/// Folder for the sockets and files of one child process. Only this user can enter it, its path is short enough for a
/// socket, and it is removed with this object. If the program is killed, the next program removes the folder.
class PrivateFolder
{
public:
    /// Creates a folder `dueline-<kind>-<pid>-XXXXXX`. `isUsed`: returns whether another process still uses the folder
    /// of a program that has ended.
    explicit PrivateFolder(
        const QString& kind,
        const std::function<bool(const QString& folder)>& isUsed = [](const QString&) { return false; });

    bool isValid() const { return m_folder.isValid(); }
    /// Returns why the folder cannot be used, as a complete sentence.
    QString problem() const;
    QString path() const { return m_folder.path(); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

/// Returns whether a process with that id is running; a zombie does not count.
bool isAlive(qint64 pid);

} // namespace dueline
