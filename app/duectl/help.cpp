// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qsizetype helpWidth = 100;

/// `text` wrapped at words, each line but the first indented.
QString wrapped(const QString& text, qsizetype indent)
{
    QString out;
    qsizetype column = indent;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        if (column > indent && column + 1 + word.size() > helpWidth) {
            out += u'\n' + QString(indent, u' ');
            column = indent;
        } else if (column > indent) {
            out += u' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    return out;
}

QString optionLines(const std::vector<OptionSpec>& options)
{
    constexpr qsizetype column = 26;
    QString out;
    for (const OptionSpec& option : options) {
        QString left = u"  --"_s + QString::fromLatin1(option.name);
        if (!option.value.isEmpty())
            left += u' ' + QString::fromLatin1(option.value);
        if (left.size() + 1 > column)
            left += u'\n' + QString(column, u' ');
        else
            left = left.leftJustified(column);
        out += left + wrapped(option.help, column) + u'\n';
    }
    return out;
}

} // namespace

QString overallHelp()
{
    QString out = u"duectl: delayed tasks in Redis, from the command line.\n\n"
                  "Usage: duectl [--url URL | --profile NAME] [--layout LAYOUT] [--prefix P] [--json] COMMAND ...\n\n"
                  "Commands (\"duectl help COMMAND\" says more):\n"_s;
    for (const CommandSpec& command : commandTable())
        out += u"  "_s + QString::fromLatin1(command.name).leftJustified(14) + wrapped(command.summary, 16) + u'\n';
    out += u"\nOptions of every command:\n"_s + optionLines(globalOptions());
    out += u"\nDurations: 500ms 5s 10m 2h 3d. Instants: ISO 8601 with offset, or epoch milliseconds.\n"
           "Filters: state:failed type:mail.* id:mail.send#9f* error:timeout error~\"Timeout after 30 s\" payload:alice attempt>2 due<+1h "
           "at>=2026-11-21T10:40:00Z -worker:host-a (\"at\": due, lease end, or when it ended; \"error~\": the same error whatever numbers and ids it has)\n"
           "A password is never an argument of its own: it comes from the environment variable REDISCLI_AUTH or a "
           "prompt; that of the sentinels from DUELINE_SENTINEL_AUTH.\n"
           "Exit codes: 0 done; 1 refused, not found or partly done; 2 usage; 3 Redis cannot be reached or does not allow it.\n"_s;
    return out;
}

QString commandHelp(const CommandSpec& command)
{
    const QString name = u"Usage: duectl "_s + QString::fromLatin1(command.name);
    QString out = name + u' ' + wrapped(QString::fromLatin1(command.synopsis), name.size() + 1) + u"\n\n"_s;
    out += wrapped(command.summary, 0) + u'\n';
    if (!command.options.empty())
        out += u"\nOptions:\n"_s + optionLines(command.options);
    if (!command.notes.isEmpty()) {
        for (const QString& paragraph : command.notes.split(u'\n'))
            out += u'\n' + wrapped(paragraph, 0) + u'\n';
    }
    out += u"\nOptions of every command:\n"_s + optionLines(globalOptions());
    return out;
}

} // namespace dueline::duectl
