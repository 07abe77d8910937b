// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativedescription.h"

#include <QByteArrayList>

#include <algorithm>

namespace dueline {

namespace {

/// Returns the total number of attempts of a task that succeeded, given its failed attempts.
int attemptsOfDone(const std::vector<Attempt>& wrong) { return wrong.empty() ? 1 : wrong.back().number + 1; }

/// Returns the role that a letter stands for in an entry of `before`.
QByteArray roleFromLetter(const QByteArray& word)
{
    for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash", "home"}) {
        if (!word.isEmpty() && word.front() == *role)
            return role;
    }
    return word;
}

/// Parses a number in the digits used by generated ids; nullopt if there are other characters.
std::optional<qint64> numberOfDigits(QByteArrayView digits)
{
    constexpr QByteArrayView alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    qint64 number = 0;
    for (const char digit : digits) {
        const qsizetype value = alphabet.indexOf(digit);
        if (value < 0)
            return std::nullopt;
        number = number << 6 | value;
    }
    return number;
}

constexpr qsizetype scoreDigits = 7;

/// Decodes `SAsssssss[afe[=]]`, the short form described in include/before.lua.
std::optional<NativeBefore> decodeShortBefore(const QByteArray& operation, const QByteArray& word)
{
    const qsizetype tries = word.size() - 2 - scoreDigits;
    const auto score = numberOfDigits(QByteArrayView(word).sliced(2).first(std::min(word.size() - 2, scoreDigits)));
    if (!(tries == 0 || tries == 3 || tries == 4) || !score)
        return std::nullopt;
    return NativeBefore{operation, roleFromLetter(word.first(1).toLower()), fromMs(*score),
        roleFromLetter(word.sliced(1, 1).toLower())};
}

/// Returns whether restoring the task moves it back to a custom design's own key that has no due times, such as a list.
bool isHomeward(const NativeBefore& was) { return was.at == instantOf(homewardScore); }

} // namespace

std::optional<NativeBefore> decodeBefore(const QByteArray& bytes)
{
    // The format is `operation state score tries after`, where `tries` is one word or four. It may be followed by the
    // score in the custom design's key.
    const QByteArrayList words = bytes.split(' ');
    if (words.size() == 2 && words[1].size() > 2)
        return decodeShortBefore(words[0], words[1]);
    const qsizetype after = words.size() <= 6 ? 4 : 7;
    if (words.size() <= after || words.size() > after + 2)
        return std::nullopt;
    return NativeBefore{words[0], roleFromLetter(words[1]), instantOf(words[2]), roleFromLetter(words[after])};
}

NativeDescription NativeDescription::read(const std::vector<Reply>& items, std::size_t first, const QByteArray& role)
{
    NativeDescription read;
    read.id = items[first].bytes;
    read.role = role;
    read.at = instantOf(items[first + 1].bytes);
    read.storedSize = items[first + 2].integer;
    read.line = items[first + 3].bytes;
    read.tries = items[first + 4].bytes;
    read.history = items[first + 5].bytes;
    read.token = items[first + 6].bytes;
    read.before = items[first + 7].bytes;
    read.found = items[first + 8].bytes;
    read.preview = items[first + 9].bytes;
    return read;
}

NativeCodec::Envelope NativeDescription::envelope() const
{
    if (line.isEmpty() || line == "{}")
        return {};
    auto decoded = NativeCodec::decodeEnvelope(line + '\n');
    return decoded ? std::move(decoded).value() : NativeCodec::Envelope();
}

Task NativeDescription::task(const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const
{
    Task task;
    task.id = id;
    task.state = stateOf(role, at, now);
    task.at = at;
    task.maxAttempts = envelope.options.maxAttempts.value_or(defaultAttempts);
    task.size = envelope.bigSize.value_or(std::max<qint64>(storedSize, 0));
    task.preview = preview;
    task.addedAt = timeOfId(id);
    if (!task.addedAt)
        task.addedAt = envelope.addedAt;

    const auto decodedTries = tries.isEmpty() ? std::nullopt : NativeCodec::decodeTries(tries);
    const NativeCodec::Tries had = decodedTries.value_or(NativeCodec::Tries());
    task.attempt = had.attempts;
    task.dueAt = had.dueAt;
    std::vector<Attempt> attempts = NativeCodec::decodeHistory(history);
    if (!attempts.empty() && attempts.back().outcome == "done")
        // omit the last attempt: successful attempts are stored only if the queue keeps them
        attempts.pop_back();
    if (!attempts.empty())
        task.error = attempts.back().error;

    const auto was = before.isEmpty() ? std::nullopt : decodeBefore(before);
    if (role == "pending" || role == "retry") {
        task.dueAt = at;
    } else if (role == "leased") {
        task.attempt = had.attempts + 1;
        task.token = token;
        if (const auto parts = NativeCodec::decodeToken(token))
            task.worker = parts->session;
    } else if (role == "done") {
        task.attempt = attemptsOfDone(attempts);
    } else if (role == "trash" && was && was->after == "trash") {
        if (was->state == "done")
            task.attempt = attemptsOfDone(attempts);
        else if ((was->state == "pending" || was->state == "retry") && !isHomeward(*was))
            task.dueAt = was->at;
    }
    return task;
}

TaskDetail NativeDescription::detail(
    const QueueName& queue, const NativeCodec::Envelope& envelope, int defaultAttempts, TimePoint now) const
{
    TaskDetail detail;
    detail.task = task(envelope, defaultAttempts, now);
    detail.options = envelope.options;
    if (const auto had = NativeCodec::decodeTries(tries)) {
        detail.fence = had->fence;
        detail.expiries = had->expiries;
        detail.firstDue = had->dueAt;
    }
    if (const auto lease = NativeCodec::decodeToken(token); lease && role == "leased")
        detail.fence = lease->fence;
    detail.attempts = NativeCodec::decodeHistory(history);
    const auto was = decodeBefore(before);
    if (was && was->operation != placedInTrash)
        detail.lastOperation = queue + '/' + was->operation;
    const bool isRestorable = was && role == "trash" && was->after == "trash" && was->state != "home";
    if (isRestorable && isHomeward(*was))
        detail.restoresTo = TaskPlace{TaskState::Due, at}; // the task's original key has no due times
    else if (isRestorable)
        detail.restoresTo = TaskPlace{stateOf(was->state, was->at, now), was->at};
    return detail;
}

TaskState stateOf(const QByteArray& role, TimePoint at, TimePoint now)
{
    if (role == "pending")
        return at > now ? TaskState::Scheduled : TaskState::Due;
    if (role == "retry")
        return TaskState::Retrying;
    return stateFromName(role).value_or(TaskState::Scheduled);
}

TimePoint instantOf(const QByteArray& score)
{
    bool whole = false;
    const qint64 ms = score.toLongLong(&whole);
    if (whole)
        return fromMs(ms);
    // The score has a fraction or an exponent, or is infinite. Dueline never writes such scores, but other clients may.
    constexpr double most = 9'000'000'000'000'000.0;
    return fromMs(qint64(std::clamp(score.toDouble(), -most, most)));
}

QByteArray partOf(TaskState state)
{
    return state == TaskState::Scheduled || state == TaskState::Due ? stateName(state).toByteArray()
                                                                    : QByteArray("all");
}

QByteArray roleOf(TaskState state)
{
    switch (state) {
    case TaskState::Scheduled:
    case TaskState::Due:
        return "pending";
    case TaskState::Retrying:
        return "retry";
    default:
        return stateName(state).toByteArray();
    }
}

} // namespace dueline
