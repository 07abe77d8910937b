// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/layoutproposal.h"

#include "core/base/interruption.h"
#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/console/connect/maskedpayload.h"
#include "core/console/connect/payloadmask.h"
#include "core/console/profiles/profilestore.h"
#include "core/layouts/described/describedlayout.h"
#include "core/layouts/described/guess/listwatch.h"
#include "core/layouts/described/layoutfiles.h"
#include "core/layouts/port/layouttext.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>

#include <fcntl.h>

namespace dueline {

namespace {

constexpr std::size_t mostCountedHashes = 100; ///< maximum number of hashes whose length is read
constexpr int mostPaths = 1'000; ///< maximum number of file names to try
constexpr double secondsPerYear = 366 * 24 * 3600.0;

QByteArrayList namesOfLayouts()
{
    QByteArrayList names;
    for (const LayoutType* type : allLayouts())
        names << type->name();
    return names;
}

} // namespace

Result<std::unique_ptr<RedisClient>> openForReading(const ConnectionSpec& connection)
{
    auto client = std::make_unique<RedisClient>(connection.redis);
    client->allowOnlyReads();
    if (const auto opened = client->open(); !opened)
        return opened.error();
    return client;
}

Result<UnknownKeys> UnknownKeys::read(RedisClient& client, const ConnectionSpec& connection,
    const std::vector<QByteArray>& named, const std::atomic<bool>* cancelled)
{
    const auto foreign = findForeignQueues(allLayouts(), connection.redis, {}, cancelled, connection.prefix);
    if (!foreign)
        return foreign.error();
    const std::set<QByteArray> distinct(named.begin(), named.end());
    auto survey = KeySurvey::read(
        client, {distinct.begin(), distinct.end()}, {connection.prefix, foreign->queues, allLayouts()});
    if (!survey)
        return survey.error();
    UnknownKeys keys{*std::move(survey), {}, {}};
    if (const auto counted = keys.countHashes(client); !counted)
        return counted.error();
    std::set<QByteArray> known;
    for (const ForeignQueue& queue : foreign->queues) {
        if (!queue.layout.isEmpty())
            known.insert(queue.layout.split('?').front());
    }
    keys.known = {known.begin(), known.end()};
    return keys;
}

Result<> UnknownKeys::countHashes(RedisClient& client)
{
    for (const SampledKey& key : survey.keys) {
        for (const MemberLink& link : key.links) {
            if (link.kind == MemberLink::Kind::HashField && link.found > 0 && hashes.size() < mostCountedHashes)
                hashes.emplace(link.before, 0);
        }
    }
    std::vector<Command> commands;
    for (const auto& [hash, length] : hashes)
        commands.push_back({"HLEN", hash});
    const auto replies = client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::size_t i = 0;
    for (auto& [hash, length] : hashes) {
        const Reply& reply = (*replies)[i++];
        length = reply.isInteger() ? reply.integer : 0;
    }
    return {};
}

std::vector<LayoutGuess> UnknownKeys::guesses(const KeyFacts& facts) const
{
    return guessLayouts(survey, facts, namesOfLayouts());
}

std::optional<LayoutGuess> UnknownKeys::guessOf(const std::vector<QByteArray>& keys, const KeyFacts& facts) const
{
    // Prefer a guess based on all sampled keys, because the other keys' names help describe the given ones.
    for (LayoutGuess& guess : guesses(facts)) {
        if (std::is_permutation(guess.keys.begin(), guess.keys.end(), keys.begin(), keys.end()))
            return std::move(guess);
    }
    KeySurvey named;
    const std::set<QByteArray> wanted(keys.begin(), keys.end());
    for (const SampledKey& key : survey.keys) {
        if (wanted.contains(key.key))
            named.keys.emplace_back(key).isNamed = true;
    }
    std::vector<LayoutGuess> all = guessLayouts(named, facts, namesOfLayouts());
    return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

QByteArrayList builtInLayoutNames()
{
    QByteArrayList names = namesOfLayouts();
    const QByteArrayList shipped = ShippedLayouts::names();
    names.removeIf([&shipped](const QByteArray& name) { return shipped.contains(name); });
    return names;
}

QByteArrayList layoutsLike(const LayoutGuess& guess)
{
    QByteArrayList names;
    for (const LayoutType* type : shippedLayouts()) {
        if (std::any_of(
                guess.keys.begin(), guess.keys.end(), [type](const QByteArray& key) { return type->isShownBy(key); }))
            names << type->name();
    }
    return names;
}

Result<LiveCheck> sampleTasks(
    RedisClient& client, const ConnectionSpec& connection, const Description& description, int perState)
{
    Description own = description;
    own.ownPrefix = connection.prefix;
    auto check = LiveCheck::run(client, own, perState);
    if (!check || connection.maskedFields.isEmpty())
        return check;
    const MaskedPayload mask(connection.maskedFields);
    for (LiveCheck::Row& row : check->rows) {
        row.task.payload = mask.of(row.task.payload);
        row.task.task.error = PayloadMask::masked(row.task.task.error, connection.maskedFields);
    }
    return check;
}

std::vector<QByteArray> listsOf(const LayoutGuess& guess)
{
    std::vector<QByteArray> lists;
    for (const LayoutGuess::SampledPlace& place : guess.places) {
        if (place.kind == DescribedPlace::Kind::List)
            lists.insert(lists.end(), place.keys.begin(), place.keys.end());
    }
    return lists;
}

Result<RunningEnds> watchLists(
    RedisClient& client, std::vector<QByteArray> lists, Millis time, const std::function<bool(Millis left)>& goesOn)
{
    ListWatch watch(std::move(lists));
    const QDeadlineTimer deadline(time);
    while (!watch.isDecided() && !deadline.hasExpired()) {
        if (const auto looked = watch.look(client); !looked)
            return looked.error();
        if (!goesOn(Millis(deadline.remainingTime())) || !Interruption::sleep(Interruption::step))
            break;
    }
    return watch.ends();
}

int timesNear(const std::vector<double>& scores, ScoreUnit unit, TimePoint now)
{
    const double seconds = double(toMs(now)) / secondMs;
    return int(std::count_if(scores.begin(), scores.end(),
        [&](double score) { return std::abs(score * millisIn(unit) / secondMs - seconds) <= secondsPerYear; }));
}

QString freeLayoutPath(const QByteArray& name)
{
    const QString base = configFolder() + QStringLiteral("/layouts/") + QString::fromLatin1(name);
    QString path = base + QStringLiteral(".toml");
    for (int i = 2; QFileInfo::exists(path) && i < mostPaths; ++i)
        path = QStringLiteral("%1-%2.toml").arg(base).arg(i);
    return path;
}

Result<LayoutSpec> saveLayoutFile(const QString& path, const QByteArray& text)
{
    const QString shown = printable(path.toUtf8(), 200);
    const auto failed = [&shown](const QString& why) {
        return Error{ErrorCode::Io, QStringLiteral("Cannot write the file %1: %2.").arg(shown, why)};
    };
    if (!QDir::isAbsolutePath(path))
        return Error{ErrorCode::Usage, QStringLiteral("Enter the full path of the file, beginning with a slash.")};
    const auto layout = parseLayout(QStringLiteral("file:") + encodedPart(QFile::encodeName(path)));
    if (!layout)
        return layout.error();
    if (QFileInfo::exists(path)) {
        const auto content = readLayoutFile(path);
        if (content && *content == text)
            return *layout;
        return Error{ErrorCode::Exists,
            QStringLiteral("The file %1 already exists. Enter another name, so that it is not replaced.").arg(shown)};
    }
    const QString folder = QFileInfo(path).absolutePath();
    if (!QDir(folder).exists() && !makePrivateFolder(folder))
        return failed(QStringLiteral("its folder cannot be created"));
    int descriptor = -1;
    if (const QString problem = openPlain(descriptor, path, O_WRONLY | O_CREAT | O_EXCL, Links::Refused);
        !problem.isEmpty())
        return failed(problem);
    QFile file;
    const bool isWritten = file.open(descriptor, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle)
        && file.write(text) == text.size() && file.flush();
    if (!isWritten) {
        const QString why = file.errorString();
        QFile::remove(path); // the file is new, so nothing is lost
        return failed(why);
    }
    return *layout;
}

} // namespace dueline
