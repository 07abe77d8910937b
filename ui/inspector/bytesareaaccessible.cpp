// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/bytesareaaccessible.h"

#include "ui/inspector/bytesarea.h"

#include <algorithm>

namespace dueline {

namespace {

QAccessibleInterface* faceOfArea(const QString& className, QObject* object)
{
    return className == QLatin1String("dueline::BytesArea") ? new BytesAreaAccessible(*static_cast<BytesArea*>(object))
                                                            : nullptr;
}

} // namespace

BytesAreaAccessible::BytesAreaAccessible(BytesArea& area)
    : QAccessibleWidget(&area, QAccessible::EditableText) // Qt uses this role for read-only text too
{ }

void BytesAreaAccessible::install()
{
    static const bool once = (QAccessible::installFactory(faceOfArea), true);
    (void)once;
}

QString BytesAreaAccessible::textOf(const BytesArea& area) { return area.visibleLines().join(u'\n'); }

const BytesArea& BytesAreaAccessible::area() const { return *static_cast<const BytesArea*>(widget()); }

QString BytesAreaAccessible::text(QAccessible::Text which) const
{
    return which == QAccessible::Value ? textOf(area()) : QAccessibleWidget::text(which);
}

QAccessible::State BytesAreaAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    return state;
}

void* BytesAreaAccessible::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
}

QString BytesAreaAccessible::text(int from, int to) const { return textOf(area()).mid(from, std::max(0, to - from)); }

int BytesAreaAccessible::characterCount() const { return int(textOf(area()).size()); }

QRect BytesAreaAccessible::characterRect(int offset) const
{
    int left = offset;
    const QStringList lines = area().visibleLines();
    for (int line = 0; line < lines.size(); ++line) {
        const QString& letters = lines[line];
        if (left > letters.size()) {
            left -= int(letters.size()) + 1;
            continue;
        }
        QRect rect = area().rectOf(line, letters.left(left + 1));
        rect.setLeft(area().rectOf(line, letters.left(left)).right() + 1);
        return {area().viewport()->mapToGlobal(rect.topLeft()), rect.size()};
    }
    return {};
}

int BytesAreaAccessible::offsetAtPoint(const QPoint& point) const
{
    const QPoint at = area().viewport()->mapFromGlobal(point);
    int offset = 0;
    const QStringList lines = area().visibleLines();
    for (int line = 0; line < lines.size(); ++line) {
        const QRect rect = area().rectOf(line, lines[line]);
        if (at.y() < rect.top())
            return -1;
        if (at.y() <= rect.bottom()) {
            int letters = 0;
            while (letters < lines[line].size() && area().rectOf(line, lines[line].left(letters + 1)).right() < at.x())
                ++letters;
            return offset + letters;
        }
        offset += int(lines[line].size()) + 1;
    }
    return -1;
}

QString BytesAreaAccessible::attributes(int, int* from, int* to) const
{
    *from = 0;
    *to = characterCount();
    return {};
}

} // namespace dueline
