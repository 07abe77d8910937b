// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/diffreport.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Parses `--attempts A,B`. Returns nullopt if it isn't set, meaning the last two attempts.
Result<std::optional<std::pair<int, int>>> requestedAttempts(const CommandLine& line)
{
    using Numbers = std::optional<std::pair<int, int>>;
    if (!line.has("attempts"))
        return Numbers();
    const QByteArrayList parts = line.value("attempts").split(',');
    bool first = false;
    bool second = false;
    const Numbers numbers{{parts.value(0).toInt(&first), parts.value(1).toInt(&second)}};
    if (parts.size() != 2 || !first || !second)
        return usage(u"--attempts \"%1\": give two numbers separated by a comma, such as 1,3."_s.arg(
            printable(line.value("attempts"), 40)));
    return numbers;
}

QString numbersOf(const TaskDetail& detail)
{
    QStringList numbers;
    for (const Attempt& attempt : detail.attempts)
        numbers << QString::number(attempt.number);
    return numbers.join(u", "_s);
}

/// Returns the latest attempt with this number. `passOver`: number of later attempts with the same number to skip.
/// Numbers can repeat: the attempt after a released one has the same number.
Result<Attempt> attemptOf(const TaskDetail& detail, int number, int passOver = 0)
{
    for (auto attempt = detail.attempts.rbegin(); attempt != detail.attempts.rend(); ++attempt) {
        if (attempt->number == number && passOver-- == 0)
            return *attempt;
    }
    return Error{ErrorCode::NotFound,
        detail.attempts.empty() ? u"No attempts are recorded for %1."_s.arg(printable(detail.task.id, 80))
                                : u"Attempt %1 of %2 is not recorded. Recorded attempts: %3."_s.arg(number).arg(
                                    printable(detail.task.id, 80), numbersOf(detail))};
}

Result<int> diffAttempts(
    Context& context, const QueueName& queue, const TaskDetail& a, const TaskDetail& b, std::pair<int, int> numbers)
{
    const bool twice = exactId(a.task) == exactId(b.task) && numbers.first == numbers.second;
    const auto first = attemptOf(a, numbers.first, twice ? 1 : 0);
    if (!first && twice && attemptOf(a, numbers.first))
        return usage(
            u"--attempts %1,%1 specifies the same attempt twice; specify two different attempts."_s.arg(numbers.first));
    if (!first)
        return first.error();
    const auto second = attemptOf(b, numbers.second);
    if (!second)
        return second.error();
    const Comparison comparison = compareAttempts(*first, *second, !context.maskedFields().isEmpty());
    const auto now = context.now();
    if (!now)
        return now.error();
    report(context, queue, {a.task.id, numbers.first}, {b.task.id, numbers.second}, comparison, *now);
    return 0;
}

} // namespace

Result<int> runDiff(Context& context)
{
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    const auto numbers = requestedAttempts(context.line());
    if (!numbers)
        return numbers.error();
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto a = context.task(*queue);
    if (!a)
        return a.error();
    const bool two = context.line().words().size() > 2;
    const auto b = two ? context.task(*queue, 2) : a;
    if (!b)
        return b.error();
    if (two && exactId(a->task) == exactId(b->task))
        return usage(u"Both ids refer to %1; specify two different tasks."_s.arg(printable(a->task.id, 80)));
    if (*numbers)
        return diffAttempts(context, *queue, *a, *b, **numbers);
    if (!two) {
        if (a->attempts.size() < 2) {
            return Error{ErrorCode::Refused,
                u"%1 has fewer than two recorded attempts; specify another task to compare it with."_s.arg(
                    printable(a->task.id, 80))};
        }
        const Attempt& before = a->attempts[a->attempts.size() - 2];
        const Attempt& last = a->attempts.back();
        const auto now = context.now();
        if (!now)
            return now.error();
        report(context, *queue, {a->task.id, before.number}, {a->task.id, last.number},
            compareAttempts(before, last, !context.maskedFields().isEmpty()), *now);
        return 0;
    }
    const auto comparison
        = compareTasks(context.backend(), *queue, exactId(a->task), exactId(b->task), context.maskedFields());
    if (!comparison)
        return comparison.error();
    const auto now = context.now();
    if (!now)
        return now.error();
    report(context, *queue, {a->task.id, {}}, {b->task.id, {}}, *comparison, *now);
    return 0;
}

} // namespace dueline::duectl
