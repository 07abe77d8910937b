// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupreport.h"

#include "core/base/text.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/presenters/connection.h"

#include <algorithm>
#include <span>

namespace dueline {

namespace {

constexpr qsizetype mostShares = 20; ///< maximum number of queues and types in a report
constexpr qsizetype reportedError = 1024; ///< maximum size of the reported error, in bytes
constexpr Millis roundWorthTelling{5'000};

QString fateWords(RetryOutcome fate, qint64 count)
{
    const int n = Formatting::plural(count);
    switch (fate) {
    case RetryOutcome::Untouched:
        return FailureGroupPage::tr("%Ln not retried", "tasks", n);
    case RetryOutcome::Waiting:
        return FailureGroupPage::tr("%Ln waiting", "tasks", n);
    case RetryOutcome::Running:
        return FailureGroupPage::tr("%Ln running", "tasks", n);
    case RetryOutcome::Done:
        return FailureGroupPage::tr("%Ln done", "tasks", n);
    case RetryOutcome::FailedAlike:
        return FailureGroupPage::tr("%Ln failed with the same error", "tasks", n);
    case RetryOutcome::FailedOtherwise:
        return FailureGroupPage::tr("%Ln failed with a different error", "tasks", n);
    case RetryOutcome::Elsewhere:
        return FailureGroupPage::tr("%Ln discarded", "tasks", n);
    }
    return {};
}

/// Returns the text as a Markdown code span, delimited by one backtick more than the longest run of backticks in the
/// text.
QString inCode(const QString& text)
{
    QString ticks = QStringLiteral("`");
    while (text.contains(ticks))
        ticks += u'`';
    const bool touches = text.startsWith(u'`') || text.endsWith(u'`');
    return touches ? ticks + u' ' + text + u' ' + ticks : ticks + text + ticks;
}

QString fenced(const QString& text)
{
    QString fence = QStringLiteral("```");
    while (text.contains(fence))
        fence += u'`';
    return fence + QStringLiteral("text\n") + text + u'\n' + fence;
}

} // namespace

QString FailureGroupOutcome::words() const
{
    QStringList words;
    for (std::size_t fate = 0; fate < counts.size(); ++fate) {
        if (counts[fate] > 0)
            words << fateWords(RetryOutcome(fate), counts[fate]);
    }
    if (looked < followed)
        words << FailureGroupPage::tr("%1 of %2 checked").arg(Formatting::count(looked), Formatting::count(followed));
    else if (round > roundWorthTelling)
        words << FailureGroupPage::tr("all checked in the last %1").arg(Formatting::duration(round));
    return Formatting::commas(words);
}

QStringList valueLines(const KindValues& values, std::size_t most)
{
    QStringList lines;
    for (const KindValues::Part& part : values.parts()) {
        QStringList shares;
        // If even the most frequent value accounts for less than 1%, show only the number of distinct values.
        if (!part.top.empty() && part.top.front().tasks * 100 < part.tasks) {
            const QString told = FailureGroupPage::tr("%1 values", "values").arg(Formatting::count(part.values));
            lines << (part.label.isEmpty() ? told
                                           : FailureGroupPage::tr("after \"%1\": %2", "what varies, its values")
                                                 .arg(printable(part.label, 30), told));
            continue;
        }
        const std::size_t named = std::min(part.top.size(), most);
        for (const KindValues::Value& value : std::span(part.top).first(named)) {
            shares << FailureGroupPage::tr("%1 %2 %", "value and its share")
                          .arg(printable(value.text, 40), Formatting::count(value.tasks * 100 / part.tasks));
        }
        if (part.values > qint64(named))
            shares << FailureGroupPage::tr("%1 more", "values").arg(Formatting::count(part.values - qint64(named)));
        const QString told = Formatting::commas(shares);
        lines << (part.label.isEmpty() ? told
                                       : FailureGroupPage::tr("after \"%1\": %2", "what varies, its values")
                                             .arg(printable(part.label, 30), told));
    }
    return lines;
}

QStringList contrastLines(const PayloadContrast& contrast)
{
    const auto number = [](qint64 count) { return Formatting::count(count); };
    switch (contrast.finding()) {
    case PayloadContrast::Finding::Found:
        break;
    case PayloadContrast::Finding::Nothing:
        return {FailureGroupPage::tr("no differences between %1 failed and %2 completed tasks")
                    .arg(number(contrast.failed()), number(contrast.done()))};
    case PayloadContrast::Finding::TooFewFailed:
        return {
            FailureGroupPage::tr("too few failed tasks to compare (%1 needed)").arg(number(PayloadContrast::least))};
    case PayloadContrast::Finding::TooFewDone:
        return {
            FailureGroupPage::tr("too few completed tasks to compare (%1 needed)").arg(number(PayloadContrast::least))};
    case PayloadContrast::Finding::NoJson:
        return {
            FailureGroupPage::tr("too few JSON payloads to compare (%1 needed)").arg(number(PayloadContrast::least))};
    }
    QStringList lines;
    for (const PayloadContrast::Trait& trait : contrast.traits()) {
        const QString what = trait.value
            ? printable(trait.path, 60) + QStringLiteral(" = ") + printable(*trait.value, 60)
            : FailureGroupPage::tr("%1 present", "a member").arg(printable(trait.path, 60));
        lines << FailureGroupPage::tr("%1 in %2 % of failed tasks, %3 % of completed tasks")
                     .arg(what, number(trait.failed * 100 / contrast.failed()),
                         number(trait.done * 100 / contrast.done()));
    }
    lines << FailureGroupPage::tr("sample: %1 failed, %2 completed")
                 .arg(number(contrast.failed()), number(contrast.done()));
    return lines;
}

QStringList FailureGroupReport::facts(const Formatting& formatting) const
{
    QStringList facts;
    facts << FailureGroupPage::tr("%Ln failed task(s) on %1", nullptr, Formatting::plural(group.tasks)).arg(server);
    facts << FailureGroupPage::tr("First seen: %1").arg(formatting.exact(group.first));
    facts << FailureGroupPage::tr("Last seen: %1").arg(formatting.exact(group.last));
    if (group.trend.each() > Millis(0)) {
        facts << FailureGroupPage::tr("At most %1 per %2")
                     .arg(Formatting::count(group.trend.most()), Formatting::duration(group.trend.each()));
    }
    return facts;
}

QString FailureGroupReport::outcomeWords() const
{
    if (!outcome)
        return {};
    const QString retried = Formatting::count(outcome->retried);
    return outcome->followed == 0 ? FailureGroupPage::tr("%1 retried").arg(retried)
                                  : FailureGroupPage::tr("%1 retried: %2").arg(retried, outcome->words());
}

QString FailureGroupReport::text(const Formatting& formatting) const
{
    QStringList lines{printableText(group.sample.isEmpty() ? group.error : group.sample, reportedError), {}};
    lines << facts(formatting) << FailureGroupPage::tr("Filter: %1").arg(group.filter()) << QString();
    for (std::size_t i = 0; i < group.shares.size() && i < std::size_t(mostShares); ++i) {
        const FailureGroup::Share& share = group.shares[i];
        lines << QStringLiteral("%1  %2  %3")
                     .arg(Formatting::count(share.tasks), printable(share.queue, 80), printable(share.type, 80));
    }
    if (group.shares.size() > std::size_t(mostShares))
        lines << FailureGroupPage::tr("and %1 more").arg(Formatting::count(qint64(group.shares.size()) - mostShares));
    const auto part = [&lines](const QString& title, const QStringList& told) {
        if (!told.isEmpty())
            lines << QString() << title << told;
    };
    part(FailureGroupPage::tr("Varies:"), values);
    part(FailureGroupPage::tr("Common in failed payloads:"), common);
    if (outcome)
        part(FailureGroupPage::tr("Since your retry:"), {outcomeWords()});
    return lines.join(u'\n') + u'\n';
}

QString FailureGroupReport::markdown(const Formatting& formatting) const
{
    QStringList lines{fenced(printableText(group.sample.isEmpty() ? group.error : group.sample, reportedError)), {}};
    for (const QString& fact : facts(formatting))
        lines << QStringLiteral("- ") + fact;
    lines << QStringLiteral("- ") + FailureGroupPage::tr("Filter: %1").arg(inCode(group.filter())) << QString();
    lines << QStringLiteral("| %1 | %2 | %3 |")
                 .arg(FailureGroupPage::tr("Tasks"), FailureGroupPage::tr("Queue"), FailureGroupPage::tr("Type"))
          << QStringLiteral("|---:|---|---|");
    const auto cell
        = [](const QByteArray& name) { return inCode(printable(name, 80).replace(u'|', QStringLiteral("\\|"))); };
    for (std::size_t i = 0; i < group.shares.size() && i < std::size_t(mostShares); ++i) {
        const FailureGroup::Share& share = group.shares[i];
        lines << QStringLiteral("| %1 | %2 | %3 |")
                     .arg(Formatting::count(share.tasks), cell(share.queue), cell(share.type));
    }
    if (group.shares.size() > std::size_t(mostShares))
        lines << QString()
              << FailureGroupPage::tr("and %1 more").arg(Formatting::count(qint64(group.shares.size()) - mostShares));
    const auto part = [&lines](const QString& title, const QStringList& told) {
        if (told.isEmpty())
            return;
        lines << QString() << title << QString();
        for (const QString& line : told)
            lines << QStringLiteral("- ") + inCode(line);
    };
    part(FailureGroupPage::tr("Varies:"), values);
    part(FailureGroupPage::tr("Common in failed payloads:"), common);
    if (outcome)
        lines << QString() << outcomeWords();
    return lines.join(u'\n') + u'\n';
}

} // namespace dueline
