// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilejson.h"

#include "core/base/text.h"
#include "core/base/zonename.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisurl.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <cmath>

namespace dueline {

namespace {

constexpr qsizetype mostMaskedFields = 100;
constexpr double latestMuted = 253'402'300'799'999; // last millisecond of the year 9999

Error wrong(const QString& key, const QString& shouldBe)
{
    return {ErrorCode::Usage, QStringLiteral("\"%1\" is not %2").arg(key, shouldBe)};
}

/// Reader of a JSON object's members. Records an error for the first member with the wrong type.
class ProfileMembers
{
public:
    explicit ProfileMembers(const QJsonObject& object)
        : m_object(object)
    { }

    QString text(const QString& key, const QString& otherwise = {})
    {
        const QJsonValue value = find(key, QJsonValue::String, QStringLiteral("a text"));
        return value.isUndefined() ? otherwise : value.toString();
    }

    bool flag(const QString& key) { return find(key, QJsonValue::Bool, QStringLiteral("true or false")).toBool(); }

    std::optional<Millis> millis(const QString& key)
    {
        const QString kind = QStringLiteral("a whole number of milliseconds");
        const QJsonValue value = find(key, QJsonValue::Double, kind);
        if (value.isUndefined())
            return {};
        const double number = value.toDouble();
        if (number != std::floor(number) || number < 0 || number > 1e9) {
            complain(wrong(key, kind));
            return {};
        }
        return Millis(qint64(number));
    }

    QStringList texts(const QString& key)
    {
        const QString kind = QStringLiteral("a list of strings");
        QStringList texts;
        const QJsonArray array = find(key, QJsonValue::Array, kind).toArray();
        for (const auto& value : array) {
            if (!value.isString())
                complain(wrong(key, kind));
            texts << value.toString();
        }
        return texts;
    }

    ReaderChoices readers(const QString& key)
    {
        const QString kind = QStringLiteral("an object that maps each queue to the payload readers of its task types");
        ReaderChoices readers;
        const QJsonObject queues = find(key, QJsonValue::Object, kind).toObject();
        for (auto queue = queues.begin(); queue != queues.end(); ++queue) {
            const QJsonObject types = queue.value().toObject();
            if (!queue.value().isObject())
                complain(wrong(key, kind));
            for (auto type = types.begin(); type != types.end(); ++type) {
                if (!type.value().isString())
                    complain(wrong(key, kind));
                readers[queue.key()][type.key()] = type.value().toString();
            }
        }
        return readers;
    }

    MutedFailures muted(const QString& key)
    {
        const QString kind = QStringLiteral("an object that maps each muted error to a time in milliseconds");
        MutedFailures muted;
        const QJsonObject errors = find(key, QJsonValue::Object, kind).toObject();
        for (auto error = errors.begin(); error != errors.end(); ++error) {
            const double at = error.value().toDouble(-1);
            if (!(at >= 0 && at <= latestMuted))
                complain(wrong(key, kind));
            else
                muted[error.key().toUtf8()] = fromMs(qint64(at));
        }
        return muted;
    }

    void complain(const Error& error)
    {
        if (!m_problem)
            m_problem = error;
    }
    const std::optional<Error>& problem() const { return m_problem; }

private:
    QJsonValue find(const QString& key, QJsonValue::Type type, const QString& kind)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined() || value.type() == type)
            return value;
        complain(wrong(key, kind));
        return QJsonValue::Undefined;
    }

    const QJsonObject& m_object;
    std::optional<Error> m_problem;
};

QJsonObject readersToJson(const ReaderChoices& readers)
{
    QJsonObject queues;
    for (const auto& [queue, types] : readers) {
        QJsonObject choices;
        for (const auto& [type, choice] : types)
            choices.insert(type, choice);
        queues.insert(queue, choices);
    }
    return queues;
}

QJsonObject mutedToJson(const MutedFailures& muted)
{
    QJsonObject errors;
    for (const auto& [error, last] : muted)
        errors.insert(QString::fromUtf8(error), toMs(last));
    return errors;
}

/// Names of the RecordedTasks values in profiles.json.
constexpr std::array recordedNames{QLatin1StringView("counts"), QLatin1StringView("ids"), QLatin1StringView("tasks")};

bool isWithin(Millis value, Millis least, Millis most) { return value >= least && value <= most; }

} // namespace

QJsonObject profileToJson(const Profile& profile, QJsonObject base)
{
    const Profile plain;
    // Writes a member, or removes it if it has the default value.
    const auto put = [&base](const QString& key, const QJsonValue& value, bool needed) {
        if (needed)
            base.insert(key, value);
        else
            base.remove(key);
    };
    put(QStringLiteral("name"), profile.name, true);
    put(QStringLiteral("url"), profile.url, true);
    put(QStringLiteral("layout"), profile.layout, true);
    put(QStringLiteral("prefix"), QString::fromUtf8(profile.prefix), true);
    put(QStringLiteral("environment"), environmentName(profile.environment), true);
    put(QStringLiteral("readOnly"), profile.readOnly, true);
    put(QStringLiteral("secret"), secretPlaceName(profile.secret), true);
    put(QStringLiteral("group"), profile.group, !profile.group.isEmpty());
    put(QStringLiteral("connectTimeoutMs"), qint64(profile.connectTimeout.count()),
        profile.connectTimeout != plain.connectTimeout);
    put(QStringLiteral("commandTimeoutMs"), qint64(profile.commandTimeout.count()),
        profile.commandTimeout != plain.commandTimeout);
    put(QStringLiteral("refreshMs"), qint64(profile.refreshEvery.value_or(Millis(0)).count()),
        profile.refreshEvery.has_value());
    put(QStringLiteral("timeZone"), profile.timeZone, !profile.timeZone.isEmpty());
    put(QStringLiteral("mask"), QJsonArray::fromStringList(profile.maskedFields), !profile.maskedFields.isEmpty());
    put(QStringLiteral("readers"), readersToJson(profile.readers), !profile.readers.empty());
    put(QStringLiteral("record"), recordedNames[std::size_t(profile.recordedTasks)],
        profile.recordedTasks != plain.recordedTasks);
    put(QStringLiteral("mutedFailures"), mutedToJson(profile.mutedFailures), !profile.mutedFailures.empty());
    put(QStringLiteral("sentinelUser"), profile.sentinelUser, !profile.sentinelUser.isEmpty());
    return base;
}

Result<Profile> profileFromJson(const QJsonObject& object)
{
    Profile profile;
    ProfileMembers members(object);
    profile.name = members.text(QStringLiteral("name"));
    profile.url = members.text(QStringLiteral("url"));
    profile.layout = members.text(QStringLiteral("layout"), profile.layout);
    profile.prefix = members.text(QStringLiteral("prefix"), QString::fromUtf8(profile.prefix)).toUtf8();
    profile.readOnly = members.flag(QStringLiteral("readOnly"));
    profile.group = members.text(QStringLiteral("group"));
    profile.connectTimeout = members.millis(QStringLiteral("connectTimeoutMs")).value_or(profile.connectTimeout);
    profile.commandTimeout = members.millis(QStringLiteral("commandTimeoutMs")).value_or(profile.commandTimeout);
    profile.refreshEvery = members.millis(QStringLiteral("refreshMs"));
    profile.timeZone = members.text(QStringLiteral("timeZone"));
    profile.maskedFields = members.texts(QStringLiteral("mask"));
    profile.readers = members.readers(QStringLiteral("readers"));
    profile.mutedFailures = members.muted(QStringLiteral("mutedFailures"));
    profile.sentinelUser = members.text(QStringLiteral("sentinelUser"));
    const QString recorded = members.text(QStringLiteral("record"), recordedNames[0]);
    const auto known = std::find(recordedNames.begin(), recordedNames.end(), recorded);
    if (known != recordedNames.end())
        profile.recordedTasks = RecordedTasks(known - recordedNames.begin());
    else
        members.complain({ErrorCode::Usage, QStringLiteral("\"record\" must be counts, ids or tasks")});
    // An unknown name is an error: a default could treat a production server as a less critical one.
    const auto environment
        = environmentFromName(members.text(QStringLiteral("environment"), environmentName(profile.environment)));
    if (environment) {
        profile.environment = *environment;
    } else {
        members.complain(
            {ErrorCode::Usage, QStringLiteral("\"environment\" must be production, staging or development")});
    }
    const auto secret = secretPlaceFromName(members.text(QStringLiteral("secret"), secretPlaceName(profile.secret)));
    if (secret)
        profile.secret = *secret;
    else
        members.complain(
            {ErrorCode::Usage, QStringLiteral("\"secret\" must be keychain, ask, variable:NAME or command:PROGRAM")});
    if (members.problem())
        return *members.problem();
    return profile;
}

Result<> checkProfile(const Profile& profile)
{
    if (profile.name.trimmed().isEmpty())
        return Error{ErrorCode::Usage, QStringLiteral("A profile needs a name.")};
    const QString who = QStringLiteral("The profile \"%1\"").arg(printable(profile.name.toUtf8(), 80));
    const auto usage = [&who](const QString& what) { return Error{ErrorCode::Usage, who + what}; };
    const auto redis = parseRedisUrl(profile.url);
    if (!redis)
        return Error{redis.error().code, QStringLiteral("%1 has no usable URL: %2").arg(who, redis.error().message)};
    if (!redis->password.isEmpty())
        return usage(QStringLiteral(" has a password in its URL. Remove it: passwords are never stored there."));
    if (const auto layout = parseLayouts(profile.layout); !layout)
        return Error{layout.error().code, QStringLiteral("%1: %2").arg(who, layout.error().message)};
    if (profile.prefix.isEmpty() || profile.prefix.contains('{') || profile.prefix.contains('}'))
        return usage(QStringLiteral(" needs a prefix, without { and }."));
    for (const Millis timeout : {profile.connectTimeout, profile.commandTimeout}) {
        if (!isWithin(timeout, Profile::shortestTimeout, Profile::longestTimeout))
            return usage(QStringLiteral(" has a timeout that is not between 100 ms and 10 minutes."));
    }
    if (profile.refreshEvery && !isWithin(*profile.refreshEvery, Profile::shortestRefresh, Profile::longestRefresh))
        return usage(QStringLiteral(" has a refresh period that is not between half a second and an hour."));
    if (!profile.timeZone.isEmpty()) {
        if (const auto zone = timeZoneNamed(profile.timeZone.toUtf8()); !zone)
            return usage(QStringLiteral(" has an invalid time zone: ") + zone.error().message);
    }
    if (profile.secret.kind == SecretPlace::Kind::Command && !secretPlaceFromName(secretPlaceName(profile.secret)))
        return usage(QStringLiteral(" gets its password from a command, but no command is specified."));
    if (!secretPlaceFromName(secretPlaceName(profile.secret)))
        return usage(QStringLiteral(" gets its password from an invalid environment variable."));
    if (profile.maskedFields.size() > mostMaskedFields || profile.maskedFields.contains(QString()))
        return usage(QStringLiteral(" can mask at most 100 payload fields, each with a name."));
    if (profile.mutedFailures.size() > Profile::mostMutedFailures)
        return usage(QStringLiteral(" can mute at most %1 failure groups.").arg(Profile::mostMutedFailures));
    for (const auto& [queue, types] : profile.readers) {
        for (const auto& [type, text] : types) {
            if (const auto choice = ReaderChoice::parse(text); !choice)
                return usage(QStringLiteral(" has an unknown payload reader: ") + choice.error().message);
        }
    }
    return {};
}

} // namespace dueline
