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

/// What was written on the command line is wrong.
inline Error usage(const QString& message) { return {ErrorCode::Usage, message}; }

/// One option of a command: its name without dashes and, unless it is a flag, the word help shows for its value.
struct OptionSpec
{
    QByteArray name;
    QByteArray value; ///< empty: a flag
    QString help;
    bool repeatable = false;
};

/// One command: what it takes, what its help says, and the function that runs it. The function returns the exit code of
/// a command that came to its end (0, or 1 when only part of it could be done); an Error is printed and mapped by
/// exitCodeOf().
struct CommandSpec
{
    QByteArray name;
    QByteArray synopsis; ///< what follows the name, as in the manual
    QString summary; ///< one sentence
    int minWords = 0;
    int maxWords = 0; ///< -1: any number
    std::vector<OptionSpec> options;
    QString notes; ///< further paragraphs of help, may be empty
    Result<int> (*run)(Context&) = nullptr;
};

/// What help tells of besides the commands.
struct HelpTopic
{
    QByteArray name;
    QString summary; ///< one sentence
    std::vector<std::pair<QString, QString>> rows; ///< what may be written, and what it means
    QString notes;
};

/// Every topic, in the order of the overall help.
const std::vector<HelpTopic>& helpTopics();
/// Every command, in the order of the overall help.
const std::vector<CommandSpec>& commandTable();
/// Options that every command takes.
const std::vector<OptionSpec>& globalOptions();
/// The command of this name; null: none.
const CommandSpec* commandNamed(const QByteArray& name);
/// The option of a command, or of every command; null: none. `command` may be null.
const OptionSpec* optionNamed(const CommandSpec* command, const QByteArray& name);
/// Whether an option that stands before the command takes the next word. Commands agree on that for all but --payload,
/// which takes one unless a command follows.
bool takesValue(const QByteArray& name, const QByteArray* next);
/// True if the word begins with a dash and is more than one.
bool isOption(const QByteArray& word);

/// A parsed command line. Options may stand before or after the command, as `--name value` or `--name=value`; `--` ends
/// them.
class CommandLine
{
public:
    /// Errors: Usage, one sentence with what is meant or accepted; passwords of URLs are never repeated.
    static Result<CommandLine> parse(const std::vector<QByteArray>& arguments);

    /// Null: none was given (then help or version was asked for).
    const CommandSpec* command() const { return m_command; }
    /// Of `help TOPIC`; null: none was asked for.
    const HelpTopic* topic() const { return m_topic; }
    bool helpAsked() const { return m_help; }
    bool versionAsked() const { return m_version; }

    const std::vector<QByteArray>& words() const { return m_words; }
    bool has(const char* option) const { return m_values.contains(QByteArray(option)); }
    /// The given value; empty when the option was not given.
    QByteArray value(const char* option) const;
    /// All values of a repeatable option, in order.
    std::vector<QByteArray> values(const char* option) const;

    /// Typed readers: nullopt when the option was not given. Errors: Usage, naming the option.
    Result<std::optional<qint64>> number(const char* option, qint64 min, qint64 max) const;
    /// What parseDuration() reads, or words: `2 hours`, `2小时`.
    Result<std::optional<Millis>> duration(const char* option, bool allowSign = false) const;
    /// A duration that a worker can keep a lease for.
    Result<std::optional<Millis>> lease(const char* option) const;
    /// What parseMoment() reads, from `now`. Whoever uses it says what a clock decided on: settled().
    Result<std::optional<TypedInstant>> moment(const char* option, TimePoint now) const;
    /// A state's name, `pending`, or several with commas.
    Result<std::optional<StateSet>> states(const char* option) const;

private:
    Result<std::size_t> findCommand(const std::vector<QByteArray>& arguments);
    /// `help COMMAND` or `help TOPIC`: which, if one follows.
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

/// What `duectl __complete WORDS...` prints: candidates for the last word, one per line, as completionLines() writes
/// them. Connects to nothing; empty where nothing is known.
QByteArray completions(const std::vector<QByteArray>& words);

/// The overall help, or that of one topic or command. Ends with a line feed.
QString overallHelp();
QString topicHelp(const HelpTopic& topic);
/// The sections of the manual that the tables determine, in roff. `tst_manuals` compares them with the page.
QString manualSections();
QString commandHelp(const CommandSpec& command);

/// `now`, a duration from `now` with or without sign, an instant, or words for one (`tomorrow 9`), which without an
/// offset mean the zone that this program shows times in. Errors: Usage.
Result<TypedInstant> parseMoment(const QString& text, TimePoint now);

/// The instant; where a clock decided on it, standard error is told which one it is, with its offset.
TimePoint settled(const QString& text, const TypedInstant& moment);
/// The same of a due time; where it lies before `now`, standard error is told that, too: what is due then runs at once.
TimePoint settledDue(const QString& text, const TypedInstant& moment, TimePoint now);
/// A filter whose words for a time mean the zone that this program shows times in; tells the same of each. Errors:
/// Usage.
Result<TaskFilter> parseFilter(const QString& text);

} // namespace dueline::duectl
