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

/// The layouts that a connection opens together, each as it is written, and the buttons that add, change and remove
/// one. There is always one. A layout that no dialog asks for is shown and kept, too, and can be removed.
class LayoutList : public QWidget
{
    Q_OBJECT

public:
    /// `prepare`: tells a dialog that opens where it may look.
    LayoutList(const Theme& theme, std::function<void(LayoutDialog&)> prepare);

    /// As profiles keep them, several with commas between them; empty: native.
    void setChosen(const QString& layouts);
    /// The same back; what nobody has changed stays as it was written.
    const QString& chosen() const { return m_written; }

Q_SIGNALS:
    void changed();

private:
    void add();
    void edit();
    void remove();
    /// What is chosen from now on, with `current` selected.
    void put(const std::vector<LayoutSpec>& layouts, const LayoutSpec& current);
    void fill();
    void allow();
    bool canEdit() const;

    const Theme& m_theme;
    const Formatting m_formatting;
    std::function<void(LayoutDialog&)> m_prepare;
    QString m_written;
    std::vector<LayoutSpec> m_layouts; ///< empty: what is written cannot be read
    QListWidget* m_list;
    QPushButton* m_add;
    QPushButton* m_edit;
    QPushButton* m_remove;
};

} // namespace dueline
