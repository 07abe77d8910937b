// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/preferences.h"

class QCheckBox;
class QComboBox;

namespace dueline {

/// What the window looks like and how often it asks: language, theme, row height, refresh period; and of what
/// the desktop is told.
class SettingsDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `language`: the one in force, which stays until the next start.
    SettingsDialog(const Theme& theme, const Preferences& preferences, const QString& language, QWidget* parent);

    /// As chosen.
    Preferences preferences() const;

private:
    QComboBox* addChoice(const QString& label);
    void addNotifications(const NotificationRules& rules);
    void tellAboutLanguage();

    const Preferences m_before;
    const QString m_languageInForce;
    QComboBox* m_language;
    QComboBox* m_theme;
    QComboBox* m_rows;
    QComboBox* m_refresh;
    QComboBox* m_failed = nullptr;
    QComboBox* m_overdue = nullptr;
    QCheckBox* m_lost = nullptr;
    QCheckBox* m_done = nullptr;
    PlainLabel* m_note;
};

} // namespace dueline
