// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "core/base/text.h"
#include "core/layouts/port/eachmaster.h"
#include "core/layouts/port/functionlibrary.h"
#include "core/redis/redisurl.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

using State = FunctionLibrary::State;

struct OnServer
{
    QString server; ///< server address; empty if there is only one server
    FunctionLibrary library;
    std::optional<bool> changed; ///< true if `load` or `remove` changed the server
};

QString libraryText(const FunctionLibrary& library)
{
    const QString version = printable(library.version, 20);
    switch (library.state) {
    case State::Missing:
        return u"no functions; load them with \"duectl functions load\""_s;
    case State::Current:
        return u"the functions of Dueline %1, the same version as this program"_s.arg(version);
    case State::Changed:
        return u"functions that claim to be from Dueline %1 but differ; replace them with \"duectl functions load\""_s
            .arg(version);
    case State::Older:
        return u"the functions of Dueline %1; update them with \"duectl functions load\""_s.arg(version);
    case State::Newer:
        return u"the functions of Dueline %1, newer than this program"_s.arg(version);
    case State::Foreign:
        return u"a library \"dueline\" that is not from Dueline"_s;
    }
    Q_UNREACHABLE();
    return {};
}

QString changeText(const QByteArray& what, const OnServer& on)
{
    if (what == "remove")
        return *on.changed ? u"Removed the functions."_s : u"There were no functions."_s;
    return *on.changed ? u"Loaded the functions of Dueline %1."_s.arg(QStringLiteral(DUELINE_VERSION))
                       : u"The functions of Dueline %1 were already loaded."_s.arg(QStringLiteral(DUELINE_VERSION));
}

void writeJson(Output& out, const std::vector<OnServer>& servers)
{
    JsonWriter json;
    json.beginArray();
    for (const OnServer& on : servers) {
        json.beginObject();
        json.textOrNull("server", on.server.toUtf8());
        json.member("state", functionStateName(on.library.state));
        json.textOrNull("version", on.library.version);
        json.key("functions").beginArray();
        for (const QByteArray& name : on.library.functions)
            json.string(name);
        json.endArray();
        if (on.changed)
            json.member("changed", *on.changed);
        json.endObject();
    }
    json.endArray();
    out.write(json.take());
}

} // namespace

/// Runs the command on a single server, or on every master of a cluster. Replicas copy functions from their master.
Result<int> runFunctions(Context& context)
{
    const QByteArray what = context.line().words().front();
    if (what != "load" && what != "list" && what != "remove")
        return usage(u"\"%1\" is not valid: use load, list or remove."_s.arg(printable(what, 40)));
    const bool forced = context.line().has("force");
    if (forced && what == "list")
        return usage(u"--force applies to load and remove."_s);
    const bool reads = what == "list";
    // Connect first, to prompt for a missing password and to check the profile's access level.
    if (const auto opened = context.open(Access::ReadOnly); !opened)
        return opened.error();
    RedisClient client(context.redis());
    if (const auto opened = client.open(); !opened)
        return opened.error();
    if (const auto there = FunctionLibrary::look(client); !there)
        return there.error();
    if (!reads) {
        if (const auto opened = context.open(Access::Operate); !opened)
            return opened.error();
    }

    std::vector<OnServer> servers;
    const bool cluster = context.redis().topology == Topology::Cluster;
    const auto done = onEachMaster(
        client,
        [&](RedisClient& node) -> Result<> {
            OnServer on;
            if (cluster)
                on.server = displayEndpoint(node.config().hosts.front());
            if (!reads) {
                const auto changed
                    = what == "load" ? FunctionLibrary::load(node, forced) : FunctionLibrary::remove(node, forced);
                if (!changed)
                    return changed.error();
                on.changed = *changed;
            }
            auto library = FunctionLibrary::look(node);
            if (!library)
                return library.error();
            on.library = *std::move(library);
            servers.push_back(std::move(on));
            return {};
        },
        reads ? MasterUse::OnlyReads : MasterUse::Changes);
    if (!done)
        return done.error();

    bool current = true;
    for (const OnServer& on : servers) {
        current = current && on.library.state == State::Current;
        if (!context.json()) {
            const QString name = on.server.isEmpty() ? QString() : on.server + u": "_s;
            context.out().line(name + (reads ? libraryText(on.library) : changeText(what, on)));
        }
    }
    if (context.json())
        writeJson(context.out(), servers);
    return reads && !current ? 1 : 0;
}

} // namespace dueline::duectl
