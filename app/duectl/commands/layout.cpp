// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/layouts/described/description.h"
#include "core/layouts/described/layoutfiles.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the names of the layouts that no file describes.
QByteArrayList builtInNames()
{
    QByteArrayList names;
    const QByteArrayList shipped = ShippedLayouts::names();
    for (const LayoutType* type : allLayouts()) {
        if (!shipped.contains(type->name()))
            names << type->name();
    }
    return names;
}

Result<int> listShipped(Context& context)
{
    Table table({u"NAME"_s, u"DESCRIBES"_s});
    JsonWriter json;
    json.beginArray();
    for (const QByteArray& name : ShippedLayouts::names()) {
        const auto description = Description::parse(ShippedLayouts::file(name));
        if (!description)
            return description.error();
        table.row({printable(name), printable(description->title)});
        json.beginObject();
        json.member("name", name);
        json.member("title", description->title);
        json.textOrNull("source", description->source);
        json.endObject();
    }
    json.endArray();
    context.out().write(context.json() ? QString::fromUtf8(json.take()) : table.take());
    return 0;
}

Result<int> showShipped(Context& context, const QByteArray& name)
{
    const QByteArray file = ShippedLayouts::file(name);
    if (file.isEmpty()) {
        return Error{ErrorCode::NotFound,
            u"No layout file is called \"%1\"; \"duectl layout list\" names them."_s.arg(printable(name, 64))};
    }
    if (!context.json()) {
        context.out().write(file);
        return 0;
    }
    JsonWriter json;
    json.beginObject();
    json.member("name", name);
    json.member("file", file);
    json.endObject();
    context.out().write(json.take());
    return 0;
}

Result<int> checkFile(Context& context, const QByteArray& path)
{
    const auto file = readLayoutFile(QString::fromLocal8Bit(path));
    if (!file)
        return file.error();
    const auto description = Description::parse(*file, {}, builtInNames());
    if (!description)
        return usage(printable(path, 200) + u": "_s + description.error().message);
    const auto places = qint64(description->places.size());
    if (!context.json()) {
        context.out().line(u"%1: the layout \"%2\" is valid; it describes %3."_s.arg(printable(path, 200),
            printable(description->name), places == 1 ? u"1 place"_s : u"%1 places"_s.arg(places)));
        return 0;
    }
    JsonWriter json;
    json.beginObject();
    json.member("name", description->name);
    json.member("title", description->title);
    json.key("places").beginArray();
    for (const DescribedPlace& place : description->places)
        json.string(place.name);
    json.endArray();
    json.endObject();
    context.out().write(json.take());
    return 0;
}

} // namespace

Result<int> runLayout(Context& context)
{
    const std::vector<QByteArray>& words = context.line().words();
    const QByteArray& what = words.front();
    if (what != "list" && what != "show" && what != "check")
        return usage(u"\"%1\" is not valid: use list, show or check."_s.arg(printable(what, 40)));
    if ((what == "list") != (words.size() == 1)) {
        return usage(what == "list" ? u"layout list accepts no further word."_s
                : what == "show"    ? u"layout show needs the name of a layout file."_s
                                    : u"layout check needs a file."_s);
    }
    if (what == "list")
        return listShipped(context);
    return what == "show" ? showShipped(context, words[1]) : checkFile(context, words[1]);
}

} // namespace dueline::duectl
