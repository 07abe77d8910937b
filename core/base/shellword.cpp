// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shellword.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether shells read the word literally, so that it needs no quotes. A leading `=` needs them: zsh expands it
/// to a program's path.
bool isBareWord(QByteArrayView word)
{
    return !word.isEmpty() && word.front() != '=' && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || QByteArrayView("_@%+=:,./-").contains(c);
    });
}

} // namespace

QString shellWord(QByteArrayView word)
{
    if (word.contains('\0'))
        return QStringLiteral("(this name contains a zero byte, so it cannot be used in a command line)");
    const QString text = QString::fromUtf8(word);
    // Escape characters that can't be displayed as they are, so that the command can be copied from the screen.
    if (printable(word, word.size() + 1) == text)
        return u'\'' + QString(text).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
    QString quoted = QStringLiteral("$'");
    for (const char c : word) {
        const auto byte = uchar(c);
        if (byte >= 0x20 && byte < 0x7f && c != '\'' && c != '\\')
            quoted += QLatin1Char(c);
        else
            quoted += QStringLiteral("\\x%1").arg(byte, 2, 16, QLatin1Char('0'));
    }
    return quoted + u'\'';
}

QString shellName(QByteArrayView word) { return isBareWord(word) ? QString::fromLatin1(word) : shellWord(word); }

QString shellOperands(std::initializer_list<QByteArrayView> names)
{
    const bool isLikeAnOption
        = std::any_of(names.begin(), names.end(), [](QByteArrayView name) { return name.startsWith('-'); });
    QString words = isLikeAnOption ? QStringLiteral("--") : QString();
    for (const QByteArrayView name : names) {
        if (!words.isEmpty())
            words += u' ';
        words += shellName(name);
    }
    return words;
}

} // namespace dueline
