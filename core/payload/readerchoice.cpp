// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/readerchoice.h"

#include <QDir>

#include <algorithm>

namespace dueline {

namespace {

struct LayerRow
{
    PayloadLayer layer;
    const char* name;
    const char* text;
    bool isLast; ///< true if the layer's output is text
};

constexpr LayerRow layerRows[]{
    {PayloadLayer::Base64, "base64", "base64", false},
    {PayloadLayer::Gzip, "gzip", "gzip", false},
    {PayloadLayer::Zlib, "zlib", "zlib", false},
    {PayloadLayer::Zstd, "zstd", "zstd", false},
    {PayloadLayer::MessagePack, "msgpack", "MessagePack", true},
    {PayloadLayer::Protobuf, "protobuf", "Protocol Buffers", true},
    {PayloadLayer::Php, "php", "PHP serialize", true},
    {PayloadLayer::Pickle, "pickle", "pickle", true},
    {PayloadLayer::Json, "json", "JSON", true},
};

const LayerRow& rowOf(PayloadLayer layer)
{
    return *std::find_if(
        std::begin(layerRows), std::end(layerRows), [layer](const LayerRow& row) { return row.layer == layer; });
}

Error noReader(const QString& what) { return {ErrorCode::Usage, what}; }

} // namespace

QString layerName(PayloadLayer layer) { return QString::fromLatin1(rowOf(layer).name); }

QString layerText(PayloadLayer layer) { return QString::fromLatin1(rowOf(layer).text); }

Result<ReaderChoice> ReaderChoice::parse(const QString& text)
{
    ReaderChoice choice;
    if (text == QStringLiteral("auto"))
        return choice;
    choice.kind = Kind::None;
    if (text == QStringLiteral("none"))
        return choice;
    choice.kind = Kind::Layers;
    const QString protobuf = layerName(PayloadLayer::Protobuf) + u':';
    for (QString left = text; !left.isNull();) {
        // a Protobuf layer always comes last, because its path may contain a comma
        const bool isProtobuf = left.startsWith(protobuf);
        const qsizetype comma = isProtobuf ? -1 : left.indexOf(u',');
        const QString word = comma < 0 ? left : left.first(comma);
        left = comma < 0 ? QString() : left.sliced(comma + 1);
        if (comma >= 0 && left.isNull())
            left = QStringLiteral("");
        if (!choice.layers.empty() && rowOf(choice.layers.back()).isLast)
            return noReader(QStringLiteral("\"%1\" must be the last reader, because it produces text.")
                                .arg(layerName(choice.layers.back())));
        if (isProtobuf) {
            const qsizetype at = word.indexOf(u'@');
            choice.layers.push_back(PayloadLayer::Protobuf);
            choice.message = word.mid(protobuf.size(), at < 0 ? -1 : at - protobuf.size());
            choice.schema = at < 0 ? QString() : word.mid(at + 1);
            if (choice.message.isEmpty() || !QDir::isAbsolutePath(choice.schema))
                return noReader(QStringLiteral(
                    "\"protobuf\" needs a message and the absolute path of its .proto file or descriptor set, as in protobuf:shop.Order@/home/ann/shop.proto."));
            continue;
        }
        const auto* row = std::find_if(std::begin(layerRows), std::end(layerRows),
            [&word](const LayerRow& each) { return word == QLatin1StringView(each.name); });
        if (row == std::end(layerRows) || row->layer == PayloadLayer::Protobuf) {
            QStringList names{QStringLiteral("auto"), QStringLiteral("none")};
            for (const LayerRow& each : layerRows)
                names << QLatin1StringView(each.name);
            return noReader(row == std::end(layerRows)
                    ? QStringLiteral("There is no reader \"%1\"; the readers are %2.")
                          .arg(word, names.join(QStringLiteral(", ")))
                    : QStringLiteral(
                        "\"protobuf\" needs a message and its schema, as in protobuf:shop.Order@/home/ann/shop.proto."));
        }
        choice.layers.push_back(row->layer);
    }
    if (choice.layers.size() > mostLayers)
        return noReader(QStringLiteral("At most 8 readers can be combined."));
    return choice;
}

QString ReaderChoice::text() const
{
    if (kind != Kind::Layers)
        return kind == Kind::Auto ? QStringLiteral("auto") : QStringLiteral("none");
    QStringList words;
    for (const PayloadLayer layer : layers)
        words << (layer == PayloadLayer::Protobuf ? QStringLiteral("protobuf:%1@%2").arg(message, schema)
                                                  : layerName(layer));
    return words.join(u',');
}

ReaderChoice choiceOf(const ReaderChoices& choices, QByteArrayView queue, QByteArrayView type)
{
    const auto types = choices.find(QString::fromUtf8(queue));
    if (types == choices.end())
        return {};
    auto chosen = types->second.find(QString::fromUtf8(type));
    if (chosen == types->second.end())
        chosen = types->second.find(QStringLiteral("*"));
    if (chosen == types->second.end())
        return {};
    const auto choice = ReaderChoice::parse(chosen->second);
    return choice ? *choice : ReaderChoice();
}

} // namespace dueline
