// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTemporaryDir>

#include <functional>

namespace dueline {

/// Folder for a child process's sockets and files. Only this user can access it, its path is short enough for a socket,
/// and it is removed when this object is destroyed. If the program is killed, a later run removes it.
class PrivateFolder
{
public:
    /// Creates a folder `dueline-<kind>-<pid>-XXXXXX`. `isUsed`: function that returns whether another process is still
    /// using a terminated program's folder.
    explicit PrivateFolder(
        const QString& kind,
        const std::function<bool(const QString& folder)>& isUsed = [](const QString&) { return false; });

    bool isValid() const { return m_folder.isValid(); }
    /// Returns a sentence that says why the folder can't be used. Valid only if isValid() is false.
    QString problem() const;
    QString path() const { return m_folder.path(); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

/// Returns whether a process with this id is running. Zombies don't count.
bool isAlive(qint64 pid);

} // namespace dueline
