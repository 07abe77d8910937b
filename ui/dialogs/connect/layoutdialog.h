// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/discover/layoutdetector.h"
#include "ui/dialogs/connect/layoutfields.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/text/formatting.h"

#include <QTimer>

class QComboBox;
class QTableWidget;

namespace dueline {

/// How the tasks of a connection are stored: native, or a design written by hand with its key names. What is found on
/// the server under what is entered is shown while typing, read on a thread of its own; what looks like a queue there
/// is suggested, and taken only when somebody says so.
class LayoutDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `layout`: as a profile has it.
    LayoutDialog(const Theme& theme, const Formatting& formatting, const QString& layout, QWidget* parent);

    /// Where to look; without one nothing is. May come later than the dialog: a keyring is asked first.
    void setConnection(const ConnectionSpec& connection);
    /// What the connection has besides, which cannot be taken twice. `adds`: this one comes to them.
    void setOthers(const std::vector<LayoutSpec>& others, bool adds);
    /// Whether it has fields for this layout.
    static bool asksFor(const LayoutSpec& layout);
    /// Why there is nowhere to look.
    void setUnreachable(const QString& reason);
    /// As a profile keeps it: `native`, `zset:jobs?unit=ms`. Call when accepted.
    QString chosen() const;

private:
    void entered();
    void look();
    void showLook(const LayoutLook& look);
    void showSuggestions(const LayoutSuggestions& suggestions);
    void use(int row);
    void say(const QString& sentence, bool bad = false);
    void fillIn(const LayoutSpec& spec);
    const LayoutChoice& choice() const;

    const Formatting& m_formatting;
    std::optional<ConnectionSpec> m_connection;
    LayoutDetector m_detector;
    QTimer m_soon;
    std::vector<LayoutSuggestion> m_suggested;
    std::vector<LayoutSpec> m_others;
    QComboBox* m_choice;
    PlainLabel* m_explanation;
    LayoutFields* m_fields;
    PlainLabel* m_text;
    PlainLabel* m_found;
    QTableWidget* m_first;
    PlainLabel* m_guess;
    QTableWidget* m_guesses;
    QPushButton* m_use;
};

} // namespace dueline
