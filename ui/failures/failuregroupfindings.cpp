// SPDX-License-Identifier: GPL-3.0-or-later
// FailureGroupPage's findings about a group's tasks: the values of varying parts, and properties that payloads share.
#include "ui/failures/failuregrouppage.h"

#include "ui/failures/contrastbars.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workbench/actionrunner.h"

#include <bit>

namespace dueline {

namespace {

/// Returns the size class of a task count. The values of varying parts are requested again only when the class changes.
/// While tasks are being counted, each class spans a factor of two. Afterward, each number up to 20 has its own class,
/// and larger numbers have four classes per factor of two.
QByteArray sizeClass(qint64 tasks, bool isCounted)
{
    constexpr qint64 few = 20;
    const QByteArray doublings = QByteArray::number(std::bit_width(quint64(tasks)));
    if (!isCounted)
        return doublings;
    return tasks <= few ? '=' + QByteArray::number(tasks)
                        : doublings + ':' + QByteArray::number((tasks << 3 >> std::bit_width(quint64(tasks))));
}

} // namespace

/// Requests the values of the varying parts when the selected row or its group changes.
void FailureGroupPage::askValues()
{
    const FailureGroup::Share* share = m_rows.current();
    const QByteArray row = share && share->tasks > 0 ? share->queue + '\0' + share->type : QByteArray();
    const QByteArray key = row.isEmpty() ? row
                                         : row + '\0' + m_shown->terms.toUtf8() + '\0' + m_shown->name + '\0'
            + sizeClass(share->tasks, m_feed.isLoaded());
    Connection* connection = m_feed.connection();
    if (key.isEmpty() || key == m_valuesOf || !connection || !connection->session().isOnline())
        return;
    const bool isSameRow = m_valuesOf.startsWith(row + '\0');
    m_valuesOf = key;
    if (!isSameRow) {
        m_valueLines.clear();
        m_commonLines.clear();
        m_bars->clear();
    }
    const int question = ++m_valuesAsked;
    connection->session().runInTurns(
        Session::Lane::Background, this, KindValues(share->queue, filterOf(*share), m_shown->name),
        [this, question](Result<KindValues> values) {
            if (values && question == m_valuesAsked)
                takeValues(*values);
        },
        [this, question](const KindValues&) { return question == m_valuesAsked; });
    askContrast(question, *share);
}

/// Requests the payload properties that distinguish the row's failed tasks from completed tasks of the same type.
void FailureGroupPage::askContrast(int question, const FailureGroup::Share& share)
{
    m_feed.connection()->session().runInTurns(
        Session::Lane::Background, this,
        PayloadContrast(share.queue, share.type, filterOf(share), m_feed.connection()->spec().maskedFields,
            PayloadContrast::Span{share.first, share.last}),
        [this, question](Result<PayloadContrast> contrast) {
            if (contrast && question == m_valuesAsked)
                takeContrast(*contrast);
        },
        [this, question](const PayloadContrast&) { return question == m_valuesAsked; });
}

void FailureGroupPage::takeContrast(const PayloadContrast& contrast)
{
    m_commonLines = contrastLines(contrast);
    m_hasTraits = contrast.finding() == PayloadContrast::Finding::Found;
    m_sampled = tr("sample: %1 failed, %2 completed")
                    .arg(Formatting::count(contrast.failed()), Formatting::count(contrast.done()));
    m_hasTraits ? m_bars->show(contrast) : m_bars->clear();
    tell();
}

void FailureGroupPage::takeValues(const KindValues& values)
{
    const auto lines = [&values](std::size_t most) {
        QStringList said = valueLines(values, most);
        if (!said.isEmpty() && values.hasMore())
            said << tr("sample: %1 tasks").arg(Formatting::count(values.tasks()));
        return said;
    };
    m_valueLines = lines(allValues);
    m_shorterLines.clear();
    for (const std::size_t most : {3U, 2U, 1U})
        m_shorterLines.push_back(lines(most));
    tell();
}

/// Returns the values of all varying parts, showing as many values per part as fit.
QString FailureGroupPage::valueWords() const
{
    const auto whole = [](const QStringList& lines) { return tr("Varies: %1").arg(lines.join(betweenLines)); };
    const QFontMetrics metrics(m_values->font());
    const QRect room(0, 0, std::max(1, m_values->width()), QWIDGETSIZE_MAX);
    const auto fits = [&](const QString& words) {
        return metrics.boundingRect(room, Qt::TextWordWrap, words).height() <= labelLines * metrics.lineSpacing();
    };
    QString words = whole(m_valueLines);
    for (const QStringList& shorter : m_shorterLines) {
        if (fits(words))
            break;
        words = whole(shorter);
    }
    return words;
}

} // namespace dueline
