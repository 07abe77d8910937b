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

/// Undo button of constant width, next to a button with a menu of the current connection's operations.
class UndoButton : public QWidget
{
    Q_OBJECT

public:
    /// Menu entry.
    struct Choice
    {
        QString text;
        bool isEnabled = false;
        std::vector<OperationRecord> operations; ///< an action's operations; must not be empty

        bool operator==(const Choice&) const = default;
    };

    UndoButton(const Theme& theme, QAction& undo, QWidget* parent = nullptr);

    /// Sets the accessible name, which says what will be undone; empty if there is nothing to undo on the current
    /// connection.
    void setName(const QString& name);
    /// Sets whether the button shows just its icon.
    void setNarrow(bool narrow);
    /// Sets the menu's entries, newest first. `note`: disabled line below them; may be empty. An unchanged menu isn't
    /// rebuilt. While the menu is open, entries are neither added nor moved; only their text is updated.
    void showChoices(const std::vector<Choice>& choices, const QString& note);
    QToolButton& button() { return *m_button; }
    QToolButton& menuButton() { return *m_more; }

Q_SIGNALS:
    /// Emitted when the user is likely to open the menu soon, so that its data can be loaded.
    void menuNeared();
    /// Emitted before the menu is shown. Connected slots should call showChoices().
    void menuOpened();
    /// Requests that the operations, which belong to one action, be undone.
    void undoRequested(const std::vector<dueline::OperationRecord>& operations);
    /// Requests the complete list of operations.
    void activityRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void paintIcon();
    void reword();
    void fit();
    void updateOpen(const std::vector<Choice>& choices, const QString& note);

    const Theme& m_theme;
    QAction& m_undo;
    QToolButton* m_button;
    QToolButton* m_more;
    QMenu* m_menu;
    std::vector<Choice> m_choices;
    QAction* m_note = nullptr; ///< menu entry for the note
    QString m_name;
    bool m_narrow = false;
};

} // namespace dueline
