// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/layoutdialog.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/redis/redisurl.h"
#include "ui/dialogs/connect/describedialog.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int tableRowHeight = 24;
constexpr int shownRows = 3;

/// Returns a word for a key type, or Redis's own name for an uncommon one.
QString keyTypeWord(const QByteArray& type)
{
    if (type == "zset")
        return LayoutDialog::tr("Sorted set");
    if (type == "list")
        return LayoutDialog::tr("List");
    if (type == "set")
        return LayoutDialog::tr("Set");
    if (type == "string")
        return LayoutDialog::tr("String");
    return QString::fromLatin1(type);
}

QTableWidget* quietTable(const QString& name, int columns)
{
    auto* table = new QTableWidget(0, columns);
    table->setAccessibleName(name);
    table->horizontalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(tableRowHeight);
    table->verticalHeader()->setMinimumSectionSize(tableRowHeight);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setWordWrap(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setFixedHeight(tableRowHeight * shownRows + 2);
    return table;
}

void setCell(QTableWidget& table, int row, int column, const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setToolTip(plainTextToolTip(text));
    table.setItem(row, column, item);
}

/// Returns the layout's position in the list of choices, or nullopt.
std::optional<int> indexOfLayout(const LayoutSpec& spec)
{
    const auto& choices = LayoutWords::choices();
    const auto found = std::find_if(
        choices.begin(), choices.end(), [of = LayoutChoice::of(spec)](const auto& each) { return each.first == of; });
    return found == choices.end() ? std::nullopt : std::optional(int(found - choices.begin()));
}

} // namespace

LayoutDialog::LayoutDialog(const Theme& theme, const Formatting& formatting, const QString& layout, QWidget* parent)
    : DialogFrame(theme, tr("Layout"), tr("how this connection's tasks are stored"), Environment::Development, parent)
    , m_formatting(formatting)
    , m_choice(new QComboBox)
    , m_explanation(new PlainLabel)
    , m_fields(new LayoutFields(theme))
    , m_text(new PlainLabel)
    , m_found(new PlainLabel)
    , m_first(quietTable(tr("First tasks found"), 3))
    , m_guess(new PlainLabel)
    , m_guesses(quietTable(tr("Keys that look like queues"), 3))
    , m_use(new QPushButton(tr("Use this")))
    , m_describe(new QPushButton(tr("Describe unknown keys…")))
{
    setObjectName(QStringLiteral("layoutDialog"));
    setMinimumWidth(640);
    m_choice->setAccessibleName(tr("Design"));
    for (const auto& [choice, form] : LayoutWords::choices())
        m_choice->addItem(LayoutWords::text(form.title));
    addRow(tr("Design"), m_choice);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    for (PlainLabel* label : {m_explanation, m_text, m_guess})
        label->setPalette(quiet);
    m_explanation->setWordWrap(true);
    m_text->setFont(theme.mono());
    m_text->setEliding(true);
    for (PlainLabel* label : {m_found, m_guess})
        label->setMinimumHeight(rowLabelHeight);
    addRow({}, m_explanation);
    body().addWidget(m_fields);
    addRow(tr("Layout name"), m_text);
    m_found->setWordWrap(true);
    auto* found = new QVBoxLayout;
    found->setSpacing(4);
    found->addWidget(m_found);
    m_first->setFont(theme.font(-1));
    m_first->setSelectionMode(QAbstractItemView::NoSelection);
    m_first->setFocusPolicy(Qt::NoFocus);
    m_first->setColumnWidth(0, 110);
    m_first->setColumnWidth(1, 170);
    found->addWidget(m_first);
    addRow(tr("On the server"), found);
    auto* guesses = new QVBoxLayout;
    guesses->setSpacing(4);
    m_guess->setWordWrap(true);
    guesses->addWidget(m_guess);
    m_guesses->setFont(theme.font(-1));
    m_guesses->setColumnWidth(0, 210);
    m_guesses->setColumnWidth(1, 70);
    guesses->addWidget(m_guesses);
    addRow(tr("Suggestions"), guesses);
    m_use->setAutoDefault(false);
    m_use->setEnabled(false);
    addToFooter(m_use);
    m_describe->setAutoDefault(false);
    m_describe->setEnabled(false); // disabled until the server is known
    m_describe->setToolTip(
        plainTextToolTip(tr("Propose a layout file for keys on this server that belong to no known system.")));
    addToFooter(m_describe);
    setVerb(tr("Use this layout"));

    m_soon.setSingleShot(true);
    m_soon.setInterval(afterTyping);
    connect(&m_soon, &QTimer::timeout, this, &LayoutDialog::look);
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this] { m_fields->setChoice(choice()); });
    connect(m_fields, &LayoutFields::changed, this, &LayoutDialog::entered);
    connect(&m_detector, &LayoutDetector::looked, this, &LayoutDialog::showLook);
    connect(&m_detector, &LayoutDetector::suggested, this, &LayoutDialog::showSuggestions);
    connect(&m_detector, &LayoutDetector::failed, this, [this](const Error& error) {
        say(error.message, true);
        m_guess->setText({});
    });
    connect(m_guesses, &QTableWidget::itemSelectionChanged, this,
        [this] { m_use->setEnabled(m_guesses->currentRow() >= 0 && !m_guesses->selectedItems().isEmpty()); });
    connect(m_guesses, &QTableWidget::cellActivated, this, [this](int row) { use(row); });
    connect(m_describe, &QPushButton::clicked, this, &LayoutDialog::describe);
    connect(m_use, &QPushButton::clicked, this, [this] { use(m_guesses->currentRow()); });

    if (const auto parsed = parseLayout(layout))
        fillIn(*parsed);
    entered();
}

const LayoutChoice& LayoutDialog::choice() const
{
    return LayoutWords::choices().at(std::size_t(m_choice->currentIndex())).first;
}

/// Fills in the layout and its parameters as if the user had entered them.
void LayoutDialog::fillIn(const LayoutSpec& spec)
{
    const auto index = indexOfLayout(spec);
    if (!index)
        return;
    const QSignalBlocker blocker(m_choice);
    m_choice->setCurrentIndex(*index);
    m_fields->setSpec(spec);
}

bool LayoutDialog::asksFor(const LayoutSpec& layout) { return indexOfLayout(layout).has_value(); }

void LayoutDialog::setOthers(const std::vector<LayoutSpec>& others, bool adds)
{
    m_others = others;
    if (adds)
        setVerb(tr("Add this layout"));
    // Don't preselect a layout that the connection already uses.
    const bool isThere = std::find(others.begin(), others.end(), defaultLayout()) != others.end();
    if (adds && isThere && !choice().isDesign()) {
        const auto& choices = LayoutWords::choices();
        const auto design
            = std::find_if(choices.begin(), choices.end(), [](const auto& each) { return each.first.isDesign(); });
        m_choice->setCurrentIndex(int(design - choices.begin()));
    }
    entered();
}

QString LayoutDialog::chosen() const
{
    const auto entered = m_fields->spec();
    return entered ? entered->text() : defaultLayout().text();
}

void LayoutDialog::setConnection(const ConnectionSpec& connection)
{
    m_connection = connection;
    m_describe->setEnabled(true);
    m_guess->setText(tr("Searching for keys that may be queues…"));
    m_detector.search(connection);
    entered();
}

void LayoutDialog::setUnreachable(const QString& reason)
{
    m_connection.reset();
    m_describe->setEnabled(false);
    say(reason, true);
}

void LayoutDialog::entered()
{
    m_explanation->setText(LayoutWords::text(LayoutWords::formOf(choice()).explanation));
    const auto entered = m_fields->spec();
    const bool begun = !choice().isDesign() || !m_fields->isEmpty();
    const bool isTwice = entered && std::find(m_others.begin(), m_others.end(), *entered) != m_others.end();
    if (isTwice)
        setProblem(tr("This connection already has this layout."));
    else
        setProblem(entered || !begun ? QString() : entered.error().message);
    verb()->setEnabled(entered.ok() && !isTwice);
    m_text->setText(entered ? chosen() : QString());
    m_first->setRowCount(0);
    m_detector.leaveLook(); // discard the data: it was read for a different layout
    if (!m_connection)
        return;
    say(entered ? tr("Checking…") : QString());
    if (entered)
        m_soon.start();
    else
        m_soon.stop();
}

void LayoutDialog::look()
{
    const auto entered = m_fields->spec();
    if (!entered || !m_connection)
        return;
    ConnectionSpec connection = *m_connection;
    connection.layout = *entered;
    m_detector.look(connection);
}

void LayoutDialog::say(const QString& sentence, bool bad)
{
    const Tokens& t = theme().tokens();
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, bad ? t.of(TaskState::Failed).text : t.text);
    m_found->setPalette(colors);
    m_found->setText(sentence);
}

void LayoutDialog::showLook(const LayoutLook& look)
{
    if (!look.problem.isEmpty())
        return say(look.problem, true);
    if (!choice().isDesign()) {
        qint64 tasks = 0;
        for (const QueueInfo& queue : look.queues)
            tasks += queue.counts.pending() + queue.counts[TaskState::Leased] + queue.counts[TaskState::Failed];
        const QString queues = tr("%Ln queue(s)", nullptr, int(look.queues.size()));
        const QString product = QString::fromUtf8(choice().type->product());
        say(look.queues.empty() && product.isEmpty() ? tr("No queues yet. The first task will create one.")
                : look.queues.empty() && !look.gap.isEmpty()
                ? tr("No %1 queues found yet. Not all keys have been scanned.").arg(product)
                : look.queues.empty() ? tr("No %1 queues found.").arg(product)
                                      : tr("%1, %2 tasks", "queues, count").arg(queues, Formatting::count(tasks)));
    } else if (look.queues.empty() || look.keyType == "none") {
        say(tr("No tasks yet. The first task will create the key, so check its name."));
    } else {
        const QueueInfo& queue = look.queues.front();
        QString words = look.keyType.isEmpty()
            ? tr("%Ln task(s) waiting", nullptr, int(queue.counts.pending()))
            : tr("%1, %Ln task(s) waiting", "type of a key", int(queue.counts.pending()))
                  .arg(keyTypeWord(look.keyType));
        if (queue.damaged > 0)
            words += tr("; %Ln item(s) are not tasks", nullptr, int(queue.damaged));
        say(words);
    }
    m_first->setRowCount(int(look.first.size()));
    for (int row = 0; row < int(look.first.size()); ++row) {
        const Task& task = look.first[std::size_t(row)];
        setCell(*m_first, row, 0, Formatting::stateWord(task.state));
        setCell(*m_first, row, 1, m_formatting.instant(task.at, look.serverNow));
        setCell(*m_first, row, 2, printable(typeOf(task), 60) + u' ' + uniquePart(task, 120));
    }
}

void LayoutDialog::showSuggestions(const LayoutSuggestions& suggestions)
{
    m_suggested = suggestions.found;
    QStringList words;
    words << (m_suggested.empty() ? tr("No key looks like a custom queue.")
                                  : tr("Suggestions only. Select one, click \"Use this\", and check the preview."));
    if (!suggestions.incomplete.isEmpty())
        words << suggestions.incomplete;
    m_guess->setText(words.join(u' '));
    m_guesses->setRowCount(int(m_suggested.size()));
    for (int row = 0; row < int(m_suggested.size()); ++row) {
        const LayoutSuggestion& suggestion = m_suggested[std::size_t(row)];
        setCell(*m_guesses, row, 0, suggestion.spec.text());
        setCell(*m_guesses, row, 1, Formatting::count(suggestion.entries));
        setCell(*m_guesses, row, 2, LayoutWords::text(suggestion.reason));
    }
}

void LayoutDialog::use(int row)
{
    if (row < 0 || row >= int(m_suggested.size()))
        return;
    fillIn(m_suggested[std::size_t(row)].spec);
    entered();
}

/// Opens the dialog that creates a layout file for unknown keys. If that dialog saves a file, accepts this dialog with
/// the file.
void LayoutDialog::describe()
{
    if (!m_connection)
        return;
    DescribeDialog dialog(theme(), m_formatting, *m_connection, displayName(m_connection->redis),
        Environment::Development, DescribeDialog::Use::Choose, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const auto spec = parseLayout(dialog.layout())) {
        fillIn(*spec);
        entered();
        accept();
    }
}

} // namespace dueline
