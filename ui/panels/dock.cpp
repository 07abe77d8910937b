// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/dock.h"

#include "ui/panels/docktabs.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

Dock::Dock(const Theme& theme, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_tabs(new DockTabs(theme))
    , m_line(new Pane(theme, Ground::Surface, Qt::BottomEdge))
    , m_chevron(new QToolButton)
    , m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("dock"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new Pane(theme, Ground::Surface);
    head->setFixedHeight(DockTabs::stripHeight);
    m_line->setFixedHeight(1);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(DockTabs::textFrom - DockTabs::tabPadding, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_tabs, 1);
    m_chevron->setObjectName(QStringLiteral("dockChevron"));
    m_chevron->setIconSize({16, 16});
    m_chevron->setFixedSize(28, 26);
    row->addWidget(m_chevron);
    column->addWidget(head);
    column->addWidget(m_line);
    column->addWidget(m_stack, 1);
    connect(m_chevron, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this](int index) {
        if (index >= 0)
            setOpen(true);
    });
    showOpen();
    onLanguageChange(this, [this] { nameChevron(); });
}

void Dock::nameChevron()
{
    const QString words = m_open ? tr("Close the panels") : tr("Open the panels");
    m_chevron->setToolTip(words);
    m_chevron->setAccessibleName(words);
}

void Dock::addPanel(const QString& id, const QString& title, QWidget* panel)
{
    Q_ASSERT(!m_ids.contains(id));
    m_ids << id;
    m_stack->addWidget(panel);
    m_tabs->setTitle(m_tabs->addTab(title), title);
}

void Dock::setTitle(const QString& id, const QString& title)
{
    if (const auto index = int(m_ids.indexOf(id)); index >= 0)
        m_tabs->setTitle(index, title);
}

void Dock::setSpare(const QStringList& ids)
{
    QList<int> tabs;
    for (const QString& id : ids)
        tabs << int(m_ids.indexOf(id));
    m_tabs->setSpare(tabs);
}

void Dock::setStatusRoom(const QString& id, const QString& longest)
{
    if (const auto index = int(m_ids.indexOf(id)); index >= 0)
        m_tabs->setStatusRoom(index, longest);
}

void Dock::setStatus(const QString& id, const QString& text)
{
    if (const auto index = int(m_ids.indexOf(id)); index >= 0)
        m_tabs->setStatus(index, text);
}

QString Dock::status(const QString& id) const
{
    const auto index = int(m_ids.indexOf(id));
    return index < 0 ? QString() : m_tabs->status(index);
}

QString Dock::currentId() const { return m_ids.value(m_tabs->currentIndex()); }

QWidget* Dock::panel(const QString& id) const { return m_stack->widget(int(m_ids.indexOf(id))); }

void Dock::open(const QString& id)
{
    const auto index = int(m_ids.indexOf(id));
    if (index < 0)
        return;
    m_tabs->setCurrentIndex(index);
    setOpen(true);
}

QSize Dock::minimumSizeHint() const
{
    const QSize needs = Pane::minimumSizeHint();
    return m_open ? QSize(needs.width(), std::max(leastHeight, needs.height())) : needs;
}

void Dock::setOpen(bool open)
{
    if (open == m_open)
        return;
    m_open = open;
    showOpen();
    Q_EMIT openChanged(open);
}

void Dock::setHeightWhenOpen(int height)
{
    m_height = std::max(leastHeight, height);
    if (m_open)
        takeHeight();
}

bool Dock::event(QEvent* event)
{
    if (auto* splitter = qobject_cast<QSplitter*>(parentWidget()); splitter && event->type() == QEvent::ParentChange) {
        connect(splitter, &QSplitter::splitterMoved, this, [this] {
            if (m_open)
                m_height = height();
        });
        splitter->installEventFilter(this);
    }
    return Pane::event(event);
}

bool Dock::eventFilter(QObject* watched, QEvent* event)
{
    // After the splitter's layout, restore the height that the dock gave up for lack of space.
    const bool mayHaveRoom = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
    if (watched == parentWidget() && mayHaveRoom && m_open && !m_taking) {
        m_taking = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_taking = false;
                if (m_open && height() < m_height)
                    takeHeight();
            },
            Qt::QueuedConnection);
    }
    return Pane::eventFilter(watched, event);
}

void Dock::setNarrow(bool narrow)
{
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    if (narrow)
        m_openWhenWide = m_open;
    setOpen(!narrow && m_openWhenWide);
}

void Dock::openWhenWide()
{
    m_openWhenWide = true;
    if (!m_narrow)
        setOpen(true);
}

void Dock::showOpen()
{
    m_line->setVisible(m_open);
    m_stack->setVisible(m_open);
    m_tabs->setOpen(m_open);
    m_chevron->setIcon(theme().icon(m_open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-up")));
    nameChevron();
    const int strip = DockTabs::stripHeight;
    setMinimumHeight(m_open ? 0 : strip); // minimumSizeHint() applies while the dock is open
    updateGeometry();
    setMaximumHeight(m_open ? QWIDGETSIZE_MAX : strip);
    takeHeight();
}

void Dock::takeHeight()
{
    auto* splitter = qobject_cast<QSplitter*>(parentWidget());
    if (!splitter)
        return;
    // Set the size even while the dock is closed: the splitter may make it taller than its maximum height, which would
    // leave a gap.
    const int wanted = m_open ? m_height : DockTabs::stripHeight;
    QList<int> sizes = splitter->sizes();
    const int own = splitter->indexOf(this);
    int total = 0;
    for (const int size : sizes)
        total += size;
    if (own <= 0 || total <= 0)
        return;
    sizes[0] += sizes[own] - wanted;
    sizes[own] = wanted;
    splitter->setSizes(sizes);
}

} // namespace dueline
