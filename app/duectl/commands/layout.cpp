// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/layouts/described/description.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/layouts/described/samplecheck.h"
#include "core/layouts/described/samplecommands.h"
#include "core/redis/sandbox.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the names of the layouts that are not described by files.
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
            u"There is no layout file \"%1\". \"duectl layout list\" shows the files."_s.arg(printable(name, 64))};
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

/// Loads the sample into a private Redis and compares the tasks that are read from it. Returns the number of tasks;
/// nullopt if there is no sample or no server program.
Result<std::optional<qint64>> trySample(const Description& description)
{
    if (description.sampleCommands.isEmpty())
        return std::optional<qint64>();
    if (const auto commands = sampleCommands(description); !commands)
        return commands.error();
    const auto sandbox = Sandbox::start();
    if (!sandbox) {
        tell(u"The sample was not tested. "_s + sandbox.error().message);
        return std::optional<qint64>();
    }
    if (const auto loaded = SampleCheck::load(description, (*sandbox)->config()); !loaded)
        return loaded.error();
    const auto read = SampleCheck::compare(std::make_shared<const Description>(description), (*sandbox)->config());
    return read ? Result(std::optional(*read)) : read.error();
}

Result<int> checkFile(Context& context, const QByteArray& path)
{
    const auto file = readLayoutFile(QString::fromLocal8Bit(path));
    if (!file)
        return file.error();
    const auto description = Description::parse(*file, {}, builtInNames());
    if (!description)
        return usage(printable(path, 200) + u": "_s + description.error().message);
    const auto sample = trySample(*description);
    if (!sample)
        return usage(printable(path, 200) + u": "_s + sample.error().message);
    const auto places = qint64(description->places.size());
    if (!context.json()) {
        const QString tried = *sample ? u" and reads its sample (%1)"_s.arg(tasksText(**sample)) : QString();
        context.out().line(u"%1: the layout \"%2\" is valid; it describes %3%4."_s.arg(printable(path, 200),
            printable(description->name), places == 1 ? u"1 place"_s : u"%1 places"_s.arg(places), tried));
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
    if (*sample)
        json.member("sample_tasks", **sample);
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
        return usage(what == "list" ? u"layout list takes no further arguments."_s
                : what == "show"    ? u"layout show needs the name of a layout file."_s
                                    : u"layout check needs a file."_s);
    }
    if (what == "list")
        return listShipped(context);
    return what == "show" ? showShipped(context, words[1]) : checkFile(context, words[1]);
}

} // namespace dueline::duectl
