// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace dueline {

/// Policy for paths whose last part is a symbolic link. Followed: for files that users may replace with a link.
/// Refused: for files that only Dueline's programs write.
enum class Links : quint8 { Followed, Refused };

/// Returns why a path doesn't refer to a regular file, as the end of a sentence: "it is a named pipe, not a file".
/// Empty if the file is regular, doesn't exist, or can't be inspected. Used for files that other code will open.
QString notPlain(const QString& path, Links links);

/// Opens a regular file and refuses anything else, so that it never blocks on a named pipe or opens a device, which may
/// have side effects. `flags`: as in open(2). New files are accessible only to this user. Returns the reason for a
/// failure as the end of a sentence; empty on success.
QString openPlain(int& descriptor, const QString& path, int flags, Links links);

/// Opens a QFile for reading, like the function above. The QFile must have a file name and must not be open.
QString openPlain(QFile& file, Links links);

/// Creates a folder and its parents for this user only (0700), regardless of the umask. For existing folders on the
/// path, removes other users' access to the one named `dueline` and those below it. Leaves links, other users' folders,
/// and world-writable folders alone; notOwnFolder() reports these. Returns false if the folder can't be created.
bool makePrivateFolder(const QString& path);

/// Returns why a program shouldn't store data in a folder, as the end of a sentence; empty if the folder is safe. A
/// folder is unsafe if it belongs to another user or is world-writable, because others may have put files there.
/// Accepts missing folders and links to folders.
QString notOwnFolder(const QString& path);

} // namespace dueline
