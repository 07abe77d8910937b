// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/completion.h"

#include "core/console/profiles/profilestore.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/payload/readerchoice.h"
#include "core/queue/taskstate.h"
#include "core/redis/redisurl.h"

#include <algorithm>

namespace dueline {

namespace {

bool isPrintable(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.isPrint(); });
}

/// Adds the candidates for a layout. For `bullmq[:PREFIX]`, these are `bullmq` and `bullmq:`, since the prefix is
/// optional.
void addLayout(std::vector<Completion>& all, const LayoutUsage& usage)
{
    const QByteArray form(usage.form);
    const qsizetype colon = form.indexOf(':');
    const bool isOptional = colon > 0 && form[colon - 1] == '[';
    const QByteArray name = colon < 0 ? form : form.left(isOptional ? colon - 1 : colon);
    if (colon < 0 || isOptional)
        all.push_back({name, QString::fromUtf8(usage.meaning)});
    if (colon >= 0)
        all.push_back({name + ':', QString::fromUtf8(usage.meaning)});
}

/// Adds a layout's parameters. `before`: text up to the last `?` or `&`.
void addParameter(std::vector<Completion>& all, const LayoutUsage& usage, const QByteArray& before)
{
    const QByteArray form = QByteArray(usage.form).trimmed();
    const qsizetype equals = form.indexOf('=');
    const QByteArray values = form.mid(equals + 1);
    for (const QByteArray& value : values.contains('|') ? values.split('|') : QByteArrayList{QByteArray()})
        all.push_back({before + form.left(equals + 1) + value, QString::fromUtf8(usage.meaning)});
}

std::vector<Completion> layoutCompletions(const QByteArray& typed)
{
    const qsizetype parameter = std::max(typed.lastIndexOf('?'), typed.lastIndexOf('&')) + 1;
    const QByteArray name = typed.left(typed.indexOf(parameter > 0 && !typed.contains(':') ? '?' : ':'));
    std::vector<Completion> all;
    for (const LayoutType* type : allLayouts()) {
        for (const LayoutUsage& usage : type->usage()) {
            const bool isParameter = usage.form[0] == ' ';
            if (isParameter && parameter > 0 && type->name() == name)
                addParameter(all, usage, typed.left(parameter));
            else if (!isParameter && parameter == 0)
                addLayout(all, usage);
        }
    }
    return all;
}

/// Returns candidates for a queue name with a layout, such as `mail@bullmq` for `mail@`.
std::vector<Completion> queueCompletions(const QByteArray& typed)
{
    std::vector<Completion> all;
    const qsizetype at = typed.indexOf('@') + 1;
    if (at == 0)
        return all;
    for (const Completion& layout : layoutCompletions(typed.mid(at))) {
        if (layout.word != "auto" && layout.word != "native")
            all.push_back({typed.left(at) + layout.word, layout.meaning});
    }
    return all;
}

std::vector<Completion> profileCompletions()
{
    std::vector<Completion> all;
    if (const auto profiles = ProfileStore().load()) {
        for (const Profile& profile : *profiles) {
            if (isPrintable(profile.name))
                all.push_back({profile.name.toUtf8(), withoutPassword(profile.url)});
        }
    }
    return all;
}

std::vector<Completion> readerCompletions()
{
    std::vector<Completion> all{{"auto"}, {"none"}};
    for (const PayloadLayer layer : allLayers) {
        const QByteArray needsMore = layer == PayloadLayer::Protobuf ? ":" : "";
        all.push_back({layerName(layer).toUtf8() + needsMore, layerText(layer)});
    }
    return all;
}

std::vector<Completion> singleValues(QByteArrayView option, const QByteArray& kind, const QByteArray& typed)
{
    std::vector<Completion> all;
    if (option == "profile" || option == "to-profile")
        return profileCompletions();
    if (kind == "LAYOUT")
        return layoutCompletions(typed);
    if (kind.startsWith('Q'))
        return queueCompletions(typed);
    if (kind.endsWith("READERS"))
        return readerCompletions();
    if (kind == "F" || kind == "F|-" || kind.startsWith("FILE"))
        return {Completion::files()};
    if (kind == "ADDRESS:PORT")
        return {{"127.0.0.1:9464"}, {"[::1]:9464"}};
    if (kind == "S") {
        for (const TaskState state : allStates)
            all.push_back({stateName(state).toByteArray()});
        all.push_back({"pending"});
    } else if (kind == "URL") {
        for (const QString& scheme : redisSchemes())
            all.push_back({scheme.toUtf8() + (scheme == u"unix" ? ":/" : "://")});
    } else if (kind.contains('|')) {
        // Complete values such as fixed:D only up to the colon.
        for (const QByteArray& value : kind.split('|'))
            all.push_back({value.contains(':') ? value.left(value.indexOf(':') + 1) : value});
    }
    return all;
}

} // namespace

std::vector<Completion> valueCompletions(QByteArrayView option, const QByteArray& kind, const QByteArray& typed)
{
    const bool severalWithCommas = option == "state" || option == "default" || option == "read";
    const qsizetype last = severalWithCommas ? typed.lastIndexOf(',') + 1 : 0;
    std::vector<Completion> all = singleValues(option, kind, typed.mid(last));
    const QByteArrayList named = option == "state" && last > 0 ? typed.left(last - 1).split(',') : QByteArrayList();
    std::erase_if(all, [&named](const Completion& completion) { return named.contains(completion.word); });
    for (Completion& completion : all)
        completion.word.prepend(typed.left(last));
    return all;
}

QByteArray completionLines(
    const std::vector<Completion>& completions, const QByteArray& typed, const QByteArray& before)
{
    QByteArray lines;
    for (const auto& [word, meaning] : completions) {
        if (word == Completion::files().word)
            lines += word + '\n';
        else if (word.startsWith(typed))
            lines += before + word + (meaning.isEmpty() ? "" : '\t' + meaning.simplified().toUtf8()) + '\n';
    }
    return lines;
}

} // namespace dueline
