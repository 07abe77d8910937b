// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qsizetype helpWidth = 100;

/// Wraps `text` at word boundaries and indents every line but the first, which the caller has indented.
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

/// Returns a row with two columns. If the left column is too long, the right one starts on the next line.
QString row(QString left, const QString& right)
{
    constexpr qsizetype column = 26;
    if (left.size() + 1 > column)
        left += u'\n' + QString(column, u' ');
    else
        left = left.leftJustified(column);
    return left + wrapped(right, column) + u'\n';
}

QString optionLines(const std::vector<OptionSpec>& options)
{
    QString out;
    for (const OptionSpec& option : options) {
        QString left = u"  --"_s + QString::fromUtf8(option.name);
        if (!option.value.isEmpty())
            left += u' ' + QString::fromUtf8(option.value);
        out += row(left, option.help);
    }
    return out;
}

QString inRoff(QString text)
{
    static const QRegularExpression topic(u" ?\"duectl help ([a-z]+)\" ?"_s);
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s).replace(u'±', u"\\(+-"_s);
    for (auto match = topic.match(text); match.hasMatch(); match = topic.match(text))
        text.replace(match.capturedStart(), match.capturedLength(), u"\n.B %1\n"_s.arg(match.captured(1).toUpper()));
    return text;
}

QString manualOptions(const std::vector<OptionSpec>& options)
{
    QString out;
    for (const OptionSpec& option : options) {
        const QString name = u"\\-\\-"_s + inRoff(QString::fromUtf8(option.name));
        out += option.value.isEmpty()
            ? u".TP\n.B %1\n"_s.arg(name)
            : u".TP\n.BI \"%1 \" \"%2\"\n"_s.arg(name, inRoff(QString::fromUtf8(option.value)));
        out += inRoff(option.help) + u'\n';
    }
    return out;
}

QString manualParagraphs(const QString& text)
{
    QString out;
    for (const QString& paragraph : text.split(u'\n', Qt::SkipEmptyParts))
        out += u".PP\n"_s + inRoff(paragraph) + u'\n';
    return out;
}

} // namespace

QString manualSections()
{
    QString out = u".SH COMMON OPTIONS\n"_s + manualOptions(globalOptions()) + u".SH COMMANDS\n"_s;
    for (const CommandSpec& command : commandTable()) {
        const QByteArray form = (command.name + ' ' + command.synopsis).trimmed();
        out += u".SS \"%1\"\n"_s.arg(inRoff(QString::fromUtf8(form))) + manualParagraphs(command.summary)
            + manualOptions(command.options) + manualParagraphs(command.notes);
    }
    for (const HelpTopic& topic : helpTopics()) {
        out += u".SH "_s + QString::fromUtf8(topic.name).toUpper() + u'\n' + inRoff(topic.summary) + u'\n';
        for (const auto& [form, meaning] : topic.rows)
            out += u".TP\n.B %1\n%2\n"_s.arg(inRoff(form.trimmed()), inRoff(meaning));
        out += manualParagraphs(topic.notes);
    }
    return out;
}

QString overallHelp()
{
    QString out = u"duectl: delayed tasks in Redis, from the command line.\n\n"
                  "Usage: duectl [--url URL | --profile NAME] [--layout LAYOUT] [--prefix P] [--json] COMMAND ...\n\n"
                  "\"duectl help COMMAND\" and \"duectl help TOPIC\" show more.\n"_s;
    for (const CommandGroup& group : commandGroups()) {
        out += u"\n%1:\n"_s.arg(group.heading);
        for (const CommandSpec& command : group.commands)
            out += u"  "_s + QString::fromUtf8(command.name).leftJustified(14) + wrapped(command.summary, 16) + u'\n';
    }
    out += u"\nTopics:\n"_s;
    for (const HelpTopic& topic : helpTopics())
        out += u"  "_s + QString::fromUtf8(topic.name).leftJustified(14) + wrapped(topic.summary, 16) + u'\n';
    out += u"\nOptions for every command:\n"_s + optionLines(globalOptions()) + u'\n';
    for (const QString& line :
        {u"Durations: 500ms 5s 10m 2h 3d, or words (\"2 hours\"). Instants: ISO 8601 with offset, as in the output, "
         u"or milliseconds since 1970; a number that looks like seconds, microseconds or the digits of a date is "
         u"rejected. Instants without an offset, and words (tomorrow, \"tomorrow 9\", \"mon 08:30\", \"明天 9点\"), use "
         u"the profile's time zone, or UTC; the instant is printed on standard error. The window uses the time zone "
         u"that it displays, which may be the machine's. \"9:00 utc\" is the same instant in both. If a time has "
         u"already passed today, it is not moved to the next day or week (not even \"fri 13:00\" on a Friday); a "
         u"message on standard error reports this."_s,
            u"Filters: state:failed native:waiting type:mail.* id:mail.send#9f* worker:host-a queue:mail json:$.to=ann "
            u"error:timeout kind:TEXT error~refused payload:alice attempt>2 size>=1000000 due<+1h due<tomorrow "
            u"added>-1d at>=2026-11-21T10:40:00Z alice. All terms must match; - negates a term."_s,
            u"Passwords: set the environment variable REDISCLI_AUTH or type the password at the prompt. "
            u"DUELINE_SENTINEL_AUTH is the password for the sentinels. For short-lived tokens, --password-command or "
            u"DUELINE_PASSWORD_COMMAND names a program that prints the password."_s,
            u"Exit codes: 0 done; 1 refused, not found or partly done; 2 usage; 3 Redis cannot be reached or denies access."_s})
        out += wrapped(line, 0) + u'\n';
    return out;
}

QString commandHelp(const CommandSpec& command)
{
    const QString name = u"Usage: duectl "_s + QString::fromUtf8(command.name);
    QString out = name + u' ' + wrapped(QString::fromUtf8(command.synopsis), name.size() + 1) + u"\n\n"_s;
    out += wrapped(command.summary, 0) + u'\n';
    if (!command.options.empty())
        out += u"\nOptions:\n"_s + optionLines(command.options);
    if (!command.notes.isEmpty()) {
        for (const QString& paragraph : command.notes.split(u'\n'))
            out += u'\n' + wrapped(paragraph, 0) + u'\n';
    }
    out += u"\nOptions for every command:\n"_s + optionLines(globalOptions());
    return out;
}

QString topicHelp(const HelpTopic& topic)
{
    QString out = wrapped(topic.summary, 0) + u"\n\n"_s;
    for (const auto& [left, right] : topic.rows)
        out += row(u"  "_s + left, right);
    return out + u'\n' + wrapped(topic.notes, 0) + u'\n';
}

} // namespace dueline::duectl
