// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "core/base/text.h"
#include "core/console/witness/marks.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/layouts/port/functionlibrary.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// role for programs that add tasks through the Redis functions
constexpr QByteArrayView producer = "producer";

/// Returns whether a word needs no quotes in a Redis command line.
bool isPlain(QByteArrayView text)
{
    return !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\''; });
}

Error noRuleFor(AclRole role, const LayoutSpec& layout)
{
    if (role == AclRole::Worker && layout.type().rights(AclRole::Viewer, layout.parameters().get(), {})) {
        return usage(
            u"Dueline does not run jobs in the %1 layout, so there is no worker rule for it. Use the native layout, "
            u"or the viewer or operator role."_s.arg(printable(layout.text().toUtf8(), 60)));
    }
    QStringList known;
    for (const LayoutType* type : allLayouts()) {
        const auto usual = parseLayout(QString::fromLatin1(type->name()));
        if (usual && type->rights(AclRole::Viewer, usual->parameters().get(), {}))
            known << usual->text();
    }
    return usage(u"There is no rule for the %1 layout. Layouts with a rule: %2."_s.arg(
        printable(layout.text().toUtf8(), 60), known.join(u", "_s)));
}

/// Returns whether a rule covers all keys on the server.
bool coversAllKeys(const AclRights& rights) { return rights.keys.contains("~*") || rights.keys.contains("%R~*"); }

/// Removes the patterns that a pattern for all keys makes redundant. Redis rejects a rule with another pattern after
/// `~*`.
void removeRedundant(AclRights& rights)
{
    if (rights.keys.contains("~*"))
        rights.keys = {"~*"};
    else if (rights.keys.contains("%R~*"))
        rights.keys.removeIf([](const QByteArray& key) { return key.startsWith("%R~") && key != "%R~*"; });
}

/// Returns the permissions for every queue the connection's layouts can have. `queues`: queue names, for layouts whose
/// key patterns depend on them. `unlimited`: receives the layouts that need permission for all keys.
Result<AclRights> rightsFor(AclRole role, const LayoutSpec& layouts, const QByteArray& prefix,
    const std::vector<QByteArray>& queues, QStringList& unlimited)
{
    AclRights rights;
    bool areAsked = false;
    for (const LayoutSpec& layout : layouts.parts()) {
        const auto one = layout.type().rights(role, layout.parameters().get(), prefix);
        if (!one)
            return noRuleFor(role, layout);
        rights.add(*one);
        if (coversAllKeys(*one))
            unlimited << printable(layout.text().toUtf8(), 60);
        if (layout.type().queuePatterns(layout.parameters().get(), "any").isEmpty())
            continue;
        areAsked = true;
        for (const QByteArray& queue : queues) {
            const QByteArray ending = '@' + LayoutNames::idOf(layout);
            const QueueName name = queue.endsWith(ending) ? queue.chopped(ending.size()) : queue;
            for (const QByteArray& pattern : layout.type().queuePatterns(layout.parameters().get(), name))
                rights.keys << (role == AclRole::Viewer ? "%R~" : "~") + pattern;
        }
        if (queues.empty()) {
            return usage(
                u"In the %1 layout, each queue name is a key, so the rule needs the queue names: add --queue NAME for each queue."_s
                    .arg(printable(layout.text().toUtf8(), 60)));
        }
    }
    if (!queues.empty() && !areAsked)
        return usage(
            u"--queue applies only to Celery without a prefix; rules for other layouts cover all of their queues."_s);
    // All layouts store the timeline's marks in the same stream. Viewers may read marks; operators may also add them.
    const QByteArray marks = aclQuoted(markStream(prefix));
    if (role == AclRole::Viewer)
        rights.add({{"%R~" + marks}, {}, {"XRANGE"}});
    else if (role == AclRole::Operator)
        rights.add({{'~' + marks}, {}, {"XADD", "XRANGE"}});
    removeRedundant(rights);
    return rights;
}

/// Returns the warning about a rule that covers all keys.
QString warningAbout(const QStringList& unlimited)
{
    return u"Warning: this rule covers every key on the server. In the layout %1, some keys have names without a fixed "
           u"part, such as the name of a queue or the ID of a task."_s.arg(unlimited.join(u" and "_s));
}

/// Returns the permissions for adding tasks through the Redis functions, which only support native queues.
Result<AclRights> rightsOfProducer(const Context& context)
{
    const LayoutSpec& layout = context.layout();
    if (!layout.finds() && (layout.isSeveral() || QByteArrayView(layout.type().name()) != "native")) {
        return usage(
            u"The producer role adds tasks through functions (duectl functions load), which only native queues "
            u"support. For the %1 layout, use the operator role."_s.arg(printable(layout.text().toUtf8(), 60)));
    }
    if (!context.line().values("queue").empty())
        return usage(u"--queue applies only to Celery without a prefix; a producer's rule covers all native queues."_s);
    return FunctionLibrary::producerRights(context.connection().prefix);
}

} // namespace

/// Prints a Redis ACL rule. Doesn't contact the server: the rule depends only on the command line.
Result<int> runAcl(Context& context)
{
    const QByteArray word = context.line().words().front();
    const auto role = aclRoleFromName(word);
    if (!role && word != producer)
        return Error{ErrorCode::Usage,
            u"\"%1\" is not a role: use viewer, operator, worker or producer."_s.arg(printable(word, 40))};
    const QByteArray user = context.line().has("user") ? context.line().value("user") : "dueline-" + word;
    QStringList unlimited;
    const auto rights = role
        ? rightsFor(*role, context.layout(), context.connection().prefix, context.line().values("queue"), unlimited)
        : rightsOfProducer(context);
    if (!rights)
        return rights.error();
    const QByteArrayList rules = rights->rules();
    if (!isPlain(user) || !std::all_of(rules.begin(), rules.end(), isPlain)) {
        return Error{
            ErrorCode::Usage, u"User names and prefixes must be printable characters without spaces or quotes."_s};
    }
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("role", word);
        json.member("user", user);
        json.key("rules").beginArray();
        for (const QByteArray& rule : rules)
            json.string(rule);
        json.endArray();
        if (!unlimited.isEmpty())
            json.member("warning", warningAbout(unlimited).toUtf8());
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(
            u"ACL SETUSER %1 reset on %2"_s.arg(QString::fromLatin1(user), QString::fromLatin1(rules.join(' '))));
        tell(u"The user has no password yet. Set one: ACL SETUSER %1 >PASSWORD"_s.arg(QString::fromLatin1(user)));
        if (!unlimited.isEmpty())
            tell(warningAbout(unlimited));
        if (role && context.layout().finds())
            tell(u"This rule covers native queues only. Add other layouts by name, for example --layout bullmq."_s);
    }
    return 0;
}

} // namespace dueline::duectl
