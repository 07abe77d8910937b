// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/records.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/queue/leaselength.h"

#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

struct Setting
{
    const char* name;
    const char* jsonName; ///< name in JSON, where durations are in milliseconds
    QString (*text)(const QueueSettings&);
    Result<> (*set)(QueueSettings&, const QString&);
    void (*json)(JsonWriter&, const char*, const QueueSettings&);
};

Result<> anyLength(Millis) { return {}; }

template <Millis QueueSettings::*member, Result<> (*check)(Millis)>
constexpr Setting durationSetting(const char* name, const char* jsonName)
{
    return {name, jsonName, [](const QueueSettings& settings) { return formatDuration(settings.*member); },
        [](QueueSettings& settings, const QString& text) -> Result<> {
            const auto parsed = parseDuration(text);
            if (!parsed)
                return parsed.error();
            if (const auto checked = check(*parsed); !checked)
                return checked.error();
            settings.*member = *parsed;
            return {};
        },
        [](JsonWriter& json, const char* key, const QueueSettings& settings) {
            json.member(key, qint64((settings.*member).count()));
        }};
}

template <bool QueueSettings::*member> constexpr Setting keptSetting(const char* name, const char* jsonName)
{
    return {name, jsonName, [](const QueueSettings& settings) { return settings.*member ? u"keep"_s : u"drop"_s; },
        [](QueueSettings& settings, const QString& text) -> Result<> {
            if (text != u"keep" && text != u"drop")
                return usage(u"Use \"keep\" or \"drop\"."_s);
            settings.*member = text == u"keep";
            return {};
        },
        [](JsonWriter& json, const char* key, const QueueSettings& settings) { json.member(key, settings.*member); }};
}

Result<int> positive(const QString& text)
{
    bool ok = false;
    const int number = text.toInt(&ok);
    if (!ok || number < 1 || number > 1'000'000)
        return usage(u"Use a whole number from 1 to 1000000."_s);
    return number;
}

const std::array<Setting, 11>& settingTable()
{
    static const std::array<Setting, 11> table{
        durationSetting<&QueueSettings::keepDone, anyLength>("retention", "retention_ms"),
        durationSetting<&QueueSettings::keepFailed, anyLength>("keep-failed", "keep_failed_ms"),
        durationSetting<&QueueSettings::keepTrash, anyLength>("keep-trash", "keep_trash_ms"),
        durationSetting<&QueueSettings::keepUndo, anyLength>("keep-undo", "keep_undo_ms"),
        durationSetting<&QueueSettings::leaseFor, checkLease>("lease", "lease_ms"),
        Setting{"attempts", "attempts", [](const QueueSettings& s) { return QString::number(s.retry.maxAttempts); },
            [](QueueSettings& s, const QString& text) -> Result<> {
                const auto number = positive(text);
                if (!number)
                    return number.error();
                s.retry.maxAttempts = *number;
                return {};
            },
            [](JsonWriter& json, const char* key, const QueueSettings& s) { json.member(key, s.retry.maxAttempts); }},
        Setting{"backoff", "backoff", [](const QueueSettings& s) { return formatBackoff(s.retry.backoff); },
            [](QueueSettings& s, const QString& text) -> Result<> {
                const auto backoff = parseBackoff(text);
                if (!backoff)
                    return backoff.error();
                s.retry.backoff = *backoff;
                return {};
            },
            [](JsonWriter& json, const char* key, const QueueSettings& s) {
                json.member(key, formatBackoff(s.retry.backoff).toUtf8());
            }},
        Setting{"max-expiries", "max_expiries", [](const QueueSettings& s) { return QString::number(s.maxExpiries); },
            [](QueueSettings& s, const QString& text) -> Result<> {
                const auto number = positive(text);
                if (!number)
                    return number.error();
                s.maxExpiries = *number;
                return {};
            },
            [](JsonWriter& json, const char* key, const QueueSettings& s) { json.member(key, s.maxExpiries); }},
        keptSetting<&QueueSettings::keepResults>("results", "keep_results"),
        keptSetting<&QueueSettings::keepRuns>("runs", "keep_runs"),
        Setting{"expires", "expires_ms",
            [](const QueueSettings& s) {
                return s.expiresAfter > Millis(0) ? formatDuration(s.expiresAfter) : u"never"_s;
            },
            [](QueueSettings& s, const QString& text) -> Result<> {
                const auto after = text == u"never" ? Result<Millis>(Millis(0)) : parseDuration(text);
                if (!after)
                    return after.error();
                s.expiresAfter = *after;
                return {};
            },
            [](JsonWriter& json, const char* key, const QueueSettings& s) {
                json.member(key, qint64(s.expiresAfter.count()));
            }},
    };
    return table;
}

QString settingNames() { return QString::fromLatin1(queueSettingNames().join(", ")); }

/// Applies words of the form `NAME=VALUE` to the settings. Errors: Usage.
Result<> applySettings(QueueSettings& settings, const std::vector<QByteArray>& words)
{
    for (const QByteArray& word : words) {
        const qsizetype equals = word.indexOf('=');
        if (equals <= 0)
            return usage(
                u"\"%1\" is not a setting: use NAME=VALUE, with one of %2."_s.arg(printable(word, 60), settingNames()));
        const QByteArray name = word.left(equals);
        const auto it = std::find_if(
            settingTable().begin(), settingTable().end(), [&](const Setting& s) { return name == s.name; });
        if (it == settingTable().end())
            return usage(u"Unknown setting \"%1\". Settings: %2."_s.arg(printable(name, 40), settingNames()));
        if (const auto set = it->set(settings, QString::fromUtf8(word.mid(equals + 1))); !set)
            return usage(u"%1: %2"_s.arg(QString::fromLatin1(it->name), set.error().message));
    }
    return {};
}

/// Prints the queue's settings. Prints nothing if its layout has none.
void showSettings(Context& context, const QueueInfo& queue)
{
    std::span<const Setting> settings(settingTable());
    if (!context.backend().capabilities(queue.name).settings)
        settings = {};
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        writeQueue(json, queue);
        for (const Setting& setting : settings)
            setting.json(json, setting.jsonName, queue.settings);
        json.endObject();
        context.out().write(json.take());
        return;
    }
    Output& out = context.out();
    const auto field
        = [&](const QString& name, const QString& value) { out.line((name + u':').leftJustified(14) + value); };
    field(u"Queue"_s, printable(queue.name));
    field(u"Tasks"_s, countsText(queue.counts));
    field(u"Paused"_s, queue.paused ? u"yes"_s : u"no"_s);
    if (queue.oldestDue)
        field(u"Oldest due"_s, timeText(*queue.oldestDue, queue.serverNow));
    if (queue.nextDue)
        field(u"Next due"_s, timeText(*queue.nextDue, queue.serverNow));
    if (queue.damaged > 0)
        field(u"Quarantined"_s, QString::number(queue.damaged));
    for (const Setting& setting : settings)
        field(QString::fromLatin1(setting.name), setting.text(queue.settings));
}

Result<int> deleteQueue(Context& context, const QueueInfo& queue)
{
    const auto editor = context.editor();
    if (!editor)
        return editor.error();
    const QString name = printable(queue.name);
    if (!context.line().has("yes")) {
        if (!canAsk())
            return Error{ErrorCode::Refused,
                u"Deleting the queue %1 deletes every task in it (%2) and cannot be undone: add --yes to continue."_s
                    .arg(name, countsText(queue.counts))};
        if (ask(u"Permanently delete the queue %1 with %2? Type its name: "_s.arg(name, countsText(queue.counts)))
            != name)
            return Error{ErrorCode::Cancelled, u"Nothing was deleted."_s};
    }
    if (const auto removed = (*editor)->removeQueue(queue.name, context.line().has("force")); !removed)
        return removed.error();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("queue", queue.name);
        json.member("deleted", true);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"Deleted the queue %1 with %2."_s.arg(name, countsText(queue.counts)));
    }
    return 0;
}

Result<int> setPaused(Context& context, bool paused)
{
    const auto name = context.queue();
    if (!name)
        return name.error();
    const auto editor = context.editor();
    if (!editor)
        return editor.error();
    if (const auto set = (*editor)->setPaused(*name, paused); !set)
        return set.error();
    if (const auto recorded = recordOperation(**editor, paused ? "pause" : "resume", *name, {}); !recorded)
        return recorded.error();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("queue", *name);
        json.member("paused", paused);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(paused
                ? u"Paused the queue %1: no more tasks start; running tasks finish."_s.arg(printable(*name))
                : u"Resumed the queue %1."_s.arg(printable(*name)));
    }
    return 0;
}

} // namespace

Result<int> runPause(Context& context) { return setPaused(context, true); }

Result<int> runResume(Context& context) { return setPaused(context, false); }

QByteArrayList queueSettingNames()
{
    QByteArrayList names;
    for (const Setting& setting : settingTable())
        names << setting.name;
    return names;
}

Result<int> runQueue(Context& context)
{
    const CommandLine& line = context.line();
    const auto name = context.queue();
    if (!name)
        return name.error();
    const QByteArray verb = line.words()[1];
    const std::vector<QByteArray> rest(line.words().begin() + 2, line.words().end());
    const bool sets = verb == "set";
    if (verb != "show" && !sets && verb != "delete")
        return usage(u"\"%1\" is not valid after the queue name: use show, set NAME=VALUE... or delete."_s.arg(
            printable(verb, 40)));
    if (sets == rest.empty())
        return usage(sets ? u"set needs at least one NAME=VALUE; the names are %1."_s.arg(settingNames())
                          : u"Unexpected \"%1\": \"duectl queue QUEUE %2\" takes no further arguments."_s.arg(
                              printable(rest.front(), 40), printable(verb)));
    QueueSettings probe;
    if (const auto valid = applySettings(probe, rest); !valid)
        return valid.error();

    if (verb != "show") {
        if (const auto editor = context.editorOf(*name); !editor)
            return editor.error();
    }
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (verb == "delete")
        return deleteQueue(context, *queue);
    if (const auto error = unreadable(*queue))
        return *error;
    if (sets) {
        if (const auto applied = applySettings(queue->settings, rest); !applied)
            return applied.error();
        const auto editor = context.editor();
        if (const auto configured = (*editor)->configure(*name, queue->settings); !configured)
            return configured.error();
        if (const auto recorded = recordOperation(**editor, "settings", *name, rest.front()); !recorded)
            return recorded.error();
    }
    showSettings(context, *queue);
    return 0;
}

} // namespace dueline::duectl
