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

/// Undo button of constant width. Next to it is a button with a menu of the current connection's operations.
class UndoButton : public QWidget
{
    Q_OBJECT

public:
    /// Entry of the menu.
    struct Choice
    {
        QString text;
        bool isEnabled = false;
        std::vector<OperationRecord> operations; ///< operations of one action; must not be empty

        bool operator==(const Choice&) const = default;
    };

    UndoButton(const Theme& theme, QAction& undo, QWidget* parent = nullptr);

    /// Sets the accessible name, which says what is undone; empty if there is nothing to undo on the current
    /// connection.
    void setName(const QString& name);
    /// Sets whether the button shows only its icon.
    void setNarrow(bool narrow);
    /// Sets the entries of the menu, newest first. `note`: disabled line below them; may be empty. An unchanged menu is
    /// not rebuilt. While the menu is open, entries are neither added nor moved; only their text is updated.
    void showChoices(const std::vector<Choice>& choices, const QString& note);
    QToolButton& button() { return *m_button; }
    QToolButton& menuButton() { return *m_more; }

Q_SIGNALS:
    /// Emitted when the user is likely to open the menu soon, so that its data can be loaded.
    void menuNeared();
    /// Emitted before the menu is shown. Connected slots should call showChoices().
    void menuOpened();
    /// Requests an undo of the operations, which belong to one action.
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
    QAction* m_note = nullptr; ///< menu entry that shows the note
    QString m_name;
    bool m_narrow = false;
};

} // namespace dueline
