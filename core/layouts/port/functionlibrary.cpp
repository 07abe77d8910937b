// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/functionlibrary.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"
#include "core/redis/scriptlibraries.h"

#include <QRegularExpression>
#include <QVersionNumber>

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView versionStart = "local programVersion = '";

QVersionNumber versionNumber(const QByteArray& version)
{
    return QVersionNumber::fromString(QString::fromUtf8(version));
}

/// Adds advice to an error if the server doesn't support functions or doesn't allow the user to use them.
Error withWayOut(Error error)
{
    if (error.code == ErrorCode::Permission && error.detail.startsWith(QStringLiteral("ERR ")))
        return {ErrorCode::Permission,
            QStringLiteral(
                "This server does not support functions: they require Redis 7.0, and may be disabled. Upgrade it, or "
                "send the scripts with EVALSHA, as described on the page about the native layout."),
            error.detail};
    if (error.code == ErrorCode::Permission)
        error.message = QStringLiteral(
            "This Redis user is not allowed to load or list functions. Load them as a user with "
            "+function, or send the scripts with EVALSHA, as described on the page about the native layout.");
    else if (error.detail.contains(QStringLiteral("already exists")))
        return {ErrorCode::Exists,
            QStringLiteral(
                "Another library on this server has a function with that name: %1. FUNCTION LIST shows which.")
                .arg(error.detail),
            error.detail};
    return error;
}

/// Returns a name's value in a flat list of names and values; null if there is none.
const Reply* memberOf(const Reply& map, QByteArrayView name)
{
    for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
        if (map.items[i].bytes == name)
            return &map.items[i + 1];
    }
    return nullptr;
}

/// Rejects a change to a newer or foreign library, unless forced.
Result<> checkChanging(const FunctionLibrary& there, bool forced)
{
    if (forced)
        return {};
    if (there.state == FunctionLibrary::State::Newer)
        return Error{ErrorCode::Refused,
            QStringLiteral(
                "The functions on this server come from Dueline %1, which is newer than this program (%2). Use that "
                "version, or --force.")
                .arg(printable(there.version, 20), QStringLiteral(DUELINE_VERSION))};
    if (there.state == FunctionLibrary::State::Foreign)
        return Error{ErrorCode::Refused,
            QStringLiteral(
                "This server has a library \"dueline\" that Dueline did not create. Check it with FUNCTION LIST "
                "LIBRARYNAME dueline WITHCODE; --force replaces it.")};
    return {};
}

} // namespace

QByteArray functionStateName(FunctionLibrary::State state)
{
    using State = FunctionLibrary::State;
    switch (state) {
    case State::Missing:
        return "missing";
    case State::Current:
        return "current";
    case State::Changed:
        return "changed";
    case State::Older:
        return "older";
    case State::Newer:
        return "newer";
    case State::Foreign:
        return "foreign";
    }
    Q_UNREACHABLE();
    return {};
}

QByteArray FunctionLibrary::source()
{
    return QByteArray(scriptLibrary("functions")["dueline"].source).replace("@VERSION@", DUELINE_VERSION);
}

AclRights FunctionLibrary::producerRights(const QByteArray& prefix)
{
    // Matches lines such as `  add = 'EXPIRE GET'` and `    .. ' HSET',` in the table of commands that each function
    // checks permissions for.
    static const QRegularExpression needs(QStringLiteral("\\n  (?:add|cancel) = ('[A-Z ]+'(?:\\s+\\.\\. '[A-Z ]+')*)"));
    static const QRegularExpression words(QStringLiteral("[A-Z]+"));
    std::set<QByteArray> commands = aclGreeting();
    commands.insert({"FCALL", "PUBLISH", "SADD", "TIME"}); // SADD adds the queue to the list of queues
    const QString text = QString::fromUtf8(source());
    for (auto function = needs.globalMatch(text); function.hasNext();) {
        for (auto word = words.globalMatch(function.next().captured(1)); word.hasNext();)
            commands.insert(word.next().captured().toLatin1());
    }
    const QByteArray base = aclQuoted(prefix);
    return {{"~" + base + ":{*}:*", "~" + base + ":{*}", "~" + base + ":queues"}, {base + ":{*}:wake"},
        std::move(commands)};
}

FunctionLibrary FunctionLibrary::of(const QByteArray& code)
{
    FunctionLibrary library;
    const qsizetype at = code.indexOf(versionStart);
    if (at >= 0) {
        const qsizetype from = at + versionStart.size();
        library.version = code.mid(from, std::min<qsizetype>(code.indexOf('\'', from) - from, 40));
    }
    const QVersionNumber theirs = versionNumber(library.version);
    const QVersionNumber ours = versionNumber(DUELINE_VERSION);
    library.state = code == source() ? State::Current
        : theirs.isNull()            ? State::Foreign
        : theirs < ours              ? State::Older
        : theirs > ours              ? State::Newer
                                     : State::Changed;
    return library;
}

Result<FunctionLibrary> FunctionLibrary::look(RedisClient& client)
{
    const auto listed = client.call({"FUNCTION", "LIST", "LIBRARYNAME", name, "WITHCODE"});
    if (!listed)
        return withWayOut(listed.error());
    if (listed->items.empty())
        return FunctionLibrary();
    const Reply* code = memberOf(listed->items.front(), "library_code");
    const Reply* functions = memberOf(listed->items.front(), "functions");
    if (!code || !functions)
        return unexpectedReply();
    FunctionLibrary library = of(code->bytes);
    for (const Reply& function : functions->items) {
        if (const Reply* called = memberOf(function, "name"))
            library.functions.push_back(called->bytes);
    }
    std::sort(library.functions.begin(), library.functions.end());
    return library;
}

Result<bool> FunctionLibrary::load(RedisClient& client, bool forced)
{
    const auto there = look(client);
    if (!there)
        return there.error();
    if (there->state == State::Current)
        return false;
    if (const auto may = checkChanging(*there, forced); !may)
        return may.error();
    const auto loaded = client.call({"FUNCTION", "LOAD", "REPLACE", source()});
    if (!loaded)
        return withWayOut(loaded.error());
    return true;
}

Result<bool> FunctionLibrary::remove(RedisClient& client, bool forced)
{
    const auto there = look(client);
    if (!there)
        return there.error();
    if (there->state == State::Missing)
        return false;
    if (const auto may = checkChanging(*there, forced); !may)
        return may.error();
    const auto removed = client.call({"FUNCTION", "DELETE", name});
    // "not found" means that an earlier attempt has already removed the library
    if (!removed && !removed.error().detail.contains(QStringLiteral("not found")))
        return withWayOut(removed.error());
    return true;
}

} // namespace dueline
