// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/windowlayout.h"

#include "ui/panels/dock.h"
#include "ui/presenters/settingsplace.h"
#include "ui/timeline/timelineview.h"
#include "ui/widgets/taskpane.h"

#include <QSettings>
#include <QSplitter>

#include <algorithm>
#include <memory>

namespace dueline {

namespace {

constexpr qint64 shortestMs = 1000;
constexpr qint64 longestMs = Millis(std::chrono::hours(24 * 365)).count();
const QString group = QStringLiteral("window/");
const QString geometry = QStringLiteral("geometry");

QVariantList toVariants(const QList<int>& sizes) { return {sizes.begin(), sizes.end()}; }

} // namespace

WindowLayout::WindowLayout(QWidget& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{ }

void WindowLayout::add(const QString& key, const QVariant& first, std::function<QVariant()> value,
    std::function<void(const QVariant&)> restore)
{
    m_parts.push_back({key, first, std::move(value), std::move(restore)});
}

void WindowLayout::add(const QString& key, QSplitter& splitter, const QList<int>& first)
{
    splitter.setSizes(first);
    // While a part is hidden, or none was shown yet, the sizes say nothing of what somebody has chosen.
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
            // Of another version with other parts, or of a window that was never shown: nothing to go by.
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
    // Closed is a stroke before the name, closed only because the window is narrow a wave.
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
    m_window.restoreGeometry(file.value(group + geometry).toByteArray());
    if (sized)
        sized();
    for (const Part& part : m_parts) {
        if (const QVariant saved = file.value(group + part.key); saved.isValid())
            part.restore(saved);
    }
}

void WindowLayout::save() const
{
    if (m_path.isEmpty() || !checkSettingsToWrite(m_path))
        return; // why is said where the settings are saved
    QSettings file(m_path, QSettings::IniFormat);
    file.setValue(group + geometry, m_window.saveGeometry());
    for (const Part& part : m_parts)
        file.setValue(group + part.key, part.value());
}

void WindowLayout::reset()
{
    for (const Part& part : m_parts)
        part.restore(part.first);
}

} // namespace dueline
