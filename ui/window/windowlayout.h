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

/// The sizes of a window and its parts: kept in a file from one start to the next, and back to their first values when
/// asked. In memory alone until rememberIn().
class WindowLayout : public QObject
{
    Q_OBJECT

public:
    explicit WindowLayout(QWidget& window, QObject* parent = nullptr);

    /// A value that is kept under `key`; `first` is what reset() gives back.
    void add(const QString& key, const QVariant& first, std::function<QVariant()> value,
        std::function<void(const QVariant&)> restore);
    /// The shares of a splitter's parts, in logical pixels.
    void add(const QString& key, QSplitter& splitter, const QList<int>& first);
    /// Which columns nobody wants to see.
    void add(const QString& key, TaskPane& tasks);
    /// How much time is shown, around now.
    void add(const QString& key, TimelineView& timeline, Millis first);
    /// Which panel is in front, and whether they are open.
    void add(const QString& key, Dock& dock);

    /// Two parts with a hairline between them, of which one takes what the window grows by.
    static QSplitter* split(Qt::Orientation orientation, QWidget* first, QWidget* second, int growing);

    /// Takes over what is saved in this file, as far as it makes sense, and saves there by save() and by itself within
    /// two seconds after a change. A place on a screen that is gone, or that is none, leads to one that is there.
    /// `sized` is called once the window has its size, before its parts are restored: what a size asks for by itself
    /// comes before what was chosen.
    void rememberIn(const QString& path, const std::function<void()>& sized = {});
    /// Nothing while nothing is remembered. What cannot be written is not worth a message.
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
    QVariantMap m_seen; ///< when last looked at: while something is dragged nothing is written
    QTimer m_look;
};

} // namespace dueline
