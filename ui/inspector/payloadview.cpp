// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/payloadview.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "ui/inspector/bytesarea.h"
#include "ui/inspector/jsondelegate.h"
#include "ui/inspector/payloadfind.h"
#include "ui/inspector/readerbar.h"
#include "ui/inspector/windowsthread.h"
#include "ui/text/bytesview.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollBar>
#include <QStackedWidget>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int aroundRows = 14; ///< combined height of the frame and the horizontal scroll bar, in pixels

} // namespace

PayloadView::PayloadView(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_modes(new QButtonGroup(this))
    , m_stack(new QStackedWidget)
    , m_tree(new QTreeView)
    , m_text(new QPlainTextEdit)
    , m_area(new BytesArea(theme))
    , m_find(new PayloadFind(theme))
    , m_reader(new ReaderBar(theme))
    , m_note(new PlainLabel)
    , m_all(new QPushButton)
    , m_edit(new QToolButton)
    , m_copy(new QToolButton)
    , m_more(new QToolButton)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 8, 4);
    column->setSpacing(4);
    buildHead();
    m_tree->setModel(&m_model);
    m_tree->setItemDelegate(new JsonDelegate(theme, m_tree));
    m_tree->header()->hide();
    m_tree->setIndentation(16);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setProperty("variant", QStringLiteral("content"));
    m_text->document()->setDocumentMargin(0);
    m_text->setFont(m_theme.mono());
    for (QWidget* view : std::initializer_list<QWidget*>{m_tree, m_text, m_area})
        m_stack->addWidget(view);
    column->addWidget(m_find);
    column->addWidget(m_reader);
    auto* note = new QHBoxLayout;
    note->setContentsMargins(0, 0, 6, 0); // align the note with the buttons above
    note->addWidget(m_note, 1);
    m_all->setProperty("variant", QStringLiteral("link"));
    m_all->hide();
    note->addWidget(m_all);
    column->addLayout(note);
    column->addWidget(m_stack);
    m_note->setWordWrap(true);
    for (const auto signal : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(m_tree, signal, this, &PayloadView::fitHeight);
    connect(m_stack, &QStackedWidget::currentChanged, this, &PayloadView::fitHeight);
    fitHeight();
    m_modes->button(int(Mode::Tree))->setChecked(true);
    connect(m_modes, &QButtonGroup::idClicked, this, [this](int mode) { show(Mode(mode)); });
    connect(m_all, &QPushButton::clicked, this, [this] {
        if (!m_coming)
            return Q_EMIT allRequested();
        m_whenWhole.clear();
        m_coming = false;
        Q_EMIT cancelRequested();
        fill();
    });
    connect(m_reader, &ReaderBar::read, this, [this] {
        ++m_parse;
        m_treeOf.clear();
        m_treeError.clear();
        fill();
        m_find->setBytes(content());
    });
    connect(m_find, &PayloadFind::found, this, &PayloadView::showPlace);
    connect(m_find, &PayloadFind::closed, this, [this] {
        m_find->hide();
        fill();
        m_stack->currentWidget()->setFocus();
    });
}

void PayloadView::buildHead()
{
    auto* head = new QHBoxLayout;
    for (const Mode mode : {Mode::Tree, Mode::Text, Mode::Hex, Mode::Details}) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        m_modes->addButton(button, int(mode));
        head->addWidget(button);
    }
    head->addStretch();
    const auto add = [&](QToolButton* button, const QString& icon) {
        button->setIcon(m_theme.icon(icon));
        button->setIconSize({16, 16});
        head->addWidget(button);
    };
    add(m_copy, QStringLiteral("copy"));
    connect(m_copy, &QToolButton::clicked, this, &PayloadView::copy);
    add(m_edit, QStringLiteral("edit"));
    add(m_more, QStringLiteral("more"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_more);
    menu->addAction(m_theme.icon(QStringLiteral("search")), {}, QKeySequence::Find, this, &PayloadView::find);
    menu->addAction(m_theme.icon(QStringLiteral("export")), {}, this, &PayloadView::askWhereToSave);
    menu->addMenu(m_reader->menu());
    // The menu displays the shortcuts, but eventFilter() handles them.
    menu->actions().constFirst()->setShortcutContext(Qt::WidgetShortcut);
    m_more->setMenu(menu);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
    onLanguageChange(this, [this, menu] {
        m_tree->setAccessibleName(tr("Payload as tree"));
        nameText();
        for (const auto& [mode, name] :
            {std::pair{Mode::Tree, tr("Tree")}, std::pair{Mode::Text, tr("Text")}, std::pair{Mode::Hex, tr("Hex")}}) {
            m_modes->button(int(mode))->setText(name);
            m_modes->button(int(mode))->setAccessibleName(tr("Payload as %1", "tree, text or hex").arg(name));
        }
        QAbstractButton* details = m_modes->button(int(Mode::Details));
        details->setText(tr("Details"));
        details->setAccessibleName(tr("Task details"));
        details->setToolTip(tr("Show errors with their stack traces, logs, the return value and options"));
        const std::pair<QToolButton*, QString> named[]
            = {{m_copy, tr("Copy the payload")}, {m_edit, tr("Edit the task")}, {m_more, tr("More payload actions")}};
        for (const auto& [button, words] : named) {
            button->setToolTip(words);
            button->setAccessibleName(words);
        }
        menu->actions().at(0)->setText(tr("&Find…"));
        menu->actions().at(1)->setText(tr("&Save to file…"));
        rewordNote();
    });
}

/// Makes the view as tall as its rows, up to mostRows.
void PayloadView::fitHeight()
{
    int rows = mostRows;
    int rowHeight = JsonDelegate::rowHeight;
    if (m_stack->currentWidget() == m_tree) {
        rows = 0;
        for (QModelIndex at = m_model.index(0, 0); at.isValid() && rows < mostRows; at = m_tree->indexBelow(at))
            ++rows;
    } else if (m_stack->currentWidget() == m_text) {
        rows = std::min(mostRows, m_text->document()->blockCount());
        rowHeight = m_text->fontMetrics().lineSpacing();
    }
    const int height = std::max(leastRows * JsonDelegate::rowHeight, rows * rowHeight + aroundRows);
    if (height != m_stack->minimumHeight())
        m_stack->setFixedHeight(height);
}

bool PayloadView::event(QEvent* event)
{
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Resize)
        fitHeight();
    return handled;
}

/// Retranslates the note without collapsing the tree or scrolling the text.
void PayloadView::rewordNote()
{
    if (m_coming || m_note->fullText().isEmpty())
        return tell(m_note->fullText());
    const int at = m_text->verticalScrollBar()->value();
    fill();
    m_text->verticalScrollBar()->setValue(at);
}

void PayloadView::setPayload(const QByteArray& bytes, qint64 size)
{
    const bool came = std::exchange(m_coming, false);
    if (bytes == m_bytes && size == m_size)
        return came ? fill() : void(); // same payload: keep the expanded items
    offer(true);
    m_bytes = bytes;
    m_size = size;
    ++m_parse;
    m_treeOf.clear();
    m_treeError.clear();
    m_reader->setBytes(isWhole() ? m_bytes : QByteArray());
    fill();
    m_find->setBytes(content());
    if (!isWhole())
        return;
    for (const auto& act : std::exchange(m_whenWhole, {}))
        act();
}

void PayloadView::setDetails(const QByteArray& text)
{
    if (text == m_details)
        return;
    m_details = text;
    if (m_mode != Mode::Details)
        return;
    const int at = m_text->verticalScrollBar()->value();
    fill();
    m_text->verticalScrollBar()->setValue(at);
    m_find->setBytes(content());
}

void PayloadView::showDetails(const QByteArray& title)
{
    Q_EMIT opened();
    m_modes->button(int(Mode::Details))->setChecked(true);
    show(Mode::Details);
    // Move to the end first, so that the title becomes the first visible line.
    m_text->moveCursor(QTextCursor::End);
    const QTextCursor found = m_text->document()->find(QString::fromUtf8(title));
    if (m_stack->currentWidget() == m_area)
        m_area->mark(m_details.indexOf(title), title.size());
    else if (!found.isNull())
        m_text->setTextCursor(found);
}

void PayloadView::nameText()
{
    m_text->setAccessibleName(m_mode == Mode::Details ? tr("Task details")
            : m_mode == Mode::Hex                     ? tr("Payload as hex")
                                                      : tr("Payload as text"));
}

void PayloadView::clear()
{
    m_details.clear();
    ++m_parse;
    m_coming = false;
    m_whenWhole.clear();
    m_bytes.clear();
    m_treeOf.clear();
    m_size = notKnown;
    m_reader->clear();
    m_model.setTree({});
    m_text->clear();
    m_area->setBytes({});
    m_find->setBytes({});
    m_find->hide();
    offer(true);
    tell({});
}

void PayloadView::setAwaited(const QString& why)
{
    if (m_size != notKnown)
        return;
    offer(why.isEmpty());
    if (why != m_note->fullText())
        tell(why);
}

/// Enables or disables the buttons that need a payload. They stay enabled during a short wait to avoid flicker.
void PayloadView::offer(bool offered)
{
    for (const auto all = m_modes->buttons() << m_copy << m_more; QAbstractButton * button : all)
        button->setEnabled(offered);
}

void PayloadView::setProgress(qint64 bytes, qint64 size)
{
    m_coming = true;
    tell(tr("%1 of %2").arg(formatBytes(bytes), formatBytes(size)));
}

void PayloadView::setFailure(const QString& sentence)
{
    m_coming = false;
    m_whenWhole.clear();
    tell(sentence);
}

void PayloadView::show(Mode mode)
{
    const bool isOther = (mode == Mode::Details) != (m_mode == Mode::Details);
    m_mode = mode;
    fill();
    if (isOther)
        m_find->setBytes(content());
}

void PayloadView::tell(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_all->setText(m_coming ? tr("Cancel") : tr("Show all (%1)").arg(formatBytes(m_size)));
    m_all->setVisible(m_mode != Mode::Details && m_size != notKnown && !isWhole());
}

const QByteArray& PayloadView::content() const
{
    if (m_mode == Mode::Details)
        return m_details;
    return m_reader->reading().applies() ? m_reader->reading().text : m_bytes;
}

void PayloadView::fill()
{
    if (m_mode == Mode::Details) {
        fillText();
        const bool isEmpty = m_details.isEmpty() && m_size != notKnown;
        return tell(isEmpty ? tr("No errors, logs, return value or options are recorded.") : QString());
    }
    if (m_size == notKnown)
        return;
    QString note;
    const bool finds = m_find->isVisible(); // true if matches are highlighted in the bytes
    if (m_mode == Mode::Tree && !finds)
        note = fillTree();
    else
        fillText();
    if (m_stack->currentWidget() != m_tree && !isWhole()) {
        const QString cut = tr("First %1 of %2.").arg(formatBytes(m_bytes.size()), formatBytes(m_size));
        note = note.isEmpty() ? cut : note + u' ' + cut;
    }
    if (!m_coming)
        tell(note);
}

/// Fills the tree and returns the note's text.
QString PayloadView::fillTree()
{
    QString error;
    std::optional<JsonTree> tree;
    const bool aside = isWhole() ? content().size() > treePreview : m_size > treePreview;
    if (!isWhole()) {
        error = tr("Too large for the tree view (%1).").arg(formatBytes(m_size));
    } else if (!aside) {
        bool isPastLimits = false;
        tree = JsonTree::parse(content(), &error, {200'000, 200}, &isPastLimits);
        if (!tree && !isPastLimits)
            error = tr("Not JSON. Shown as text.");
    } else if (m_treeOf.isNull()) {
        m_model.setTree({});
        parseAside();
        error = tr("Building the tree…");
    } else if (m_model.tree()) {
        m_stack->setCurrentWidget(m_tree);
        fitHeight();
        return {};
    } else {
        error = m_treeError;
    }
    const bool isTree = tree.has_value();
    if (!aside || !isWhole())
        m_model.setTree(std::move(tree));
    if (!isTree) {
        fillText();
        return m_size == 0 ? tr("The payload is empty.") : error;
    }
    if (m_model.tree()->size() < 500)
        m_tree->expandAll();
    m_stack->setCurrentWidget(m_tree);
    fitHeight();
    return {};
}

/// Parses the payload on another thread, because parsing tens of MB takes several tenths of a second.
void PayloadView::parseAside()
{
    using Made = std::pair<std::optional<JsonTree>, QString>;
    const int parse = ++m_parse;
    m_treeOf = content();
    QThreadPool::globalInstance()->start([bytes = m_treeOf, parse, self = QPointer(this)] {
        const auto made = std::make_shared<Made>();
        bool isPastLimits = false;
        made->first = JsonTree::parse(bytes, &made->second, {200'000, 200}, &isPastLimits);
        if (!made->first && !isPastLimits)
            made->second = tr("Not JSON. Shown as text.");
        onWindowsThread([made, parse, self] {
            if (!self || parse != self->m_parse)
                return;
            self->m_treeError = made->second;
            self->m_model.setTree(std::move(made->first));
            self->fill();
        });
    });
}

void PayloadView::fillText()
{
    const bool hex = m_mode == Mode::Hex;
    const bool isCut = m_mode != Mode::Details && !isWhole();
    if (isCut || content().size() > textPreview || m_find->isVisible()) {
        m_area->setForm(hex ? BytesArea::Form::Hex : BytesArea::Form::Text);
        m_area->setBytes(content());
        m_stack->setCurrentWidget(m_area);
        return;
    }
    m_text->setPlainText(hex ? hexDump(content()) : wrappedText(content()));
    nameText();
    m_stack->setCurrentWidget(m_text);
    fitHeight();
}

void PayloadView::find()
{
    if (m_size == notKnown && m_mode != Mode::Details)
        return;
    Q_EMIT opened();
    if (!m_find->isVisible())
        m_find->setBytes(content());
    m_find->open();
    fill();
}

void PayloadView::showPlace(qsizetype offset, qsizetype length) { m_area->mark(offset, length); }

bool PayloadView::eventFilter(QObject* watched, QEvent* event)
{
    const bool pressed = event->type() == QEvent::KeyPress;
    // Accept the event, so that the window's own Ctrl+F action doesn't also run.
    if ((pressed || event->type() == QEvent::ShortcutOverride)
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) {
        if (pressed)
            find();
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PayloadView::whenWhole(std::function<void()> act)
{
    if (isWhole() || m_mode == Mode::Details)
        return act();
    if (m_size == notKnown)
        return;
    m_whenWhole.push_back(std::move(act));
    if (!m_coming)
        Q_EMIT allRequested();
}

void PayloadView::copy()
{
    whenWhole([this] {
        // Offer text only if the bytes are valid UTF-8, so that pasting never inserts wrong characters. Always offer
        // the bytes.
        auto* data = new QMimeData;
        const QByteArray& shown = content();
        if (QUtf8StringView(shown).isValidUtf8())
            data->setText(QString::fromUtf8(shown));
        else if (shown.size() <= treePreview)
            data->setText(hexDump(shown));
        data->setData(QStringLiteral("application/octet-stream"), shown);
        QApplication::clipboard()->setMimeData(data);
    });
}

void PayloadView::askWhereToSave()
{
    // The dialog asks before overwriting a file.
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the payload"), QStringLiteral("payload"));
    if (!file.isEmpty())
        saveTo(file);
}

void PayloadView::saveTo(const QString& file)
{
    whenWhole([this, file] {
        QThreadPool::globalInstance()->start(
            [bytes = m_mode == Mode::Details ? m_details : m_bytes, file, self = QPointer(this)] {
                QSaveFile out(file); // QSaveFile replaces the file atomically
                // Refuse special files, such as named pipes: saving would replace them with a regular file.
                QString problem = notPlain(file, Links::Followed);
                if (problem.isEmpty()
                    && !(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()))
                    problem = out.errorString();
                const QString note = problem.isEmpty() ? tr("Saved, %1.").arg(formatBytes(bytes.size()))
                                                       : tr("Cannot write the file: %1.").arg(problem);
                onWindowsThread([note, self] {
                    if (self)
                        self->tell(note);
                });
            });
    });
}

} // namespace dueline
