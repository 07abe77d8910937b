// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"

#include "core/layouts/catalogue/layoutregistry.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

HelpTopic addresses()
{
    return {"addresses", u"Where Redis is: --url, --to-url and the addresses of saved connections."_s,
        {{u"redis://[USER@]HOST[:PORT][/DB]"_s, u"one server (port 6379, database 0); valkey:// means the same"_s},
            {u"rediss://[USER@]HOST[:PORT][/DB]"_s, u"the same by TLS; valkeys:// means the same"_s},
            {u"unix:/PATH"_s, u"a unix socket, its whole path"_s},
            {u"redis-sentinel://[USER@]HOST[:PORT],.../MASTER[/DB]"_s,
                u"the master that sentinels know by this name (port 26379)"_s},
            {u"redis-cluster://[USER@]HOST[:PORT],..."_s, u"a cluster, by any of its nodes"_s},
            {u"db=N"_s, u"the database, where it does not stand in the path"_s},
            {u"tls=1"_s, u"TLS, for sentinels and clusters, too"_s},
            {u"cacert=FILE"_s, u"the authorities to trust (PEM), instead of the system's"_s},
            {u"cert=FILE key=FILE"_s, u"a certificate of one's own and its key (PEM), both or neither"_s},
            {u"sni=NAME"_s, u"the name that the server's certificate must have, instead of HOST"_s},
            {u"ssh=[USER@]HOST[:PORT]"_s,
                u"through your own ssh to that host; HOST of the address is as seen from there"_s}},
        u"Parameters follow a \"?\" and are joined by \"&\": "
        u"rediss://shop@redis.example:6380/2?cacert=/etc/ssl/shop.pem&ssh=me@bastion "
        "(in a shell, in quotes). %XX is the byte XX. TLS always checks chain and name. A password may stand behind "
        "the user, as in "
        "USER:PASSWORD@, but is better left to REDISCLI_AUTH or the prompt; that of the sentinels is DUELINE_SENTINEL_AUTH."_s};
}

HelpTopic filters()
{
    return {"filters", u"Which tasks are meant: --match, and the filter line of the window."_s,
        {{u"state:S"_s,
             u"in this state: scheduled, due, retrying, leased, failed, done, trash; pending is the first three"_s},
            {u"type:T id:ID"_s, u"the whole type or id; * stands for any text: type:mail.* id:*#order-7"_s},
            {u"worker:W"_s, u"leased to the workers whose name begins so"_s},
            {u"native:WORD"_s, u"which their own framework calls so, where it has a word beside the state"_s},
            {u"queue:NAME"_s,
                u"of this queue, in a place that several queues share (own_queue): @sidekiq, @laravel, @celery; * stands for any text"_s},
            {u"error:TEXT payload:TEXT"_s,
                u"with this text in the last error or the payload, as it is stored and as JSON reads it; a to z as A to Z"_s},
            {u"error~TEXT"_s, u"with the same error, whatever numbers, ids and addresses it has"_s},
            {u"kind:TEXT"_s,
                u"of this kind of failure, as \"failures\" tells it, or of the kind of this error; <**> is any one word"_s},
            {u"attempt>2 size>=1000000"_s, u"attempts, bytes of the payload; with < <= > >= = and whole numbers"_s},
            {u"due<+1h added>-1d"_s,
                u"due, added: with < <= > >= and a duration from now, an instant, or words for one: due<\"tomorrow 9\""_s},
            {u"at>=2026-11-21T10:40:00Z"_s, u"likewise: when it is due, its lease runs out, or it ended"_s},
            {u"TEXT"_s, u"with this text in the id, the last error or the payload"_s},
            {u"-TERM"_s, u"all but those: -worker:host-a"_s}},
        u"Errors and payloads are looked through byte by byte as they are stored, then with the escapes of JSON strings as the "
        u"characters they stand for (hex digits of either case, surrogate pairs, slashes and the others), and those of JSON inside "
        u"a string once more; a match in any of these "
        u"counts. A payload that is packed is looked through as what it reads as, too: by the reader that --read or the saved "
        u"connection has for its type, else where its bytes say themselves what they are (duectl show), up to 1 MiB of them. "
        u"Lists, counts and actions on all that matches mean the same tasks. "
        u"Terms beside each other must all hold; there is no word for that, \"and\" would be looked for as a text. "
        u"\"Quotes\" hold "
        "words together: error:\"after 30 s\"."_s};
}

HelpTopic layouts()
{
    std::vector<std::pair<QString, QString>> rows;
    for (const LayoutType* type : allLayouts()) {
        for (const auto& [form, meaning] : type->usage())
            rows.emplace_back(QString::fromUtf8(form), QString::fromUtf8(meaning));
    }
    return {"layouts", u"How queues are stored: --layout and the layout of saved connections."_s, rows,
        u"Parameters follow a \"?\" and are joined by \"&\": --layout 'zset:jobs?unit=ms&lock=lock_%1&lockfor=90s' (in "
        u"quotes, for the "
        "shell). The queue is called as its key. %XX is the byte XX, such as %3F for a ? in a key. \"duectl adopt\" "
        "moves the tasks of "
        "such a design into a native queue. Given again, --layout opens several at once; a saved connection has commas "
        "between them (%2C is a comma within one). Queues but native ones are then called NAME@LAYOUT: jobs@zset:jobs. "
        "A name without a layout means the only queue of that name; where several have it, it is refused. By auto it "
        "means "
        "the native queue where there is one, to add and to work always, and a line tells which others have it; "
        "mail@bullmq:shop "
        "and @sidekiq need not have been found before. Keys are looked through, 200,000 or 2 s at "
        "most, by commands over all queues and for a name that no known layout has."_s};
}

} // namespace

const std::vector<HelpTopic>& helpTopics()
{
    static const std::vector<HelpTopic> topics{addresses(), filters(), layouts()};
    return topics;
}

} // namespace dueline::duectl
