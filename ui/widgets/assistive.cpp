// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/assistive.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QLineEdit>

#include <utility>

namespace dueline {

namespace {

void nameParts(QComboBox& box)
{
    const QString name = box.accessibleName();
    if (name.isEmpty())
        return;
    if (box.accessibleDescription().isEmpty())
        box.setAccessibleDescription(name);
    if (box.lineEdit() && box.lineEdit()->accessibleName().isEmpty())
        box.lineEdit()->setAccessibleName(name);
}

QAccessibleInterface* faceOf(const QString& className, QObject* object)
{
    static constexpr std::pair<const char*, QAccessible::Role> roles[] = {
        {"dueline::TimelineWidget", QAccessible::Chart},
        {"dueline::DueHistogram", QAccessible::Chart},
        {"dueline::MessageBar", QAccessible::AlertMessage},
        {"dueline::Toolbar", QAccessible::ToolBar},
        {"dueline::StatusLine", QAccessible::StatusBar},
        {"dueline::Tour", QAccessible::Dialog},
    };
    if (!object->isWidgetType())
        return nullptr;
    auto* widget = static_cast<QWidget*>(object);
    // Qt names a box after what is chosen in it, and the line inside one after nothing. Later: telling asks for the face.
    if (auto* box = qobject_cast<QComboBox*>(object))
        QMetaObject::invokeMethod(box, [box] { nameParts(*box); }, Qt::QueuedConnection);
    for (const auto& [name, role] : roles) {
        if (className == QLatin1String(name))
            return new QAccessibleWidget(widget, role);
    }
    return nullptr;
}

} // namespace

void Assistive::tellRoles()
{
    static const bool once = (QAccessible::installFactory(faceOf), true);
    (void)once;
}

void Assistive::followSelection(QAbstractItemView& view)
{
    // Later: keys and mouse select first, and move the cursor then.
    QObject::connect(
        view.selectionModel(), &QItemSelectionModel::selectionChanged, &view,
        [&view] {
            const QItemSelection rows = view.selectionModel()->selection();
            if (rows.isEmpty() || rows.contains(view.currentIndex()))
                return;
            const QItemSelectionRange& range = rows.first();
            const int column = view.currentIndex().isValid() ? view.currentIndex().column() : range.left();
            view.setCurrentIndex(view.model()->index(range.top(), column, range.parent()));
        },
        Qt::QueuedConnection);
}

} // namespace dueline
