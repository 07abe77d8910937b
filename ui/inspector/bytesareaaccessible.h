// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

namespace dueline {

class BytesArea;

/// What assistive programs read of a BytesArea: a text of several lines that is only read, which is the lines in view.
/// All of it may be tens of megabytes; scrolling brings the rest, and tells.
class BytesAreaAccessible : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit BytesAreaAccessible(BytesArea& area);

    /// Every BytesArea has such a face from now on. Once per program.
    static void install();
    /// The lines in view, a line feed between them.
    static QString textOf(const BytesArea& area);

    QString text(QAccessible::Text which) const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QString text(int from, int to) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint& point) const override;
    QString attributes(int offset, int* from, int* to) const override;

    // There is no cursor in it, and nothing is selected.
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override { }
    int selectionCount() const override { return 0; }
    void selection(int, int* from, int* to) const override { *from = *to = 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    void scrollToSubstring(int, int) override { } // it is in view

private:
    const BytesArea& area() const;
};

} // namespace dueline
