// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settingsdialog.h"

#include "ui/text/formatting.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

using namespace std::chrono_literals;

void select(QComboBox* box, const QVariant& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

} // namespace

SettingsDialog::SettingsDialog(
    const Theme& theme, const Preferences& preferences, const QString& language, QWidget* parent)
    : DialogFrame(theme, tr("Settings"), QString(), Environment::Development, parent)
    , m_before(preferences)
    , m_languageInForce(language)
{
    m_language = addChoice(tr("Language"));
    m_language->addItem(tr("System", "as the desktop says"), QString());
    for (const Language::Choice& choice : Language::choices())
        m_language->addItem(choice.name, choice.code);
    select(m_language, preferences.language);

    m_theme = addChoice(tr("Theme"));
    m_theme->addItem(tr("System", "as the desktop says"), int(ThemeChoice::System));
    m_theme->addItem(tr("Light"), int(ThemeChoice::Light));
    m_theme->addItem(tr("Dark"), int(ThemeChoice::Dark));
    m_theme->addItem(tr("High contrast"), int(ThemeChoice::HighContrast));
    select(m_theme, int(preferences.theme));

    m_rows = addChoice(tr("Table rows"));
    m_rows->addItem(tr("Dense", "table rows"), int(RowDensity::Dense));
    m_rows->addItem(tr("Normal", "table rows"), int(RowDensity::Normal));
    m_rows->addItem(tr("Comfortable", "table rows"), int(RowDensity::Comfortable));
    select(m_rows, int(preferences.density));

    m_refresh = addChoice(tr("Refresh"));
    std::vector<Millis> periods{1s, 2s, 5s, 15s, 1min};
    if (std::find(periods.begin(), periods.end(), preferences.refreshEvery) == periods.end())
        periods.insert(periods.begin(), preferences.refreshEvery);
    for (const Millis period : periods)
        m_refresh->addItem(tr("every %1", "a duration").arg(Formatting::duration(period)), qint64(period.count()));
    select(m_refresh, qint64(preferences.refreshEvery.count()));

    m_note = new PlainLabel;
    m_note->setWordWrap(true);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    m_note->setPalette(quiet);
    body().addWidget(m_note);
    connect(m_language, &QComboBox::currentIndexChanged, this, &SettingsDialog::tellAboutLanguage);
    tellAboutLanguage();
    setVerb(tr("Save"));
    m_language->setFocus();
}

QComboBox* SettingsDialog::addChoice(const QString& label)
{
    auto* box = new QComboBox;
    box->setAccessibleName(label);
    box->setMinimumWidth(260);
    addRow(label, box);
    return box;
}

void SettingsDialog::tellAboutLanguage()
{
    const QString chosen = Language::resolve(m_language->currentData().toString(), QLocale::system());
    m_note->setText(chosen == m_languageInForce ? tr("Kept for the next start; everything here takes effect at once.")
                                                : tr("The language changes at the next start, the rest at once."));
}

Preferences SettingsDialog::preferences() const
{
    Preferences chosen = m_before;
    chosen.language = m_language->currentData().toString();
    chosen.theme = ThemeChoice(m_theme->currentData().toInt());
    chosen.density = RowDensity(m_rows->currentData().toInt());
    chosen.refreshEvery = Millis(m_refresh->currentData().toLongLong());
    return chosen;
}

} // namespace dueline
