// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"
#include "ui/dialogs/confirmdialog.h"

#include <QDeadlineTimer>
#include <QPushButton>
#include <QTimer>

namespace dueline::test {

/// Simulates keyboard input: sends keys to the focused widget and counts them.
class Hands
{
public:
    explicit Hands(MainWindow& window)
        : m_window(window)
    { }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_pressed;
        if (!QApplication::activeModalWidget() && !m_window.isActiveWindow()) {
            m_window.activateWindow(); // as a window manager does when a dialog closes
            if (!QTest::qWaitForWindowActive(&m_window))
                qFatal("the window does not become active");
        }
        const QWidget* dialog = QApplication::activeModalWidget();
        QWidget* to = dialog ? dialog->focusWidget() : QApplication::focusWidget();
        QTest::keyClick(to ? to : &m_window, key, modifiers);
    }
    /// Presses a key that opens a confirmation, and presses Return once the focused button is enabled and contains
    /// `number`. Returns the equivalent command that the dialog shows, or an empty string if no such dialog appears
    /// within `patience`.
    QString pressAndConfirm(
        Qt::Key key, const QString& number, Qt::KeyboardModifiers modifiers = {}, int patience = 60'000)
    {
        QString command;
        const QDeadlineTimer deadline(patience);
        QTimer watch; // fires while the dialog runs its own event loop
        watch.setInterval(20);
        QObject::connect(&watch, &QTimer::timeout, &m_window, [&] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            auto* verb = dialog ? qobject_cast<QPushButton*>(dialog->focusWidget()) : nullptr;
            if (!verb || !verb->isEnabled() || !verb->text().remove(u'&').contains(number)) {
                if (dialog && deadline.hasExpired())
                    dialog->reject();
                return;
            }
            command = dialog->command();
            watch.stop();
            press(Qt::Key_Return);
        });
        watch.start();
        press(key, modifiers);
        return command;
    }
    int pressed() const { return m_pressed; }

private:
    MainWindow& m_window;
    int m_pressed = 0;
};

} // namespace dueline::test
