// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/launchoptions.h"

#include "core/redis/redisurl.h"

namespace dueline {

Result<LaunchOptions> LaunchOptions::parse(const QStringList& arguments)
{
    LaunchOptions options;
    const std::pair<QString, bool LaunchOptions::*> switches[] = {
        {QStringLiteral("--help"), &LaunchOptions::help},
        {QStringLiteral("-h"), &LaunchOptions::help},
        {QStringLiteral("--version"), &LaunchOptions::version},
        {QStringLiteral("--sandbox"), &LaunchOptions::sandbox},
        {QStringLiteral("--read-only"), &LaunchOptions::readOnly},
    };
    const std::pair<QString, QString LaunchOptions::*> values[] = {
        {QStringLiteral("--connect"), &LaunchOptions::url},
        {QStringLiteral("--profile"), &LaunchOptions::profile},
        {QStringLiteral("--queue"), &LaunchOptions::queue},
        {QStringLiteral("--lang"), &LaunchOptions::language},
        {QStringLiteral("--theme"), &LaunchOptions::theme},
        {QStringLiteral("--size"), &LaunchOptions::size},
        {QStringLiteral("--screenshot"), &LaunchOptions::screenshot},
    };
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString name = arguments[i].section(u'=', 0, 0);
        bool known = false;
        for (const auto& [option, member] : switches) {
            if (arguments[i] == option) {
                options.*member = true;
                known = true;
            }
        }
        for (const auto& [option, member] : values) {
            if (name != option)
                continue;
            known = true;
            if (arguments[i].contains(u'='))
                options.*member = arguments[i].section(u'=', 1);
            else if (i + 1 < arguments.size())
                options.*member = arguments[++i];
            else
                return Error{ErrorCode::Usage, QStringLiteral("%1 needs a value; see dueline --help.").arg(option)};
        }
        if (!known
            && (arguments[i].startsWith(QLatin1String("redis")) || arguments[i].startsWith(QLatin1String("unix:")))
            && options.url.isEmpty()) {
            options.url = arguments[i]; // a link handed over by the desktop
            known = true;
        }
        if (!known)
            return Error{ErrorCode::Usage,
                QStringLiteral("Unknown option \"%1\"; see dueline --help.")
                    .arg(withoutPassword(arguments[i]).left(64))};
    }
    if (!options.url.isEmpty()) {
        if (const auto parsed = parseRedisUrl(options.url); !parsed)
            return parsed.error();
    }
    if (!options.theme.isEmpty() && options.theme != u"light" && options.theme != u"dark" && options.theme != u"system")
        return Error{ErrorCode::Usage, QStringLiteral("--theme is light, dark or system.")};
    return options;
}

QString LaunchOptions::helpText()
{
    return QStringLiteral(
        "dueline - delayed tasks in Redis, on one timeline\n\n"
        "  --sandbox               open a private Redis with demo queues and a running worker\n"
        "  --connect URL           redis://host:port/db, unix:/path; a password comes from REDISCLI_AUTH or a prompt\n"
        "  --profile NAME          open a saved connection\n"
        "  --queue NAME            show this queue first\n"
        "  --read-only             allow no change in this window\n"
        "  --lang zh_CN            language of the window\n"
        "  --theme light|dark|system\n"
        "  --size WIDTHxHEIGHT     of the window\n"
        "  --screenshot FILE.png   render the window once it is loaded and exit; works without a display\n"
        "  --version, --help\n");
}

} // namespace dueline
