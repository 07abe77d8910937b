// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace dueline {

/// Whether the last part of a path may be a symbolic link: Followed where people link such files from elsewhere,
/// Refused for what the programs alone write.
enum class Links : quint8 { Followed, Refused };

/// What stands in the place of a regular file, as the end of a sentence: "it is a named pipe, not a file". Empty: a
/// regular file, nothing, or what cannot be looked at. For what is opened by somebody else's code.
QString notPlain(const QString& path, Links links);

/// Opens a regular file and nothing else, without ever waiting: a named pipe in its place would hold the program up,
/// and a device might do anything. `flags` as open(2); what is made is this user's alone. Returns why not, as the end
/// of a sentence, else empty.
QString openPlain(int& descriptor, const QString& path, int flags, Links links);

/// The same for reading by a QFile with a name that is not open yet.
QString openPlain(QFile& file, Links links);

/// Makes a folder and what leads to it for this user alone (0700), whatever the umask. One that exists is closed to
/// others from the folder named `dueline` on, unless it is a link, another user's, or open to everybody: notOwnFolder()
/// says so. False: it cannot be made.
bool makePrivateFolder(const QString& path);

/// Why a program that keeps something in that folder is better off without, as the end of a sentence; empty: nothing,
/// or it is not there. A link to a folder is as good as the folder: people keep theirs elsewhere. What counts is whose
/// it is: another user's, or one that everybody may write into, holds what somebody else put there.
QString notOwnFolder(const QString& path);

} // namespace dueline
