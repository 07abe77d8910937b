// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/layoutguess.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/discover/layoutproposal.h"
#include "core/layouts/described/check/actioncheck.h"
#include "core/layouts/described/check/samplecheck.h"
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/describedlayout.h"
#include "core/layouts/described/description.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/redis/redisurl.h"
#include "core/redis/sandbox.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

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

struct Trial
{
    qint64 tasks = 0;
    ActionCheck::Summary actions;
};

/// Loads the sample data into a private Redis server, reads it through the layout, and tries each action. Returns
/// nullopt if there is no sample or Redis isn't installed.
Result<std::optional<Trial>> trySample(const Description& description)
{
    if (description.sampleCommands.isEmpty())
        return std::optional<Trial>();
    if (const auto commands = sampleCommands(description); !commands)
        return commands.error();
    const auto sandbox = Sandbox::start();
    if (!sandbox) {
        tell(u"The sample was not tested. "_s + sandbox.error().message);
        return std::optional<Trial>();
    }
    const RedisConfig& server = (*sandbox)->config();
    const auto shared = std::make_shared<const Description>(description);
    if (const auto loaded = SampleCheck::load(description, server); !loaded)
        return loaded.error();
    const auto read = SampleCheck::compare(shared, server);
    if (!read)
        return read.error();
    const auto acted = ActionCheck(shared, server).run();
    return acted ? Result(std::optional(Trial{*read, *acted})) : acted.error();
}

/// Returns the names of the places that Dueline's workers claim tasks from.
QByteArrayList claimedPlaces(const Description& description)
{
    QByteArrayList names;
    for (const std::size_t place : description.running ? description.running->from : std::vector<std::size_t>())
        names << description.places[place].name;
    return names;
}

QString runText(const Description& description)
{
    if (!description.running)
        return u"Dueline can read the tasks and, once you allow it, change them. It cannot run them, because the file has "
               u"no [run] table."_s;
    const QString text
        = u"Dueline can run tasks from: %1."_s.arg(printable(claimedPlaces(description).join(", "), 200));
    const QByteArray& caution = description.running->caution;
    return caution.isEmpty() ? text : text + u' ' + printable(caution, 300);
}

Result<int> checkFile(Context& context, const QByteArray& path)
{
    const auto file = readLayoutFile(QString::fromLocal8Bit(path));
    if (!file)
        return file.error();
    const auto description = Description::parse(*file, {}, builtInLayoutNames());
    if (!description)
        return usage(printable(path, 200) + u": "_s + description.error().message);
    if (context.line().has("url") || context.line().has("profile"))
        return checkOnServer(context, *description, printable(path, 200));
    const auto sample = trySample(*description);
    if (!sample)
        return usage(printable(path, 200) + u": "_s + sample.error().message);
    const auto places = qint64(description->places.size());
    if (!context.json()) {
        const QString tried
            = *sample ? u", and its sample was read (%1)"_s.arg(tasksText((*sample)->tasks)) : QString();
        context.out().line(u"%1: the layout \"%2\" is valid; it describes %3%4."_s.arg(printable(path, 200),
            printable(description->name), places == 1 ? u"1 place"_s : u"%1 places"_s.arg(places), tried));
        context.out().line(runText(*description));
        const auto isStream = [](const DescribedPlace& place) { return place.kind == DescribedPlace::Kind::Stream; };
        if (std::any_of(description->places.begin(), description->places.end(), isStream))
            context.out().line(u"Tasks in streams were not checked; the layout \"stream\" shows them."_s);
        if (*sample) {
            const ActionCheck::Summary& actions = (*sample)->actions;
            context.out().line(
                u"Actions tested: %1; undone byte for byte: %2.%3"_s.arg(actions.acted)
                    .arg(actions.undone)
                    .arg(actions.untried.isEmpty() ? QString()
                                                   : u" Not tested, because the sample has no tasks for them: "_s
                                + actions.untried.join(u", "_s) + u'.'));
        }
        return 0;
    }
    JsonWriter json;
    json.beginObject();
    json.member("name", description->name);
    json.member("title", description->title);
    json.key("run").beginArray();
    for (const QByteArray& place : claimedPlaces(*description))
        json.string(place);
    json.endArray();
    json.key("places").beginArray();
    for (const DescribedPlace& place : description->places)
        json.string(place.name);
    json.endArray();
    if (*sample) {
        json.member("sample_tasks", (*sample)->tasks);
        json.member("actions_tried", qint64((*sample)->actions.acted));
        json.member("actions_undone", qint64((*sample)->actions.undone));
        json.key("actions_untried").beginArray();
        for (const QString& untried : (*sample)->actions.untried)
            json.string(untried.toUtf8());
        json.endArray();
    }
    json.endObject();
    context.out().write(json.take());
    return 0;
}

Result<int> allowFile(Context& context, const QByteArray& text)
{
    const auto layout = parseLayout(QString::fromUtf8(text));
    if (!layout)
        return layout.error();
    if (layout->type().name() != "file")
        return usage(u"layout allow requires your own layout file: file:PATH."_s);
    const auto allowed = allowFileLayout(layout->parameters().get(), context.redis());
    if (!allowed)
        return allowed.error();
    if (!context.json()) {
        context.out().line(u"Allowed on %1: %2"_s.arg(displayUrl(context.redis()), *allowed));
        return 0;
    }
    JsonWriter json;
    json.beginObject();
    json.member("allowed", allowed->toUtf8());
    json.endObject();
    context.out().write(json.take());
    return 0;
}

} // namespace

Result<int> runLayout(Context& context)
{
    const std::vector<QByteArray>& words = context.line().words();
    const QByteArray& what = words.front();
    if (what == "guess")
        return guessLayoutFile(context, {words.begin() + 1, words.end()});
    if (what != "list" && what != "show" && what != "check" && what != "allow")
        return usage(u"\"%1\" is not valid: use list, show, check, guess or allow."_s.arg(printable(what, 40)));
    if (context.line().has("watch"))
        return usage(u"--watch applies only to layout guess."_s);
    if (words.size() != (what == "list" ? 1U : 2U)) {
        return usage(what == "list" ? u"layout list takes no further arguments."_s
                : what == "show"    ? u"layout show needs the name of a layout file."_s
                : what == "allow"   ? u"layout allow needs a layout file: file:PATH."_s
                                    : u"layout check needs a file."_s);
    }
    if (what == "list")
        return listShipped(context);
    if (what == "allow")
        return allowFile(context, words[1]);
    return what == "show" ? showShipped(context, words[1]) : checkFile(context, words[1]);
}

} // namespace dueline::duectl
