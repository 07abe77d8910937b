// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/base/typedinstant.h"
#include "core/queue/taskfilter.h"

#include <QByteArray>
#include <QStringList>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace dueline::duectl {

class Context;

/// Creates the error for an invalid command line.
inline Error usage(const QString& message) { return {ErrorCode::Usage, message}; }

/// Option of a command. Options that take a value have a placeholder for it in the help.
struct OptionSpec
{
    QByteArray name;
    QByteArray value; ///< placeholder for the value, such as `URL`; empty for a flag
    QString help;
    bool repeatable = false;
};

/// Command with its arguments, its help, and the function that runs it. The function returns the exit code: 0, or 1 if
/// the command was only partly completed. If it returns an Error, main() prints the error and uses exitCodeOf() for the
/// exit code.
struct CommandSpec
{
    QByteArray name;
    QByteArray synopsis; ///< arguments as shown in the manual, without the command's name
    QString summary; ///< imperative phrase without a period
    int minWords = 0;
    int maxWords = 0; ///< maximum number of arguments, not counting options; -1: no limit
    std::vector<OptionSpec> options;
    QString notes; ///< additional paragraphs for the command's help; may be empty
    Result<int> (*run)(Context&) = nullptr;
};

/// Commands listed under one heading of the general help.
struct CommandGroup
{
    QString heading;
    std::vector<CommandSpec> commands;
};

/// Help topic that is not a command.
struct HelpTopic
{
    QByteArray name;
    QString summary; ///< noun phrase without a period
    std::vector<std::pair<QString, QString>> rows; ///< pairs of syntax and meaning
    QString notes;
};

/// Returns all topics, in general help order.
const std::vector<HelpTopic>& helpTopics();
/// Returns the command groups, in general help order.
const std::vector<CommandGroup>& commandGroups();
/// Returns the commands in the "Set up" group.
std::vector<CommandSpec> setUpCommands();
/// Returns all commands, in general help order.
const std::vector<CommandSpec>& commandTable();
/// Returns the options that every command accepts.
const std::vector<OptionSpec>& globalOptions();
/// Returns the command with this name; null if there is none.
const CommandSpec* commandNamed(const QByteArray& name);
/// Returns an option that the command or every command accepts; null if there is none. `command` may be null.
const OptionSpec* optionNamed(const CommandSpec* command, const QByteArray& name);
/// Returns whether an option before the command takes the next word as its value. Options such as --payload take a
/// value in some commands and are flags in others; they take the next word unless it is a command.
bool takesValue(const QByteArray& name, const QByteArray* next);
/// Returns whether a word is a dash followed by at least one character.
bool isOption(const QByteArray& word);

/// Parsed command line. Options may precede or follow the command, as `--name value` or `--name=value`. Words after
/// `--` are never options.
class CommandLine
{
public:
    /// Parses the arguments. Errors: Usage. The message is a single sentence that suggests a fix or lists the accepted
    /// values. It never contains a URL's password.
    static Result<CommandLine> parse(const std::vector<QByteArray>& arguments);

    /// Returns the command; null if the user asked for help or the version instead.
    const CommandSpec* command() const { return m_command; }
    /// Returns the topic of `help TOPIC`; null if there is none.
    const HelpTopic* topic() const { return m_topic; }
    bool helpAsked() const { return m_help; }
    bool versionAsked() const { return m_version; }

    const std::vector<QByteArray>& words() const { return m_words; }
    bool has(const char* option) const { return m_values.contains(QByteArray(option)); }
    /// Returns the value; empty if the option is not set.
    QByteArray value(const char* option) const;
    /// Returns all values of a repeatable option, in order.
    std::vector<QByteArray> values(const char* option) const;

    /// Returns a numeric value; nullopt if the option is not set. Errors: Usage. The message names the option.
    Result<std::optional<qint64>> number(const char* option, qint64 min, qint64 max) const;
    /// Returns a size in bytes, given with an optional suffix K, M, or G (`200M`); nullopt if the option is not set.
    Result<std::optional<qint64>> size(const char* option) const;
    /// Returns a duration, given either in a form that parseDuration() accepts or in words: `2 hours`, `2小时`.
    Result<std::optional<Millis>> duration(const char* option, bool allowSign = false) const;
    /// Returns a lease duration. Errors: Usage, including for durations that checkLease() refuses.
    Result<std::optional<Millis>> lease(const char* option) const;
    /// Returns a time, given in a form that parseMoment() accepts; relative times count from `now`. If the time depends
    /// on a time zone, the caller should print it; see settled().
    Result<std::optional<TypedInstant>> moment(const char* option, TimePoint now) const;
    /// Returns a set of states, given as comma-separated names or as `pending`.
    Result<std::optional<StateSet>> states(const char* option) const;

private:
    Result<std::size_t> findCommand(const std::vector<QByteArray>& arguments);
    /// Reads the command or topic after `help`, if any.
    Result<std::size_t> findHelped(const std::vector<QByteArray>& arguments, std::size_t from);
    Result<> readAll(const std::vector<QByteArray>& arguments, std::size_t commandAt);
    Result<> checkWords() const;

    const CommandSpec* m_command = nullptr;
    const HelpTopic* m_topic = nullptr;
    bool m_help = false;
    bool m_version = false;
    std::vector<QByteArray> m_words;
    std::map<QByteArray, std::vector<QByteArray>> m_values;
};

/// Returns the output of `duectl __complete WORDS...`: candidates for the last word, one per line, in the format of
/// completionLines(). Empty if there are no candidates. Does not connect to Redis.
QByteArray completions(const std::vector<QByteArray>& words);

/// Returns the general help, or the help for one topic or command. Ends with a line feed.
QString overallHelp();
QString topicHelp(const HelpTopic& topic);
/// Returns the manual page sections that are generated from the command and option tables, as roff. `tst_manuals`
/// compares them with the page.
QString manualSections();
QString commandHelp(const CommandSpec& command);

/// Parses `now`, a duration relative to `now` (with or without a sign), a time, or a phrase such as `tomorrow 9`. Times
/// without a UTC offset are in the program's display zone. Errors: Usage.
Result<TypedInstant> parseMoment(const QString& text, TimePoint now);

/// Returns the time that `text` was parsed into. If `text` was interpreted as a local time, also prints the time with
/// its UTC offset to standard error, so the user can check it.
TimePoint settled(const QString& text, const TypedInstant& moment);
/// Like settled(), but for a due time: if it is before `now`, also prints a message that the tasks will run
/// immediately.
TimePoint settledDue(const QString& text, const TypedInstant& moment, TimePoint now);
/// Parses a filter, with times in the program's display zone. Prints each time it interpreted as a local time. Errors:
/// Usage.
Result<TaskFilter> parseFilter(const QString& text);

} // namespace dueline::duectl
