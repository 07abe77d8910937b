// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/assistive.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace dueline {

namespace {

constexpr const char* opensMenuProperty = "opensMenu";

/// Accessible interface of a button that opens a menu.
class MenuButton : public QAccessibleWidget
{
public:
    explicit MenuButton(QToolButton* button)
        : QAccessibleWidget(button, QAccessible::ButtonMenu)
    { }

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.hasPopup = true;
        return state;
    }
    int childCount() const override { return menu() ? 1 : 0; }
    QAccessibleInterface* child(int index) const override
    {
        return index == 0 && menu() ? QAccessible::queryAccessibleInterface(menu()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        return child && menu() && child->object() == menu() ? 0 : -1;
    }
    QStringList actionNames() const override
    {
        return QStringList{showMenuAction()} + QAccessibleWidget::actionNames();
    }
    void doAction(const QString& name) override
    {
        if (name == showMenuAction()) // queued: the call blocks until the menu is closed
            QMetaObject::invokeMethod(&button(), &QToolButton::showMenu, Qt::QueuedConnection);
        else
            QAccessibleWidget::doAction(name);
    }

private:
    QToolButton& button() const { return static_cast<QToolButton&>(*widget()); }
    QMenu* menu() const { return button().menu(); }
};

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

/// Accessible interface of a text field derived from Qt's spin box. It is exposed as text rather than as a number
/// within a range. Qt doesn't expose the line edit inside the spin box, so this interface also reports the line edit's
/// events.
class TypedField : public QAccessibleWidget, public QAccessibleTextInterface, public QAccessibleEditableTextInterface
{
public:
    explicit TypedField(QWidget* field)
        : QAccessibleWidget(field, QAccessible::EditableText)
    { }

    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Value ? line().text() : QAccessibleWidget::text(what);
    }
    void setText(QAccessible::Text what, const QString& text) override
    {
        if (what != QAccessible::Value)
            QAccessibleWidget::setText(what, text);
        else if (!line().isReadOnly())
            line().setText(text);
    }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.editable = !line().isReadOnly();
        state.readOnly = line().isReadOnly();
        state.selectableText = true;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface*>(this);
        if (type == QAccessible::EditableTextInterface)
            return static_cast<QAccessibleEditableTextInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    void selection(int index, int* start, int* end) const override
    {
        const bool is = index == 0 && line().hasSelectedText();
        *start = is ? line().selectionStart() : 0;
        *end = is ? line().selectionEnd() : 0;
    }
    int selectionCount() const override { return line().hasSelectedText() ? 1 : 0; }
    void addSelection(int start, int end) override { setSelection(0, start, end); }
    void removeSelection(int) override { line().deselect(); }
    void setSelection(int index, int start, int end) override
    {
        if (index == 0)
            line().setSelection(start, end - start);
    }
    int cursorPosition() const override { return line().cursorPosition(); }
    void setCursorPosition(int at) override { line().setCursorPosition(at); }
    QString text(int start, int end) const override { return line().text().mid(start, end - start); }
    int characterCount() const override { return int(line().text().size()); }
    QRect characterRect(int) const override { return rect(); } // Qt doesn't report character positions
    int offsetAtPoint(const QPoint& point) const override
    {
        return line().cursorPositionAt(line().mapFromGlobal(point));
    }
    void scrollToSubstring(int start, int end) override
    {
        line().setCursorPosition(end);
        line().setCursorPosition(start);
    }
    QString attributes(int, int* start, int* end) const override
    {
        *start = 0;
        *end = characterCount();
        return {};
    }

    void deleteText(int start, int end) override { replaceText(start, end, {}); }
    void insertText(int at, const QString& text) override { replaceText(at, at, text); }
    void replaceText(int start, int end, const QString& text) override
    {
        setText(QAccessible::Value, line().text().replace(start, end - start, text));
    }

private:
    QLineEdit& line() const { return *widget()->findChild<QLineEdit*>(); }
};

QAccessibleInterface* faceOf(const QString& className, QObject* object)
{
    static constexpr std::pair<const char*, QAccessible::Role> roles[] = {
        {"dueline::TimelineWidget", QAccessible::Chart},
        {"dueline::DueHistogram", QAccessible::Chart},
        {"dueline::MessageBar", QAccessible::AlertMessage},
        {"dueline::Toast", QAccessible::Notification},
        {"dueline::Toolbar", QAccessible::ToolBar},
        {"dueline::StatusLine", QAccessible::StatusBar},
        {"dueline::Tour", QAccessible::Dialog},
    };
    if (!object->isWidgetType())
        return nullptr;
    auto* widget = static_cast<QWidget*>(object);
    // By default, Qt uses a combo box's selected item as its name, and doesn't name the line edit inside. Set the names
    // in a queued call, because setting them requests this interface again.
    if (auto* box = qobject_cast<QComboBox*>(object))
        QMetaObject::invokeMethod(
            box, [box] { nameParts(*box); }, Qt::QueuedConnection);
    if (className == QLatin1String("QToolButton") && widget->property(opensMenuProperty).toBool())
        return new MenuButton(static_cast<QToolButton*>(widget));
    if (className == QLatin1String("dueline::InstantEdit") || className == QLatin1String("dueline::DurationEdit"))
        return new TypedField(widget);
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
    // Queued: the keyboard and the mouse change the selection before they move the cursor.
    QObject::connect(
        view.selectionModel(), &QItemSelectionModel::selectionChanged, &view,
        [&view] {
            const QItemSelection rows = view.selectionModel()->selection();
            if (view.selectionMode() != QAbstractItemView::SingleSelection || rows.isEmpty()
                || rows.contains(view.currentIndex()))
                return;
            const QItemSelectionRange& range = rows.first();
            const int column = view.currentIndex().isValid() ? view.currentIndex().column() : range.left();
            view.setCurrentIndex(view.model()->index(range.top(), column, range.parent()));
        },
        Qt::QueuedConnection);
}

void Assistive::opensMenu(QToolButton& button, QMenu& menu)
{
    button.setMenu(&menu);
    button.setPopupMode(QToolButton::InstantPopup);
    button.setProperty(opensMenuProperty, true);
    QObject::connect(&menu, &QMenu::triggered, &menu, &QWidget::close);
    // Discard the interface that Qt created for a plain button when the button got a name.
    if (QAccessibleInterface* known = QAccessible::queryAccessibleInterface(&button))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(known));
}

} // namespace dueline
