// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/launchoptions.h"

#include "core/console/profiles/completion.h"
#include "core/console/profiles/placelink.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisurl.h"

#include <QRegularExpression>

namespace dueline {

namespace {

constexpr int largestSide = 16'384; // maximum width and height the paint engine supports, in pixels

/// Parses WIDTHxHEIGHT. Errors: Usage.
Result<QSize> windowSize(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^([1-9][0-9]{0,4})x([1-9][0-9]{0,4})$"));
    const auto match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.width() > largestSide || size.height() > largestSide)
        return Error{ErrorCode::Usage,
            QStringLiteral("--size must be WIDTHxHEIGHT in pixels, such as 1280x800, each at most %1.")
                .arg(largestSide)};
    return size;
}

/// Adds a layout to a profile's list of layouts, which is stored as text. Escapes commas in `one`, because commas
/// separate layouts there. Errors: Usage.
Result<QString> joinedLayouts(const QString& before, const QString& one)
{
    const auto more = parseLayout(one);
    if (!more)
        return more.error();
    if (before.isEmpty())
        return one.contains(u',') ? QString(one).replace(u',', QStringLiteral("%2C")) : one;
    const auto others = parseLayouts(before);
    return others ? Result<QString>(joinLayouts({*others, *more}).text()) : others.error();
}

struct HelpRow
{
    QByteArray option; ///< option name, including its dashes
    QByteArray kind; ///< placeholder for the option's value; empty for a flag
    QString meaning;
};

std::vector<HelpRow> helpRows()
{
    static const QRegularExpression row(
        QStringLiteral("(?:^  |, )(--[a-z-]+)(?: (\\S+))?(?: {2,}(.*)|(?=,)|$)"), QRegularExpression::MultilineOption);
    std::vector<HelpRow> rows;
    for (auto match = row.globalMatch(LaunchOptions::helpText()); match.hasNext();) {
        const auto found = match.next();
        rows.push_back({found.captured(1).toUtf8(), found.captured(2).toUtf8(), found.captured(3)});
    }
    return rows;
}

} // namespace

Result<LaunchOptions> LaunchOptions::parse(const QStringList& arguments)
{
    LaunchOptions options;
    QString picture;
    QString size;
    const std::pair<QString, bool*> switches[] = {
        {QStringLiteral("--help"), &options.help},
        {QStringLiteral("-h"), &options.help},
        {QStringLiteral("--version"), &options.version},
        {QStringLiteral("--sandbox"), &options.sandbox},
        {QStringLiteral("--read-only"), &options.readOnly},
        {QStringLiteral("--link"), &options.link},
        {QStringLiteral("--summary"), &options.summary},
    };
    const std::pair<QString, QString*> values[] = {
        {QStringLiteral("--connect"), &options.url},
        {QStringLiteral("--layout"), &options.layout},
        {QStringLiteral("--profile"), &options.profile},
        {QStringLiteral("--queue"), &options.queue},
        {QStringLiteral("--filter"), &options.filter},
        {QStringLiteral("--lang"), &options.language},
        {QStringLiteral("--theme"), &options.theme},
        {QStringLiteral("--size"), &size},
        {QStringLiteral("--screenshot"), &picture},
    };
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString name = arguments[i].section(u'=', 0, 0);
        bool known = false;
        for (const auto& [option, value] : switches) {
            if (arguments[i] == option) {
                *value = true;
                known = true;
            }
        }
        for (const auto& [option, value] : values) {
            if (name != option)
                continue;
            known = true;
            const QString before = *value;
            if (arguments[i].contains(u'='))
                *value = arguments[i].section(u'=', 1);
            else if (i + 1 < arguments.size())
                *value = arguments[++i];
            else
                return Error{ErrorCode::Usage, QStringLiteral("%1 needs a value; see dueline --help.").arg(option)};
            if (option == u"--layout") {
                auto joined = joinedLayouts(before, *value);
                if (!joined)
                    return joined.error();
                *value = *std::move(joined);
            }
            if (option == u"--theme" && *value != u"system" && themeChoice(*value) == ThemeChoice::System)
                return Error{ErrorCode::Usage, QStringLiteral("--theme must be light, dark, high-contrast or system.")};
            if (option == u"--lang" && *value != u"en" && *value != u"zh_CN")
                return Error{ErrorCode::Usage, QStringLiteral("--lang must be en or zh_CN.")};
            if (option == u"--size") {
                const auto read = windowSize(*value);
                if (!read)
                    return read.error();
                options.size = *read;
            }
            if (option == u"--screenshot")
                options.pictures.push_back({picture, options.theme});
        }
        if (!known && options.url.isEmpty() && PlaceLink::isLink(arguments[i])) {
            options.url = arguments[i];
            // The link may come from the desktop, so it must not be opened without the user's consent.
            options.link = known = true;
        }
        if (!known
            && (looksLikeRedisUrl(arguments[i]) || arguments[i].startsWith(QLatin1String("redis"))
                || arguments[i].startsWith(QLatin1String("unix:")))
            && options.url.isEmpty()) {
            options.url = arguments[i]; // the desktop passes a link as an argument
            known = true;
        }
        if (!known)
            return Error{ErrorCode::Usage,
                QStringLiteral("Unknown option \"%1\"; see dueline --help.")
                    .arg(withoutPassword(arguments[i]).left(64))};
    }
    if (PlaceLink::isLink(options.url)) {
        if (const auto parsed = PlaceLink::parse(options.url); !parsed)
            return parsed.error();
    } else if (!options.url.isEmpty()) {
        if (const auto parsed = parseRedisUrl(options.url); !parsed)
            return parsed.error();
    }
    if (const auto parsed = parseLayouts(options.layout); !parsed)
        return parsed.error();
    return options;
}

bool LaunchOptions::canBeHandedOver() const
{
    LaunchOptions plain;
    plain.link = link;
    plain.url = link ? url : QString();
    return *this == plain;
}

ThemeChoice LaunchOptions::firstTheme(ThemeChoice saved) const
{
    const QString& named = pictures.empty() ? theme : pictures.front().theme;
    return named.isEmpty() ? saved : themeChoice(named);
}

ThemeChoice LaunchOptions::themeChoice(const QString& name)
{
    return name == u"dark"         ? ThemeChoice::Dark
        : name == u"light"         ? ThemeChoice::Light
        : name == u"high-contrast" ? ThemeChoice::HighContrast
                                   : ThemeChoice::System;
}

QString LaunchOptions::completions(const QStringList& words)
{
    const QByteArray typed = words.isEmpty() ? QByteArray() : words.last().toUtf8();
    const QByteArray previous = words.size() < 2 ? QByteArray() : words[words.size() - 2].toUtf8();
    const qsizetype valueAt = typed.startsWith("--") ? typed.indexOf('=') + 1 : 0;
    std::vector<Completion> options;
    for (const auto& [option, kind, meaning] : helpRows()) {
        const bool isInWord = valueAt > 0 && typed.left(valueAt - 1) == option;
        if (!kind.isEmpty() && (isInWord || option == previous)) {
            const QByteArray value = typed.mid(isInWord ? valueAt : 0);
            return QString::fromUtf8(completionLines(
                valueCompletions(option.mid(2), kind, value), value, typed.left(isInWord ? valueAt : 0)));
        }
        options.push_back({option, meaning});
    }
    return QString::fromUtf8(completionLines(options, typed));
}

QString LaunchOptions::helpText()
{
    return QStringLiteral(
        "dueline: delayed tasks in Redis, on one timeline.\n\n"
        "Usage: dueline [OPTION]... [URL]\n\n"
        "  URL                     same as --connect URL\n"
        "  --sandbox               open a private Redis with demo queues and a running worker\n"
        "  --connect URL           redis://host:port/db, unix:/path or another address from \"duectl help addresses\";\n"
        "                          a password comes from REDISCLI_AUTH or a prompt\n"
        "  --layout LAYOUT         how the queues of --connect are stored (auto), as in \"duectl help layouts\";\n"
        "                          may be repeated\n"
        "  --profile NAME          open a saved connection\n"
        "  --link                  the URL comes from another program: ask before connecting; used by the desktop\n"
        "  --queue NAME            show this queue first\n"
        "  --read-only             do not allow changes in this window\n"
        "  --filter TEXT           narrow the table, as in \"duectl help filters\"\n"
        "  --lang en|zh_CN         language of the window\n"
        "  --theme light|dark|high-contrast|system\n"
        "  --size WIDTHxHEIGHT     size of the window, in pixels\n"
        "  --screenshot FILE.png   render the window once it is loaded and exit; works without a display; may\n       "
        "                   be repeated; each picture uses the theme given before it\n"
        "  --summary               print task counts and worker results once the window has loaded, and exit\n"
        "  --version, --help\n");
}

} // namespace dueline
