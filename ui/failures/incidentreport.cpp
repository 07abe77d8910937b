// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/incidentreport.h"

#include "core/base/text.h"
#include "ui/failures/incidentpage.h"
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
        return IncidentPage::tr("%Ln not retried", "tasks", n);
    case RetryOutcome::Waiting:
        return IncidentPage::tr("%Ln waiting", "tasks", n);
    case RetryOutcome::Running:
        return IncidentPage::tr("%Ln running", "tasks", n);
    case RetryOutcome::Done:
        return IncidentPage::tr("%Ln done", "tasks", n);
    case RetryOutcome::FailedAlike:
        return IncidentPage::tr("%Ln failed with the same error", "tasks", n);
    case RetryOutcome::FailedOtherwise:
        return IncidentPage::tr("%Ln failed with a different error", "tasks", n);
    case RetryOutcome::Elsewhere:
        return IncidentPage::tr("%Ln discarded", "tasks", n);
    }
    return {};
}

/// Returns the text as a Markdown code span. The delimiters have one more backtick than the longest run of backticks in
/// the text.
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

QString IncidentOutcome::words() const
{
    QStringList words;
    for (std::size_t fate = 0; fate < counts.size(); ++fate) {
        if (counts[fate] > 0)
            words << fateWords(RetryOutcome(fate), counts[fate]);
    }
    if (looked < followed)
        words << IncidentPage::tr("%1 of %2 checked").arg(Formatting::count(looked), Formatting::count(followed));
    else if (round > roundWorthTelling)
        words << IncidentPage::tr("all checked in the last %1").arg(Formatting::duration(round));
    return Formatting::commas(words);
}

QStringList valueLines(const KindValues& values, std::size_t most)
{
    QStringList lines;
    for (const KindValues::Part& part : values.parts()) {
        QStringList shares;
        // If each value is rarer than 1%, only the number of values is shown.
        if (!part.top.empty() && part.top.front().tasks * 100 < part.tasks) {
            const QString told = IncidentPage::tr("%1 values", "values").arg(Formatting::count(part.values));
            lines << (part.label.isEmpty() ? told
                                           : IncidentPage::tr("after \"%1\": %2", "what varies, its values")
                                                 .arg(printable(part.label, 30), told));
            continue;
        }
        const std::size_t named = std::min(part.top.size(), most);
        for (const KindValues::Value& value : std::span(part.top).first(named)) {
            shares << IncidentPage::tr("%1 %2 %", "value and its share")
                          .arg(printable(value.text, 40), Formatting::count(value.tasks * 100 / part.tasks));
        }
        if (part.values > qint64(named))
            shares << IncidentPage::tr("%1 more", "values").arg(Formatting::count(part.values - qint64(named)));
        const QString told = Formatting::commas(shares);
        lines << (part.label.isEmpty()
                ? told
                : IncidentPage::tr("after \"%1\": %2", "what varies, its values").arg(printable(part.label, 30), told));
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
        return {IncidentPage::tr("no differences between %1 failed and %2 completed tasks")
                    .arg(number(contrast.failed()), number(contrast.done()))};
    case PayloadContrast::Finding::TooFewFailed:
        return {IncidentPage::tr("too few failed tasks to compare (%1 needed)").arg(number(PayloadContrast::least))};
    case PayloadContrast::Finding::TooFewDone:
        return {IncidentPage::tr("too few completed tasks to compare (%1 needed)").arg(number(PayloadContrast::least))};
    case PayloadContrast::Finding::NoJson:
        return {IncidentPage::tr("too few JSON payloads to compare")};
    }
    QStringList lines;
    for (const PayloadContrast::Trait& trait : contrast.traits()) {
        const QString what = trait.value
            ? printable(trait.path, 60) + QStringLiteral(" = ") + printable(*trait.value, 60)
            : IncidentPage::tr("has %1", "a member").arg(printable(trait.path, 60));
        lines << IncidentPage::tr("%1 in %2 % of failed tasks, %3 % of completed tasks")
                     .arg(what, number(trait.failed * 100 / contrast.failed()),
                         number(trait.done * 100 / contrast.done()));
    }
    lines
        << IncidentPage::tr("sample: %1 failed, %2 completed").arg(number(contrast.failed()), number(contrast.done()));
    return lines;
}

QStringList IncidentReport::facts(const Formatting& formatting) const
{
    QStringList facts;
    facts << IncidentPage::tr("%Ln failed task(s) on %1", nullptr, Formatting::plural(incident.tasks)).arg(server);
    facts << IncidentPage::tr("First seen: %1").arg(formatting.exact(incident.first));
    facts << IncidentPage::tr("Last seen: %1").arg(formatting.exact(incident.last));
    if (incident.trend.each() > Millis(0)) {
        facts << IncidentPage::tr("At most %1 per %2")
                     .arg(Formatting::count(incident.trend.most()), Formatting::duration(incident.trend.each()));
    }
    return facts;
}

QString IncidentReport::outcomeWords() const
{
    if (!outcome)
        return {};
    const QString retried = Formatting::count(outcome->retried);
    return outcome->followed == 0 ? IncidentPage::tr("%1 retried").arg(retried)
                                  : IncidentPage::tr("%1 retried: %2").arg(retried, outcome->words());
}

QString IncidentReport::text(const Formatting& formatting) const
{
    QStringList lines{printableText(incident.sample.isEmpty() ? incident.kind : incident.sample, reportedError), {}};
    lines << facts(formatting) << IncidentPage::tr("Filter: %1").arg(incident.filter()) << QString();
    for (std::size_t i = 0; i < incident.shares.size() && i < std::size_t(mostShares); ++i) {
        const IncidentShare& share = incident.shares[i];
        lines << QStringLiteral("%1  %2  %3")
                     .arg(Formatting::count(share.tasks), printable(share.queue, 80), printable(share.type, 80));
    }
    if (incident.shares.size() > std::size_t(mostShares))
        lines << IncidentPage::tr("and %1 more").arg(Formatting::count(qint64(incident.shares.size()) - mostShares));
    const auto part = [&lines](const QString& title, const QStringList& told) {
        if (!told.isEmpty())
            lines << QString() << title << told;
    };
    part(IncidentPage::tr("Varies:"), values);
    part(IncidentPage::tr("Common in failed payloads:"), common);
    if (outcome)
        part(IncidentPage::tr("Since your retry:"), {outcomeWords()});
    return lines.join(u'\n') + u'\n';
}

QString IncidentReport::markdown(const Formatting& formatting) const
{
    QStringList lines{
        fenced(printableText(incident.sample.isEmpty() ? incident.kind : incident.sample, reportedError)), {}};
    for (const QString& fact : facts(formatting))
        lines << QStringLiteral("- ") + fact;
    lines << QStringLiteral("- ") + IncidentPage::tr("Filter: %1").arg(inCode(incident.filter())) << QString();
    lines << QStringLiteral("| %1 | %2 | %3 |")
                 .arg(IncidentPage::tr("Tasks"), IncidentPage::tr("Queue"), IncidentPage::tr("Type"))
          << QStringLiteral("|---:|---|---|");
    const auto cell
        = [](const QByteArray& name) { return inCode(printable(name, 80).replace(u'|', QStringLiteral("\\|"))); };
    for (std::size_t i = 0; i < incident.shares.size() && i < std::size_t(mostShares); ++i) {
        const IncidentShare& share = incident.shares[i];
        lines << QStringLiteral("| %1 | %2 | %3 |")
                     .arg(Formatting::count(share.tasks), cell(share.queue), cell(share.type));
    }
    if (incident.shares.size() > std::size_t(mostShares))
        lines << QString()
              << IncidentPage::tr("and %1 more").arg(Formatting::count(qint64(incident.shares.size()) - mostShares));
    const auto part = [&lines](const QString& title, const QStringList& told) {
        if (told.isEmpty())
            return;
        lines << QString() << title << QString();
        for (const QString& line : told)
            lines << QStringLiteral("- ") + inCode(line);
    };
    part(IncidentPage::tr("Varies:"), values);
    part(IncidentPage::tr("Common in failed payloads:"), common);
    if (outcome)
        lines << QString() << outcomeWords();
    return lines.join(u'\n') + u'\n';
}

} // namespace dueline
