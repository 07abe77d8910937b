// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <initializer_list>

namespace dueline {

/// A word of a command line for a POSIX shell, always quoted: `'it'\''s'`; bytes that are not visible text as
/// `$'\xff'`.
/// No shell can pass a zero byte to a program: a word that has one becomes a remark in parentheses, which every shell
/// refuses to run.
QString shellWord(QByteArrayView word);

/// Returns a word for a shell, without quotes if no shell interprets it: `mail`, `asynq:lease`.
QString shellName(QByteArrayView word);

/// Names behind a command that is suggested to a person, each a shellName(). They stand behind `--` where one begins
/// with a dash, so options belong in front. Never cut: a shortened name would be that of another queue.
QString shellOperands(std::initializer_list<QByteArrayView> names);

} // namespace dueline
