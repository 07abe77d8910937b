// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profileexchange.h"
#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QPlainTextEdit;

namespace dueline {

class Profiles;

/// Dialog that imports connections: an export from Dueline, or URLs, one per line, each optionally followed by a name.
/// It shows the resulting names before saving. Passwords in URLs are saved in the password store, never in the profile
/// file.
class ImportDialog : public DialogFrame
{
    Q_OBJECT

public:
    ImportDialog(const Theme& theme, Profiles& profiles, QWidget* parent);

    /// Sets the text as if it had been pasted. Passwords in the text remain visible until the dialog closes.
    void setText(const QByteArray& text, const QString& path);
    /// Returns the connections as they would be saved, with unused names.
    const std::vector<ImportedProfile>& found() const { return m_found; }
    /// Returns the preview, one line per connection, without passwords.
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
