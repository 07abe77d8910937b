// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/docktabsaccessible.h"

#include "ui/panels/docktabs.h"

#include <QPointer>

namespace dueline {

namespace {

/// Accessible interface of a tab.
class TabAccessible : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    TabAccessible(DockTabs& tabs, int index)
        : m_tabs(&tabs)
        , m_index(index)
    { }

    int index() const { return m_index; }

    bool isValid() const override { return m_tabs && m_index < m_tabs->count(); }
    QObject* object() const override { return nullptr; }
    QAccessible::Role role() const override { return QAccessible::PageTab; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const bool isCurrent = m_index == m_tabs->currentIndex();
        state.selectable = true;
        state.selected = isCurrent && m_tabs->isOpen();
        state.focusable = true;
        state.focused = isCurrent && m_tabs->hasFocus();
        state.disabled = !m_tabs->isEnabled();
        state.invisible = !m_tabs->isVisible() || !m_tabs->isTabVisible(m_index);
        state.offscreen = !m_tabs->rect().intersects(m_tabs->tabRect(m_index));
        return state;
    }
    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect tab = m_tabs->tabRect(m_index);
        return {m_tabs->mapToGlobal(tab.topLeft()), tab.size()};
    }
    QString text(QAccessible::Text which) const override
    {
        return isValid() && which == QAccessible::Name ? m_tabs->accessibleTabName(m_index) : QString();
    }
    void setText(QAccessible::Text, const QString&) override { }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_tabs.data()); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (isValid() && action == pressAction())
            m_tabs->press(m_index);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<DockTabs> m_tabs;
    int m_index;
};

QAccessibleInterface* faceOfTabs(const QString& className, QObject* object)
{
    return className == QLatin1String("dueline::DockTabs") ? new DockTabsAccessible(static_cast<DockTabs&>(*object))
                                                           : nullptr;
}

} // namespace

DockTabsAccessible::DockTabsAccessible(DockTabs& tabs)
    : QAccessibleWidget(&tabs, QAccessible::PageTabList)
{ }

DockTabsAccessible::~DockTabsAccessible()
{
    for (const QAccessible::Id tab : std::as_const(m_faces))
        QAccessible::deleteAccessibleInterface(tab);
}

void DockTabsAccessible::install()
{
    static const bool once = (QAccessible::installFactory(faceOfTabs), true);
    (void)once;
}

DockTabs& DockTabsAccessible::tabs() const { return static_cast<DockTabs&>(*widget()); }

/// Returns the number of tabs and buttons. The buttons follow the tabs.
int DockTabsAccessible::childCount() const { return tabs().count() + QAccessibleWidget::childCount(); }

QAccessibleInterface* DockTabsAccessible::child(int index) const
{
    if (index < 0 || index >= tabs().count())
        return QAccessibleWidget::child(index - tabs().count());
    if (const auto known = m_faces.constFind(index); known != m_faces.constEnd())
        return QAccessible::accessibleInterface(*known);
    auto* tab = new TabAccessible(tabs(), index);
    m_faces.insert(index, QAccessible::registerAccessibleInterface(tab));
    return tab;
}

int DockTabsAccessible::indexOfChild(const QAccessibleInterface* child) const
{
    if (child && child->role() == QAccessible::PageTab)
        return static_cast<const TabAccessible*>(child)->index();
    const int other = QAccessibleWidget::indexOfChild(child);
    return other < 0 ? -1 : tabs().count() + other;
}

QAccessibleInterface* DockTabsAccessible::focusChild() const
{
    return tabs().hasFocus() ? child(tabs().currentIndex()) : nullptr;
}

} // namespace dueline
