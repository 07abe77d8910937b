// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"

#include "core/layouts/catalogue/layoutregistry.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

HelpTopic addresses()
{
    return {"addresses", u"Addresses of Redis servers: --url, --to-url and saved connections"_s,
        {{u"redis://[USER@]HOST[:PORT][/DB]"_s, u"one server (port 6379, database 0); valkey:// is an alias"_s},
            {u"rediss://[USER@]HOST[:PORT][/DB]"_s, u"one server with TLS; valkeys:// is an alias"_s},
            {u"unix:/PATH"_s, u"Unix socket, with its absolute path"_s},
            {u"redis-sentinel://[USER@]HOST[:PORT],.../MASTER[/DB]"_s,
                u"the master with this name, as configured in the sentinels (port 26379)"_s},
            {u"redis-cluster://[USER@]HOST[:PORT],..."_s, u"cluster, through any of its nodes"_s},
            {u"db=N"_s, u"database, if it is not in the path"_s},
            {u"tls=1"_s, u"use TLS, also for sentinels and clusters"_s},
            {u"cacert=FILE"_s, u"certificate authorities to trust (PEM) instead of the system's"_s},
            {u"cert=FILE key=FILE"_s, u"client certificate and its key (PEM); both are required"_s},
            {u"sni=NAME"_s, u"name in the server's certificate, if it is not HOST"_s},
            {u"ssh=[USER@]HOST[:PORT]"_s,
                u"connect through this host with your ssh program; HOST is resolved on "
                u"that host"_s}},
        u"Parameters follow a \"?\" and are separated by \"&\": "
        u"rediss://shop@redis.example:6380/2?cacert=/etc/ssl/shop.pem&ssh=me@bastion (in a shell, in quotes). %XX is "
        u"the byte XX. TLS always verifies the certificate chain and the name. A password can follow the user, as in "
        u"USER:PASSWORD@, but REDISCLI_AUTH or the prompt is safer. DUELINE_SENTINEL_AUTH is the password for the "
        u"sentinels."_s};
}

HelpTopic filters()
{
    return {"filters", u"Filters that select tasks: --match, and the window's filter line"_s,
        {{u"state:S"_s, u"state: scheduled, due, retrying, leased, failed, done, trash; pending is the first three"_s},
            {u"type:T id:ID"_s, u"the complete type or id; * matches any text: type:mail.* id:*#order-7"_s},
            {u"worker:W"_s, u"leased to a worker whose name starts with W"_s},
            {u"native:WORD"_s, u"the framework's own name for the state, if it has one"_s},
            {u"queue:NAME"_s,
                u"queue of a task (own_queue) in a list shared by several queues (@sidekiq, @laravel, @celery); * "
                u"matches any text"_s},
            {u"error:TEXT payload:TEXT"_s,
                u"text in the last error or the payload, as stored and as decoded JSON; ignores the case of ASCII "
                u"letters"_s},
            {u"json:PATH=VALUE json:PATH"_s,
                u"member of a JSON payload with this exact value, or with any value: json:$.customer.id=42, "
                u"json:$.items[].sku; a value with spaces: json:\"$.name=Ann Lee\""_s},
            {u"error~TEXT"_s, u"the same error, with any numbers, ids and addresses"_s},
            {u"kind:TEXT"_s,
                u"failure group as listed by \"failures\", or the group this error belongs to; <**> matches "
                u"any one word"_s},
            {u"attempt>2 size>=1000000"_s,
                u"number of attempts, or of deliveries of a stream's message; size of the payload in bytes; with < <= > "
                u">= = and whole numbers"_s},
            {u"due<+1h added>-1d"_s,
                u"due time, or time when the task was added; with < <= > >= and a duration from now, an instant, "
                u"or words: due<\"tomorrow 9\""_s},
            {u"at>=2026-11-21T10:40:00Z"_s, u"time when the task is due, its lease expires, or it finished"_s},
            {u"TEXT"_s, u"text in the id, the last error or the payload"_s},
            {u"-TERM"_s, u"negates a term: -worker:host-a"_s}},
        u"Errors and payloads are searched in three forms: as stored; with JSON string escapes decoded, including "
        u"surrogate pairs and escaped slashes; and with the escapes of JSON inside a JSON string decoded. A match in "
        u"any form counts. A packed payload is also searched in decoded form, up to 1 MiB, with the reader of --read "
        u"or the saved connection, or if its bytes identify the format (see \"show\"). Lists, counts and actions on "
        u"all matches cover the same tasks. All terms must match; \"and\" is a search term, not an operator. "
        u"\"Quotes\" group words: error:\"after 30 s\"."_s};
}

HelpTopic layouts()
{
    std::vector<std::pair<QString, QString>> rows;
    for (const LayoutType* type : allLayouts()) {
        for (const auto& [form, meaning] : type->usage())
            rows.emplace_back(QString::fromUtf8(form), QString::fromUtf8(meaning));
    }
    return {"layouts", u"Layouts of queues in Redis: --layout and saved connections"_s, rows,
        u"Parameters follow a \"?\" and are separated by \"&\": --layout "
        u"'zset:jobs?unit=ms&lock=lock_%1&lockfor=90s' (in quotes, for the shell). A custom queue is "
        u"named after its key. %XX is the byte XX, such as %3F for a ? in a key. \"duectl layout guess\" proposes "
        u"a file for other designs. \"duectl adopt\" moves the tasks of a custom queue into a native one. Repeat "
        u"--layout to open several layouts; in a saved connection, separate them with commas (%2C is a literal "
        u"comma). Queues other than native ones are then named NAME@LAYOUT: jobs@zset:jobs. A name without a "
        u"layout must be unique. With auto, such a name means the native queue if there is one; for add and work, "
        u"it always means the native queue. Standard error lists other queues with this name. Names such as "
        u"mail@bullmq:shop and @sidekiq need no scan. Commands that cover all queues, and names that belong to no "
        u"known layout, require a scan of up to 200,000 keys, for at most 2 s."_s};
}

} // namespace

const std::vector<HelpTopic>& helpTopics()
{
    static const std::vector<HelpTopic> topics{addresses(), filters(), layouts()};
    return topics;
}

} // namespace dueline::duectl
