// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <initializer_list>

namespace dueline {

/// Returns a word for a command line of a POSIX shell, always quoted: `'it'\''s'`, with invisible bytes as `$'\xff'`.
/// No shell can pass a zero byte to a program, so a word that contains one becomes a remark in parentheses, which every
/// shell refuses to run.
QString shellWord(QByteArrayView word);

/// Returns a word for a shell, without quotes if shells read it literally: `mail`, `asynq:lease`.
QString shellName(QByteArrayView word);

/// Returns names to append to a suggested command, each as a shellName(). If a name starts with a dash, `--` precedes
/// the names, so options must come before them. Names are never shortened, because a shortened name could be that of
/// another queue.
QString shellOperands(std::initializer_list<QByteArrayView> names);

} // namespace dueline
