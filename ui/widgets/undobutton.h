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

/// The button Undo, which names what it would put back as far as there is room for it, and beside it one whose menu has
/// the operations of the connection in view.
class UndoButton : public QWidget
{
    Q_OBJECT

public:
    /// A line of the menu.
    struct Choice
    {
        QString text;
        bool isEnabled = false;
        std::vector<OperationRecord> operations; ///< of one action, at least one

        bool operator==(const Choice&) const = default;
    };

    UndoButton(const Theme& theme, QAction& undo, QWidget* parent = nullptr);

    /// What it would undo, with its place and without; empty: nothing in view.
    void setNames(const QString& whole, const QString& brief);
    /// At most this wide, in logical pixels; `narrow`: without words.
    void fit(int room, bool narrow);
    /// Newest first; `note`: a line below them that cannot be chosen, may be empty. The menu stays as it is where that
    /// is what it says; while it is open no line comes or moves, and those that are there say what became of them.
    void showChoices(const std::vector<Choice>& choices, const QString& note);
    QToolButton& button() { return *m_button; }
    QToolButton& menuButton() { return *m_more; }

Q_SIGNALS:
    /// Somebody is about to open the menu: what it will say may be read.
    void menuNeared();
    /// The menu is about to be seen: showChoices() is awaited.
    void menuOpened();
    /// The operations of one action.
    void undoRequested(const std::vector<dueline::OperationRecord>& operations);
    /// The whole list is wanted.
    void activityRequested();
    /// Its words are others: fit() is awaited.
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
    QAction* m_note = nullptr; ///< its line in the menu
    QString m_whole;
    QString m_brief;
};

} // namespace dueline
