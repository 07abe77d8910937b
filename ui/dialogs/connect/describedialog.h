// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/discover/layoutproposer.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/text/formatting.h"

#include <QTimer>

class QComboBox;
class QGridLayout;
class QTableWidget;

namespace dueline {

class GuessChoices;

/// Dialog that describes a server's unknown keys. It proposes a layout file based on samples, shows the evidence and
/// the tasks read with the file, and saves the file. Everything is read in the background, and nothing is written to
/// the server.
class DescribeDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Purpose of the layout.
    enum class Use {
        Connect, ///< to open a connection with it
        Choose, ///< to add it to the connection being edited
    };
    static constexpr Millis watchFor{10'000};

    /// Creates the dialog and starts the search. `name`: name of the connection.
    DescribeDialog(const Theme& theme, const Formatting& formatting, const ConnectionSpec& connection,
        const QString& name, Environment environment, Use use, QWidget* parent);

    /// Returns the saved file's layout: `file:PATH`. Valid once the dialog is accepted.
    const QString& layout() const { return m_layout; }
    /// Returns the described layout's name. Valid once the dialog is accepted.
    QString layoutName() const { return QString::fromUtf8(m_tried.name); }
    /// Returns whether a search for keys is running or tasks are being read.
    bool isBusy() const;
    /// Returns the equivalent duectl command.
    QString command() const;

public Q_SLOTS:
    /// Saves the file, and closes the dialog if that worked.
    void accept() override;

protected:
    QStringList enteredValues() const override;

private:
    QWidget* buildHeading(const QString& text, QWidget* beside);
    void buildKeys(QGridLayout& grid);
    void buildTasks(QGridLayout& grid);
    void connectProposer();
    void search();
    void showKeys(const UnknownKeys& keys, const std::vector<LayoutGuess>& guesses);
    void tick(const QByteArrayList& keys);
    std::vector<QByteArray> ticked() const;
    void propose();
    void tryText();
    void discardEdits();
    void showTried(const TriedLayout& tried);
    void showUses();
    void showTasks();
    void showFile();
    void toggleWatch();
    void endWatch(const QString& outcome);
    void allow();

    const Formatting& m_formatting;
    LayoutProposer m_proposer;
    QTimer m_soon;
    std::vector<LayoutGuess> m_guesses;
    std::vector<SampledKey> m_sampled; ///< rows of the table of keys; hashes come last
    std::optional<LayoutGuess> m_guess; ///< last proposal, without the user's changes to the text
    TriedLayout m_tried; ///< result of the last attempt to read tasks with the layout file
    bool m_isEdited = false; ///< true if the user has changed the text
    QString m_layout;
    QComboBox* m_queue;
    QTableWidget* m_keys;
    GuessChoices* m_choices;
    QPushButton* m_watch;
    PlainLabel* m_summary;
    QTableWidget* m_tasks;
    QPlainTextEdit* m_text;
    QPushButton* m_discard;
    QLineEdit* m_path;
    QString m_proposedPath; ///< path that the dialog last entered into the field
    QPushButton* m_again;
    PlainLabel* m_status;
};

} // namespace dueline
