// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QTimer>
#include <QVariantMap>

#include <functional>
#include <vector>

class QSplitter;
class QWidget;

namespace dueline {

class Dock;
class TaskPane;
class TimelineView;

/// Sizes of a window and its parts, which can be reset. They are restored at startup and saved to a file. Until
/// rememberIn() is called, they exist only in memory.
class WindowLayout : public QObject
{
    Q_OBJECT

public:
    explicit WindowLayout(QWidget& window, QObject* parent = nullptr);

    /// Adds a value saved under `key`. `first`: initial value, which reset() restores.
    void add(const QString& key, const QVariant& first, std::function<QVariant()> value,
        std::function<void(const QVariant&)> restore);
    /// Adds the sizes of a splitter's parts, in logical pixels.
    void add(const QString& key, QSplitter& splitter, const QList<int>& first);
    /// Adds the table's hidden columns.
    void add(const QString& key, TaskPane& tasks);
    /// Adds the visible time span. When the span is restored, the current time is at one third of the width.
    void add(const QString& key, TimelineView& timeline, Millis first);
    /// Adds the dock's selected panel, and whether the dock is open.
    void add(const QString& key, Dock& dock);

    /// Returns a splitter with two parts and a thin handle. `growing`: index of the part that is resized along with the
    /// window.
    static QSplitter* split(Qt::Orientation orientation, QWidget* first, QWidget* second, int growing);

    /// Restores the valid values in this file. Later changes are saved by save(), and automatically within two seconds.
    /// If the window's screen is no longer connected, the window moves to another one. `sized` is called after the
    /// window has been resized and before its parts are restored, so that saved values override automatic changes.
    void rememberIn(const QString& path, const std::function<void()>& sized = {});
    /// Saves the layout. Does nothing before rememberIn() has been called. Ignores write errors.
    void save();
    void reset();

private:
    struct Part
    {
        QString key;
        QVariant first;
        std::function<QVariant()> value;
        std::function<void(const QVariant&)> restore;
    };

    QVariantMap values() const;
    void look();
    void bringIntoSight();

    QWidget& m_window;
    std::vector<Part> m_parts;
    QString m_path;
    QVariantMap m_written;
    QVariantMap m_seen; ///< values at the last check; a value isn't saved while the user is still dragging
    QTimer m_look;
};

} // namespace dueline
