// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/detailtext.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/wholeerror.h"
#include "ui/text/formatting.h"

namespace dueline {

namespace {

class SectionWriter
{
public:
    /// Adds a section unless its body is empty.
    void add(const QByteArray& title, const QByteArray& body)
    {
        const QByteArray lines = body.trimmed();
        if (lines.isEmpty())
            return;
        if (!m_text.isEmpty())
            m_text += '\n';
        m_text += title + '\n' + lines + '\n';
    }
    const QByteArray& text() const { return m_text; }

private:
    QByteArray m_text;
};

constexpr QByteArrayView logsFact = "logs";
constexpr qsizetype longestOption = 300; ///< maximum length of an option, in characters

QByteArray titleOfFact(const TaskFact& fact)
{
    QByteArray title = fact.name;
    if (!title.isEmpty())
        title[0] = char(title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
    return title;
}

} // namespace

QByteArray DetailText::titleOf(const Attempt& attempt, const Formatting& formatting)
{
    QStringList parts{tr("Attempt %1").arg(attempt.number), Formatting::outcomeWord(attempt.outcome)};
    if (!attempt.worker.isEmpty())
        parts << printable(attempt.worker, 200);
    if (attempt.startedAt != TimePoint{})
        parts << tr("started %1").arg(formatting.exact(attempt.startedAt));
    if (attempt.endedAt != TimePoint{})
        parts << tr("ended %1").arg(formatting.exact(attempt.endedAt));
    return parts.join(QStringLiteral(" · ")).toUtf8();
}

QByteArray DetailText::of(const TaskDetail& detail, const Formatting& formatting)
{
    SectionWriter sections;
    const QByteArray error = detail.task.error.trimmed();
    const bool isInAttempt = !detail.attempts.empty() && detail.attempts.back().error.contains(error);
    if (!isInAttempt)
        sections.add(tr("Error").toUtf8(), error);
    for (auto attempt = detail.attempts.rbegin(); attempt != detail.attempts.rend(); ++attempt) {
        const QByteArray body = attempt->error.trimmed();
        sections.add(titleOf(*attempt, formatting), body.isEmpty() ? tr("No error is recorded.").toUtf8() : body);
    }
    if (detail.result)
        sections.add(tr("Return value").toUtf8(), *detail.result);

    sections.add(tr("Options").toUtf8(), ownOptions(detail, formatting).join(u'\n').toUtf8());
    for (const TaskFact& fact : detail.facts)
        sections.add(titleOfFact(fact), fact.value);
    return sections.text();
}

QByteArrayList DetailText::logsOf(const TaskDetail& detail)
{
    for (const TaskFact& fact : detail.facts) {
        if (fact.name == logsFact && !fact.value.trimmed().isEmpty())
            return fact.value.trimmed().split('\n');
    }
    return {};
}

QStringList DetailText::optionsOf(const TaskDetail& detail, const Formatting& formatting)
{
    QStringList options = ownOptions(detail, formatting);
    for (const TaskFact& fact : detail.facts) {
        if (fact.name == logsFact || fact.name == "stored" || isStackFact(fact) || fact.value.trimmed().isEmpty())
            continue;
        options << QStringLiteral("%1: %2").arg(
            QString::fromUtf8(titleOfFact(fact)), printable(fact.value.trimmed(), longestOption));
    }
    return options;
}

QStringList DetailText::ownOptions(const TaskDetail& detail, const Formatting& formatting)
{
    QStringList options;
    const TaskOptions& own = detail.options;
    const auto option = [&options](const QString& name, const QString& value) {
        options << QStringLiteral("%1: %2").arg(name, value);
    };
    if (own.maxAttempts)
        option(tr("Maximum attempts"), QString::number(*own.maxAttempts));
    if (own.backoff)
        option(tr("Backoff"), formatBackoff(*own.backoff));
    if (own.leaseFor)
        option(tr("Lease"), formatDuration(*own.leaseFor));
    if (own.expiresAt)
        option(tr("Expires"), formatting.exact(*own.expiresAt));
    if (own.keepResult)
        option(tr("Keep return value"), tr("yes"));
    if (detail.fence > 0)
        option(tr("Leases granted"), QString::number(detail.fence));
    if (detail.expiries > 0)
        option(tr("Leases expired"), QString::number(detail.expiries));
    if (!detail.task.token.isEmpty())
        option(tr("Lease token"), printable(detail.task.token, 200));
    if (!detail.lastOperation.isEmpty())
        option(tr("Last action"), printable(detail.lastOperation, 600));
    if (!detail.task.nativeState.isEmpty())
        option(tr("State in the framework"), printable(detail.task.nativeState, 200));
    return options;
}

} // namespace dueline
