// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <initializer_list>

namespace dueline {

/// Quotes a word for a POSIX shell's command line, even if it doesn't need quotes: `'it'\''s'`; invisible bytes become
/// `$'\xff'`. No shell can pass a zero byte to a program, so a word that contains one becomes a remark in
/// parentheses, which every shell refuses to run.
QString shellWord(QByteArrayView word);

/// Returns a word for a shell's command line, quoted only if necessary: `mail`, `asynq:lease`.
QString shellName(QByteArrayView word);

/// Returns names for the end of a suggested command, each as a shellName(). If a name starts with a dash, adds `--`
/// before the names, so put options first. Names are never shortened, because the short name could be another queue's.
QString shellOperands(std::initializer_list<QByteArrayView> names);

} // namespace dueline
