// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/firstpaint.h"

#include <QEvent>
#include <QFile>
#include <QLoggingCategory>
#include <QTimer>
#include <QWidget>
#include <QWindow>

#include <ctime>

#include <unistd.h>

namespace dueline {

namespace {

Q_LOGGING_CATEGORY(logStart, "dueline.start", QtWarningMsg)

/// Returns how long this process has been running, in milliseconds with a resolution of 10 ms; -1 if unknown.
qint64 millisecondsSinceStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray stat = file.readAll();
    // Split the line after the process name, which is in parentheses and may contain spaces. The 20th of these fields
    // is the process's start time, in clock ticks since boot.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    timespec now{};
    if (fields.size() < 20 || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return -1;
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 - fields[19].toLongLong() * 1000 / ::sysconf(_SC_CLK_TCK);
}

/// Event filter that logs a window's first paint, which happens while the window handles its first expose event.
class FirstPaint : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Expose && !m_isExposed) {
            m_isExposed = true;
            QTimer::singleShot(0, this, [this] {
                qCDebug(logStart).noquote() << "first window after" << millisecondsSinceStart() << "ms";
                deleteLater();
            });
        }
        return QObject::eventFilter(watched, event);
    }

private:
    bool m_isExposed = false;
};

} // namespace

void logFirstPaint(QWidget& window)
{
    if (!logStart().isDebugEnabled())
        return;
    window.winId(); // creates the native window
    if (QWindow* handle = window.windowHandle())
        handle->installEventFilter(new FirstPaint(&window));
}

} // namespace dueline
