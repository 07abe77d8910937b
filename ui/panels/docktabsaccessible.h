// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>
#include <QHash>

namespace dueline {

class DockTabs;

/// The strip of tabs as assistive programs know it. Qt's own face of a tab only chooses it: of the one that is chosen
/// already, and of panels that are closed, a press would do nothing. Here a press is what a click is.
class DockTabsAccessible : public QAccessibleWidget
{
public:
    explicit DockTabsAccessible(DockTabs& tabs);
    ~DockTabsAccessible() override;

    /// Strips have it from then on. Once per program.
    static void install();

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* focusChild() const override;

private:
    DockTabs& tabs() const;

    mutable QHash<int, QAccessible::Id> m_faces; ///< by tab
};

} // namespace dueline
