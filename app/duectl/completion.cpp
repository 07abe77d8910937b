// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/completion.h"
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"

#include <algorithm>
#include <set>

namespace dueline::duectl {

namespace {

/// Sequence of words that a synopsis allows, without options. Repeatable words end in "...".
using WordOrder = QByteArrayList;

/// Parser of a synopsis such as `QUEUE (show | set NAME=VALUE... | delete) [--yes]`.
class Synopsis
{
public:
    explicit Synopsis(const CommandSpec& command)
        : m_command(command)
    {
        QByteArray spaced;
        for (const char c : command.synopsis)
            spaced += QByteArrayView("()[]").contains(c) ? QByteArray(1, ' ') + c + ' ' : QByteArray(1, c);
        m_tokens = spaced.simplified().split(' ');
    }

    std::set<WordOrder> orders() { return readAlternatives(); }

private:
    std::set<WordOrder> readAlternatives()
    {
        std::set<WordOrder> all;
        std::set<WordOrder> current{{}};
        while (m_at < m_tokens.size()) {
            const QByteArray token = m_tokens[m_at++];
            if (token == ")" || token == "]")
                break;
            if (token == "|") {
                all.merge(current);
                current = {{}};
            } else if (token == "(" || token == "[") {
                std::set<WordOrder> inner = readAlternatives();
                if (token == "[")
                    inner.insert(WordOrder());
                current = joined(current, inner);
            } else if (token.startsWith("--")) {
                const OptionSpec* option = optionNamed(&m_command, token.mid(2));
                m_at += option && !option->value.isEmpty() ? 1 : 0;
            } else if (token != "...") {
                current = joined(current, {{token}});
            }
        }
        all.merge(current);
        return all;
    }

    static std::set<WordOrder> joined(const std::set<WordOrder>& firsts, const std::set<WordOrder>& seconds)
    {
        std::set<WordOrder> all;
        for (const WordOrder& first : firsts) {
            for (const WordOrder& second : seconds)
                all.insert(first + second);
        }
        return all;
    }

    const CommandSpec& m_command;
    QByteArrayList m_tokens;
    qsizetype m_at = 0;
};

bool isLiteral(const QByteArray& form) { return !form.isEmpty() && form[0] >= 'a' && form[0] <= 'z'; }

/// Returns the placeholder or literal for the word at this position in the synopsis; null if no word is allowed there.
QByteArray formAt(const WordOrder& order, qsizetype at)
{
    if (at >= order.size() && (order.isEmpty() || !order.last().endsWith("...")))
        return {};
    QByteArray form = order[std::min(at, order.size() - 1)];
    return form.endsWith("...") ? form.chopped(3) : form;
}

std::vector<Completion> wordCompletions(
    const CommandSpec& command, const QByteArrayList& before, const QByteArray& typed)
{
    std::set<QByteArray> forms;
    for (const WordOrder& order : Synopsis(command).orders()) {
        bool fits = true;
        for (qsizetype i = 0; i < before.size() && fits; ++i) {
            const QByteArray form = formAt(order, i);
            fits = !form.isEmpty() && (!isLiteral(form) || form.split('|').contains(before[i]));
        }
        if (fits)
            forms.insert(formAt(order, before.size()));
    }
    std::vector<Completion> all;
    for (const QByteArray& form : forms) {
        if (form == "NAME=VALUE") {
            for (const QByteArray& name : queueSettingNames())
                all.push_back({name + '='});
        } else if (isLiteral(form)) {
            for (const QByteArray& word : form.split('|'))
                all.push_back({word});
        } else {
            const auto values = valueCompletions({}, form, typed);
            all.insert(all.end(), values.begin(), values.end());
        }
    }
    return all;
}

void addOptions(std::vector<Completion>& all, const std::vector<OptionSpec>& options)
{
    for (const OptionSpec& option : options)
        all.push_back({"--" + option.name, option.help});
}

std::vector<Completion> commandCompletions(bool withTopics)
{
    std::vector<Completion> all;
    for (const CommandSpec& command : commandTable())
        all.push_back({command.name, command.summary});
    if (withTopics) {
        for (const HelpTopic& topic : helpTopics())
            all.push_back({topic.name, topic.summary});
    }
    return all;
}

/// Returns the option with this name; null if there is none or it is a flag. Before a command has been typed, searches
/// all commands' options.
const OptionSpec* valuedOption(const CommandSpec* command, const QByteArray& name)
{
    const OptionSpec* option = optionNamed(command, name);
    for (std::size_t i = 0; !option && !command && i < commandTable().size(); ++i)
        option = optionNamed(&commandTable()[i], name);
    return option && !option->value.isEmpty() ? option : nullptr;
}

} // namespace

QByteArray completions(const std::vector<QByteArray>& words)
{
    const QByteArray typed = words.empty() ? QByteArray() : words.back();
    const CommandSpec* command = nullptr;
    const OptionSpec* option = nullptr; // option whose value comes next
    bool help = false;
    bool ended = false;
    QByteArrayList before;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const QByteArray& word = words[i];
        if (option) {
            option = nullptr;
        } else if (!ended && word == "--") {
            ended = true;
        } else if (!ended && isOption(word)) {
            if (command || takesValue(word.mid(2), &words[i + 1]))
                option = valuedOption(command, word.mid(2));
        } else if (command || help) {
            before << word;
        } else {
            command = commandNamed(word);
            help = word == "help";
            if (!command && !help)
                return {};
        }
    }
    if (option)
        return completionLines(valueCompletions(option->name, option->value, typed), typed);
    if (!ended && typed.startsWith('-')) {
        if (const qsizetype equals = typed.indexOf('='); equals > 0) {
            option = valuedOption(command, typed.mid(2, equals - 2));
            const QByteArray value = typed.mid(equals + 1);
            return option
                ? completionLines(valueCompletions(option->name, option->value, value), value, typed.left(equals + 1))
                : QByteArray();
        }
        std::vector<Completion> all;
        addOptions(all, globalOptions());
        if (command)
            addOptions(all, command->options);
        return completionLines(all, typed);
    }
    if (command)
        return completionLines(wordCompletions(*command, before, typed), typed);
    return before.isEmpty() ? completionLines(commandCompletions(help), typed) : QByteArray();
}

} // namespace dueline::duectl
