// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamentry.h"

#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/payload/jsonstring.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr qsizetype longestTyped = 256 * 1024; ///< maximum size in bytes of a payload that is searched for a type

/// Returns the text in a serialized PHP string such as `s:5:"hello";`; nullopt for other bytes.
std::optional<QByteArray> phpString(const QByteArray& bytes)
{
    if (!bytes.startsWith("s:") || !bytes.endsWith("\";"))
        return std::nullopt;
    const qsizetype colon = bytes.indexOf(':', 2);
    bool ok = false;
    const qsizetype length = colon < 0 ? 0 : bytes.mid(2, colon - 2).toLongLong(&ok);
    const qsizetype begin = colon + 2;
    const bool isWhole = ok && length >= 0 && bytes.size() == begin + length + 2 && bytes[colon + 1] == '"';
    return isWhole ? std::optional(bytes.mid(begin, length)) : std::nullopt;
}

/// Returns a payload's type: `headers.type` (Symfony), `task_name` (taskiq) or `type` (others).
QByteArray typeInJson(const QByteArray& payload)
{
    if (payload.size() > longestTyped || !payload.startsWith('{'))
        return {};
    const auto tree = JsonTree::parse(payload);
    if (!tree || tree->root().kind != JsonTree::Kind::Object)
        return {};
    const JsonFields fields(*tree, 0);
    if (const auto headers = fields.place("headers")) {
        const JsonFields inner(*tree, *headers);
        if (inner.isString("type"))
            return inner.text("type");
    }
    for (const char* name : {"task_name", "type"}) {
        if (fields.isString(name))
            return fields.text(name);
    }
    return {};
}

const QByteArray* streamFieldOf(const StreamEntry& entry, QByteArrayView name)
{
    const auto found = std::find_if(
        entry.fields.begin(), entry.fields.end(), [&name](const auto& each) { return each.first == name; });
    return found == entry.fields.end() ? nullptr : &found->second;
}

/// Returns all of an entry's fields as a JSON object.
QByteArray fieldsAsJson(const StreamEntry& entry)
{
    QByteArray json = "{";
    for (const auto& [name, value] : entry.fields) {
        if (json.size() > 1)
            json += ',';
        appendJsonString(json, name);
        json += ':';
        appendJsonString(json, value);
    }
    return json + '}';
}

} // namespace

std::vector<StreamEntry> StreamEntry::of(const Reply& reply)
{
    std::vector<StreamEntry> entries;
    for (const Reply& each : reply.items) {
        if (each.items.size() != 2 || !each.items[1].isArray())
            continue;
        StreamEntry entry{each.items[0].bytes, {}};
        const std::vector<Reply>& fields = each.items[1].items;
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
            entry.fields.emplace_back(fields[i].bytes, fields[i + 1].bytes);
        entries.push_back(std::move(entry));
    }
    return entries;
}

StreamMessage StreamMessage::of(const StreamEntry& entry, const QByteArray& field)
{
    StreamMessage message;
    const QByteArray* value = field.isEmpty() ? nullptr : streamFieldOf(entry, field);
    message.field = value ? field : QByteArray();
    if (!value && entry.fields.size() == 1) {
        value = &entry.fields.front().second;
        message.field = entry.fields.front().first;
    }
    for (const char* usual : {"payload", "data", "message", "body", "__data__"}) {
        if (value)
            break;
        value = streamFieldOf(entry, usual);
        message.field = value ? QByteArray(usual) : QByteArray();
    }
    if (!value) {
        message.payload = fieldsAsJson(entry);
    } else if (auto text = phpString(*value)) {
        message.payload = *std::move(text);
        message.stored = *value;
    } else {
        message.payload = *value;
    }
    const QByteArray* type = streamFieldOf(entry, "type");
    message.type = type && message.field != "type" ? *type : typeInJson(message.payload);
    return message;
}

StreamMessage StreamMessage::ofMember(const QByteArray& member)
{
    StreamMessage message;
    auto text = phpString(member);
    message.stored = text ? member : QByteArray();
    message.payload = text ? *std::move(text) : member;
    message.type = typeInJson(message.payload);
    return message;
}

} // namespace dueline
