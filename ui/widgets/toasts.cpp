// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/toasts.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/toast.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int hostMargin = 16; ///< distance between the toasts and the host's edges
constexpr int gap = 8; ///< distance between toasts
constexpr int leastAreaHeight = 130; ///< minimum height of an area for toasts
constexpr int shadowWidth = 8; ///< width of the shadow around each toast

/// Returns how important it is to keep a toast if there are too many.
int rank(const Toast& toast) { return toast.isHeld() ? 4 : toast.notice().progress ? 3 : int(toast.notice().kind); }

bool isSame(const Notice& a, const Notice& b)
{
    if (!a.subject.isEmpty() || !b.subject.isEmpty())
        return a.subject == b.subject;
    return a.links.empty() && b.links.empty() && a.kind == b.kind && a.of == b.of && a.text == b.text
        && a.detail == b.detail;
}

/// Returns the notice in the current language.
Notice translated(const Notice& old)
{
    Notice notice = Notice::worded(old.again).about(old.of);
    notice.subject = old.subject;
    return notice;
}

/// Painter for the toasts' shadows. It doesn't receive their mouse events.
class Shadow : public QWidget
{
public:
    /// Creates the painter. `toasts`: sibling widget whose mask contains the toasts.
    Shadow(const Theme& theme, const QWidget& toasts)
        : QWidget(toasts.parentWidget())
        , m_theme(theme)
        , m_toasts(toasts)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (m_theme.tokens().highContrast)
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 5));
        painter.translate(m_toasts.pos() - pos());
        for (const QRect& toast : m_toasts.mask()) {
            for (int wide = shadowWidth; wide > 0; --wide) // each layer makes the shadow darker toward the toast
                painter.drawRoundedRect(toast.adjusted(-wide, 2 - wide, wide, wide), 6 + wide, 6 + wide);
        }
    }

private:
    const Theme& m_theme;
    const QWidget& m_toasts;
};

} // namespace

Toasts::Toasts(const Theme& theme, QWidget& host)
    : QWidget(&host)
    , m_theme(theme)
    , m_shadow(new Shadow(theme, *this))
{
    setObjectName(QStringLiteral("messages"));
    hide();
    m_shadow->hide();
    host.installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* from, QWidget* to) {
        if (from && isAncestorOf(to) && !isAncestorOf(from))
            m_before = from;
    });
    onLanguageChange(this, [this] { reword(); });
}

void Toasts::setAreas(const std::vector<QWidget*>& areas)
{
    m_areas.assign(areas.begin(), areas.end());
    for (QWidget* area : areas)
        area->installEventFilter(this);
}

bool Toasts::eventFilter(QObject* watched, QEvent* event)
{
    constexpr QEvent::Type moves[] = {QEvent::Resize, QEvent::Move, QEvent::Show, QEvent::Hide, QEvent::LayoutRequest};
    if (std::find(std::begin(moves), std::end(moves), event->type()) != std::end(moves))
        place();
    return QWidget::eventFilter(watched, event);
}

const Notice& Toasts::notice() const
{
    static const Notice none;
    return m_toasts.empty() ? none : m_toasts.back()->notice();
}

/// Returns the notice's text, including its connection's name if a different connection is current.
QString Toasts::headline(const Notice& notice) const
{
    const QString name = m_nameOf && !notice.of.isEmpty() ? m_nameOf(notice.of) : QString();
    return name.isEmpty() ? notice.text : tr("%1: %2", "connection, what happened there").arg(name, notice.text);
}

void Toasts::show(Notice notice)
{
    Toast* toast = placeFor(notice);
    const bool isKnown = toast->isVisible();
    tell(*toast, std::move(notice));
    place();
    // Screen readers speak a notification when it appears, but Qt reports this only for a toast that was hidden.
    if (isKnown) {
        QAccessibleEvent event(toast, QAccessible::ObjectShow);
        QAccessible::updateAccessibility(&event);
    }
    Q_EMIT changed(hasLast());
}

/// Returns the toast that this notice replaces, or a new one. If there is no room for another, closes the least
/// important one.
Toast* Toasts::placeFor(const Notice& notice)
{
    const auto same = std::find_if(
        m_toasts.begin(), m_toasts.end(), [&notice](const Toast* toast) { return isSame(toast->notice(), notice); });
    if (same != m_toasts.end()) {
        if (!notice.progress) // a running operation's toast keeps its place
            std::rotate(same, same + 1, m_toasts.end());
        return notice.progress ? *same : m_toasts.back();
    }
    if (m_toasts.size() == most)
        close(*std::min_element(
            m_toasts.begin(), m_toasts.end(), [](const Toast* a, const Toast* b) { return rank(*a) < rank(*b); }));
    auto* toast = new Toast(m_theme, this);
    if (m_life > 0)
        toast->setLife(m_life);
    connect(toast, &Toast::closed, this, [this, toast] { close(toast); });
    connect(toast, &Toast::acted, this, [this, toast] { remove(toast); });
    connect(toast, &Toast::fitted, this, &Toasts::place);
    m_toasts.push_back(toast);
    return toast;
}

void Toasts::tell(Toast& toast, Notice notice)
{
    const QString words = headline(notice);
    toast.tell(std::move(notice), words);
    toast.allowLinks(m_followed);
}

bool Toasts::shows(const QString& subject) const
{
    return std::any_of(m_toasts.begin(), m_toasts.end(),
        [&subject](const Toast* toast) { return toast->notice().subject == subject; });
}

void Toasts::setProgress(const QString& subject, const QString& detail, double share)
{
    for (Toast* toast : m_toasts) {
        if (toast->notice().subject == subject)
            toast->setProgress(detail, share);
    }
}

/// Closes a toast. Stores its notice for showLast(), unless it is about a running operation, which the Activity panel
/// shows.
void Toasts::close(Toast* toast)
{
    if (!toast->notice().progress)
        m_last = toast->notice();
    remove(toast);
}

void Toasts::showLast()
{
    if (!m_toasts.empty() && !isAncestorOf(QApplication::focusWidget()))
        return m_toasts.back()->takeFocus();
    if (const std::optional<Notice> last = std::exchange(m_last, std::nullopt)) {
        show(*last);
        m_toasts.back()->takeFocus();
    }
}

void Toasts::remove(Toast* toast)
{
    if (std::erase(m_toasts, toast) == 0)
        return;
    if (toast->isAncestorOf(QApplication::focusWidget())) {
        if (m_before && m_before->isVisible())
            m_before->setFocus(Qt::OtherFocusReason);
        else
            window()->setFocus(Qt::OtherFocusReason);
    }
    toast->hide();
    toast->deleteLater(); // the toast may be the current signal's sender
    place();
    Q_EMIT changed(hasLast());
}

void Toasts::closeIf(const std::function<bool(const Notice&)>& isOver)
{
    for (Toast* toast : std::vector<Toast*>(m_toasts)) {
        if (isOver(toast->notice()))
            remove(toast);
    }
    if (m_last && isOver(*m_last)) {
        m_last.reset();
        Q_EMIT changed(hasLast());
    }
}

void Toasts::end(const QString& subject)
{
    closeIf([&subject](const Notice& notice) { return notice.subject == subject; });
}

void Toasts::clear()
{
    closeIf([](const Notice&) { return true; });
}

void Toasts::renew()
{
    for (Toast* toast : m_toasts) {
        if (!toast->notice().of.isEmpty())
            toast->rename(headline(toast->notice()));
    }
}

void Toasts::reword()
{
    closeIf([](const Notice& notice) { return !notice.again && notice.kind != Notice::Kind::Failure; });
    for (Toast* toast : m_toasts) {
        if (toast->notice().again)
            tell(*toast, translated(toast->notice()));
    }
    if (m_last && m_last->again)
        m_last = translated(*m_last);
}

void Toasts::follow(const QAction& action)
{
    m_followed.push_back(&action);
    connect(&action, &QAction::changed, this, [this] {
        for (Toast* toast : m_toasts)
            toast->allowLinks(m_followed);
    });
}

void Toasts::setLife(int ms)
{
    m_life = ms;
    for (Toast* toast : m_toasts)
        toast->setLife(ms);
}

/// Returns the part of the host that the toasts cover.
const QWidget& Toasts::area() const
{
    const QWidget* found = nullptr;
    for (const QWidget* area : m_areas) {
        if (!area || !area->isVisible())
            continue;
        if (area->height() >= leastAreaHeight)
            return *area;
        if (!found)
            found = area;
    }
    return found ? *found : *parentWidget();
}

void Toasts::place()
{
    if (std::exchange(m_placing, true))
        return;
    const QWidget& area = this->area();
    const QRect room(area.mapTo(parentWidget(), QPoint()), area.size());
    const int width = std::clamp(room.width() - 2 * hostMargin, 1, Toast::mostWidth);
    const int bottom = room.bottom() + 1 - gap;
    setGeometry(room.right() + 1 - hostMargin - width, 0, width, bottom);
    int top = bottom + gap;
    int least = room.top() + area.minimumSizeHint().height() + gap;
    QRegion shown;
    for (auto it = m_toasts.rbegin(); it != m_toasts.rend(); ++it) {
        Toast* toast = *it;
        toast->fit(width);
        // The newest toast is always visible. Earlier ones appear once there is room.
        const int above = top - gap - toast->height();
        const bool fits = shown.isEmpty() || above >= least;
        toast->setVisible(fits);
        if (!fits) {
            least = bottom; // once a toast doesn't fit, hide all earlier ones too
            continue;
        }
        top = above;
        toast->move(0, top);
        shown += toast->geometry();
    }
    setMask(shown); // let clicks beside a toast reach the widget below
    setVisible(!shown.isEmpty());
    m_shadow->setVisible(!shown.isEmpty());
    m_shadow->setGeometry(
        shown.boundingRect().translated(pos()).adjusted(-shadowWidth, -shadowWidth, shadowWidth, shadowWidth));
    m_shadow->update();
    m_shadow->raise();
    raise();
    m_placing = false;
    const bool isFirst = !m_areas.empty() && &area == m_areas.front();
    const int height = isFirst && !shown.isEmpty() ? room.bottom() + 1 - top + gap : 0;
    if (std::exchange(m_covered, height) != height)
        Q_EMIT covered(height);
}

} // namespace dueline
