// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerymessage.h"

#include "core/base/pythontime.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/payload/inflate.h"
#include "core/payload/pickletext.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr JsonTree::Limits celeryLimits{200'000, 200};
constexpr JsonTree::Limits takenLimits{200'003, 201}; ///< celeryLimits plus the array that wraps a claimed message
constexpr qsizetype longestCeleryFact = 4096;
constexpr int mostFurther = 100;

/// Headers that have their own members in CeleryMessage.
constexpr std::array<QByteArrayView, 5> toldHeaders{"id", "task", "eta", "expires", "retries"};
/// Properties that have their own members in CeleryMessage.
constexpr std::array<QByteArrayView, 2> toldProperties{"body_encoding", "correlation_id"};

/// Fields that follow the arguments in a message body. They specify tasks to send when this task has finished.
constexpr std::array<QByteArrayView, 3> followers{"callbacks", "chain", "chord"};

bool isUtf8(const QByteArray& bytes) { return bytes.isValidUtf8() && !bytes.contains('\0'); }

/// Returns a readable form of a message body. `contentType`, `compression`: from the message's properties.
QByteArray readableBody(const QByteArray& body, const QByteArray& contentType, const QByteArray& compression)
{
    QByteArray bytes = body;
    if (compression == "application/x-gzip" || compression == "gzip" || compression == "zlib") {
        bool isLonger = false;
        if (auto plain = inflatedWhole(body, CeleryMessage::mostInflated, isLonger))
            bytes = *std::move(plain);
    }
    if (contentType.contains("python-serialize") || contentType.contains("pickle")) {
        if (auto text = PickleText::read(bytes))
            return *std::move(text);
    }
    return isUtf8(bytes) ? bytes : PickleText::inHex(bytes);
}

/// Converts an object's fields to facts, except for empty fields and those in `told`.
template <std::size_t n>
void addFurther(std::vector<TaskFact>& facts, const JsonFields& fields, const std::array<QByteArrayView, n>& told)
{
    for (const auto& [name, place] : fields.places()) {
        const QByteArray value = fields.raw(name);
        const bool saysNothing = value == "null" || value == "{}" || value == R"("")";
        if (saysNothing || std::find(told.begin(), told.end(), name) != told.end() || facts.size() >= mostFurther)
            continue;
        facts.push_back({name.left(100), value.left(longestCeleryFact)});
    }
}

} // namespace

CeleryMessage CeleryMessage::read(const QByteArray& json)
{
    CeleryMessage message;
    const auto tree = json.size() <= mostBytes ? JsonTree::parse(json, nullptr, celeryLimits) : std::nullopt;
    const JsonFields envelope = tree ? JsonFields(*tree, 0) : JsonFields();
    if (!envelope.place("body")) {
        message.payload = json;
        return message;
    }
    const auto inner = [&](const char* name) {
        const auto place = envelope.place(name);
        return place ? JsonFields(*tree, *place) : JsonFields();
    };
    const JsonFields headers = inner("headers");
    const JsonFields properties = inner("properties");
    const JsonFields delivery
        = properties.place("delivery_info") ? JsonFields(*tree, *properties.place("delivery_info")) : JsonFields();
    message.isEnvelope = true;
    message.id = headers.text("id");
    if (message.id.isEmpty())
        message.id = properties.text("correlation_id");
    message.type = headers.text("task");
    message.route = delivery.text("routing_key");
    message.tag = properties.text("delivery_tag");
    message.retries = int(std::clamp(headers.raw("retries").toDouble(), 0.0, 1e9));
    message.expires = pythonInstant(headers.text("expires"));
    if (headers.isString("eta")) {
        message.eta = pythonInstant(headers.text("eta"));
        if (message.eta) {
            const JsonTree::Node& node = tree->node(*headers.place("eta"));
            message.etaOffset = node.offset;
            message.etaLength = node.length;
        }
    }
    const QByteArray body = envelope.text("body");
    const bool isBase64 = properties.text("body_encoding") == "base64";
    const auto decoded = QByteArray::fromBase64Encoding(body, QByteArray::AbortOnBase64DecodingErrors);
    message.payload = readableBody(
        isBase64 && decoded ? *decoded : body, envelope.text("content-type"), headers.text("compression"));
    addFurther(message.further, headers, toldHeaders);
    addFurther(message.further, properties, toldProperties);
    return message;
}

CeleryMessage CeleryMessage::readTaken(const QByteArray& json)
{
    const auto tree
        = json.size() <= mostBytes + longestCeleryFact ? JsonTree::parse(json, nullptr, takenLimits) : std::nullopt;
    const bool isArray = tree && tree->root().kind == JsonTree::Kind::Array && !tree->root().children.empty();
    CeleryMessage message = isArray ? read(tree->raw(tree->root().children[0])) : CeleryMessage();
    message.etaOffset = message.etaLength = 0; // the position is only valid within the inner message
    if (!message.isEnvelope) {
        message.payload = json;
        return message;
    }
    const std::vector<int>& parts = tree->root().children;
    if (parts.size() > 1 && tree->node(parts[1]).kind == JsonTree::Kind::String)
        message.exchange = jsonStringText(tree->raw(parts[1]));
    if (parts.size() > 2 && tree->node(parts[2]).kind == JsonTree::Kind::String)
        message.route = jsonStringText(tree->raw(parts[2]));
    return message;
}

bool CeleryMessage::isFollowed() const
{
    const auto tree = JsonTree::parse(payload, nullptr, celeryLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Array || tree->root().children.size() < 3)
        return false;
    const JsonFields embedded(*tree, tree->root().children[2]);
    return std::any_of(followers.begin(), followers.end(), [&](QByteArrayView name) {
        const auto place = embedded.place(name);
        return place && !tree->node(*place).children.empty();
    });
}

Task CeleryMessage::task(const TaskSource& source, const SourceEntry& entry, TimePoint now) const
{
    Task task;
    task.id = id;
    task.type = type;
    task.state = entry.state;
    task.nativeState = source.word;
    task.at = entry.at;
    task.attempt = retries;
    if (StateSet::pending().contains(entry.state)) {
        task.untimed = !eta;
        task.at = eta.value_or(entry.at);
        task.dueAt = task.at;
        if (eta)
            task.nativeState = "eta";
    } else {
        task.untimed = entry.state == TaskState::Leased;
        task.dueAt = eta;
        if (task.untimed && eta && *eta > now)
            task.nativeState = "eta at worker";
    }
    task.size = payload.size();
    if (payload.size() <= Task::previewedPayload)
        task.preview = payload.left(Task::previewBytes);
    if (!isEnvelope) {
        task.nativeState = "damaged";
        task.error = celerywords::messageIsDamaged();
    }
    return task;
}

std::vector<TaskFact> CeleryMessage::facts(const QByteArray& stored) const
{
    std::vector<TaskFact> facts;
    if (!route.isEmpty())
        facts.push_back({"routing key", route.left(longestCeleryFact)});
    facts.insert(facts.end(), further.begin(), further.end());
    facts.push_back({"stored", stored.left(longestTold)});
    return facts;
}

} // namespace dueline
