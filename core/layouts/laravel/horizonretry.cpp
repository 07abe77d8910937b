// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/horizonretry.h"

#include "core/base/jsontree.h"
#include "core/layouts/laravel/laraveljob.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <map>

namespace dueline {

namespace {

constexpr JsonTree::Limits retriedLimits{1'000'000, 200};

QByteArray quotedText(const QByteArray& text)
{
    const QByteArray list = QJsonDocument(QJsonArray{QString::fromUtf8(text)}).toJson(QJsonDocument::Compact);
    return list.sliced(1, list.size() - 2);
}

/// Replaces the values of an object's fields in its JSON text. If a field name occurs more than once, replaces the last
/// one. Everything else remains unchanged.
class TokenSwap
{
public:
    explicit TokenSwap(const JsonTree& tree)
        : m_tree(tree)
    { }

    const JsonTree::Node* find(QByteArrayView name) const
    {
        const auto& children = m_tree.root().children;
        const auto last = std::find_if(children.rbegin(), children.rend(), [this, name](int child) {
            const QByteArray meaning = m_tree.keyMeaning(child); // `=` and the decoded key, or the key as written
            return QByteArrayView(meaning).sliced(meaning.startsWith('=') ? 1 : 0) == name;
        });
        return last == children.rend() ? nullptr : &m_tree.node(*last);
    }
    void set(const char* name, const QByteArray& token)
    {
        if (const JsonTree::Node* node = find(name))
            m_tokens[node->offset] = {node->length, token};
        else
            m_further += ",\"" + QByteArray(name) + "\":" + token;
    }
    QByteArray applied(const QByteArray& bytes) const
    {
        QByteArray result;
        qsizetype at = 0;
        for (const auto& [offset, swap] : m_tokens) {
            result += bytes.mid(at, offset - at) + swap.second;
            at = offset + swap.first;
        }
        const qsizetype end = m_tree.root().offset + m_tree.root().length - 1;
        return result + bytes.mid(at, end - at) + m_further + bytes.mid(end);
    }

private:
    const JsonTree& m_tree;
    // length of the old token and text of the new token, by the old token's position
    std::map<qsizetype, std::pair<qsizetype, QByteArray>> m_tokens;
    QByteArray m_further;
};

} // namespace

HorizonRetries horizonRetries(const QByteArray& retriedBy)
{
    HorizonRetries retries = HorizonRetries::None;
    for (const auto& entry : QJsonDocument::fromJson(retriedBy).array()) {
        const QString status = entry.toObject()[QLatin1String("status")].toString();
        if (status == QLatin1String("completed"))
            return HorizonRetries::Completed;
        if (status != QLatin1String("failed"))
            retries = HorizonRetries::Wait;
        else if (retries == HorizonRetries::None)
            retries = HorizonRetries::Failed;
    }
    return retries;
}

QByteArray horizonFailedWord(HorizonRetries retries)
{
    switch (retries) {
    case HorizonRetries::None:
        break;
    case HorizonRetries::Wait:
        return "retry waiting";
    case HorizonRetries::Failed:
        return "retry failed";
    case HorizonRetries::Completed:
        return "retried";
    }
    return "failed";
}

std::optional<HorizonRetry> HorizonRetry::of(
    const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now)
{
    const auto tree = JsonTree::parse(payload, nullptr, retriedLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return std::nullopt;
    TokenSwap swap(*tree);
    const JsonTree::Node* attempts = swap.find("attempts");
    if (!attempts || attempts->kind != JsonTree::Kind::Number)
        return std::nullopt;
    const auto raw
        = [&](const JsonTree::Node* node) { return node ? payload.mid(node->offset, node->length) : QByteArray(); };
    const double seconds = double(toMs(now)) / 1000;
    swap.set("id", quotedText(newId));
    swap.set("uuid", quotedText(newId));
    swap.set("attempts", "0");
    swap.set("retry_of", quotedText(id));
    const JsonTree::Node* pushed = swap.find("pushedAt");
    const JsonTree::Node* until = swap.find("retryUntil");
    const auto ends = laravelInstant(raw(until ? until : swap.find("timeoutAt")));
    if (ends) {
        const TimePoint from = laravelInstant(raw(pushed)).value_or(now);
        const double span = std::ceil(double((*ends - from).count()) / 1000);
        const double latest = std::floor(endOfTime / 1000) - 1;
        swap.set("retryUntil", QByteArray::number(std::clamp(std::floor(seconds) + span, 1.0, latest), 'f', 0));
    }
    if (pushed) {
        const QByteArray at = QByteArray::number(seconds, 'f', 3);
        swap.set("pushedAt", pushed->kind == JsonTree::Kind::String ? '"' + at + '"' : at);
    }
    HorizonRetry retry;
    retry.payload = swap.applied(payload);
    if (const JsonTree::Node* tags = swap.find("tags")) {
        for (const auto& tag : QJsonDocument::fromJson(raw(tags)).array()) {
            if (tag.isString())
                retry.tags << tag.toString().toUtf8();
        }
    }
    return retry;
}

} // namespace dueline
