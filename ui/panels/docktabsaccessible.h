// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>
#include <QHash>

namespace dueline {

class DockTabs;

/// Accessible interface of the tab bar. In Qt's interface, pressing a tab only selects it, so pressing the current tab
/// wouldn't open a closed dock. Here, a press acts like a click.
class DockTabsAccessible : public QAccessibleWidget
{
public:
    explicit DockTabsAccessible(DockTabs& tabs);
    ~DockTabsAccessible() override;

    /// Installs the interface for all DockTabs objects. Call this once.
    static void install();

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* focusChild() const override;

private:
    DockTabs& tabs() const;

    mutable QHash<int, QAccessible::Id> m_faces; ///< interface ids by tab
};

} // namespace dueline
