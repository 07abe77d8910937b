// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/welcome/tour.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int bubbleWidth = 380;
constexpr int gapToTarget = 12;
constexpr int shade = 120; ///< opacity of the shade, 0 to 255

/// Bubble that explains a step.
class Bubble : public QWidget
{
public:
    Bubble(const Theme& theme, QWidget* parent)
        : QWidget(parent)
        , m_theme(theme)
    { }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(m_theme.tokens().lineStrong);
        p.setBrush(m_theme.tokens().surface);
        p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }

private:
    const Theme& m_theme;
};

} // namespace

Tour::Tour(const Theme& theme, std::vector<Step> steps, QWidget& window)
    : QWidget(&window)
    , m_theme(theme)
    , m_steps(std::move(steps))
    , m_before(QApplication::focusWidget())
    , m_bubble(new Bubble(theme, this))
    , m_number(new PlainLabel)
    , m_title(new PlainLabel)
    , m_text(new PlainLabel)
    , m_skip(new QPushButton(tr("Skip")))
    , m_back(new QPushButton(tr("Back")))
    , m_next(new QPushButton)
{
    Q_ASSERT(!m_steps.empty());
    setObjectName(QStringLiteral("tour"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Tour"));
    auto* column = new QVBoxLayout(m_bubble);
    column->setContentsMargins(18, 14, 18, 14);
    column->setSpacing(6);
    m_number->setFont(theme.font(-1));
    m_title->setFont(theme.font(3, QFont::DemiBold));
    for (PlainLabel* label : {m_title, m_text})
        label->setWordWrap(true);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    m_number->setPalette(quiet);
    column->addWidget(m_number);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(8);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_skip->setProperty("variant", QStringLiteral("link"));
    m_skip->setToolTip(tr("End the tour (Esc); you can restart it from the Help menu"));
    m_next->setProperty("variant", QStringLiteral("primary"));
    row->addWidget(m_skip);
    row->addStretch(1);
    row->addWidget(m_back);
    row->addWidget(m_next);
    column->addLayout(row);
    m_bubble->setFixedWidth(bubbleWidth);
    connect(m_skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, &Tour::back);
    connect(m_next, &QPushButton::clicked, this, &Tour::next);
    for (QPushButton* button : {m_skip, m_back, m_next})
        button->installEventFilter(this);
    window.installEventFilter(this);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    // A widget that finishes loading during the tour may request the focus. If so, move the focus back to the bubble.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now && now->window() == this->window() && now != this && !isAncestorOf(now))
            QTimer::singleShot(0, m_next, [this] { m_next->setFocus(); });
    });
    showStep(0);
    show();
    raise();
    m_next->setFocus();
}

Tour::~Tour() = default;

void Tour::showStep(int step)
{
    m_step = step;
    const Step& shown = m_steps[std::size_t(step)];
    if (shown.before)
        shown.before();
    m_number->setText(tr("%1 of %2", "step of a tour").arg(step + 1).arg(count()));
    m_title->setText(shown.title);
    m_text->setText(shown.text);
    m_back->setEnabled(step > 0);
    const bool last = step + 1 == count();
    m_next->setText(last ? tr("Done", "tour") : tr("Next", "tour"));
    m_skip->setVisible(!last);
    m_bubble->setAccessibleName(m_number->fullText() + QStringLiteral(": ") + shown.title);
    m_bubble->setAccessibleDescription(shown.text);
    m_next->setAccessibleDescription(shown.title + u'\n' + shown.text);
    QAccessibleEvent told(m_bubble, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
    m_next->setFocus();
    place();
    QTimer::singleShot(0, this, &Tour::place); // deferred until the widgets shown by `before` have their final sizes
}

void Tour::next()
{
    if (m_step + 1 < count())
        showStep(m_step + 1);
    else
        end();
}

void Tour::back()
{
    if (m_step > 0)
        showStep(m_step - 1);
}

void Tour::end()
{
    const bool whole = m_step + 1 == count();
    disconnect(qApp, nullptr, this, nullptr);
    hide();
    if (m_before)
        m_before->setFocus();
    Q_EMIT ended(whole);
    close();
    deleteLater();
}

QRect Tour::bright() const
{
    const QWidget* target = m_steps[std::size_t(m_step)].target;
    if (!target || !target->isVisible())
        return rect();
    return QRect(target->mapTo(parentWidget(), QPoint()), target->size()).intersected(rect());
}

/// Returns the bubble's position: next to its target if there is room; otherwise, over the lower part of the target.
QRect Tour::placeOfBubble() const
{
    const QRect about = bright();
    const QSize size(bubbleWidth, m_bubble->heightForWidth(bubbleWidth));
    const QRect room = rect().adjusted(gapToTarget, gapToTarget, -gapToTarget, -gapToTarget);
    const int left = std::clamp(about.center().x() - size.width() / 2, room.left(), room.right() - size.width());
    const int top = std::clamp(about.center().y() - size.height() / 2, room.top(), room.bottom() - size.height());
    const QPoint places[] = {{left, about.bottom() + gapToTarget}, {left, about.top() - gapToTarget - size.height()},
        {about.right() + gapToTarget, top}, {about.left() - gapToTarget - size.width(), top}};
    for (const QPoint& at : places) {
        if (room.contains(QRect(at, size)))
            return {at, size};
    }
    return {QPoint(left, std::min(about.bottom() - gapToTarget, room.bottom()) - size.height()), size};
}

void Tour::place()
{
    setGeometry(parentWidget()->rect());
    m_bubble->layout()->activate();
    m_bubble->setGeometry(placeOfBubble());
    update();
}

bool Tour::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride: // keep the window's shortcuts from being triggered
        event->accept();
        return true;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseButtonRelease:
    case QEvent::Wheel:
    case QEvent::ContextMenu:
        event->accept();
        return true;
    default:
        return QWidget::event(event);
    }
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    // Handle Return and the arrow keys here. By default, QPushButton ignores Return and moves the focus on arrow keys.
    if (event->type() == QEvent::KeyPress && isAncestorOf(static_cast<QWidget*>(watched))) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            static_cast<QPushButton*>(watched)->click();
        else if (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)
            keyPressEvent(key);
        else
            return false;
        return true;
    }
    if (watched == parentWidget() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        QTimer::singleShot(0, this, &Tour::place);
    return QWidget::eventFilter(watched, event);
}

/// Keeps the focus on the bubble's buttons.
bool Tour::focusNextPrevChild(bool next)
{
    std::vector<QPushButton*> buttons;
    for (QPushButton* button : {m_skip, m_back, m_next}) {
        if (button->isVisibleTo(this) && button->isEnabled())
            buttons.push_back(button);
    }
    const auto now = std::find(buttons.begin(), buttons.end(), focusWidget());
    const auto size = std::ptrdiff_t(buttons.size());
    const auto at = now == buttons.end() ? size - 1 : now - buttons.begin();
    buttons[std::size_t((at + (next ? 1 : size - 1)) % size)]->setFocus(
        next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    switch (event->key()) {
    case Qt::Key_Escape:
        return end();
    case Qt::Key_Right:
    case Qt::Key_PageDown:
        return next();
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        return back();
    default:
        return;
    }
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF about = QRectF(bright()).adjusted(1, 1, -1, -1);
    QPainterPath dark;
    dark.addRect(rect());
    QPainterPath hole;
    hole.addRoundedRect(about, 4, 4);
    p.fillPath(dark.subtracted(hole), QColor(0, 0, 0, shade));
    p.setPen(QPen(m_theme.tokens().accent, 2));
    p.setBrush(Qt::NoBrush);
    p.drawRoundedRect(about, 4, 4);
}

} // namespace dueline
