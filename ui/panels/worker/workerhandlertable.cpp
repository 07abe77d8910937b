// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerhandlertable.h"

#include "core/base/text.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/focusframe.h"

#include <QCompleter>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>

#include <set>
#include <utility>

namespace dueline {

namespace {

constexpr int leftPadding = 16;

} // namespace

class WorkerHandlerTable::Header : public QHeaderView
{
public:
    Header(const Theme& theme, QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
        , m_theme(theme)
    {
        setFixedHeight(rowHeight);
        setSectionsClickable(false);
        setHighlightSections(false);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Tokens& t = m_theme.tokens();
        painter->fillRect(rect, t.surface);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t.line);
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        painter->drawText(rect.adjusted(section == 0 ? leftPadding : 4, 0, -4, -1),
            Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString());
    }

private:
    const Theme& m_theme;
};

class WorkerHandlerTable::Delegate : public QStyledItemDelegate
{
public:
    Delegate(const Theme& theme, const WorkerHandlerModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    { }

    void paint(QPainter* p, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        const QRect r = option.rect;
        const bool focused = option.widget && option.widget->hasFocus();
        const bool selected = option.state & QStyle::State_Selected;
        if (selected)
            p->fillRect(r, focused ? t.tint : t.hover);
        p->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), t.line);
        if (selected && index.column() == 0)
            p->fillRect(QRect(r.left(), r.top(), 3, r.height()), focused ? t.accent : t.control);
        QRect area = r.adjusted(index.column() == 0 ? leftPadding : 4, 0, -6, -1);
        QString text = printable(index.data(Qt::DisplayRole).toString().toUtf8(), 300);
        if (m_model.isLast(index.row())) {
            p->setFont(m_theme.font(-1, QFont::DemiBold));
            p->setPen(t.accent);
        } else {
            p->setFont(m_theme.mono());
            p->setPen(t.text);
            if (index.column() == 1 && !m_model.problem(index.row()).isEmpty()) {
                const QColor color = t.of(TaskState::Failed).text;
                p->drawPixmap(area.left(), r.center().y() - 7,
                    m_theme.pixmap(QStringLiteral("warning"), color, 14, p->device()->devicePixelRatioF()));
                area.setLeft(area.left() + 20);
                p->setPen(color);
                if (text.isEmpty())
                    text = WorkerHandlerTable::tr("no handler yet");
            }
        }
        p->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            p->fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
        if (option.state & QStyle::State_HasFocus)
            paintFocusFrame(*p, m_theme, r.adjusted(0, 0, 0, -1));
    }

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        auto* edit = new QLineEdit(parent);
        edit->setFont(m_theme.mono());
        const bool type = index.column() == WorkerHandlerModel::Type;
        edit->setAccessibleName(type ? WorkerHandlerTable::tr("Type") : WorkerHandlerTable::tr("Handler"));
        edit->setPlaceholderText(type
                ? WorkerHandlerTable::tr("e.g. mail.send, mail.*")
                : WorkerHandlerTable::tr("e.g. echo, sleep:800, fail:20, command:/path arg, http:https://…"));
        // Use a thin frame: a row is shorter than a regular field.
        edit->setStyleSheet(QStringLiteral("QLineEdit { min-height: 0; padding: 0 4px; border: 1px solid %1; "
                                           "border-radius: 0; }")
                                .arg(m_theme.tokens().accent.name()));
        if (!type) {
            auto* completer = new QCompleter(
                {QStringLiteral("echo"), QStringLiteral("sleep:800"), QStringLiteral("fail"), QStringLiteral("fail:20"),
                    QStringLiteral("command:"), QStringLiteral("http:https://")},
                edit);
            completer->setCompletionMode(QCompleter::InlineCompletion);
            edit->setCompleter(completer);
        }
        return edit;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        static_cast<QLineEdit*>(editor)->setText(index.data(Qt::EditRole).toString());
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, static_cast<QLineEdit*>(editor)->text(), Qt::EditRole);
    }
    /// Commits immediately on Return, before Return can trigger a shortcut. Qt would commit only after processing all
    /// queued keystrokes, so fast typing would go to the closed editor and be lost.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* editor = qobject_cast<QLineEdit*>(watched);
        if (!editor || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
            return QStyledItemDelegate::eventFilter(watched, event);
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool ends = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (!ends || (event->type() == QEvent::ShortcutOverride && !(key->modifiers() & Qt::ControlModifier)))
            return QStyledItemDelegate::eventFilter(watched, event);
        Q_EMIT commitData(editor);
        Q_EMIT closeEditor(editor, NoHint);
        return event->type() == QEvent::KeyPress;
    }
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        editor->setGeometry(option.rect);
    }

private:
    const Theme& m_theme;
    const WorkerHandlerModel& m_model;
};

WorkerHandlerTable::WorkerHandlerTable(const Theme& theme, WorkerHandlerModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Local worker handlers")); });
    setHorizontalHeader(new Header(theme, this));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(rowHeight);
    verticalHeader()->setDefaultSectionSize(rowHeight);
    setModel(&model);
    setItemDelegate(new Delegate(theme, model, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->setStretchLastSection(true);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) {
        if (first == last && !m_model.isLast(first) && state() == EditingState)
            m_added = first;
    });
}

void WorkerHandlerTable::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint)
{
    const std::optional<int> added = std::exchange(m_added, {});
    QTableView::closeEditor(editor, added ? QAbstractItemDelegate::NoHint : hint);
    if (!added)
        return;
    // The new handler's type has been entered. Edit its kind next.
    setCurrentIndex(m_model.index(*added, WorkerHandlerModel::Kind));
    edit(currentIndex());
}

void WorkerHandlerTable::removeSelected()
{
    std::set<int, std::greater<>> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.insert(index.row());
    for (const int row : rows) {
        if (!m_model.isLast(row))
            m_model.removeRow(row);
    }
}

void WorkerHandlerTable::keyPressEvent(QKeyEvent* event)
{
    // Always start a new handler with its type, even if another column has the focus.
    if (m_model.isEditable() && currentIndex().isValid() && m_model.isLast(currentIndex().row())
        && state() != EditingState && currentIndex().column() != WorkerHandlerModel::Type)
        setCurrentIndex(m_model.index(currentIndex().row(), WorkerHandlerModel::Type));
    if (event->key() == Qt::Key_Delete) {
        removeSelected();
    } else if (state() != EditingState && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        && currentIndex().isValid() && m_model.flags(currentIndex()) & Qt::ItemIsEditable) {
        edit(currentIndex());
    } else {
        QTableView::keyPressEvent(event);
    }
}

void WorkerHandlerTable::mouseReleaseEvent(QMouseEvent* event)
{
    QTableView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->pos());
    if (event->button() == Qt::LeftButton && index.isValid() && m_model.isEditable() && m_model.isLast(index.row()))
        edit(m_model.index(index.row(), WorkerHandlerModel::Type));
}

void WorkerHandlerTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    setColumnWidth(WorkerHandlerModel::Type, std::max(110, viewport()->width() * 2 / 5));
}

} // namespace dueline
