// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <QWidget>

#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace dueline {

class Theme;

/// Undo button that names the action to undo if there is room. It is followed by a button with a menu of the current
/// connection's operations.
class UndoButton : public QWidget
{
    Q_OBJECT

public:
    /// Entry of the menu.
    struct Choice
    {
        QString text;
        bool isEnabled = false;
        std::vector<OperationRecord> operations; ///< operations of one action, at least one

        bool operator==(const Choice&) const = default;
    };

    UndoButton(const Theme& theme, QAction& undo, QWidget* parent = nullptr);

    /// Sets the name of the action to undo, with and without its place; empty if there is none on the current
    /// connection.
    void setNames(const QString& whole, const QString& brief);
    /// Limits the width of the button, in logical pixels; `narrow`: without text.
    void fit(int room, bool narrow);
    /// Sets the entries, newest first. `note`: a disabled line below them, may be empty. An unchanged menu is not
    /// rebuilt. While the menu is open, no entry is added or moved; only the text of existing entries is updated.
    void showChoices(const std::vector<Choice>& choices, const QString& note);
    QToolButton& button() { return *m_button; }
    QToolButton& menuButton() { return *m_more; }

Q_SIGNALS:
    /// Emitted when the user is likely to open the menu soon, so that its data can be read.
    void menuNeared();
    /// Emitted before the menu is shown. Receivers should call showChoices().
    void menuOpened();
    /// Requests to undo the operations of one action.
    void undoRequested(const std::vector<dueline::OperationRecord>& operations);
    /// Requests the complete list.
    void activityRequested();
    /// Emitted when the button's text has changed. Receivers should call fit().
    void renamed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paintIcon();
    void reword();
    void updateOpen(const std::vector<Choice>& choices, const QString& note);

    const Theme& m_theme;
    QAction& m_undo;
    QToolButton* m_button;
    QToolButton* m_more;
    QMenu* m_menu;
    std::vector<Choice> m_choices;
    QAction* m_note = nullptr; ///< line of the menu with the note
    QString m_whole;
    QString m_brief;
};

} // namespace dueline
