// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"

#include "app/duectl/output.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/epochnumber.h"
#include "core/base/nearestword.h"
#include "core/base/text.h"
#include "core/base/timewords.h"
#include "core/queue/leaselength.h"
#include "core/redis/redisurl.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

QString shown(const QByteArray& word) { return printable(withoutPassword(QString::fromUtf8(word)).toUtf8(), 80); }

const OptionSpec* findOption(const std::vector<OptionSpec>& options, const QByteArray& name)
{
    const auto it = std::find_if(options.begin(), options.end(), [&](const OptionSpec& o) { return o.name == name; });
    return it == options.end() ? nullptr : &*it;
}

Error unknownOption(const QByteArray& name, const CommandSpec* command)
{
    const QString option = u"--"_s + shown(name);
    std::vector<QByteArray> candidates;
    for (const OptionSpec& spec : globalOptions())
        candidates.push_back(spec.name);
    if (command) {
        QStringList owners;
        for (const CommandSpec& other : commandTable()) {
            if (findOption(other.options, name))
                owners << QString::fromUtf8(other.name);
        }
        if (!owners.isEmpty())
            return usage(u"%1 is an option of %2, not of %3."_s.arg(
                option, owners.mid(0, 4).join(u", "_s), QString::fromUtf8(command->name)));
        for (const OptionSpec& spec : command->options)
            candidates.push_back(spec.name);
    }
    const QString of = command ? u" for "_s + QString::fromUtf8(command->name) : QString();
    if (const QByteArray near = nearestWord(name, candidates); !near.isEmpty())
        return usage(u"Unknown option %1%2. Did you mean --%3?"_s.arg(option, of, QString::fromUtf8(near)));
    return usage(u"Unknown option %1%2. \"duectl %3--help\" lists the options."_s.arg(
        option, of, command ? QString::fromUtf8(command->name) + u' ' : QString()));
}

Error unknownCommand(const QByteArray& word)
{
    std::vector<QByteArray> names;
    for (const CommandSpec& command : commandTable())
        names.push_back(command.name);
    const QByteArray near = nearestWord(word, names);
    if (!near.isEmpty())
        return usage(u"Unknown command \"%1\". Did you mean \"%2\"?"_s.arg(shown(word), QString::fromUtf8(near)));
    return usage(u"Unknown command \"%1\". \"duectl --help\" lists the commands."_s.arg(shown(word)));
}

const HelpTopic* findTopic(const QByteArray& name)
{
    const auto& topics = helpTopics();
    const auto it
        = std::find_if(topics.begin(), topics.end(), [&](const HelpTopic& topic) { return topic.name == name; });
    return it == topics.end() ? nullptr : &*it;
}

} // namespace

const CommandSpec* commandNamed(const QByteArray& name)
{
    const auto& table = commandTable();
    const auto it = std::find_if(table.begin(), table.end(), [&](const CommandSpec& c) { return c.name == name; });
    return it == table.end() ? nullptr : &*it;
}

const OptionSpec* optionNamed(const CommandSpec* command, const QByteArray& name)
{
    if (const OptionSpec* spec = findOption(globalOptions(), name))
        return spec;
    return command ? findOption(command->options, name) : nullptr;
}

bool takesValue(const QByteArray& name, const QByteArray* next)
{
    if (const OptionSpec* spec = findOption(globalOptions(), name))
        return !spec->value.isEmpty();
    bool flag = false;
    bool valued = false;
    for (const CommandSpec& command : commandTable()) {
        if (const OptionSpec* spec = findOption(command.options, name))
            (spec->value.isEmpty() ? flag : valued) = true;
    }
    return valued && !(flag && next && commandNamed(*next));
}

bool isOption(const QByteArray& word) { return word.size() > 1 && word.startsWith('-'); }

Result<CommandLine> CommandLine::parse(const std::vector<QByteArray>& arguments)
{
    CommandLine line;
    const auto at = line.findCommand(arguments);
    if (!at)
        return at.error();
    if (const auto read = line.readAll(arguments, *at); !read)
        return read.error();
    if (line.m_help || line.m_version)
        return line;
    if (!line.m_command)
        return usage(u"duectl needs a command, such as \"duectl queues\". \"duectl --help\" lists the commands."_s);
    if (const auto checked = line.checkWords(); !checked)
        return checked.error();
    return line;
}

Result<std::size_t> CommandLine::findCommand(const std::vector<QByteArray>& arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const QByteArray& word = arguments[i];
        const bool ended = word == "--";
        if (!ended && isOption(word)) {
            if (!word.startsWith("--") || word.contains('='))
                continue;
            if (takesValue(word.mid(2), i + 1 < arguments.size() ? &arguments[i + 1] : nullptr))
                ++i;
            continue;
        }
        const std::size_t at = ended ? i + 1 : i;
        if (at >= arguments.size())
            break;
        m_command = commandNamed(arguments[at]);
        if (!m_command && arguments[at] == "help") {
            m_help = true;
            return findHelped(arguments, at + 1);
        }
        if (!m_command)
            return unknownCommand(arguments[at]);
        return at;
    }
    return arguments.size();
}

Result<std::size_t> CommandLine::findHelped(const std::vector<QByteArray>& arguments, std::size_t from)
{
    const auto start = arguments.begin() + std::ptrdiff_t(from);
    const auto word = std::find_if(start, arguments.end(), [](const QByteArray& w) { return !isOption(w); });
    if (word == arguments.end())
        return from - 1;
    m_command = commandNamed(*word);
    m_topic = findTopic(*word);
    if (!m_command && !m_topic && *word != "help")
        return unknownCommand(*word);
    return std::size_t(word - arguments.begin());
}

Result<> CommandLine::readAll(const std::vector<QByteArray>& arguments, std::size_t commandAt)
{
    bool ended = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const QByteArray& word = arguments[i];
        if (i == commandAt)
            continue;
        if (ended || !isOption(word)) {
            m_words.push_back(word);
            continue;
        }
        if (word == "--") {
            ended = true;
            continue;
        }
        if (word == "-h" || word == "--help") {
            m_help = true;
            continue;
        }
        if (word == "--version") {
            m_version = true;
            continue;
        }
        if (!word.startsWith("--"))
            return usage(
                u"Unknown option %1. Options start with two dashes; put other words that start with a dash after \"--\"."_s
                    .arg(shown(word)));
        const qsizetype equals = word.indexOf('=');
        const QByteArray name = word.mid(2, equals < 0 ? -1 : equals - 2);
        const OptionSpec* spec = optionNamed(m_command, name);
        if (!spec)
            return unknownOption(name, m_command);
        const QString option = u"--"_s + QString::fromUtf8(name);
        QByteArray value;
        if (spec->value.isEmpty()) {
            if (equals >= 0)
                return usage(u"%1 does not take a value."_s.arg(option));
        } else if (equals >= 0) {
            value = word.mid(equals + 1);
        } else if (i + 1 >= arguments.size() || i + 1 == commandAt || arguments[i + 1] == "--"
            || (arguments[i + 1].startsWith("--") && optionNamed(m_command, arguments[i + 1].mid(2)))) {
            return usage(u"%1 needs a value: %1 %2."_s.arg(option, QString::fromUtf8(spec->value)));
        } else {
            value = arguments[++i];
        }
        auto& values = m_values[name];
        if (!values.empty() && !spec->repeatable && !spec->value.isEmpty())
            return usage(u"%1 is used twice."_s.arg(option));
        values.push_back(value);
    }
    return {};
}

Result<> CommandLine::checkWords() const
{
    const QString form
        = u"duectl %1 %2"_s.arg(QString::fromUtf8(m_command->name), QString::fromUtf8(m_command->synopsis)).trimmed();
    if (int(m_words.size()) < m_command->minWords)
        return usage(u"Missing argument for \"%1\". Usage: %2"_s.arg(QString::fromUtf8(m_command->name), form));
    if (m_command->maxWords >= 0 && int(m_words.size()) > m_command->maxWords)
        return usage(
            u"Unexpected argument \"%1\". Usage: %2"_s.arg(shown(m_words[std::size_t(m_command->maxWords)]), form));
    return {};
}

QByteArray CommandLine::value(const char* option) const
{
    const auto it = m_values.find(QByteArray(option));
    return it == m_values.end() ? QByteArray() : it->second.back();
}

std::vector<QByteArray> CommandLine::values(const char* option) const
{
    const auto it = m_values.find(QByteArray(option));
    return it == m_values.end() ? std::vector<QByteArray>() : it->second;
}

Result<std::optional<qint64>> CommandLine::number(const char* option, qint64 min, qint64 max) const
{
    if (!has(option))
        return std::optional<qint64>();
    bool ok = false;
    const qint64 parsed = value(option).toLongLong(&ok);
    if (!ok || parsed < min || parsed > max)
        return usage(u"--%1 must be a whole number from %2 to %3, not \"%4\"."_s.arg(QString::fromUtf8(option))
                         .arg(min)
                         .arg(max)
                         .arg(shown(value(option))));
    return std::optional<qint64>(parsed);
}

Result<std::optional<qint64>> CommandLine::size(const char* option) const
{
    if (!has(option))
        return std::optional<qint64>();
    QByteArray text = value(option).toUpper();
    const qsizetype unit = QByteArrayView("KMG").indexOf(text.isEmpty() ? ' ' : text.back());
    if (unit >= 0)
        text.chop(1);
    constexpr qint64 largest = qint64(4) << 30;
    const int shift = int(10 * (unit + 1));
    bool number = false;
    const qint64 size = text.toLongLong(&number);
    if (!number || size < 1 || size > largest >> shift)
        return usage(u"--%1 needs a size such as 200M, at most 4G."_s.arg(QString::fromLatin1(option)));
    return std::optional(size << shift);
}

Result<std::optional<Millis>> CommandLine::duration(const char* option, bool allowSign) const
{
    if (!has(option))
        return std::optional<Millis>();
    const QString text = QString::fromUtf8(value(option));
    const auto parsed = parseDuration(text, allowSign);
    const auto words = parsed || text.startsWith(u'+') || text.startsWith(u'-') ? std::nullopt : distanceOfWords(text);
    if (words && (allowSign || *words >= Millis::zero()))
        return std::optional<Millis>(*words);
    if (!parsed)
        return usage(u"--%1: %2"_s.arg(QString::fromUtf8(option), parsed.error().message));
    if (const QString why = whyLikelierInstant(QString::fromUtf8(value(option))); !why.isEmpty())
        return usage(u"--%1: %2"_s.arg(QString::fromUtf8(option), why));
    return std::optional<Millis>(*parsed);
}

Result<std::optional<Millis>> CommandLine::lease(const char* option) const
{
    auto parsed = duration(option);
    if (!parsed || !*parsed)
        return parsed;
    if (const auto kept = checkLease(**parsed); !kept)
        return usage(u"--%1: %2"_s.arg(QString::fromUtf8(option), kept.error().message));
    return parsed;
}

Result<std::optional<TypedInstant>> CommandLine::moment(const char* option, TimePoint now) const
{
    if (!has(option))
        return std::optional<TypedInstant>();
    const auto parsed = parseMoment(QString::fromUtf8(value(option)), now);
    if (!parsed)
        return usage(u"--%1: %2"_s.arg(QString::fromUtf8(option), parsed.error().message));
    return std::optional<TypedInstant>(*parsed);
}

Result<std::optional<StateSet>> CommandLine::states(const char* option) const
{
    if (!has(option))
        return std::optional<StateSet>();
    StateSet all;
    for (const QByteArray& name : value(option).split(',')) {
        const auto set = statesFromName(name);
        if (!set) {
            QStringList names;
            for (TaskState state : allStates)
                names << QString::fromUtf8(stateName(state));
            return usage(u"--%1: \"%2\" is not a state. The states are %3; pending means the first three."_s.arg(
                QString::fromUtf8(option), shown(name), names.join(u", "_s)));
        }
        for (TaskState state : allStates) {
            if (set->contains(state))
                all.insert(state);
        }
    }
    return std::optional<StateSet>(all);
}

Result<TypedInstant> parseMoment(const QString& text, TimePoint now)
{
    if (const QString why = whyLikelierInstant(text); !why.isEmpty())
        return usage(why);
    if (const auto relative = parseDuration(text, true))
        return TypedInstant{now + *relative};
    if (const auto typed = parseTypedInstant(text, displayZone(), now))
        return *typed;
    const auto parsed = parseInstant(text);
    if (isNearlyInstant(text))
        return parsed.error();
    return usage(
        u"\"%1\" is not a time. Use \"now\", a duration from now such as -1h or +30m, an instant such as 2026-11-21T08:00:00Z, or words such as \"tomorrow 9\"."_s
            .arg(printable(text.toUtf8(), 60)));
}

TimePoint settled(const QString& text, const TypedInstant& moment)
{
    if (moment.wall)
        tell(u"\"%1\" is %2."_s.arg(printable(text.toUtf8(), 60), instantText(moment.at)));
    return moment.at;
}

TimePoint settledDue(const QString& text, const TypedInstant& moment, TimePoint now)
{
    const TimePoint at = settled(text, moment);
    if (at < now)
        tell(
            u"\"%1\" is in the past, so tasks with this due time run immediately."_s.arg(printable(text.toUtf8(), 60)));
    return at;
}

Result<TaskFilter> parseFilter(const QString& text)
{
    auto filter = TaskFilter::parse(text, {displayZone(), SystemClock().now()});
    if (!filter)
        return filter;
    for (const TaskFilter::ReadTime& read : filter->readTimes())
        settled(filter->text().mid(read.position, read.size).remove(u'"'), TypedInstant{read.at, read.at});
    return filter;
}

} // namespace dueline::duectl
