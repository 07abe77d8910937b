// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/backgroundtransfer.h"
#include "ui/dialogs/operationdialog.h"

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLineEdit;

namespace dueline {

/// Tasks shown in the window that an export, move or copy can apply to.
struct TransferScope
{
    enum Part { Selected, Listed, Whole }; ///< Tasks to transfer

    QueueName queue;
    std::vector<TaskRef> selected;
    TaskFilter filter; ///< filter in the filter line; empty: none
    StateSet states = StateSet::all(); ///< listed states
    bool allSelected = false; ///< true if all listed tasks are selected; `selected` may contain only some of them
    bool stays = false; ///< true if the layout's tasks can be copied but not moved

    TaskSelection selection() const; ///< the selected tasks
    TaskSelection listed() const; ///< Returns the tasks in `states` that match the filter.
    bool isNarrowed() const; ///< returns whether the list is restricted by a filter or to one state
    QString listedWords() const; ///< returns a readable description of the listed tasks
};

/// Dialog that exports tasks to a file as JSON lines or CSV: the selection, the list, or the entire queue. A cancelled
/// export leaves no file behind.
class ExportDialog : public OperationDialog
{
    Q_OBJECT

public:
    ExportDialog(
        const Theme& theme, ConnectionSpec connection, const Profile& profile, TransferScope scope, QWidget* parent);

    void setFile(const QString& file);
    QString file() const;
    /// Returns the outcome. Valid once the dialog has been accepted.
    const ExportProgress& progress() const { return m_progress; }
    /// Returns the equivalent duectl command, without the connection; empty for a selection, which duectl cannot
    /// export.
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
    QCheckBox* m_mark; ///< option for CSV only
    QLineEdit* m_file;
    QPushButton* m_link = nullptr;
    PlainLabel* m_written;
    PlainLabel* m_note = nullptr;
};

} // namespace dueline
