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

/// Dialog for choosing how a connection's tasks are stored: natively, or in a custom layout with specific key names. As
/// the user types, a background thread reads the entered keys, and the dialog shows their data. It suggests keys that
/// look like queues, but uses a suggestion only if the user accepts it.
class LayoutDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `layout`: layout in profile syntax.
    LayoutDialog(const Theme& theme, const Formatting& formatting, const QString& layout, QWidget* parent);

    /// Sets the server to inspect. Without one, nothing is read. May be called later if the keyring must be queried
    /// first.
    void setConnection(const ConnectionSpec& connection);
    /// Sets the connection's other layouts, which can't be selected again. `adds`: true if the dialog adds a layout.
    void setOthers(const std::vector<LayoutSpec>& others, bool adds);
    /// Returns whether the dialog has fields for this layout.
    static bool asksFor(const LayoutSpec& layout);
    /// Shows why the server can't be inspected.
    void setUnreachable(const QString& reason);
    /// Returns the layout in profile syntax, such as `native` or `zset:jobs?unit=ms`. Valid only if the dialog was
    /// accepted.
    QString chosen() const;

private:
    void entered();
    void look();
    void showLook(const LayoutLook& look);
    void showSuggestions(const LayoutSuggestions& suggestions);
    void use(int row);
    void describe();
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
    QPushButton* m_describe;
};

} // namespace dueline
