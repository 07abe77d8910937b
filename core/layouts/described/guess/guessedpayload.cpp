// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/guessedpayload.h"

#include "core/base/jsontree.h"
#include "core/layouts/described/guess/keysurvey.h"
#include "core/layouts/described/payloadtree.h"
#include "core/layouts/shared/jobs/jsonfields.h"

#include <algorithm>
#include <map>
#include <set>

namespace dueline {

namespace {

constexpr int mostChildren = 40; ///< maximum number of values to read per object or array

const std::vector<std::vector<DescribedDecoder>>& decoderChains()
{
    using enum DescribedDecoder;
    static const std::vector<std::vector<DescribedDecoder>> chains{{Json}, {Php}, {MessagePack}, {Pickle}, {Gzip, Json},
        {Zlib, Json}, {Gzip, Php}, {Zlib, MessagePack}, {Base64, Json}, {Base64, Pickle}};
    return chains;
}

const std::map<QByteArray, QByteArrayList>& fieldWords()
{
    static const std::map<QByteArray, QByteArrayList> words{
        {"id", {"id", "jid", "uuid", "UUID", "job_id", "jobId", "task_id", "taskId", "message_id", "messageId"}},
        {"type",
            {"type", "job", "class", "name", "Name", "task", "actor_name", "func", "f", "kind", "event", "@class"}},
        {"queue", {"queue", "queue_name", "queueName", "topic", "tube", "RoutingKey", "routing_key", "channel"}},
        {"due", {"eta", "due", "due_at", "run_at", "runAt", "execute_at", "executeAt", "scheduled_at", "scheduledAt"}},
        {"attempts", {"attempts", "attempt", "retries", "retry_count", "tries", "RetryCount"}},
        {"max-attempts", {"max_attempts", "maxAttempts", "maxTries", "max_retries", "maxRetries"}},
        {"error", {"error", "exception", "traceback", "error_message", "errorMessage", "last_error"}},
        {"created", {"created", "created_at", "createdAt", "enqueued_at", "timestamp", "message_timestamp", "time"}},
        {"body", {"data", "args", "Args", "payload", "body", "params", "message"}}};
    return words;
}

/// Returns the decoded payload as JSON; nullopt if it isn't an object or an array.
std::optional<QByteArray> structureOf(const QByteArray& payload, const std::vector<DescribedDecoder>& decoders)
{
    DescribedDecoder failed = DescribedDecoder::Json;
    const auto tree = PayloadTree::decode(payload, decoders, failed);
    const auto root = tree ? tree->value({}) : std::nullopt;
    return root && (root->startsWith('{') || root->startsWith('[')) ? root : std::nullopt;
}

void addValues(GuessedPayload::Values& values, const JsonTree& tree, const QByteArray& json, int at,
    const QByteArray& path, int depth)
{
    const std::vector<int>& children = tree.node(at).children;
    for (int i = 0; i < std::min(mostChildren, int(children.size())); ++i) {
        const JsonTree::Node& child = tree.node(children[std::size_t(i)]);
        const QByteArray key
            = child.keyOffset < 0 ? QByteArray() : jsonStringText(json.mid(child.keyOffset, child.keyLength));
        const QByteArray step = path + (child.keyOffset < 0 ? '[' + QByteArray::number(i) + ']' : '.' + key);
        if (child.kind == JsonTree::Kind::Null || !PayloadPath::parse(step) || !isWritableName(step))
            continue;
        const QByteArray raw = tree.raw(children[std::size_t(i)]);
        values.emplace_back(step, child.kind == JsonTree::Kind::String ? jsonStringText(raw) : raw);
        if (depth > 1 && !child.children.empty())
            addValues(values, tree, json, children[std::size_t(i)], step, depth - 1);
    }
}

QByteArray formOf(const GuessedPayload::Values& values, const QByteArray& encoding)
{
    QByteArrayList names;
    for (const auto& [path, value] : values) {
        if (path.count('.') + path.count('[') == 1)
            names << (path == "$.@class" ? path + value : path);
    }
    std::sort(names.begin(), names.end());
    return names.size() < 2 ? QByteArray() : encoding + names.join(' ');
}

} // namespace

GuessedPayload GuessedPayload::of(const std::vector<QByteArray>& payloads)
{
    GuessedPayload guessed;
    const auto digitsOf = [](const QByteArray& payload) {
        return std::find_if(payload.begin(), payload.end(), [](char c) { return c < '0' || c > '9'; })
            - payload.begin();
    };
    for (const bool hasNumber : {false, true}) {
        for (const std::vector<DescribedDecoder>& chain : decoderChains()) {
            std::vector<QByteArray> read;
            for (const QByteArray& payload : payloads) {
                const qsizetype digits = hasNumber ? digitsOf(payload) : -1;
                if (hasNumber && (digits == 0 || digits >= payload.size() || payload[digits] != ';'))
                    continue;
                if (const auto json = structureOf(payload.mid(digits + 1), chain))
                    read.push_back(*json);
            }
            if (!areMost(read.size(), payloads.size()))
                continue;
            guessed.decoders = chain;
            guessed.hasNumberInFront = hasNumber;
            for (const QByteArray& json : read) {
                Values values;
                if (const auto tree = JsonTree::parse(json))
                    addValues(values, *tree, json, 0, "$", 2);
                guessed.values.push_back(std::move(values));
            }
            QByteArray encoding = hasNumber ? "number " : "";
            for (const DescribedDecoder decoder : chain)
                encoding += wordOf(decoder) + ' ';
            guessed.form = formOf(guessed.values.front(), encoding);
            return guessed;
        }
    }
    return guessed;
}

QByteArray GuessedPayload::idInArrays(const std::vector<Values>& payloads)
{
    constexpr qsizetype shortestId = 8;
    constexpr qsizetype longestId = 64;
    constexpr int mostElements = 8;
    const auto looksLikeId = [](const QByteArray& value) {
        bool isNumber = false;
        (void)value.toDouble(&isNumber); // a number may be a time
        const auto isPart
            = [](char c) { return QChar::isLetterOrNumber(uchar(c)) || c == '-' || c == '_' || c == ':'; };
        return !isNumber && value.size() >= shortestId && value.size() <= longestId
            && std::all_of(value.begin(), value.end(), isPart)
            && std::any_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    // The same task may be in several keys.
    const std::set<Values> tasks(payloads.begin(), payloads.end());
    for (int i = 0; i < mostElements && tasks.size() > 1; ++i) {
        const QByteArray path = "$[" + QByteArray::number(i) + ']';
        std::set<QByteArray> ids;
        for (const Values& values : tasks) {
            if (const QByteArray value = valueAt(values, path); looksLikeId(value))
                ids.insert(value);
        }
        if (ids.size() == tasks.size())
            return path;
    }
    return {};
}

QByteArray GuessedPayload::valueAt(const Values& values, const QByteArray& path)
{
    const auto found
        = std::find_if(values.begin(), values.end(), [&path](const auto& each) { return each.first == path; });
    return found == values.end() ? QByteArray() : found->second;
}

QByteArray GuessedPayload::pathNamed(const std::vector<Values>& payloads, const QByteArray& field, int share)
{
    const auto words = fieldWords().find(field);
    for (const QByteArray& word : words == fieldWords().end() ? QByteArrayList() : words->second) {
        std::map<std::pair<qsizetype, QByteArray>, int> counts; // number of payloads, by depth and path
        for (const Values& values : payloads) {
            for (const auto& [path, value] : values) {
                if (path.endsWith('.' + word) && !value.isEmpty())
                    ++counts[{path.count('.') + path.count('['), path}];
            }
        }
        for (const auto& [where, count] : counts) {
            if (count * 100 >= share * int(payloads.size()))
                return where.second;
        }
    }
    return {};
}

} // namespace dueline
