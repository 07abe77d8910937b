// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/instantedit.h"

#include "ui/widgets/plainlabel.h"

namespace dueline {

InstantEdit::InstantEdit(const Formatting& formatting, QWidget* parent)
    : QDateTimeEdit(parent)
    , m_formatting(formatting)
{
    setTimeSpec(Qt::UTC); // digits alone: no zone of the machine changes them
    setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

void InstantEdit::setInstant(TimePoint at)
{
    const QDateTime shown = m_formatting.local(at);
    const QTime time = shown.time();
    setDateTime(QDateTime(shown.date(), QTime(time.hour(), time.minute(), time.second()), Qt::UTC));
}

TimePoint InstantEdit::instant() const
{
    return fromMs(QDateTime(date(), time(), m_formatting.zone()).toMSecsSinceEpoch());
}

bool InstantEdit::reads(TimePoint at) const
{
    const QDateTime shown = m_formatting.local(at);
    return shown.date() == date() && shown.time() == time();
}

QString InstantEdit::clockNote() const
{
    const TimePoint taken = instant();
    const QString entered = time().toString(QStringLiteral("HH:mm:ss"));
    if (!reads(taken))
        return tr("The clocks skip %1 on that day: %2 is taken.").arg(entered, m_formatting.exact(taken));
    constexpr Millis near = std::chrono::hours(24);
    const QDateTime about = m_formatting.local(taken);
    const auto changes = m_formatting.zone().transitions(about.addMSecs(-near.count()), about.addMSecs(near.count()));
    for (const QTimeZone::OffsetData& change : changes) {
        const int before = m_formatting.zone().offsetFromUtc(change.atUtc.addMSecs(-1));
        const Millis apart = std::chrono::seconds(before - change.offsetFromUtc);
        if (apart > Millis(0) && (reads(taken + apart) || reads(taken - apart)))
            return tr("The clocks show %1 twice on that day: %2 is taken.").arg(entered, m_formatting.exact(taken));
    }
    return {};
}

PlainLabel* InstantEdit::makeOffset()
{
    auto* label = new PlainLabel;
    const auto tell = [this, label] { label->setText(m_formatting.offset(instant())); };
    connect(this, &QDateTimeEdit::dateTimeChanged, label, tell);
    tell();
    return label;
}

} // namespace dueline
