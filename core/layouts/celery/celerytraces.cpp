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
constexpr qsizetype longestSampled = 80;
// maximum number of digit sequences in a sampled name without colons; random names have more
constexpr int digitRunsOfSampled = 2;
constexpr int digitsOfGuess = 2;
constexpr qsizetype longestTracedPrefix = 100;
/// Number of commands per batch. Their replies fit in ReplyLimits::memory even if each is CeleryTraces::longestTrace
/// bytes long.
constexpr std::size_t commandsPerBatch = 8;

bool isDigitOfTrace(char c) { return c >= '0' && c <= '9'; }

bool isLetterOfTrace(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}

/// Returns the name of a queue's first list, given any of its lists. Assumes kombu's default separator.
QByteArrayView firstListOf(QByteArrayView key)
{
    constexpr QByteArrayView separator = CelerySpec::separator;
    const qsizetype at = key.lastIndexOf(separator);
    const QByteArrayView priority = at > 0 ? key.sliced(at + separator.size()) : QByteArrayView();
    const bool isOne
        = !priority.isEmpty() && priority.size() <= 3 && std::all_of(priority.begin(), priority.end(), isDigitOfTrace);
    return isOne ? key.first(at) : key;
}

/// Returns the exchange of a message in a list; empty for the default exchange.
QByteArray exchangeOf(const CeleryMessage& message)
{
    const auto delivery = std::find_if(message.further.begin(), message.further.end(),
        [](const TaskFact& fact) { return fact.name == "delivery_info"; });
    if (delivery == message.further.end())
        return {};
    return QJsonDocument::fromJson(delivery->value).object().value(u"exchange").toString().toUtf8();
}

/// List that contains a message whose route isn't the queue's name.
struct RoutedList
{
    std::size_t at;
    QByteArray list;
};

/// Returns a command that counts an exchange's binding keys, for every key prefix that the list's name may contain.
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

bool CeleryTraces::isWord(QByteArrayView key)
{
    if (key.isEmpty() || key.size() > longestGuess || isNamed(key))
        return false;
    int digits = 0;
    for (const char c : key) {
        if (!isLetterOfTrace(c) && (!isDigitOfTrace(c) || ++digits > digitsOfGuess))
            return false;
    }
    return !key.startsWith(QByteArrayView("_kombu."));
}

bool CeleryTraces::isSampled(QByteArrayView key)
{
    if (key.isEmpty() || key.size() > longestSampled || isNamed(key) || isWord(key)
        || key.contains(QByteArrayView("_kombu.")))
        return false;
    int runs = 0;
    bool isInRun = false;
    for (const char c : key) {
        const bool isDigit = isDigitOfTrace(c);
        if (!isDigit && c != ':' && !isLetterOfTrace(c))
            return false;
        runs += isDigit && !isInRun ? 1 : 0;
        isInRun = isDigit;
    }
    return key.contains(':') || runs <= digitRunsOfSampled;
}

Result<> CeleryTraces::readEnds(const AskServer& ask, const std::vector<QByteArray>& lists, const MayRead& mayRead,
    const std::function<void(std::size_t at, const Reply* item)>& meet)
{
    std::vector<bool> isRead(lists.size());
    for (const char* end : {"-1", "0"}) {
        std::vector<Command> pipeline;
        std::vector<std::size_t> asked;
        for (std::size_t i = 0; i < lists.size(); ++i) {
            Command command{"LINDEX", lists[i], end};
            if (isRead[i] || (mayRead && !mayRead(command)))
                continue;
            pipeline.push_back(std::move(command));
            asked.push_back(i);
        }
        const auto read = askEach(ask, pipeline, [&](std::size_t i, const Reply& item) {
            isRead[asked[i]] = true;
            meet(asked[i], &item);
        });
        if (!read)
            return read.error();
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (!isRead[i])
            meet(i, nullptr);
    }
    return {};
}

Result<std::vector<std::optional<CeleryTraces::Found>>> CeleryTraces::look(
    const AskServer& ask, const std::vector<QByteArray>& keys, const MayRead& mayRead)
{
    std::vector<std::optional<Found>> found(keys.size());
    std::vector<Command> pipeline;
    for (const QByteArray& key : keys)
        pipeline.push_back(key.endsWith(takenIndex) ? Command{"ZRANGE", key, "0", "0"} : Command{"TYPE", key});
    const auto kinds = pipeline.empty() ? Result(std::vector<Reply>()) : ask(pipeline);
    if (!kinds)
        return kinds.error();
    std::vector<Command> lengths;
    std::vector<std::size_t> indexes;
    std::vector<QByteArray> lists;
    std::vector<std::size_t> listed;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Reply& kind = (*kinds)[i];
        if (kind.isArray() && kind.items.size() == 1) {
            lengths.push_back({"HSTRLEN", keys[i].chopped(takenIndex.size()) + "unacked", kind.items[0].bytes});
            indexes.push_back(i);
        } else if (kind.bytes == "list") {
            lists.push_back(keys[i]);
            listed.push_back(i);
        }
    }
    const auto measured = askEach(ask, lengths, [&](std::size_t i, const Reply& length) {
        if (length.isInteger() && length.integer > 0)
            found[indexes[i]] = Found{keys[indexes[i]].chopped(takenIndex.size()), {}};
    });
    if (!measured)
        return measured.error();
    std::vector<RoutedList> routed;
    std::vector<Command> counts;
    const auto read = readEnds(ask, lists, mayRead, [&](std::size_t i, const Reply* item) {
        std::optional<Found>& result = found[listed[i]];
        if (!item || (item->isBytes() && !isMessage(item->bytes))) {
            result = Found{{}, lists[i], item ? PlacedQueue::Sight::OtherList : PlacedQueue::Sight::UnreadList};
            return;
        }
        if (!item->isBytes())
            return;
        const CeleryMessage message = CeleryMessage::read(item->bytes);
        const QByteArray list = firstListOf(lists[i]).toByteArray();
        const QByteArray exchange = exchangeOf(message);
        // By default, a message's route is its queue's name, so the part of the list's name before it is the key
        // prefix.
        if ((exchange.isEmpty() || exchange == message.route) && !message.route.isEmpty()
            && list.endsWith(message.route)) {
            result = Found{list.chopped(message.route.size()), message.route};
            return;
        }
        routed.push_back({listed[i], list});
        counts.push_back(countBindings(list, exchange));
    });
    if (!read)
        return read.error();
    const auto bindings = counts.empty() ? Result(std::vector<Reply>()) : ask(counts);
    if (!bindings)
        return bindings.error();
    for (std::size_t i = 0; i < routed.size(); ++i) {
        // Skip a list whose binding still exists: the binding determines the queue and the prefix.
        if ((*bindings)[i].isInteger() && (*bindings)[i].integer == 0)
            found[routed[i].at] = Found{{}, routed[i].list};
    }
    return found;
}

} // namespace dueline
