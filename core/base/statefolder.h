// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns `$XDG_STATE_HOME/dueline`, or `~/.local/state/dueline`.
QString stateFolder();

/// Returns the path of a JSON file in a subfolder of the state folder. `subject`: what the file is about, which becomes
/// its hashed name.
QString stateFile(const char* folder, const QByteArray& subject);
/// Reads a file of stateFile(); empty if it is missing, larger than `largest` or not a regular file.
QByteArray readStateFile(const QString& path, qint64 largest);
/// Writes a file of stateFile(), for this user only. `kept`: number of files to keep in its folder; the oldest of the
/// others are removed. Does nothing if the file can't be written safely.
void writeStateFile(const QString& path, const QByteArray& content, qsizetype kept = 1'000'000);

} // namespace dueline
