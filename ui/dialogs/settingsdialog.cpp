// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settingsdialog.h"

#include "core/base/text.h"
#include "core/base/zonename.h"
#include "ui/presenters/settings/sourceeditor.h"
#include "ui/text/formatting.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

using namespace std::chrono_literals;

void select(QComboBox* box, const QVariant& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

} // namespace

SettingsDialog::SettingsDialog(
    const Theme& theme, const Preferences& preferences, QWidget* parent, qint64 recordedBytes)
    : DialogFrame(theme, tr("Settings"), QString(), Environment::Development, parent)
    , m_before(preferences)
{
    m_language = addChoice(tr("Language"));
    m_language->addItem(tr("System", "same as the desktop"), QString());
    for (const Language::Choice& choice : Language::choices())
        m_language->addItem(choice.name, choice.code);
    select(m_language, preferences.language);

    m_theme = addChoice(tr("Theme"));
    m_theme->addItem(tr("System", "same as the desktop"), int(ThemeChoice::System));
    m_theme->addItem(tr("Light"), int(ThemeChoice::Light));
    m_theme->addItem(tr("Dark"), int(ThemeChoice::Dark));
    m_theme->addItem(tr("High contrast"), int(ThemeChoice::HighContrast));
    select(m_theme, int(preferences.theme));

    m_rows = makeChoice(tr("Table rows"));
    m_rows->addItem(tr("Dense", "table rows"), int(RowDensity::Dense));
    m_rows->addItem(tr("Normal", "table rows"), int(RowDensity::Normal));
    m_rows->addItem(tr("Comfortable", "table rows"), int(RowDensity::Comfortable));
    select(m_rows, int(preferences.density));
    m_scale = makeChoice(tr("Size"));
    m_scale->setToolTip(tr("Size of text and controls. A change takes effect when you restart Dueline."));
    for (const int percent : Preferences::scales)
        m_scale->addItem(tr("%1%", "size of text and controls").arg(percent), percent);
    select(m_scale, preferences.scalePercent);
    auto* sizes = new QHBoxLayout; // one row, because the dialog must fit on a small screen
    sizes->addWidget(m_rows, 1);
    sizes->addWidget(m_scale);
    addRow(tr("Table rows, size"), sizes);

    m_zone = addChoice(tr("Times in"));
    m_zone->setMaxVisibleItems(16);
    m_zone->addItem(tr("This computer's time zone"), QString());
    m_zone->addItem(tr("UTC"), QStringLiteral("UTC"));
    for (const QByteArray& place : knownPlaces())
        m_zone->addItem(QString::fromUtf8(place), QString::fromUtf8(place));
    if (m_zone->findData(preferences.timeZone) < 0) // the saved time zone may be missing from the list
        m_zone->addItem(preferences.timeZone, preferences.timeZone);
    select(m_zone, preferences.timeZone);

    m_refresh = addChoice(tr("Refresh"));
    std::vector<Millis> periods{1s, 2s, 5s, 15s, 1min};
    if (std::find(periods.begin(), periods.end(), preferences.refreshEvery) == periods.end())
        periods.insert(periods.begin(), preferences.refreshEvery);
    for (const Millis period : periods)
        m_refresh->addItem(tr("every %1", "a duration").arg(Formatting::duration(period)), qint64(period.count()));
    select(m_refresh, qint64(preferences.refreshEvery.count()));

    m_editor = named(new QLineEdit(preferences.editorCommand), tr("Editor command"));
    m_editor->setPlaceholderText(QStringLiteral("code -g {file}:{line}"));
    m_editor->setToolTip(tr("Opens the file when you click its name in a stack trace"));
    addRow(tr("Editor command"), m_editor);

    addNotifications(preferences.notifications);
    addRecording(preferences.recorded);
    setRecordedBytes(recordedBytes);

    auto* note = new PlainLabel;
    const auto showNote = [this, note] {
        note->setText(m_scale->currentData().toInt() == m_before.scalePercent
                ? tr("Settings take effect as soon as they are saved.")
                : tr(
                    "Restart Dueline to apply the new size. All other settings take effect as soon as they are saved."));
    };
    connect(m_scale, &QComboBox::currentIndexChanged, this, showNote);
    showNote();
    note->setWordWrap(true);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    note->setPalette(quiet);
    body().addWidget(note);
    setVerb(tr("Save"));
    connect(m_editor, &QLineEdit::textChanged, this, [this](const QString& command) {
        const QString problem = SourceEditor::problemOf(command);
        setProblem(problem);
        verb()->setEnabled(problem.isEmpty());
    });
    m_language->setFocus();
}

QComboBox* SettingsDialog::makeChoice(const QString& name)
{
    auto* box = new QComboBox;
    box->setAccessibleName(name);
    return box;
}

QComboBox* SettingsDialog::addChoice(const QString& label)
{
    QComboBox* box = makeChoice(label);
    box->setMinimumWidth(260);
    addRow(label, box);
    return box;
}

void SettingsDialog::addNotifications(const NotificationRules& rules)
{
    auto* head = new PlainLabel(tr("Desktop notifications"));
    head->setFont(theme().font(1, QFont::DemiBold));
    body().addWidget(head);

    m_failed = addChoice(tr("Failed tasks"));
    m_failed->addItem(tr("Never", "notifications"), -1);
    std::vector<qint64> counts{0, 10, 100, 1000};
    if (rules.failedAbove && std::find(counts.begin(), counts.end(), *rules.failedAbove) == counts.end())
        counts.push_back(*rules.failedAbove);
    for (const qint64 count : counts)
        m_failed->addItem(tr("When a queue has more than %1").arg(Formatting::count(count)), count);
    select(m_failed, rules.failedAbove.value_or(-1));

    m_overdue = addChoice(tr("Late tasks"));
    m_overdue->addItem(tr("Never", "notifications"), qint64(0));
    std::vector<Millis> spans{1min, 5min, 15min, 1h};
    if (rules.overdueBy && std::find(spans.begin(), spans.end(), *rules.overdueBy) == spans.end())
        spans.push_back(*rules.overdueBy);
    for (const Millis span : spans)
        m_overdue->addItem(tr("When a due task has been waiting for more than %1").arg(Formatting::duration(span)),
            qint64(span.count()));
    select(m_overdue, qint64(rules.overdueBy.value_or(Millis(0)).count()));

    m_lost = new QCheckBox(tr("When a connection is lost"));
    m_lost->setChecked(rules.connectionLost);
    addRow(tr("Connections"), m_lost);
    m_silent = new QCheckBox(tr("When no worker claims a queue's due tasks"));
    m_silent->setChecked(rules.silent);
    addRow(tr("Silence"), m_silent);
    m_done = new QCheckBox(tr("When an operation ends in the background"));
    m_done->setChecked(rules.operationDone);
    addRow(tr("Operations"), m_done);
}

void SettingsDialog::addRecording(bool recorded)
{
    m_recorded = new QCheckBox(tr("Record counts and events from open connections for 7 days"));
    m_recorded->setToolTip(
        tr("The timeline then shows restarts, flushes, evictions and lost tasks. IDs and payloads are not recorded."));
    m_recorded->setChecked(recorded);
    m_delete = new QPushButton;
    connect(m_delete, &QPushButton::clicked, this, &SettingsDialog::recordingsDeletionRequested);
    auto* column = new QVBoxLayout;
    column->addWidget(m_recorded);
    column->addWidget(m_delete, 0, Qt::AlignLeft);
    addRow(tr("Recording"), column);
}

void SettingsDialog::setRecordedBytes(qint64 bytes)
{
    m_delete->setEnabled(bytes > 0);
    m_delete->setText(bytes > 0 ? tr("Delete recordings (%1)…").arg(formatBytes(bytes)) : tr("Delete recordings…"));
}

Preferences SettingsDialog::preferences() const
{
    Preferences chosen = m_before;
    chosen.language = m_language->currentData().toString();
    chosen.theme = ThemeChoice(m_theme->currentData().toInt());
    chosen.density = RowDensity(m_rows->currentData().toInt());
    chosen.scalePercent = m_scale->currentData().toInt();
    chosen.timeZone = m_zone->currentData().toString();
    chosen.refreshEvery = Millis(m_refresh->currentData().toLongLong());
    chosen.editorCommand = m_editor->text().trimmed();
    NotificationRules& rules = chosen.notifications;
    const qint64 above = m_failed->currentData().toLongLong();
    rules.failedAbove = above < 0 ? std::nullopt : std::optional(above);
    const Millis by(m_overdue->currentData().toLongLong());
    rules.overdueBy = by > Millis(0) ? std::optional(by) : std::nullopt;
    rules.connectionLost = m_lost->isChecked();
    rules.silent = m_silent->isChecked();
    rules.operationDone = m_done->isChecked();
    chosen.recorded = m_recorded->isChecked();
    return chosen;
}

} // namespace dueline
