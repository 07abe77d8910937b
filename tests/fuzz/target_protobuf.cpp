// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/base/jsontree.h"
#include "core/payload/protoschema.h"

#include <QDir>
#include <QTemporaryFile>

namespace dueline::fuzz {

namespace {

Result<std::shared_ptr<const ProtoSchema>> shopSchema()
{
    QTemporaryFile file(QDir::temp().filePath(QStringLiteral("XXXXXX.proto")));
    FUZZ_HOLDS(file.open());
    file.write(R"(syntax = "proto3";
package shop;
enum Kind { UNKNOWN = 0; GIFT = 2; }
message Order {
  message Item { string name = 1; uint32 count = 2; }
  uint64 id = 1;
  string to = 2;
  repeated Item items = 3;
  Kind kind = 4;
  bytes token = 5;
  repeated sint32 shifts = 6;
  map<string, double> prices = 7;
  map<int32, Order> related = 8;
  bool paid = 9;
  float weight = 10;
  repeated string tags = 12;
  fixed64 mark = 13;
  sfixed32 low = 14;
  int32 change = 15;
}
message Narrow { uint64 id = 1; }
)");
    file.flush();
    return ProtoSchema::load(file.fileName());
}

} // namespace

void protobuf(const QByteArray& input)
{
    static const auto schema = shopSchema();
    FUZZ_HOLDS(schema.ok());
    constexpr qsizetype most = 20'000;
    for (const char* message : {"shop.Order", "shop.Narrow"}) {
        const auto text = (*schema)->read(QString::fromLatin1(message), input, most);
        if (!text)
            continue;
        FUZZ_HOLDS(text->size() <= most);
        FUZZ_HOLDS(
            JsonTree::parse(*text, nullptr, {4 * ProtoSchema::mostValues, 4 * ProtoSchema::mostDepth}).has_value());
        FUZZ_HOLDS(
            // The appended byte makes the last field incomplete, so reading must fail.
            (*schema)->read(QString::fromLatin1(message), input + '\x08', most) == std::nullopt);
    }
}

} // namespace dueline::fuzz
