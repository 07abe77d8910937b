// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerlogview.h"

#include "ui/text/languagechange.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

namespace dueline {

namespace {

constexpr int narrowLogBelow = 480;
constexpr int tinyBelow = 320; ///< view width in pixels below which lines show no time

} // namespace

class WorkerLogView::Delegate : public QStyledItemDelegate
{
public:
    Delegate(const Theme& theme, const WorkerLogModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    { }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, rowHeight}; }

    void paint(QPainter* p, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        const WorkerLogLine& line = m_model.lineAt(index.row());
        const QRect r = option.rect;
        if (option.state & QStyle::State_Selected)
            p->fillRect(r, option.state & QStyle::State_Active && option.widget->hasFocus() ? t.tint : t.hover);
        const QFont mono = m_theme.mono();
        const QFontMetrics metrics(mono);
        // If the view is narrow, hide columns instead of making all of them too narrow.
        const bool narrow = r.width() < narrowLogBelow;
        const int gap = metrics.horizontalAdvance(u' ') * (narrow ? 1 : 2);
        p->setFont(mono);
        int x = r.left() + 16;
        const auto draw = [&](const QString& text, int width, const QColor& color) {
            // Two extra pixels allow for rounding of the text width.
            const int room = std::min(width + 2, r.right() - 8 - x);
            if (room <= 0)
                return;
            p->setPen(color);
            p->drawText(QRect(x, r.top(), room, r.height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                metrics.elidedText(text, Qt::ElideRight, room));
        };
        const auto [icon, iconColor] = look(line.event);
        const QString time = narrow ? m_model.time(line).chopped(4) : m_model.time(line);
        if (r.width() >= tinyBelow) {
            draw(time, metrics.horizontalAdvance(time), t.text3);
            x += metrics.horizontalAdvance(time) + gap;
        }
        p->drawPixmap(x, r.center().y() - 5, m_theme.pixmap(icon, iconColor, 12, p->device()->devicePixelRatioF()));
        x += 12 + 6;
        const bool bad = line.event == WorkerLogLine::Event::Failed || line.event == WorkerLogLine::Event::Trouble;
        QFont word = mono;
        word.setWeight(QFont::DemiBold);
        p->setFont(word);
        draw(WorkerLogModel::eventWord(line.event), eventWidth(word), bad ? t.of(TaskState::Failed).text : t.text);
        p->setFont(mono);
        x += eventWidth(word) + gap;
        if (!line.task.isEmpty()) {
            if (!narrow) {
                const int id = metrics.horizontalAdvance(QStringLiteral("#000000"));
                draw(shortUnique(line.task, line.type), id, t.text3);
                x += id + gap;
            }
            const QString type = WorkerLogModel::type(line);
            const int width = metrics.horizontalAdvance(type);
            draw(type, width, t.text);
            x += width + gap;
        }
        draw(WorkerLogModel::words(line), r.width(), bad ? t.text : t.text2);
    }

private:
    std::pair<QString, QColor> look(WorkerLogLine::Event event) const
    {
        using Event = WorkerLogLine::Event;
        const Tokens& t = m_theme.tokens();
        switch (event) {
        case Event::Start:
            return {QStringLiteral("state-leased"), t.of(TaskState::Leased).text};
        case Event::Done:
            return {QStringLiteral("state-done"), t.of(TaskState::Done).text};
        case Event::Retry:
            return {QStringLiteral("state-retrying"), t.of(TaskState::Retrying).text};
        case Event::Failed:
        case Event::Cancelled:
            return {QStringLiteral("state-failed"), t.of(TaskState::Failed).text};
        case Event::Released:
            return {QStringLiteral("release"), t.text2};
        case Event::Lost:
        case Event::Trouble:
            return {QStringLiteral("warning"), t.of(TaskState::Leased).text};
        case Event::Output:
            return {QStringLiteral("chevron-right"), t.text3};
        case Event::State:
            return {QStringLiteral("worker"), t.text2};
        }
        return {};
    }
    int eventWidth(const QFont& font) const
    {
        using Event = WorkerLogLine::Event;
        const QFontMetrics metrics(font);
        int widest = 0;
        for (const Event event : {Event::Start, Event::Done, Event::Retry, Event::Failed, Event::Cancelled,
                 Event::Released, Event::Lost, Event::Output, Event::Trouble, Event::State})
            widest = std::max(widest, metrics.horizontalAdvance(WorkerLogModel::eventWord(event)));
        return widest;
    }

    const Theme& m_theme;
    const WorkerLogModel& m_model;
};

WorkerLogView::WorkerLogView(const Theme& theme, WorkerLogModel& model, QWidget* parent)
    : QListView(parent)
    , m_theme(theme)
    , m_model(model)
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Local worker log")); });
    setFrameShape(NoFrame);
    setUniformItemSizes(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new Delegate(theme, model, this));
    setModel(&model);
    verticalScrollBar()->setSingleStep(rowHeight);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        QMetaObject::invokeMethod(
            this, [this] { m_follows = isAtEnd(); }, Qt::QueuedConnection);
    });
    const auto toEnd = [this] {
        if (m_follows)
            scrollToBottom();
        viewport()->update(); // repaint an empty view's message
    };
    connect(&model, &QAbstractItemModel::rowsInserted, this, toEnd);
    connect(&model, &QAbstractItemModel::modelReset, this, [this, toEnd] {
        m_follows = true;
        toEnd();
    });
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) {
        if (!m_follows && first == 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - (last + 1) * rowHeight);
    });
    scrollToBottom();
}

bool WorkerLogView::isAtEnd() const { return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4; }

QString WorkerLogView::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_model.text(m_model.lineAt(row.row()));
    return lines.join(u'\n');
}

bool WorkerLogView::event(QEvent* event)
{
    // Here, these shortcuts act on log lines; the window's actions act on tasks.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            key->accept();
            return true;
        }
    }
    return QListView::event(event);
}

void WorkerLogView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(selectedText());
        return;
    }
    QListView::keyPressEvent(event);
    // Scroll even if the first or last line is already current.
    if (event->key() == Qt::Key_Home)
        scrollToTop();
    else if (event->key() == Qt::Key_End)
        scrollToBottom();
    m_follows = isAtEnd();
}

void WorkerLogView::paintEvent(QPaintEvent* event)
{
    QListView::paintEvent(event);
    if (m_model.rowCount() > 0)
        return;
    QPainter p(viewport());
    p.setFont(m_theme.font(-1));
    p.setPen(m_theme.tokens().text2);
    p.drawText(viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
        m_model.isFiltered() ? tr("No log line matches the filter.") : tr("The worker's log appears here."));
}

} // namespace dueline
