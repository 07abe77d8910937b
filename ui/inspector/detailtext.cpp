// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/detailtext.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/text/formatting.h"

namespace dueline {

namespace {

class SectionWriter
{
public:
    /// Adds a section if its body is not empty.
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
        option(tr("Keeps its return value"), tr("yes"));
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
    sections.add(tr("Options").toUtf8(), options.join(u'\n').toUtf8());

    for (const TaskFact& fact : detail.facts) {
        QByteArray title = fact.name;
        if (!title.isEmpty())
            title[0] = char(title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
        sections.add(title, fact.value);
    }
    return sections.text();
}

} // namespace dueline
