// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profileexchange.h"
#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QPlainTextEdit;

namespace dueline {

class Profiles;

/// Connections from elsewhere: an export of Dueline, or URLs, one a line with a name behind it. Shows what would be
/// saved under which name before anything is; a password in a URL goes where passwords are kept, never into the file.
class ImportDialog : public DialogFrame
{
    Q_OBJECT

public:
    ImportDialog(const Theme& theme, Profiles& profiles, QWidget* parent);

    /// As if it had been pasted. A password in it is in sight until the dialog closes, as it was where it came from.
    void setText(const QByteArray& text, const QString& path);
    /// As they would be saved: names that are taken are made free.
    const std::vector<ImportedProfile>& found() const { return m_found; }
    /// What is seen of them, a line each, passwords left out.
    QString preview() const;

public Q_SLOTS:
    void accept() override;

private:
    void chooseFile();
    void read();

    Profiles& m_profiles;
    std::vector<ImportedProfile> m_found;
    QString m_path;
    QPlainTextEdit* m_text;
    QComboBox* m_environment;
    QPlainTextEdit* m_preview;
};

} // namespace dueline
