// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "core/base/text.h"
#include "core/layouts/native/nativeacl.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// What a word of a Redis command line may be without quotes.
bool isPlain(QByteArrayView text)
{
    return !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\''; });
}

} // namespace

/// Needs no server: the rules follow from this program alone.
Result<int> runAcl(Context& context)
{
    const QByteArray word = context.line().words().front();
    const auto role = aclRoleFromName(word);
    if (!role)
        return Error{ErrorCode::Usage, u"\"%1\" is none of viewer, operator, worker."_s.arg(printable(word, 40))};
    const QByteArray user = context.line().has("user") ? context.line().value("user") : "dueline-" + aclRoleName(*role);
    const QByteArray prefix = context.connection().prefix;
    if (!isPlain(user) || !isPlain(prefix))
        return Error{ErrorCode::Usage,
            u"A user's name and the prefix are printable characters without spaces and quotes here."_s};
    const QByteArrayList rules = aclRules(*role, prefix);
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("role", aclRoleName(*role));
        json.member("user", user);
        json.key("rules").beginArray();
        for (const QByteArray& rule : rules)
            json.string(rule);
        json.endArray();
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(
            u"ACL SETUSER %1 reset on %2"_s.arg(QString::fromLatin1(user), QString::fromLatin1(rules.join(' '))));
        tell(u"The user has no password yet: ACL SETUSER %1 >PASSWORD gives it one."_s.arg(QString::fromLatin1(user)));
    }
    return 0;
}

} // namespace dueline::duectl
