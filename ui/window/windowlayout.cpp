// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowlayout.h"

#include "ui/panels/dock.h"
#include "ui/presenters/settings/settingsplace.h"
#include "ui/timeline/timelineview.h"
#include "ui/widgets/tasks/taskpane.h"

#include <QGuiApplication>
#include <QScreen>
#include <QSettings>
#include <QSplitter>

#include <algorithm>
#include <memory>
#include <utility>

namespace dueline {

namespace {

constexpr Millis lookEvery{1'000};
constexpr int leastInSight = 100; ///< minimum visible width of the title bar, in pixels
constexpr int titleHeight = 30;
constexpr int widestSensible = 16'384; ///< maximum accepted width in pixels, wider than any screen
constexpr qint64 shortestMs = 1000;
constexpr qint64 longestMs = Millis(std::chrono::hours(24 * 365)).count();
const QString group = QStringLiteral("window/");
const QString geometry = QStringLiteral("geometry");

QVariantList toVariants(const QList<int>& sizes) { return {sizes.begin(), sizes.end()}; }

} // namespace

WindowLayout::WindowLayout(QWidget& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
    m_look.setInterval(lookEvery);
    connect(&m_look, &QTimer::timeout, this, &WindowLayout::look);
}

void WindowLayout::add(const QString& key, const QVariant& first, std::function<QVariant()> value,
    std::function<void(const QVariant&)> restore)
{
    m_parts.push_back({key, first, std::move(value), std::move(restore)});
}

void WindowLayout::add(const QString& key, QSplitter& splitter, const QList<int>& first)
{
    splitter.setSizes(first);
    // While a part is hidden or the window hasn't been shown yet, the current sizes aren't the ones the user has
    // chosen.
    const auto chosen = std::make_shared<QList<int>>(first);
    const auto seen = [this, &splitter, chosen] {
        bool all = splitter.isVisibleTo(&m_window);
        for (int part = 0; part < splitter.count(); ++part)
            all = all && splitter.widget(part)->isVisibleTo(&splitter);
        if (all)
            *chosen = splitter.sizes();
        return *chosen;
    };
    connect(&splitter, &QSplitter::splitterMoved, this, seen);
    add(
        key, toVariants(first), [seen] { return toVariants(seen()); },
        [&splitter, chosen](const QVariant& value) {
            QList<int> sizes;
            for (const QVariant& size : value.toList())
                sizes << std::max(0, size.toInt());
            // Ignore values from a version with different parts, or from a window that was never shown.
            if (sizes.size() == splitter.count()
                && std::any_of(sizes.begin(), sizes.end(), [](int size) { return size > 0; })) {
                *chosen = sizes;
                splitter.setSizes(sizes);
            }
        });
}

void WindowLayout::add(const QString& key, TaskPane& tasks)
{
    add(
        key, QStringList(), [&tasks] { return tasks.hiddenColumns(); },
        [&tasks](const QVariant& names) { tasks.setHiddenColumns(names.toStringList()); });
}

void WindowLayout::add(const QString& key, TimelineView& timeline, Millis first)
{
    add(
        key, qint64(first.count()), [&timeline] { return qint64(timeline.range().length().count()); },
        [&timeline](const QVariant& ms) {
            const Millis length(ms.toLongLong());
            if (length.count() < shortestMs || length.count() > longestMs)
                return;
            const TimePoint now = SystemClock().now();
            timeline.show({now - length / 3, now + length * 2 / 3});
            timeline.follow(now);
        });
}

void WindowLayout::add(const QString& key, Dock& dock)
{
    // A closed dock's name is prefixed with `/`, or with `~` if the dock is closed only because the window is narrow.
    const auto value = [&dock] {
        return dock.isOpen() ? dock.currentId() : (dock.opensWhenWide() ? u'~' : u'/') + dock.currentId();
    };
    add(key, value(), value, [&dock](const QVariant& saved) {
        const QString text = saved.toString();
        const bool waits = text.startsWith(u'~');
        const bool closed = text.startsWith(u'/');
        const QString id = text.mid(waits || closed ? 1 : 0);
        if (!dock.ids().contains(id))
            return;
        dock.open(id);
        dock.setOpen(!closed && !waits);
        if (waits)
            dock.openWhenWide();
    });
    add(
        key + QStringLiteral("Height"), Dock::openHeight, [&dock] { return dock.heightWhenOpen(); },
        [&dock](const QVariant& saved) { dock.setHeightWhenOpen(saved.toInt()); });
}

QSplitter* WindowLayout::split(Qt::Orientation orientation, QWidget* first, QWidget* second, int growing)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(first);
    splitter->addWidget(second);
    splitter->setStretchFactor(growing, 1);
    splitter->setStretchFactor(1 - growing, 0);
    return splitter;
}

void WindowLayout::rememberIn(const QString& path, const std::function<void()>& sized)
{
    m_path = path;
    if (!checkSettingsToRead(path)) {
        if (sized)
            sized();
        return;
    }
    const QSettings file(path, QSettings::IniFormat);
    if (const QByteArray place = file.value(group + geometry).toByteArray(); !place.isEmpty()) {
        m_window.restoreGeometry(place);
        bringIntoSight();
    }
    if (sized)
        sized();
    for (const Part& part : m_parts) {
        if (const QVariant saved = file.value(group + part.key); saved.isValid())
            part.restore(saved);
    }
    m_written = m_seen = values();
    m_look.start();
}

/// Centers the window on the first screen if too little of its title bar is visible for dragging.
void WindowLayout::bringIntoSight()
{
    const QSize size = m_window.size();
    if (size.width() > widestSensible || size.height() > widestSensible)
        m_window.resize(m_window.screen()->availableSize());
    const QRect title(m_window.pos(), QSize(m_window.width(), titleHeight));
    const auto screens = QGuiApplication::screens();
    const bool inSight = std::any_of(screens.begin(), screens.end(), [&title](const QScreen* screen) {
        const QRect shown = screen->availableGeometry() & title;
        return shown.width() >= leastInSight && shown.height() >= titleHeight / 2;
    });
    if (inSight)
        return;
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    QRect place(QPoint(), m_window.size().boundedTo(room.size()).expandedTo(m_window.minimumSize()));
    place.moveCenter(room.center());
    place.moveTop(std::max(place.top(), room.top()));
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.setGeometry(place);
}

QVariantMap WindowLayout::values() const
{
    QVariantMap values;
    values.insert(geometry, m_window.saveGeometry());
    for (const Part& part : m_parts)
        values.insert(part.key, part.value());
    return values;
}

/// Saves changes after a short delay, so that little is lost if the session is killed or the machine crashes.
void WindowLayout::look()
{
    const QVariantMap now = values();
    if (std::exchange(m_seen, now) == now && now != m_written)
        save();
}

void WindowLayout::save()
{
    if (m_path.isEmpty() || !checkSettingsToWrite(m_path))
        return; // the settings dialog reports why
    m_written = values();
    QSettings file(m_path, QSettings::IniFormat);
    for (auto value = m_written.cbegin(); value != m_written.cend(); ++value)
        file.setValue(group + value.key(), value.value());
}

void WindowLayout::reset()
{
    for (const Part& part : m_parts)
        part.restore(part.first);
}

} // namespace dueline
