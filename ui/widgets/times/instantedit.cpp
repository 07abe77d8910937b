// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/times/instantedit.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "ui/widgets/plainlabel.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionSpinBox>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

/// Part of `yyyy-MM-dd HH:mm:ss` and the size of one step.
struct TimePart
{
    int begin;
    int size;
    enum class Unit : quint8 { Year, Month, Day, Hour, Minute, Second } unit;
};
constexpr std::array timeParts{TimePart{0, 4, TimePart::Unit::Year}, TimePart{5, 2, TimePart::Unit::Month},
    TimePart{8, 2, TimePart::Unit::Day}, TimePart{11, 2, TimePart::Unit::Hour}, TimePart{14, 2, TimePart::Unit::Minute},
    TimePart{17, 2, TimePart::Unit::Second}};

QDateTime stepped(const QDateTime& from, TimePart::Unit unit, int steps)
{
    switch (unit) {
    case TimePart::Unit::Year:
        return from.addYears(steps);
    case TimePart::Unit::Month:
        return from.addMonths(steps);
    case TimePart::Unit::Day:
        return from.addDays(steps);
    case TimePart::Unit::Hour:
        return from.addMSecs(steps * hourMs);
    case TimePart::Unit::Minute:
        return from.addMSecs(steps * minuteMs);
    case TimePart::Unit::Second:
        return from.addMSecs(steps * secondMs);
    }
    return from;
}

/// Returns a time as displayed. Includes milliseconds only if they aren't zero.
QString writtenDigits(const QDateTime& shown)
{
    return shown.toString(
        shown.time().msec() == 0 ? QStringLiteral("yyyy-MM-dd HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

/// Returns whether the text has the complete form, even if its numbers are invalid. Digits typed in a complete text
/// overwrite existing digits.
bool isComplete(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?$"));
    return form.match(text).hasMatch();
}

} // namespace

InstantEdit::InstantEdit(const Formatting& formatting, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_formatting(formatting)
    , m_now([] { return SystemClock().now(); })
{
    connect(lineEdit(), &QLineEdit::textChanged, this, &InstantEdit::read);
    connect(this, &QAbstractSpinBox::editingFinished, this, &InstantEdit::settle);
    setInstant(m_now());
}

QString InstantEdit::written(TimePoint at) const { return writtenDigits(m_formatting.local(at)); }

void InstantEdit::setInstant(TimePoint at)
{
    const TimePoint whole = std::chrono::floor<std::chrono::seconds>(at);
    lineEdit()->setText(written(whole));
    m_instant = whole; // keep the exact instant in case the time occurs twice because of a clock change
    lineEdit()->setCursorPosition(0);
}

Result<TypedInstant> InstantEdit::parsed(const QString& text) const
{
    // Use whole seconds, so that the result of "+5m" can be displayed.
    return parseTypedInstant(text, m_formatting.zone(), std::chrono::floor<std::chrono::seconds>(m_now()));
}

void InstantEdit::read()
{
    const QString text = lineEdit()->text();
    const auto typed = parsed(text);
    if (typed) {
        m_instant = typed->at;
        m_wall = typed->wall;
    }
    const QString example = written(m_instant);
    const QString shown = printable(text.toUtf8(), 60);
    m_problem = typed              ? QString()
        : text.trimmed().isEmpty() ? tr("Enter a time, such as %1 or +5m.").arg(example)
        : isNearlyInstant(halfWidth(text.trimmed()))
        ? typed.error().message
        : tr("\"%1\" is not a time. Enter a time such as %2 or +5m.").arg(shown, example);
    Q_EMIT edited();
}

/// Replaces the text with its displayed form, unless that would be read as a different instant because the hour occurs
/// twice.
void InstantEdit::settle()
{
    const QString text = written(m_instant);
    if (!m_problem.isEmpty() || text == lineEdit()->text())
        return;
    if (const auto again = parsed(text); again && again->at == m_instant)
        lineEdit()->setText(text);
}

void InstantEdit::focusOutEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusOutEvent(event);
    settle();
}

/// Handles a digit typed in a complete time. Returns whether it has replaced the digit after the cursor.
bool InstantEdit::overwrites(const QKeyEvent& event)
{
    QLineEdit& edit = *lineEdit();
    const QString typed = halfWidth(event.text());
    const int at = edit.cursorPosition();
    if (typed.size() != 1 || edit.hasSelectedText() || at >= edit.text().size() || !isComplete(edit.text()))
        return false;
    const QChar there = edit.text()[at];
    const auto parts = [](QChar c) { return c == u' ' || c == u'T'; }; // separators within a time
    const bool fits = there.isDigit() ? typed[0].isDigit() : typed[0] == there || (parts(there) && parts(typed[0]));
    // A digit typed at a separator replaces the digit after it.
    const bool skips = !there.isDigit() && typed[0].isDigit();
    if (!fits && !skips)
        return false;
    edit.setSelection(skips ? at + 1 : at, 1);
    edit.insert(typed);
    return true;
}

void InstantEdit::keyPressEvent(QKeyEvent* event)
{
    if (isReadOnly())
        return QAbstractSpinBox::keyPressEvent(event);
    if (event->matches(QKeySequence::Paste)) {
        // If the clipboard contains a complete time, replace all text.
        const QString pasted = QGuiApplication::clipboard()->text();
        if (parsed(pasted) || isNearlyInstant(halfWidth(pasted.trimmed())))
            lineEdit()->selectAll();
        return QAbstractSpinBox::keyPressEvent(event);
    }
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (plain && overwrites(*event))
        return event->accept();
    QAbstractSpinBox::keyPressEvent(event);
}

QAbstractSpinBox::StepEnabled InstantEdit::stepEnabled() const
{
    return m_problem.isEmpty() && !isReadOnly() ? StepUpEnabled | StepDownEnabled : StepEnabled(StepNone);
}

void InstantEdit::stepBy(int steps)
{
    if (!m_problem.isEmpty())
        return;
    int cursor = lineEdit()->hasSelectedText() ? lineEdit()->selectionStart() : lineEdit()->cursorPosition();
    if (!isComplete(lineEdit()->text()))
        cursor = 0;
    const auto part = std::find_if(
        timeParts.rbegin(), timeParts.rend(), [cursor](const TimePart& one) { return one.begin <= cursor; });
    // Step through the displayed digits, so that an hour skipped by a clock change is treated like any other.
    const QDateTime shown = m_formatting.local(m_instant);
    const QDateTime next = stepped(QDateTime(shown.date(), shown.time(), QTimeZone::utc()), part->unit, steps);
    if (!next.isValid() || next.date().year() < 1 || next.date().year() > 9999)
        return;
    lineEdit()->setText(writtenDigits(next));
    lineEdit()->setSelection(part->begin, part->size);
}

QString InstantEdit::clockNote() const
{
    if (!m_problem.isEmpty() || !m_wall)
        return {}; // a time with a UTC offset is unambiguous
    const QDateTime digits = QDateTime::fromMSecsSinceEpoch(toMs(*m_wall), QTimeZone::utc());
    const QString entered = digits.toString(QStringLiteral("HH:mm:ss"));
    if (written(m_instant) != writtenDigits(digits))
        return tr("Clocks skip %1 on that day, so %2 is used.").arg(entered, m_formatting.exact(m_instant));
    constexpr Millis near = std::chrono::hours(24);
    const QDateTime about = m_formatting.local(m_instant);
    const auto changes = m_formatting.zone().transitions(about.addMSecs(-near.count()), about.addMSecs(near.count()));
    for (const QTimeZone::OffsetData& change : changes) {
        const int before = m_formatting.zone().offsetFromUtc(change.atUtc.addMSecs(-1));
        const Millis apart = std::chrono::seconds(before - change.offsetFromUtc);
        const auto reads = [this](TimePoint at) { return written(at) == written(m_instant); };
        if (apart > Millis(0) && (reads(m_instant + apart) || reads(m_instant - apart)))
            return tr("%1 occurs twice on that day, so %2 is used.").arg(entered, m_formatting.exact(m_instant));
    }
    return {};
}

PlainLabel* InstantEdit::makeOffset()
{
    auto* label = new PlainLabel;
    const auto tell
        = [this, label] { label->setText(m_problem.isEmpty() ? m_formatting.offset(m_instant) : QString()); };
    connect(this, &InstantEdit::edited, label, tell);
    tell();
    return label;
}

PlainLabel* InstantEdit::makeLines(int lines)
{
    auto* label = new PlainLabel;
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->ensurePolished();
    label->setMinimumHeight(lines * label->fontMetrics().lineSpacing() + 1);
    return label;
}

void InstantEdit::tell(PlainLabel& lines, const QString& sentence, const QColor& wrong)
{
    QPalette colours = lines.parentWidget() ? lines.parentWidget()->palette() : QGuiApplication::palette();
    if (wrong.isValid())
        colours.setColor(QPalette::WindowText, wrong);
    lines.setPalette(colours);
    lines.setText(sentence);
}

PlainLabel* InstantEdit::makeEcho(const QColor& wrong)
{
    PlainLabel* label = makeLines(2);
    const auto tellNow = [this, label, wrong] {
        // Count from the full second, like the parser. "+15m" then means 15 minutes from now, not 14 minutes and 59.6
        // s.
        const TimePoint now = std::chrono::floor<std::chrono::seconds>(m_now());
        if (!m_meant)
            tell(*label, QString());
        else if (!m_problem.isEmpty())
            tell(*label, m_problem, wrong);
        else
            tell(*label,
                tr("%1, %2", "instant, how far from now")
                    .arg(m_formatting.exactBoth(m_instant), Formatting::relative(m_instant, now)));
    };
    connect(this, &InstantEdit::edited, label, tellNow);
    connect(this, &InstantEdit::meantChanged, label, tellNow);
    tellNow();
    return label;
}

void InstantEdit::setMeant(bool meant)
{
    if (meant == m_meant)
        return;
    m_meant = meant;
    Q_EMIT meantChanged();
}

QWidget* InstantEdit::makeUsual()
{
    struct Usual
    {
        QString words;
        const char16_t* entered;
    };
    const Usual usual[] = {{tr("In 15 min"), u"+15m"}, {tr("In 1 h"), u"+1h"}, {tr("Tomorrow 9:00"), u"tomorrow 9"},
        {tr("Monday 9:00"), u"next mon 9"}};
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    for (const Usual& one : usual) {
        auto* button = new QPushButton(one.words);
        button->setProperty("variant", QStringLiteral("link"));
        button->setFocusPolicy(Qt::NoFocus);
        button->setAutoDefault(false);
        connect(
            button, &QPushButton::clicked, this, [this, entered = QString::fromUtf16(one.entered)] { enter(entered); });
        row->addWidget(button);
    }
    row->addStretch();
    return line;
}

void InstantEdit::enter(const QString& text)
{
    lineEdit()->setText(text);
    settle();
    setFocus(Qt::OtherFocusReason);
    lineEdit()->setCursorPosition(0);
}

QSize InstantEdit::sizeHint() const
{
    ensurePolished();
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QFontMetrics metrics = fontMetrics();
    const QSize text(
        metrics.horizontalAdvance(QStringLiteral("8888-88-88 88:88:88")) + 6, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

} // namespace dueline
