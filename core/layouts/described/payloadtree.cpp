// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/payloadtree.h"

#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/payload/jsonstring.h"
#include "core/payload/messagepack.h"
#include "core/payload/phptext.h"
#include "core/payload/pickletree.h"
#include "core/payload/unpack.h"

namespace dueline {

namespace {

/// Converts a pickle to JSON. An object becomes `{"@class": name, "@args": […]}`, plus the object's state.
class PickleJson
{
public:
    explicit PickleJson(const PickleTree& tree)
        : m_tree(tree)
    { }

    std::optional<QByteArray> text()
    {
        write(m_tree.root, 0);
        return m_isPastLimit ? std::nullopt : std::optional(m_json);
    }

private:
    static constexpr int mostDepth = 32;

    const PickleNode& node(int index) const { return m_tree.nodes[std::size_t(index)]; }

    void write(int index, int depth)
    {
        if (depth > mostDepth || m_json.size() > PayloadTree::mostBytes)
            m_isPastLimit = true;
        if (m_isPastLimit)
            return;
        const PickleNode& here = node(index);
        using Kind = PickleNode::Kind;
        switch (here.kind) {
        case Kind::Word:
            writeWord(here.bytes());
            break;
        case Kind::Long:
            writeLong(here.bytes());
            break;
        case Kind::String:
        case Kind::Bytes:
        case Kind::ByteArray:
        case Kind::Global:
            appendJsonString(m_json, here.bytes());
            break;
        case Kind::Tuple:
        case Kind::List:
        case Kind::Set:
        case Kind::FrozenSet:
            writeList(here.children, 0, depth);
            break;
        case Kind::Dict:
            m_json += '{';
            writePairs(here.children, depth, false);
            m_json += '}';
            break;
        case Kind::Call:
            writeCall(here, depth);
            break;
        }
    }
    void writeWord(QByteArrayView word)
    {
        bool isNumber = false;
        word.toByteArray().toDouble(&isNumber);
        if (word == "True" || word == "False")
            m_json += word == "True" ? "true" : "false";
        else if (isNumber && (word.startsWith('-') || (word[0] >= '0' && word[0] <= '9')) && !word.endsWith('.'))
            m_json += word.toByteArray();
        else if (word == "None")
            m_json += "null";
        else
            appendJsonString(m_json, word);
    }
    void writeLong(QByteArrayView bytes)
    {
        if (bytes.size() > 8) {
            appendJsonString(m_json, "0x" + bytes.toByteArray().toHex());
            return;
        }
        quint64 value = bytes.isEmpty() || uchar(bytes.back()) < 0x80 ? 0 : ~quint64(0);
        for (qsizetype i = bytes.size(); i-- > 0;)
            value = value << 8 | uchar(bytes[i]);
        m_json += QByteArray::number(qint64(value));
    }
    void writeList(const std::vector<int>& items, std::size_t from, int depth)
    {
        m_json += '[';
        for (std::size_t i = from; i < items.size(); ++i) {
            m_json += i == from ? "" : ",";
            write(items[i], depth + 1);
        }
        m_json += ']';
    }
    void writePairs(const std::vector<int>& pairs, int depth, bool follows)
    {
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            m_json += i > 0 || follows ? "," : "";
            appendJsonString(m_json, node(pairs[i]).bytes());
            m_json += ':';
            write(pairs[i + 1], depth + 1);
        }
    }
    void writeCall(const PickleNode& call, int depth)
    {
        m_json += "{\"@class\":";
        appendJsonString(m_json, call.children.empty() ? QByteArrayView() : node(call.children[0]).bytes());
        m_json += ",\"@args\":";
        writeList(call.children, 1, depth);
        writePairs(call.pairs, depth, true);
        if (call.state >= 0 && node(call.state).kind == PickleNode::Kind::Dict)
            writePairs(node(call.state).children, depth, true);
        m_json += '}';
    }

    const PickleTree& m_tree;
    QByteArray m_json;
    bool m_isPastLimit = false;
};

std::optional<QByteArray> wholeOf(const Unpacked& unpacked)
{
    return unpacked.end == Unpacked::End::Whole ? std::optional(unpacked.bytes) : std::nullopt;
}

/// Strips a payload's outermost encoding layer, and returns text or JSON; nullopt if the layer can't be decoded.
std::optional<QByteArray> withoutLayer(const QByteArray& bytes, DescribedDecoder decoder)
{
    switch (decoder) {
    case DescribedDecoder::Json:
        return bytes;
    case DescribedDecoder::MessagePack:
        return MessagePack::read(bytes, PayloadTree::mostBytes);
    case DescribedDecoder::Php:
        return PhpText::read(bytes);
    case DescribedDecoder::Pickle: {
        const auto tree = PickleTree::read(bytes);
        return tree ? PickleJson(*tree).text() : std::nullopt;
    }
    case DescribedDecoder::Gzip:
        return wholeOf(gunzipped(bytes, PayloadTree::mostBytes));
    case DescribedDecoder::Zlib:
        return wholeOf(zlibUnpacked(bytes, PayloadTree::mostBytes));
    case DescribedDecoder::Base64:
        return wholeOf(base64Unpacked(bytes, PayloadTree::mostBytes));
    case DescribedDecoder::Text:
        break;
    }
    QByteArray quoted;
    appendJsonString(quoted, bytes);
    return quoted;
}

/// Returns the value that a path step leads to; nullopt if there is none.
std::optional<int> childOf(const JsonTree& tree, int at, const PayloadPath::Step& step)
{
    const JsonTree::Node& node = tree.node(at);
    if (!step.name.isEmpty())
        return node.kind == JsonTree::Kind::Object ? JsonFields(tree, at).place(step.name) : std::nullopt;
    const auto size = int(node.children.size());
    const int index = step.index < 0 ? size + step.index : step.index;
    if (node.kind != JsonTree::Kind::Array || index < 0 || index >= size)
        return std::nullopt;
    return node.children[std::size_t(index)];
}

} // namespace

std::optional<PayloadTree> PayloadTree::decode(
    const QByteArray& payload, const std::vector<DescribedDecoder>& decoders, DescribedDecoder& failed)
{
    QByteArray bytes = payload;
    for (const DescribedDecoder decoder : decoders) {
        failed = decoder;
        auto output = bytes.size() > mostBytes ? std::nullopt : withoutLayer(bytes, decoder);
        if (!output)
            return std::nullopt;
        bytes = *std::move(output);
    }
    auto tree = JsonTree::parse(bytes);
    return tree ? std::optional(PayloadTree(*std::move(tree))) : std::nullopt;
}

std::optional<QByteArray> PayloadTree::value(const PayloadPath& path) const
{
    constexpr int mostTexts = 4; ///< maximum number of strings along a path to parse as JSON
    const JsonTree* tree = &m_tree;
    std::optional<JsonTree> inner;
    int texts = 0;
    int at = 0;
    for (const PayloadPath::Step& step : path.steps) {
        if (tree->node(at).kind == JsonTree::Kind::String && texts < mostTexts) {
            ++texts;
            auto parsed = JsonTree::parse(jsonStringText(tree->raw(at)));
            if (!parsed)
                return std::nullopt;
            inner = std::move(parsed);
            tree = &*inner;
            at = 0;
        }
        const auto next = childOf(*tree, at, step);
        if (!next)
            return std::nullopt;
        at = *next;
    }
    switch (tree->node(at).kind) {
    case JsonTree::Kind::Null:
        return std::nullopt;
    case JsonTree::Kind::String:
        return jsonStringText(tree->raw(at));
    default:
        return tree->raw(at);
    }
}

std::optional<QByteArray> PayloadTree::written(const QByteArray& payload, const PayloadPath& path)
{
    const auto tree = JsonTree::parse(payload);
    if (!tree)
        return std::nullopt;
    int at = 0;
    for (const PayloadPath::Step& step : path.steps) {
        const auto next = childOf(*tree, at, step);
        if (!next)
            return std::nullopt;
        at = *next;
    }
    return tree->raw(at);
}

} // namespace dueline
