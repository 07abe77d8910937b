// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerytraces.h"

#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celeryspec.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView takenIndex = "unacked_index";
constexpr QByteArrayView defaultQueue = "celery";
constexpr qsizetype longestGuess = 40;
constexpr int digitsOfGuess = 2;
constexpr qsizetype longestTracedPrefix = 100;
/// Commands sent together. That many replies of CeleryTraces::longestTrace fit in ReplyLimits::memory.
constexpr std::size_t commandsPerBatch = 8;

bool isDigitOfTrace(char c) { return c >= '0' && c <= '9'; }

/// Returns the name of a queue's first list from the name of any of them, with kombu's own separator.
QByteArrayView firstListOf(QByteArrayView key)
{
    constexpr QByteArrayView separator = CelerySpec::separator;
    const qsizetype at = key.lastIndexOf(separator);
    const QByteArrayView priority = at > 0 ? key.sliced(at + separator.size()) : QByteArrayView();
    const bool isOne
        = !priority.isEmpty() && priority.size() <= 3 && std::all_of(priority.begin(), priority.end(), isDigitOfTrace);
    return isOne ? key.first(at) : key;
}

/// Exchange of a message in a list; empty for the default one.
QByteArray exchangeOf(const CeleryMessage& message)
{
    const auto delivery = std::find_if(message.further.begin(), message.further.end(),
        [](const TaskFact& fact) { return fact.name == "delivery_info"; });
    if (delivery == message.further.end())
        return {};
    return QJsonDocument::fromJson(delivery->value).object().value(u"exchange").toString().toUtf8();
}

/// A list with a message whose route does not name the queue.
struct RoutedList
{
    std::size_t at;
    QByteArray list;
};

/// Returns a command that counts the bindings of an exchange with any prefix that the name of a list may begin with.
Command countBindings(const QByteArray& list, const QByteArray& exchange)
{
    Command command{"EXISTS"};
    for (qsizetype size = 0; size <= std::min(list.size(), longestTracedPrefix); ++size)
        command.push_back(list.first(size) + CelerySpec::binding + exchange);
    return command;
}

} // namespace

std::vector<QByteArray> CeleryTraces::usualKeys()
{
    const CelerySpec usual;
    std::vector<QByteArray> keys{usual.key(takenIndex.toByteArray())};
    for (const int priority : CelerySpec::steps)
        keys.push_back(usual.list(defaultQueue.toByteArray(), CelerySpec::separator, priority));
    return keys;
}

Result<> CeleryTraces::askEach(const AskServer& ask, const std::vector<Command>& commands,
    const std::function<void(std::size_t at, const Reply& reply)>& meet)
{
    const auto meetShort = [&meet](std::size_t at, const Reply& reply) {
        if (reply.bytes.size() <= longestTrace)
            meet(at, reply);
    };
    for (std::size_t first = 0, last = 0; first < commands.size(); first = last) {
        last = std::min(first + commandsPerBatch, commands.size());
        const auto replies = ask({commands.begin() + std::ptrdiff_t(first), commands.begin() + std::ptrdiff_t(last)});
        if (!replies && replies.error().code != ErrorCode::Protocol)
            return replies.error();
        for (std::size_t i = first; i < last; ++i) {
            if (replies) {
                meetShort(i, (*replies)[i - first]);
                continue;
            }
            const auto one = ask({commands[i]});
            if (!one && one.error().code != ErrorCode::Protocol)
                return one.error();
            if (one)
                meetShort(i, one->front());
        }
    }
    return {};
}

bool CeleryTraces::isMessage(const QByteArray& bytes)
{
    const CeleryMessage message = CeleryMessage::read(bytes);
    return message.isEnvelope && !message.type.isEmpty() && !message.id.isEmpty();
}

bool CeleryTraces::isNamed(QByteArrayView key)
{
    return !key.contains(QByteArrayView("_kombu."))
        && (key.endsWith(takenIndex) || key.endsWith(defaultQueue) || firstListOf(key).size() < key.size());
}

bool CeleryTraces::isGuess(QByteArrayView key)
{
    if (key.isEmpty() || key.size() > longestGuess || isNamed(key))
        return false;
    int digits = 0;
    for (const char c : key) {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
        if (!isLetter && (!isDigitOfTrace(c) || ++digits > digitsOfGuess))
            return false;
    }
    return !key.startsWith(QByteArrayView("_kombu."));
}

Result<std::vector<std::optional<CeleryTraces::Found>>> CeleryTraces::look(
    const AskServer& ask, const std::vector<QByteArray>& keys)
{
    std::vector<std::optional<Found>> found(keys.size());
    std::vector<Command> pipeline;
    for (const QByteArray& key : keys)
        pipeline.push_back(key.endsWith(takenIndex) ? Command{"ZRANGE", key, "0", "0"} : Command{"TYPE", key});
    const auto kinds = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
    if (!kinds)
        return kinds.error();
    pipeline.clear();
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Reply& kind = (*kinds)[i];
        if (kind.isArray() && kind.items.size() == 1)
            pipeline.push_back({"HSTRLEN", keys[i].chopped(takenIndex.size()) + "unacked", kind.items[0].bytes});
        else if (kind.bytes == "list")
            pipeline.push_back({"LINDEX", keys[i], "-1"});
        else
            continue;
        asked.push_back(i);
    }
    std::vector<RoutedList> routed;
    std::vector<Command> counts;
    const auto read = askEach(ask, pipeline, [&](std::size_t i, const Reply& value) {
        const QByteArray& key = keys[asked[i]];
        if (value.isInteger()) {
            if (value.integer > 0)
                found[asked[i]] = Found{key.chopped(takenIndex.size()), {}};
            return;
        }
        if (!value.isBytes() || !isMessage(value.bytes))
            return;
        const CeleryMessage message = CeleryMessage::read(value.bytes);
        const QByteArray list = firstListOf(key).toByteArray();
        const QByteArray exchange = exchangeOf(message);
        // By default the route of a message names its queue, so the rest of the list's name is the prefix.
        if ((exchange.isEmpty() || exchange == message.route) && !message.route.isEmpty()
            && list.endsWith(message.route)) {
            found[asked[i]] = Found{list.chopped(message.route.size()), message.route};
            return;
        }
        routed.push_back({asked[i], list});
        counts.push_back(countBindings(list, exchange));
    });
    if (!read)
        return read.error();
    const auto bindings = counts.empty() ? Result(std::vector<Reply>()) : ask(counts);
    if (!bindings)
        return bindings.error();
    for (std::size_t i = 0; i < routed.size(); ++i) {
        // A binding that is still there names the queue and its prefix.
        if ((*bindings)[i].isInteger() && (*bindings)[i].integer == 0)
            found[routed[i].at] = Found{{}, routed[i].list};
    }
    return found;
}

} // namespace dueline
