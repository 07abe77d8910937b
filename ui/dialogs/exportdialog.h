// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/backgroundtransfer.h"
#include "ui/dialogs/operationdialog.h"

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLineEdit;

namespace dueline {

/// What the window shows of a queue: what an export, a move or a copy can be about.
struct TransferScope
{
    enum Part { Selected, Listed, Whole }; ///< what of it is chosen

    QueueName queue;
    std::vector<TaskRef> selected;
    TaskFilter filter; ///< of the filter line; empty: none
    StateSet states = StateSet::all(); ///< that are listed
    bool allSelected = false; ///< all that is listed, of which `selected` may be a part
    bool stays = false; ///< its layout gives no task away: they can only be copied

    TaskSelection selection() const; ///< the selected ones
    TaskSelection listed() const; ///< what the filter matches, in `states`
    bool isNarrowed() const; ///< by a filter or to one state
    QString listedWords() const; ///< which tasks are listed, for people
};

/// Writes tasks into a file: the selection, what is listed, or all of the queue; as JSON lines or CSV. Cancel while it
/// writes leaves no file.
class ExportDialog : public OperationDialog
{
    Q_OBJECT

public:
    ExportDialog(
        const Theme& theme, ConnectionSpec connection, const Profile& profile, TransferScope scope, QWidget* parent);

    void setFile(const QString& file);
    QString file() const;
    /// Once accepted: what was written.
    const ExportProgress& progress() const { return m_progress; }
    /// The same as a duectl command, without the connection; empty for a selection, which duectl cannot name.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    void buildScope();
    void chooseFile();
    void followFormat();
    void followScope();
    void showProgress(const ExportProgress& progress);
    void fail(const Error& error);
    void updateVerb();
    void setRunning(bool running);
    TaskFormat format() const;

    ConnectionSpec m_connection;
    TransferScope m_scope;
    BackgroundTransfer m_background;
    ExportProgress m_progress;
    bool m_running = false;
    QButtonGroup* m_what;
    QWidget* m_choices;
    QComboBox* m_format;
    QCheckBox* m_mark; ///< CSV alone
    QLineEdit* m_file;
    QPushButton* m_link = nullptr;
    PlainLabel* m_written;
    PlainLabel* m_note = nullptr;
};

} // namespace dueline
