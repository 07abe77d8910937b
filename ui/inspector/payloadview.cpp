// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/payloadview.h"

#include "core/base/text.h"
#include "ui/text/bytesview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dueline {

namespace {

/// Key and value of a JSON row, each in its colour, drawn as plain text.
class JsonDelegate : public QStyledItemDelegate
{
public:
    JsonDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    { }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {120, 22}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, t.tint);
        painter->setFont(m_theme.mono());
        const QFontMetrics metrics = painter->fontMetrics();
        QRect area = option.rect.adjusted(2, 0, -4, 0);
        const QString key = index.data(JsonTreeModel::KeyRole).toString();
        if (!key.isEmpty()) {
            painter->setPen(t.jsonKey);
            const QString shown = metrics.elidedText(key, Qt::ElideRight, area.width() * 2 / 3);
            painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
            area.adjust(metrics.horizontalAdvance(shown) + 12, 0, 0, 0);
        }
        switch (JsonTree::Kind(index.data(JsonTreeModel::KindRole).toInt())) {
        case JsonTree::Kind::Object:
        case JsonTree::Kind::Array:
            painter->setPen(t.text3);
            break;
        case JsonTree::Kind::String:
            painter->setPen(t.jsonString);
            break;
        case JsonTree::Kind::Number:
            painter->setPen(t.jsonNumber);
            break;
        default:
            painter->setPen(t.jsonKey);
        }
        painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            metrics.elidedText(index.data(JsonTreeModel::ValueRole).toString(), Qt::ElideRight, area.width()));
        painter->restore();
    }

private:
    const Theme& m_theme;
};

} // namespace

PayloadView::PayloadView(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_modes(new QButtonGroup(this))
    , m_stack(new QStackedWidget)
    , m_tree(new QTreeView)
    , m_text(new QPlainTextEdit)
    , m_note(new PlainLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 8, 4);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    auto* title = new PlainLabel(tr("Payload"));
    title->setFont(theme.font(0, QFont::DemiBold));
    head->addWidget(title);
    head->addStretch();
    for (const auto& [mode, name] :
        {std::pair{Mode::Tree, tr("Tree")}, std::pair{Mode::Text, tr("Text")}, std::pair{Mode::Hex, tr("Hex")}}) {
        auto* button = new QToolButton;
        button->setText(name);
        button->setCheckable(true);
        button->setAccessibleName(tr("Payload as %1", "tree, text or hex").arg(name));
        m_modes->addButton(button, int(mode));
        head->addWidget(button);
    }
    auto* copyButton = new QToolButton;
    copyButton->setIcon(theme.icon(QStringLiteral("copy")));
    copyButton->setIconSize({16, 16});
    copyButton->setToolTip(tr("Copy the payload"));
    copyButton->setAccessibleName(tr("Copy the payload"));
    head->addWidget(copyButton);
    column->addLayout(head);

    m_tree->setModel(&m_model);
    m_tree->setItemDelegate(new JsonDelegate(theme, m_tree));
    m_tree->header()->hide();
    m_tree->setIndentation(16);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setAccessibleName(tr("Payload as tree"));
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Payload as text"));
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_text);
    column->addWidget(m_note);
    column->addWidget(m_stack, 1);
    m_note->setWordWrap(true);
    m_modes->button(int(Mode::Tree))->setChecked(true);
    connect(m_modes, &QButtonGroup::idClicked, this, [this](int mode) { show(Mode(mode)); });
    connect(copyButton, &QToolButton::clicked, this, &PayloadView::copy);
}

void PayloadView::setPayload(const QByteArray& bytes, qint64 size)
{
    if (bytes == m_bytes && size == m_size)
        return;
    m_bytes = bytes;
    m_size = size;
    fill();
}

void PayloadView::clear()
{
    m_bytes.clear();
    m_size = notKnown;
    m_model.setTree({});
    m_text->clear();
    m_note->hide();
}

void PayloadView::show(Mode mode)
{
    m_mode = mode;
    fill();
}

void PayloadView::fill()
{
    QString note;
    if (m_mode == Mode::Tree) {
        QString error;
        std::optional<JsonTree> tree;
        if (m_bytes.size() == m_size)
            tree = JsonTree::parse(m_bytes, &error);
        else
            error = tr("Too large for the tree: %1.").arg(formatBytes(m_size));
        const bool isTree = tree.has_value();
        m_model.setTree(std::move(tree));
        if (isTree && m_model.tree()->size() < 500)
            m_tree->expandAll();
        m_stack->setCurrentIndex(isTree ? 0 : 1);
        if (!isTree) {
            m_text->setFont(m_theme.mono());
            m_text->setPlainText(
                wrappedText(QByteArrayView(m_bytes).first(std::min<qint64>(m_bytes.size(), textPreview))));
            note = m_size == 0 ? tr("The payload is empty.") : error;
        }
    } else {
        const QByteArrayView part = QByteArrayView(m_bytes).first(std::min<qint64>(m_bytes.size(), textPreview));
        m_text->setFont(m_theme.mono());
        m_text->setPlainText(m_mode == Mode::Text ? wrappedText(part) : hexDump(part));
        m_text->setAccessibleName(m_mode == Mode::Text ? tr("Payload as text") : tr("Payload as hex"));
        m_stack->setCurrentIndex(1);
    }
    if (m_stack->currentIndex() == 1 && m_size > textPreview) {
        const QString cut = tr("The first %1 of %2.").arg(formatBytes(textPreview), formatBytes(m_size));
        note = note.isEmpty() ? cut : note + u' ' + cut;
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void PayloadView::copy()
{
    // As text where it is text, and as the bytes it is: pasting must not invent characters.
    auto* data = new QMimeData;
    const QString text = QString::fromUtf8(m_bytes);
    if (text.toUtf8() == m_bytes)
        data->setText(text);
    else
        data->setText(hexDump(m_bytes));
    data->setData(QStringLiteral("application/octet-stream"), m_bytes);
    QApplication::clipboard()->setMimeData(data);
}

} // namespace dueline
