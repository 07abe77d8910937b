// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QLineEdit;
class QTableWidget;

namespace dueline {

class Actions;
class PlainLabel;

/// Every action with its keys and what it does, made from the action table, menu by menu; a line above narrows it.
class HelpDialog : public DialogFrame
{
    Q_OBJECT

public:
    HelpDialog(const Theme& theme, const Actions& actions, QWidget* parent);

    /// How many actions are listed.
    int listed() const { return m_listed; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addHead(const Theme& theme, const QString& title);
    void narrow(const QString& words);

    QLineEdit* m_words;
    QTableWidget* m_table;
    PlainLabel* m_count;
    std::vector<QString> m_texts; ///< of each row, to look for words in; empty: it is the head of a menu
    int m_listed = 0;
};

} // namespace dueline
