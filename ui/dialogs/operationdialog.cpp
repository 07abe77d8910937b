// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/operationdialog.h"

#include "core/console/operations/operationprogress.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace dueline {

namespace {

constexpr int reasonLength = 300;
constexpr qint64 paces[] = {0, 1000, 100, 10}; ///< available paces in tasks per second; 0 means unlimited

} // namespace

OperationDialog::OperationDialog(
    const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent)
    : DialogFrame(theme, title, about, environment, parent)
    , m_production(environment == Environment::Production)
    , m_reason(new QLineEdit(this))
    , m_pace(new QComboBox(this))
{
    m_reason->setMaxLength(reasonLength);
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setPlaceholderText(tr("Shown in Activity"));
    m_reason->hide();
    m_pace->setAccessibleName(tr("Pace"));
    for (const qint64 pace : paces)
        m_pace->addItem(pace == 0 ? tr("No limit") : tr("%1 per second").arg(Formatting::count(pace)));
    m_pace->hide();
    connect(m_pace, &QComboBox::currentIndexChanged, this, &OperationDialog::paceChanged);
}

void OperationDialog::addReasonRow()
{
    m_reason->show();
    addRow(tr("Reason"), m_reason);
}

void OperationDialog::addPaceRow(qint64 tasks, Millis undoFor, bool slowly)
{
    m_pace->setCurrentIndex(m_production && slowly ? 1 : 0);
    m_pace->show();
    auto* row = new QHBoxLayout;
    row->addWidget(m_pace);
    row->addStretch();
    addRow(tr("Pace"), row);
    if (undoFor <= Millis(0))
        return;
    m_paceWarning = addQuiet(QStringLiteral("warning"), {});
    m_paceWarning->setObjectName(QStringLiteral("paceWarning"));
    connect(m_pace, &QComboBox::currentIndexChanged, this, [this, tasks, undoFor] { warnOfPace(tasks, undoFor); });
    warnOfPace(tasks, undoFor);
}

void OperationDialog::warnOfPace(qint64 tasks, Millis undoFor)
{
    const auto lasts = outlastsUndo(tasks, pace(), undoFor);
    m_paceWarning->setText(lasts
            ? tr("At this pace, the operation will take %1, but it can be undone only within %2 of its start.")
                  .arg(Formatting::duration(*lasts), Formatting::duration(undoFor))
            : QString());
    m_paceWarning->parentWidget()->setVisible(lasts.has_value());
}

void OperationDialog::takeHabit(qint64 tasks, bool isFinal)
{
    const bool typed = tasks > 1 && (m_production || isFinal);
    const bool safe = tasks > 0 && !m_production && !isFinal;
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);
    verb()->setDefault(safe || typed);
    if (typed)
        askForCount(tasks);
    // Enable the button before focusing it: a disabled button can't receive the focus.
    verb()->setEnabled(tasks > 0 && isCountTyped());
    if (typed) {
        // The user must fill in this field before confirming.
        findChild<QLineEdit*>(QStringLiteral("count"))->setFocus();
    } else {
        (safe ? verb() : cancelButton())->setFocus();
    }
}

qint64 OperationDialog::pace() const { return paces[std::size_t(std::max(0, m_pace->currentIndex()))]; }

QByteArray OperationDialog::reason() const { return m_reason->text().trimmed().toUtf8(); }

PlainLabel* OperationDialog::addQuiet(const QString& icon, const QString& text)
{
    auto* line = new QWidget; // separate widget, so that the whole line can be hidden
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* picture = new QLabel;
    picture->setPixmap(theme().pixmap(icon, theme().tokens().text2, 16, devicePixelRatioF()));
    row->addWidget(picture, 0, Qt::AlignTop);
    auto* words = new PlainLabel(text);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignLeft | Qt::AlignTop); // aligns the text with the icon
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    words->setPalette(quiet);
    row->addWidget(words, 1);
    body().addWidget(line);
    return words;
}

} // namespace dueline
