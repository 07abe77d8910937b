// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "ui/text/formatting.h"

#include <QWidget>

#include <functional>

class QListWidget;
class QPushButton;

namespace dueline {

class LayoutDialog;
class Theme;

/// A connection's layouts (at least one) in profile syntax, with buttons to add, change and remove them. Layouts that
/// no dialog can edit are also listed and can be removed.
class LayoutList : public QWidget
{
    Q_OBJECT

public:
    /// Creates the list. `prepare`: function that sets the server to inspect; called with each new dialog.
    LayoutList(const Theme& theme, std::function<void(LayoutDialog&)> prepare);

    /// Sets the layouts in profile syntax, separated by commas; empty: native.
    void setChosen(const QString& layouts);
    /// Returns the layouts in profile syntax. Unedited layouts keep their text.
    const QString& chosen() const { return m_written; }

Q_SIGNALS:
    void changed();

private:
    void add();
    void edit();
    void remove();
    /// Sets the layouts and selects `current`.
    void put(const std::vector<LayoutSpec>& layouts, const LayoutSpec& current);
    void fill();
    void allow();
    bool canEdit() const;

    const Theme& m_theme;
    const Formatting m_formatting;
    std::function<void(LayoutDialog&)> m_prepare;
    QString m_written;
    std::vector<LayoutSpec> m_layouts; ///< layouts in the text; empty if it can't be parsed
    QListWidget* m_list;
    QPushButton* m_add;
    QPushButton* m_edit;
    QPushButton* m_remove;
};

} // namespace dueline
