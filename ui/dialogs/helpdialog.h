// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QLineEdit;
class QTableWidget;

namespace dueline {

class Actions;
class PlainLabel;

/// List of all actions in the action table, with shortcuts and descriptions, grouped by menu. A search field filters
/// it.
class HelpDialog : public DialogFrame
{
    Q_OBJECT

public:
    HelpDialog(const Theme& theme, const Actions& actions, QWidget* parent);

    /// Returns the number of listed actions.
    int listed() const { return m_listed; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void addHead(const Theme& theme, const QString& title);
    void narrow(const QString& words);

    QLineEdit* m_words;
    QTableWidget* m_table;
    PlainLabel* m_count;
    std::vector<QString> m_texts; ///< searchable text of each row; empty for a menu's header
    int m_listed = 0;
};

} // namespace dueline
