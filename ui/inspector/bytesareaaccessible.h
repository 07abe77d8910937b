// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

namespace dueline {

class BytesArea;

/// Accessible interface of a BytesArea: read-only multiline text that consists of only the visible lines, because the
/// full content can be tens of megabytes. Scrolling changes the text and sends a notification.
class BytesAreaAccessible : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit BytesAreaAccessible(BytesArea& area);

    /// Installs the interface for all BytesArea objects. Call this once.
    static void install();
    /// Returns the visible lines, separated by line feeds.
    static QString textOf(const BytesArea& area);

    QString text(QAccessible::Text which) const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QString text(int from, int to) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint& point) const override;
    QString attributes(int offset, int* from, int* to) const override;

    // There is neither a cursor nor a selection.
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override { }
    int selectionCount() const override { return 0; }
    void selection(int, int* from, int* to) const override { *from = *to = 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    void scrollToSubstring(int, int) override { }

private:
    const BytesArea& area() const;
};

} // namespace dueline
