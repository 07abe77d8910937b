// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <initializer_list>

namespace dueline {

/// Quotes a word for the command line of a POSIX shell, even if this is not necessary: `'it'\''s'`; invisible bytes
/// become `$'\xff'`. No shell can pass a zero byte to a program, so a word that contains one becomes a remark in
/// parentheses, which every shell refuses to run.
QString shellWord(QByteArrayView word);

/// Returns a word for the command line of a shell, quoted only if necessary: `mail`, `asynq:lease`.
QString shellName(QByteArrayView word);

/// Returns names for the end of a suggested command, each as a shellName(). If a name starts with a dash, `--` precedes
/// the names, so options must come before them. Names are never shortened, because the short name could be another
/// queue's.
QString shellOperands(std::initializer_list<QByteArrayView> names);

} // namespace dueline
