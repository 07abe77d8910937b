// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/mcpschemas.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

struct Argument
{
    QString name;
    QString type; ///< string, integer, boolean, or array of strings
    QString says;
    bool isRequired = false;
    qint64 most = 0; ///< an integer's maximum value, or an array's maximum length
    QStringList choices = {};
};

const Argument queueArgument{u"queue"_s, u"string"_s, u"name of a queue, as listed by \"queues\""_s, true};
const Argument stateArgument{u"state"_s, u"string"_s,
    u"scheduled, due, retrying, leased, failed, done, trash, pending (the first three), or several separated by commas"_s};
const Argument matchArgument{u"match"_s, u"string"_s,
    u"a filter: type:mail error:timeout payload:ann attempt>2 queue:mail, terms separated by spaces; queue: matches the task's own queue"_s};

QJsonObject tool(const QString& name, const QString& says, const std::vector<Argument>& takes, bool reads = true)
{
    QJsonObject properties;
    QJsonArray required;
    for (const Argument& argument : takes) {
        QJsonObject schema{{u"type"_s, argument.type}, {u"description"_s, argument.says}};
        if (argument.type == u"integer")
            schema.insert(u"minimum"_s, 0);
        if (argument.most > 0)
            schema.insert(argument.type == u"array" ? u"maxItems"_s : u"maximum"_s, argument.most);
        if (argument.type == u"array")
            schema.insert(u"items"_s, QJsonObject{{u"type"_s, u"string"_s}});
        if (!argument.choices.isEmpty())
            schema.insert(u"enum"_s, QJsonArray::fromStringList(argument.choices));
        properties.insert(argument.name, schema);
        if (argument.isRequired)
            required.append(argument.name);
    }
    QJsonObject input{{u"type"_s, u"object"_s}, {u"properties"_s, properties}, {u"additionalProperties"_s, false}};
    if (!required.isEmpty())
        input.insert(u"required"_s, required);
    return {{u"name"_s, name}, {u"description"_s, says}, {u"inputSchema"_s, input},
        {u"annotations"_s,
            QJsonObject{{u"readOnlyHint"_s, reads}, {u"destructiveHint"_s, false}, {u"openWorldHint"_s, false}}}};
}

bool fits(const QJsonValue& value, const QJsonObject& schema)
{
    const QString type = schema[u"type"_s].toString();
    if (type == u"boolean")
        return value.isBool();
    if (type == u"integer") {
        const double number = value.toDouble(-1);
        return number >= 0 && number == double(qint64(number)) && number <= schema[u"maximum"_s].toDouble(9e15);
    }
    if (type == u"string")
        return value.isString() && !value.toString().contains(QChar(0))
            && (!schema.contains(u"enum"_s) || schema[u"enum"_s].toArray().contains(value));
    const QJsonArray members = value.toArray();
    if (!value.isArray() || members.size() > schema[u"maxItems"_s].toInteger())
        return false;
    for (const QJsonValue& member : members) {
        if (!member.isString())
            return false;
    }
    return true;
}

} // namespace

QJsonArray mcpToolSchemas(bool actions)
{
    QJsonArray tools{
        tool(u"queues"_s, u"Lists the available queues: tasks per state, oldest due task, paused, settings."_s, {}),
        tool(u"list"_s, u"Lists a queue's tasks by state: id, type, state, due time, attempts, error."_s,
            {queueArgument, stateArgument, matchArgument,
                {u"limit"_s, u"integer"_s, u"maximum number of tasks (50)"_s, false, 200},
                {u"offset"_s, u"integer"_s, u"number of tasks to skip"_s}}),
        tool(u"show"_s, u"Shows all of a task's fields and attempts."_s,
            {queueArgument, {u"id"_s, u"string"_s, u"id of the task, or a unique prefix"_s, true},
                {u"payload"_s, u"boolean"_s,
                    u"include the payload; fields that the connection's profile masks remain masked"_s}}),
        tool(u"failures"_s,
            u"Counts a queue's failed tasks by failure group, largest first, each with its last error as \"sample\". "
            u"Pass \"filter\" as \"match\" to list and preview_action to select exactly the group's tasks."_s,
            {queueArgument, matchArgument,
                {u"new_since"_s, u"string"_s,
                    u"a duration such as 1h: groups whose first task failed within it are \"new\" and listed first"_s},
                {u"limit"_s, u"integer"_s, u"maximum number of groups (20)"_s, false, 100}}),
        tool(u"timeline"_s, u"Counts a queue's tasks per time interval and state."_s,
            {queueArgument,
                {u"from"_s, u"string"_s, u"start: an instant (ISO 8601 with offset), or a duration from now: -1h"_s},
                {u"to"_s, u"string"_s, u"end: an instant, or a duration from now: +1h"_s},
                {u"bins"_s, u"integer"_s, u"number of intervals, 1 to 500 (60)"_s, false, 500}}),
        tool(u"operations"_s,
            u"Lists the operations on a queue, newest first: who ran them, and whether they can be undone or were interrupted."_s,
            {queueArgument}),
        tool(u"check"_s, u"Checks a queue's oldest due task and failed tasks against limits."_s,
            {queueArgument, {u"oldest_due"_s, u"string"_s, u"longest time a due task may wait (5m)"_s},
                {u"failed"_s, u"integer"_s, u"maximum number of failed tasks (10)"_s}}),
        tool(u"doctor"_s,
            u"Checks the server and these queues for anything that can lose or delay tasks, and suggests fixes."_s,
            {})};
    if (!actions)
        return tools;
    tools.append(tool(u"preview_action"_s,
        u"Previews an action without changing anything. Pass one of ids, match and all; for reschedule also one of in, "
        u"at and shift. Pass the token to \"confirm\" after a person has agreed."_s,
        {queueArgument,
            {u"action"_s, u"string"_s, u"action to preview"_s, true, 0,
                {u"retry"_s, u"discard"_s, u"reschedule"_s, u"run_now"_s}},
            {u"ids"_s, u"array"_s, u"ids of the tasks"_s, false, 1000}, matchArgument,
            {u"all"_s, u"boolean"_s, u"all tasks that the action applies to"_s}, stateArgument,
            {u"in"_s, u"string"_s, u"reschedule: due after this duration, such as 5m"_s},
            {u"at"_s, u"string"_s, u"reschedule: due at this instant"_s},
            {u"shift"_s, u"string"_s, u"reschedule: move the due time by this duration, such as +1h"_s},
            {u"reason"_s, u"string"_s, u"reason, stored with the operation"_s}}));
    tools.append(tool(u"preview_undo"_s, u"Previews the undo of an operation without changing anything."_s,
        {{u"operation"_s, u"string"_s, u"id of the operation, as returned by \"confirm\""_s, true}}));
    tools.append(tool(u"confirm"_s,
        u"Runs a previewed action on exactly the previewed tasks; tasks that have changed in the meantime are "
        u"skipped. The action can be undone."_s,
        {{u"token"_s, u"string"_s, u"token of the preview, valid for five minutes"_s, true}}, false));
    return tools;
}

std::optional<QByteArray> checkMcpArguments(
    const QJsonArray& tools, const QByteArray& name, const QJsonObject& arguments)
{
    for (const QJsonValue& known : tools) {
        if (known[u"name"_s].toString().toUtf8() != name)
            continue;
        const QJsonObject properties = known[u"inputSchema"_s][u"properties"_s].toObject();
        for (auto it = arguments.begin(); it != arguments.end(); ++it) {
            const QString shown = printable(it.key().toUtf8(), 40);
            if (!properties.contains(it.key()))
                return u"%1 has no argument \"%2\"."_s.arg(QString::fromUtf8(name), shown).toUtf8();
            if (!fits(it.value(), properties[it.key()].toObject()))
                return u"%1: \"%2\" does not match the tool's schema."_s.arg(QString::fromUtf8(name), shown).toUtf8();
        }
        const QJsonArray required = known[u"inputSchema"_s][u"required"_s].toArray();
        for (const QJsonValue& needed : required) {
            if (!arguments.contains(needed.toString()))
                return u"%1 needs the argument \"%2\"."_s.arg(QString::fromUtf8(name), needed.toString()).toUtf8();
        }
        return std::nullopt;
    }
    return QByteArray();
}

} // namespace dueline::duectl
