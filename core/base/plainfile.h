// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace dueline {

/// Policy for a symbolic link in the last part of a path. Followed: for files that users may replace with a link.
/// Refused: for files that only Dueline's programs write.
enum class Links : quint8 { Followed, Refused };

/// Describes the target of a path if it is not a regular file, as the end of a sentence: "it is a named pipe, not a
/// file". Returns an empty string if the file is regular, does not exist, or cannot be inspected. Use it for files that
/// other code opens.
QString notPlain(const QString& path, Links links);

/// Opens a regular file and refuses anything else. Therefore, it never blocks on a named pipe, and never opens a
/// device, which may have side effects. `flags`: as in open(2). A new file is accessible only to this user. Returns the
/// reason for a failure as the end of a sentence; empty on success.
QString openPlain(int& descriptor, const QString& path, int flags, Links links);

/// Opens a QFile for reading. The QFile must have a file name and must not be open.
QString openPlain(QFile& file, Links links);

/// Creates a folder and its parents for this user only (0700), regardless of the umask. Removes other users' access to
/// existing folders on the path, starting with the one named `dueline`. Links, other users' folders and folders open to
/// everyone are left unchanged; notOwnFolder() reports them. Returns false if the folder cannot be created.
bool makePrivateFolder(const QString& path);

/// Returns why a program should not store data in a folder, as the end of a sentence; empty if the
/// folder is safe. A folder is refused if it belongs to another user or is writable by everyone,
/// because others may have put files there. A missing folder and a link to a folder are accepted.
QString notOwnFolder(const QString& path);

} // namespace dueline
