// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profileexchange.h"
#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QPlainTextEdit;

namespace dueline {

class Profiles;

/// Dialog that imports connections from a Dueline export, or from a list of URLs, one per line, each optionally
/// followed by a name. Shows the resulting names before it saves. Passwords in URLs go into the password store, never
/// into the profile file.
class ImportDialog : public DialogFrame
{
    Q_OBJECT

public:
    ImportDialog(const Theme& theme, Profiles& profiles, QWidget* parent);

    /// Sets the text as if it had been pasted. Passwords in it stay visible until the dialog is closed.
    void setText(const QByteArray& text, const QString& path);
    /// Returns the connections as they would be saved, with unused names.
    const std::vector<ImportedProfile>& found() const { return m_found; }
    /// Returns the preview. It has one line per connection and no passwords.
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
