// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/diffreport.h"

#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qsizetype shownCharacters = 200;
constexpr qint64 shownLead = 60; // number of equal bytes to show before the difference

const char* changeName(Change change)
{
    switch (change) {
    case Change::Same:
        return "same";
    case Change::Removed:
        return "removed";
    case Change::Added:
        return "added";
    case Change::Changed:
        break;
    }
    return "changed";
}

const char* wayName(ContentDiff::Mode way)
{
    return way == ContentDiff::Mode::Json ? "json" : way == ContentDiff::Mode::Lines ? "lines" : "bytes";
}

QChar signOf(Change change)
{
    return change == Change::Removed ? u'-' : change == Change::Added ? u'+' : change == Change::Changed ? u'~' : u' ';
}

/// Returns which parts were not compared, and why; empty if everything was compared.
QString limitText(const ContentDiff& content)
{
    switch (content.limit) {
    case ContentDiff::Limit::None:
        break;
    case ContentDiff::Limit::ManyValues:
        return u"JSON with more than 200,000 values or 200 levels is not compared by path."_s;
    case ContentDiff::Limit::ManyLines:
        return u"More than %1 lines differ; they are shown as one block, from the first to the last."_s.arg(
            ContentDiff::maxEdits);
    case ContentDiff::Limit::Large:
        return u"Payloads over %1 are compared by byte, up to %2."_s.arg(
            formatBytes(ContentDiff::wholeUpTo), formatBytes(ContentDiff::lookedUpTo));
    case ContentDiff::Limit::Masked:
        return u"Masked payloads over %1 are not compared."_s.arg(formatBytes(ContentDiff::wholeUpTo));
    }
    return {};
}

void writeValue(JsonWriter& json, const char* name, const FieldValue& value)
{
    json.key(name);
    struct Write
    {
        JsonWriter& json;
        void operator()(std::monostate) const { json.null(); }
        void operator()(const QByteArray& bytes) const { json.string(bytes); }
        void operator()(qint64 number) const { json.number(number); }
        void operator()(bool flag) const { json.boolean(flag); }
        void operator()(TimePoint at) const { json.number(toMs(at)); }
        void operator()(Millis length) const { json.number(length.count()); }
        void operator()(TaskState state) const { json.string(stateName(state)); }
    };
    std::visit(Write{json}, value);
}

QString valueText(const FieldValue& value, TimePoint now)
{
    struct Text
    {
        TimePoint now;
        QString operator()(std::monostate) const { return u"(none)"_s; }
        QString operator()(const QByteArray& bytes) const { return printable(bytes, shownCharacters); }
        QString operator()(qint64 number) const { return QString::number(number); }
        QString operator()(bool flag) const { return flag ? u"yes"_s : u"no"_s; }
        QString operator()(TimePoint at) const { return timeText(at, now); }
        QString operator()(Millis length) const { return formatDuration(length); }
        QString operator()(TaskState state) const { return stateText(state); }
    };
    return std::visit(Text{now}, value);
}

void writeSide(JsonWriter& json, const char* name, const std::optional<DiffSide>& side, bool asHex)
{
    json.key(name);
    if (!side) {
        json.null();
        return;
    }
    json.beginObject();
    json.member(asHex ? "hex" : "text", asHex ? side->bytes.toHex() : side->bytes);
    json.member("size", side->size);
    json.member("from", side->from);
    json.endObject();
}

void writeContent(JsonWriter& json, const ContentDiff& content)
{
    const bool lines = content.mode == ContentDiff::Mode::Lines;
    const bool bytes = content.mode == ContentDiff::Mode::Bytes;
    json.beginObject();
    json.member("same", content.isSame());
    json.member("by", wayName(content.mode));
    json.member("a_size", content.sizeA);
    json.member("b_size", content.sizeB);
    json.member("first_difference", content.firstDifference);
    json.member("differences", content.differences);
    json.textOrNull("limit", limitText(content).toUtf8());
    json.key("changes").beginArray();
    for (const DiffRow& row : content.rows) {
        if (row.change == Change::Same)
            continue;
        json.beginObject();
        json.member("change", changeName(row.change));
        if (content.mode == ContentDiff::Mode::Json)
            json.member("path", row.path.toUtf8());
        if (lines) {
            json.member("a_line", row.atA < 0 ? std::nullopt : std::optional(row.atA));
            json.member("b_line", row.atB < 0 ? std::nullopt : std::optional(row.atB));
        }
        if (bytes)
            json.member("offset", row.atA);
        writeSide(json, "a", row.a, bytes);
        writeSide(json, "b", row.b, bytes);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeJson(Context& context, const QueueName& queue, const ComparedSide& a, const ComparedSide& b,
    const Comparison& comparison)
{
    JsonWriter json;
    json.beginObject();
    json.member("queue", queue);
    for (const auto& [name, side] : {std::pair{"a", a}, std::pair{"b", b}}) {
        json.key(name).beginObject();
        json.member("id", side.id);
        json.member("attempt", side.attempt ? std::optional<qint64>(*side.attempt) : std::nullopt);
        json.endObject();
    }
    json.member("same", comparison.isSame());
    json.member("differences", comparison.differences());
    json.member("masked", comparison.masked);
    json.key("fields").beginArray();
    for (const FieldDiff& field : comparison.fields) {
        json.beginObject();
        json.member("name", field.name);
        json.member("change", changeName(field.change()));
        writeValue(json, "a", field.a);
        writeValue(json, "b", field.b);
        json.endObject();
    }
    json.endArray();
    for (const Comparison::Section& section : comparison.contents) {
        json.key(section.name);
        writeContent(json, section.content);
    }
    json.endObject();
    context.out().write(json.take());
}

/// Returns one side of a difference on a single line. Starts shortly before the first differing byte.
QString sideText(const DiffRow& row, const DiffSide& side, bool asHex)
{
    if (asHex)
        return QString::fromLatin1(side.bytes.toHex(' '));
    const qint64 common = row.common - side.from;
    qint64 from = row.change == Change::Changed && common > shownLead ? common - shownLead / 2 : 0;
    while (from > 0 && (uchar(side.bytes[from]) & 0xc0) == 0x80)
        --from;
    const QString text = printable(QByteArrayView(side.bytes).sliced(from), shownCharacters);
    return from + side.from > 0 ? u'…' + text : text;
}

void writeContentText(Output& out, const QString& name, const ContentDiff& content)
{
    const bool bytes = content.mode == ContentDiff::Mode::Bytes;
    out.line({});
    out.line(content.isSame() ? u"%1: identical, %2"_s.arg(name, formatBytes(content.sizeA))
                              : u"%1: %2 and %3, first difference at byte %4"_s
                                    .arg(name, formatBytes(content.sizeA), formatBytes(content.sizeB))
                                    .arg(*content.firstDifference));
    if (const QString limit = limitText(content); !limit.isEmpty())
        out.line(u"  "_s + limit);
    if (content.isOnlyWriting())
        out.line(u"  Same values, different formatting."_s);
    qint64 shown = 0;
    for (const DiffRow& row : content.rows) {
        shown += row.change != Change::Same;
        if (content.mode == ContentDiff::Mode::Json) {
            QStringList values;
            for (const auto& side : {row.a, row.b}) {
                if (side)
                    values << sideText(row, *side, false);
            }
            out.line(u"%1 %2: %3"_s.arg(
                QString(signOf(row.change)), printable(row.path.toUtf8(), shownCharacters), values.join(u" → "_s)));
            continue;
        }
        const auto line = [&](QChar sign, qint64 at, const DiffSide& side) {
            out.line(u"%1 %2  %3"_s.arg(sign).arg(at, bytes ? 10 : 5).arg(QString()) + sideText(row, side, bytes));
        };
        if (row.change == Change::Same) {
            line(u' ', row.atA, *row.a);
            continue;
        }
        if (row.a)
            line(u'-', row.atA, *row.a);
        if (row.b)
            line(u'+', row.atB, *row.b);
    }
    if (content.hasMoreBytes())
        out.line(u"  … (only the first %1 bytes are shown)"_s.arg(ContentDiff::shownBytes));
    if (content.differences > shown)
        out.line(u"  … and %1 more"_s.arg(content.differences - shown));
}

QString sideName(const ComparedSide& side)
{
    const QString id = printable(side.id, shownCharacters);
    return side.attempt ? u"%1, attempt %2"_s.arg(id).arg(*side.attempt) : id;
}

/// Returns a JSON member's title in text output, such as `max attempts` for `max_attempts` or `due` for `due_ms`.
QString fieldTitle(const char* name)
{
    QString title = QString::fromLatin1(name);
    if (title.endsWith("_ms"_L1))
        title.chop(3);
    return title.replace(u'_', u' ');
}

void writeText(
    Context& context, const ComparedSide& a, const ComparedSide& b, const Comparison& comparison, TimePoint now)
{
    Output& out = context.out();
    out.line(u"A: "_s + sideName(a));
    out.line(u"B: "_s + sideName(b));
    out.line({});
    Table table({u" "_s, u"FIELD"_s, u"A"_s, u"B"_s});
    for (const FieldDiff& field : comparison.fields) {
        if (field.change() != Change::Same)
            table.row({QString(signOf(field.change())), fieldTitle(field.name), valueText(field.a, now),
                valueText(field.b, now)});
    }
    if (table.isEmpty())
        out.line(u"All fields are identical."_s);
    else
        out.write(table.take());
    for (const Comparison::Section& section : comparison.contents) {
        QString name = QString::fromLatin1(section.name);
        name[0] = name[0].toUpper();
        writeContentText(out, name, section.content);
    }
    if (comparison.masked) {
        out.line({});
        out.line(u"The profile masks fields; masked values were not compared."_s);
    }
}

} // namespace

void report(Context& context, const QueueName& queue, const ComparedSide& a, const ComparedSide& b,
    const Comparison& comparison, TimePoint now)
{
    if (context.json())
        writeJson(context, queue, a, b, comparison);
    else
        writeText(context, a, b, comparison, now);
}

} // namespace dueline::duectl
