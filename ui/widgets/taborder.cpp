// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/taborder.h"

#include <QWidget>

#include <algorithm>
#include <vector>

namespace dueline {

namespace {

/// Returns whether Tab can focus a widget. Widgets with a focus proxy are focused through the proxy.
bool takesTab(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy() && widget.isEnabled();
}

/// Collects the widgets in tab order. `from`, or the widget that contains it, is always included, even if it is no
/// longer visible or focusable.
void collect(const QWidget& part, const QWidget* from, std::vector<QWidget*>& found)
{
    for (QObject* child : part.children()) {
        auto* widget = qobject_cast<QWidget*>(child);
        if (!widget || widget->isWindow())
            continue;
        if (!widget->isVisible()) {
            if (from && (widget == from || widget->isAncestorOf(from)))
                found.push_back(const_cast<QWidget*>(from));
            continue;
        }
        if (widget == from || takesTab(*widget))
            found.push_back(widget);
        collect(*widget, from, found);
    }
}

} // namespace

QWidget* nextByTab(const QWidget& window, const QWidget* from, bool forward)
{
    std::vector<QWidget*> found;
    collect(window, from, found);
    if (std::none_of(found.begin(), found.end(), [from](const QWidget* widget) { return widget != from; }))
        return nullptr;
    if (!forward)
        std::reverse(found.begin(), found.end());
    const auto at = std::find(found.begin(), found.end(), from);
    return at == found.end() || std::next(at) == found.end() ? found.front() : *std::next(at);
}

QWidget* firstByTab(const QWidget& part)
{
    std::vector<QWidget*> found;
    collect(part, nullptr, found);
    return found.empty() ? nullptr : found.front();
}

} // namespace dueline
