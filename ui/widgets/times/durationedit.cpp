// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/times/durationedit.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/timewords.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionSpinBox>

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis longest{36'525 * dayMs};
constexpr Millis tenMinutes{600'000};

bool isNumber(const QString& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

} // namespace

DurationEdit::DurationEdit(QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_most(longest)
{
    connect(lineEdit(), &QLineEdit::textChanged, this, &DurationEdit::read);
    connect(this, &QAbstractSpinBox::editingFinished, this, &DurationEdit::settle);
    setDuration(Millis(0));
}

void DurationEdit::setRange(Millis least, Millis most)
{
    m_least = least;
    m_most = most;
    updateGeometry();
    read();
}

void DurationEdit::setDuration(Millis length) { lineEdit()->setText(formatDuration(length)); }

void DurationEdit::read()
{
    const QString text = halfWidth(lineEdit()->text()).trimmed();
    const auto length = parseTypedDuration(text);
    const bool fits = length && *length >= m_least && *length <= m_most;
    if (fits)
        m_duration = *length;
    m_problem = fits ? QString()
        : length
        ? tr("Enter a duration from %1 to %2.", "a duration").arg(formatDuration(m_least), formatDuration(m_most))
        : text.isEmpty() ? tr("Enter a duration, such as 15m or 1h30m.")
        : isNumber(text)
        ? tr("\"%1\" needs a unit. Enter %1s, %1m, %1h or %1d.").arg(printable(text.toUtf8(), 12))
        : tr("\"%1\" is not a duration. Enter a duration such as 15m or 1h30m.").arg(printable(text.toUtf8(), 40));
    Q_EMIT edited();
}

/// Rewrites valid input, such as words, in the standard format.
void DurationEdit::settle()
{
    if (m_problem.isEmpty() && !parseDuration(lineEdit()->text()))
        lineEdit()->setText(formatDuration(m_duration));
}

void DurationEdit::focusOutEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusOutEvent(event);
    settle();
}

QAbstractSpinBox::StepEnabled DurationEdit::stepEnabled() const
{
    if (!m_problem.isEmpty() || isReadOnly())
        return StepNone;
    return (m_duration < m_most ? StepUpEnabled : StepEnabled(StepNone))
        | (m_duration > m_least ? StepDownEnabled : StepEnabled(StepNone));
}

void DurationEdit::stepBy(int steps)
{
    if (!m_problem.isEmpty())
        return;
    settle();
    static const QRegularExpression part(QStringLiteral("(\\d+)(ms|[smhd])"));
    QString text = lineEdit()->text();
    if (text == u"0")
        text = QStringLiteral("0s");
    const int cursor = lineEdit()->hasSelectedText() ? lineEdit()->selectionEnd() : lineEdit()->cursorPosition();
    QRegularExpressionMatch under = part.match(text);
    for (auto parts = part.globalMatch(text); parts.hasNext();) {
        const auto found = parts.next();
        if (found.capturedStart() < cursor)
            under = found;
    }
    // Change only the number and keep the unit under the cursor: 59m, 60m, 61m.
    const qint64 number = under.captured(1).toLongLong() + steps;
    const QString stepped
        = QString(text).replace(under.capturedStart(1), under.capturedLength(1), QString::number(number));
    const auto length = parseDuration(stepped);
    if (number >= 0 && length && *length >= m_least && *length <= m_most) {
        lineEdit()->setText(stepped);
        return lineEdit()->setCursorPosition(int(under.capturedStart(1) + QString::number(number).size()));
    }
    const auto step = parseDuration(QStringLiteral("1") + under.captured(2));
    if (step)
        setDuration(std::clamp(m_duration + *step * steps, m_least, m_most));
}

QSize DurationEdit::sizeHint() const
{
    ensurePolished();
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QString widest = m_most <= tenMinutes ? QStringLiteral("8m59s") : QStringLiteral("88h59m59");
    const QSize text(fontMetrics().horizontalAdvance(widest) + 6, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

} // namespace dueline
