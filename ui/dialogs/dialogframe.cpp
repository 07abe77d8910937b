// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialogframe.h"

#include "ui/dialogs/discardquestion.h"
#include "ui/dialogs/mnemonics.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/longnames.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/returnkey.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QTimer>

#include <algorithm>

namespace dueline {

namespace {

constexpr int sideMargin = 20;
constexpr int bottomMargin = 16;
// subjects up to this length in characters widen the dialog to fit
constexpr int aboutAtMost = 40;
// titles up to this length in characters widen the dialog to fit
constexpr int titleAtMost = 50;
constexpr int boxEdge = 5; // frame and padding of a multiline edit, in pixels
constexpr int problemLines = 8;
constexpr qsizetype oneLine = 72; // maximum length in characters of text without word wrap
constexpr int rowLines = 4;
constexpr std::chrono::seconds copiedFor{2};
constexpr const char* nothingTyped = "nothingTyped";

/// Tag with the environment, such as `PRODUCTION`, on a background in the environment's color.
class EnvironmentTag : public QWidget
{
public:
    EnvironmentTag(const Theme& theme, Environment environment)
        : m_theme(theme)
        , m_environment(environment)
    {
        m_text = environment == Environment::Production ? DialogFrame::tr("PRODUCTION") : DialogFrame::tr("STAGING");
        setAccessibleName(m_text);
        setFixedSize(QFontMetrics(theme.font(-2, QFont::Bold)).horizontalAdvance(m_text) + 18, 20);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(Qt::NoPen);
        p.setBrush(environmentColor(m_theme, m_environment));
        p.drawRoundedRect(rect(), 3, 3);
        p.setFont(m_theme.font(-2, QFont::Bold));
        p.setPen(Qt::white);
        p.drawText(rect(), Qt::AlignCenter, m_text);
    }

private:
    const Theme& m_theme;
    Environment m_environment;
    QString m_text;
};

} // namespace

DialogFrame::DialogFrame(
    const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_title(new PlainLabel(title))
    , m_problem(new PlainLabel)
    , m_body(new QVBoxLayout)
    , m_footer(new QHBoxLayout)
    , m_cancel(new QPushButton(tr("Cancel")))
{
    setWindowTitle(title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new Pane(theme, Pane::Ground::Surface);
    auto* headRow = new QHBoxLayout(head);
    headRow->setContentsMargins(sideMargin, 12, sideMargin, 8);
    headRow->setSpacing(10);
    m_title->setFont(theme.font(3, QFont::DemiBold));
    m_title->setShrinking(Qt::ElideMiddle);
    headRow->addWidget(m_title);
    auto* aboutLabel = new PlainLabel(about);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    aboutLabel->setPalette(quiet);
    aboutLabel->setEliding(true);
    // Names can have any length. Reserve enough room for typical ones in any font.
    const QFontMetrics metrics(theme.font());
    aboutLabel->setMinimumWidth(
        std::min(metrics.horizontalAdvance(about) + 1, aboutAtMost * metrics.averageCharWidth()));
    headRow->addWidget(aboutLabel, 1);
    if (environment != Environment::Development)
        headRow->addWidget(new EnvironmentTag(theme, environment));
    fitTitle();
    head->setMinimumHeight(52);
    column->addWidget(head);

    auto* middle = new Pane(theme, Pane::Ground::Surface);
    auto* middleColumn = new QVBoxLayout(middle);
    middleColumn->setContentsMargins(sideMargin, 4, sideMargin, bottomMargin);
    middleColumn->setSpacing(8);
    m_body->setSpacing(8);
    middleColumn->addLayout(m_body);
    QPalette failed = palette();
    failed.setColor(QPalette::WindowText, theme.tokens().of(TaskState::Failed).text);
    m_problem->setPalette(failed);
    m_problem->setWordWrap(true);
    m_problem->setMostLines(problemLines);
    m_problem->hide();
    middleColumn->addWidget(m_problem);
    column->addWidget(middle, 1);

    auto* foot = new Pane(theme, Pane::Ground::Sunken, Qt::TopEdge);
    m_footer->setContentsMargins(sideMargin, 12, sideMargin, 12);
    m_footer->setSpacing(8);
    foot->setLayout(m_footer);
    m_footer->addStretch(1);
    m_footer->addWidget(m_cancel);
    column->addWidget(foot);
    Mnemonics::prefer(*m_cancel, u'C');
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void DialogFrame::addRow(const QString& label, QWidget* content)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    // Wrap long text, such as a list of many queues or of long worker names.
    if (auto* words = qobject_cast<PlainLabel*>(content); words && words->fullText().size() > oneLine) {
        words->setWordWrap(true);
        words->setMostLines(rowLines);
    }
    row->addWidget(content, 1);
    addRow(label, row);
}

void DialogFrame::addRow(const QString& label, QLayout* content)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    auto* text = new PlainLabel(label);
    text->setObjectName(rowLabelName);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    text->setPalette(quiet);
    text->setMinimumWidth(labelWidth);
    text->setMinimumHeight(rowLabelHeight);
    row->addWidget(text, 0, Qt::AlignTop);
    row->addLayout(content, 1);
    for (int i = 0; i < content->count(); ++i) { // a screen reader needs a label for the first input field
        QWidget* entered = content->itemAt(i)->widget();
        if (entered && entered->focusPolicy() != Qt::NoFocus) {
            text->setBuddy(entered);
            // Align the label with the edit's first line.
            if (const auto* box = qobject_cast<QPlainTextEdit*>(entered))
                text->setMinimumHeight(
                    2 * (boxEdge + int(box->document()->documentMargin())) + box->fontMetrics().lineSpacing());
            break;
        }
    }
    for (int i = 1; i < content->count(); ++i) { // text in front of another field is its label
        auto* words = qobject_cast<PlainLabel*>(content->itemAt(i - 1)->widget());
        QWidget* entered = content->itemAt(i)->widget();
        if (words && !words->fullText().isEmpty() && entered && entered->focusPolicy() != Qt::NoFocus
            && !qobject_cast<QAbstractButton*>(entered))
            words->setBuddy(entered);
    }
    m_body->addLayout(row);
}

void DialogFrame::letBodyReachFooter()
{
    QLayout& column = *m_problem->parentWidget()->layout();
    QMargins margins = column.contentsMargins();
    margins.setBottom(0);
    column.setContentsMargins(margins);
    m_problem->setContentsMargins(0, 0, 0, bottomMargin);
}

void DialogFrame::fitLines(QPlainTextEdit& edit, int lines)
{
    edit.setFixedHeight(
        2 * boxEdge + int(edit.document()->documentMargin()) + lines * edit.fontMetrics().lineSpacing());
}

void DialogFrame::addToFooter(QWidget* widget) { m_footer->insertWidget(0, widget); }

QPushButton* DialogFrame::addCopyLink(std::function<QString()> command)
{
    auto* link = new QPushButton(tr("Copy as command"));
    link->setProperty("variant", QStringLiteral("link"));
    link->setToolTip(tr("Copy the equivalent duectl command"));
    link->setAutoDefault(false);
    m_link = link;
    addToFooter(link);
    m_footer->insertSpacing(0, -linkRim); // align the text with the labels
    connect(link, &QPushButton::clicked, this, [this, link, command = std::move(command)] {
        QApplication::clipboard()->setText(command());
        link->setText(tr("Copied"));
        QTimer::singleShot(copiedFor, link, [link] { link->setText(tr("Copy as command")); });
    });
    return link;
}

void DialogFrame::addBeforeVerb(QWidget* widget)
{
    m_footer->insertWidget(m_verb ? m_footer->indexOf(m_verb) : m_footer->count(), widget);
}

QPushButton* DialogFrame::setVerb(const QString& text, const QString& variant)
{
    if (!m_verb) {
        m_verb = new QPushButton;
        m_footer->addWidget(m_verb);
        connect(m_verb, &QPushButton::clicked, this, &QDialog::accept);
    }
    if (Mnemonics::without(m_verb->text()) != text)
        m_verb->setText(text);
    m_verb->setProperty("variant", variant);
    m_verb->setDefault(variant == QStringLiteral("primary"));
    return m_verb;
}

void DialogFrame::setTitle(const QString& title)
{
    m_title->setText(title);
    setWindowTitle(title);
    fitTitle();
}

/// Makes the title wide enough to show typical titles in full.
void DialogFrame::fitTitle()
{
    m_title->setMinimumWidth(
        std::min(m_title->sizeHint().width(), titleAtMost * m_title->fontMetrics().averageCharWidth()));
}

bool DialogFrame::event(QEvent* event)
{
    const bool changed = event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest;
    if (event->type() == QEvent::Polish || event->type() == QEvent::Show)
        LongNames::keepIn(*this); // keeps long names from widening the layout
    const bool done = QDialog::event(event);
    if (changed) {
        Mnemonics::assign(*this);
        alignLabels();
        if (m_link) // keep the width when the text of the link changes to "Copied"
            m_link->setMinimumWidth(std::max(m_link->minimumWidth(), m_link->sizeHint().width()));
    }
    if (event->type() == QEvent::Show) { // at this point, the dialog hasn't been painted yet
        widen();
        if (!event->spontaneous())
            nothingIsTypedYet();
    }
    if (changed)
        QTimer::singleShot(0, this, &DialogFrame::giveRoom);
    return done;
}

/// Aligns all input fields in one column, even if their labels have different widths.
void DialogFrame::alignLabels()
{
    const QList<PlainLabel*> labels = findChildren<PlainLabel*>(rowLabelName);
    int widest = labelWidth;
    for (const PlainLabel* label : labels) {
        if (!label->wordWrap() && label->isVisibleTo(this))
            widest = std::max(widest, label->sizeHint().width());
    }
    for (PlainLabel* label : labels) {
        if (label->minimumWidth() != widest)
            label->setMinimumWidth(widest);
    }
}

void DialogFrame::isNothingTyped(QWidget& field) { field.setProperty(nothingTyped, true); }

QStringList DialogFrame::enteredValues() const
{
    QStringList all;
    for (const QWidget* widget : findChildren<QWidget*>()) {
        if (widget->window() != this || widget->property(nothingTyped).toBool())
            continue;
        if (const auto* line = qobject_cast<const QLineEdit*>(widget))
            all << line->text();
        else if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget))
            all << (text->isReadOnly() ? QString() : text->toPlainText());
        else if (const auto* box = qobject_cast<const QComboBox*>(widget))
            all << (box->isEditable() ? QString() : QString::number(box->currentIndex()));
        else if (qobject_cast<const QCheckBox*>(widget) || qobject_cast<const QRadioButton*>(widget))
            all << QString::number(int(static_cast<const QAbstractButton*>(widget)->isChecked()));
    }
    return all;
}

bool DialogFrame::mayClose()
{
    return !m_keepsTyped || !isVisible() || enteredValues() == m_enteredAtFirst
        || DiscardQuestion(m_theme, windowTitle(), this).exec() == QDialog::Accepted;
}

void DialogFrame::keyPressEvent(QKeyEvent* event)
{
    if (ReturnKey::presses(*this, *event))
        return event->accept();
    if (event->matches(QKeySequence::Cancel) && !mayClose())
        return event->accept();
    QDialog::keyPressEvent(event);
}

void DialogFrame::closeEvent(QCloseEvent* event)
{
    if (!mayClose())
        return event->ignore();
    QDialog::closeEvent(event);
}

/// Widens the dialog to its rows' minimum width, and makes that its own minimum. Some fonts and scale factors need more
/// than the initial width. The layout's minimum has no effect, because dialogs have an explicit minimum width.
void DialogFrame::widen()
{
    // Apply pending layout changes first: they affect the minimum size.
    layout()->activate();
    const int needs = layout()->minimumSize().width();
    if (needs > minimumWidth())
        setMinimumWidth(needs);
    if (needs > width())
        resize(needs, height());
}

/// Adjusts the minimum height to wrapped text. QLayout doesn't do this when the width decreases.
void DialogFrame::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    holdLines();
}

void DialogFrame::holdLines()
{
    if (!isVisible())
        return;
    const int needs = std::min(layout()->minimumHeightForWidth(width()), screen()->availableSize().height());
    if (needs > 0 && needs != minimumHeight())
        setMinimumHeight(needs);
}

/// Adds height if wrapped text needs more lines than expected at first.
void DialogFrame::giveRoom()
{
    // Maximum height to add in pixels. A larger shortfall has a different cause.
    constexpr int atMost = 160;
    if (!isVisible())
        return;
    widen();
    holdLines();
    if (m_given > atMost)
        return;
    int lacking = 0;
    for (const PlainLabel* label : findChildren<PlainLabel*>()) {
        if (label->isVisible() && label->wordWrap())
            lacking += std::max(0, label->heightForWidth(label->width()) - label->height());
    }
    // If there isn't enough height, a layout with wrapped text shrinks the multiline edits, so also check its minimum
    // height.
    lacking = std::max(lacking, layout()->minimumHeightForWidth(width()) - height());
    m_given += lacking;
    if (lacking > 0)
        resize(width(), height() + lacking);
}

void DialogFrame::askForCount(qint64 count)
{
    m_asked = count;
    const QString words = tr("Type %1 to confirm").arg(count);
    if (!m_count) {
        m_count = new QLineEdit;
        m_count->setObjectName(QStringLiteral("count"));
        m_count->setFixedWidth(80);
        isNothingTyped(*m_count);
        m_countWords = new PlainLabel;
        m_countWords->setFont(theme().font(0, QFont::DemiBold));
        m_countWords->setBuddy(m_count);
        addToFooter(m_count);
        addToFooter(m_countWords);
        // Show the field explicitly. With its parent already visible, it would otherwise stay hidden, and unable to
        // receive the focus, until the event loop runs.
        m_count->show();
        connect(m_count, &QLineEdit::textChanged, this, &DialogFrame::countEdited);
    }
    m_count->setAccessibleName(words);
    m_countWords->setText(words);
}

bool DialogFrame::isCountTyped() const
{
    return !m_count || m_count->text().trimmed().remove(u',') == QString::number(m_asked);
}

void DialogFrame::keepRoomForProblem()
{
    QSizePolicy policy = m_problem->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_problem->setSizePolicy(policy);
    m_problem->ensurePolished();
    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing());
}

void DialogFrame::setProblem(const QString& problem)
{
    m_problem->setText(Formatting::whole(problem));
    m_problem->setAccessibleName(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace dueline
