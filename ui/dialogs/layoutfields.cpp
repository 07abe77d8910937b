// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/layoutfields.h"

#include "core/base/duration.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bytesedit.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

#include <algorithm>

namespace dueline {

namespace {

using Design = HandmadeSpec::Design;

Design designOf(LayoutChoice choice)
{
    switch (choice) {
    case LayoutChoice::Cron:
        return Design::Cron;
    case LayoutChoice::List:
        return Design::List;
    case LayoutChoice::Resend:
        return Design::Resend;
    case LayoutChoice::Pubsub:
        return Design::Pubsub;
    default:
        return Design::Zset;
    }
}

} // namespace

LayoutFields::LayoutFields(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_key(new BytesEdit(tr("Key"), tr("the name of its key, as in redis-cli")))
    , m_unit(new QComboBox)
    , m_lock(new BytesEdit(tr("Lock key"), tr("lock_%1, where %1 is the task's id")))
    , m_lockFor(new QLineEdit)
    , m_results(new BytesEdit(tr("Results channel"), tr("none: results are not published")))
    , m_max(new QSpinBox)
    , m_keys(new BytesEdit(tr("Keys of tasks"), tr("a pattern: job*")))
    , m_type(new BytesEdit(tr("Type"), tr("names the handler; as the key")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_quiet.setColor(QPalette::WindowText, theme.tokens().text2);
    for (BytesEdit* edit : {m_key, m_lock, m_results, m_keys})
        edit->setFont(theme.mono());
    m_unit->setAccessibleName(tr("Unit of the scores"));
    m_unit->addItems({tr("in seconds"), tr("in milliseconds")});
    m_lockFor->setAccessibleName(tr("Locked for"));
    m_lockFor->setText(formatDuration(HandmadeSpec().lockFor));
    m_lockFor->setMaximumWidth(80);
    m_lockFor->setToolTip(tr("As long as their workers lock; between 1 s and 1 d."));
    m_max->setAccessibleName(tr("Sent again at most"));
    m_max->setRange(0, 1'000'000);
    m_max->setValue(HandmadeSpec().max);
    m_max->setSuffix(tr(" times"));

    auto* key = new QHBoxLayout;
    key->addWidget(m_key, 1);
    key->addWidget(m_unit);
    m_keyRow = addRow(tr("Key"), key);
    auto* lock = new QHBoxLayout;
    lock->addWidget(m_lock, 1);
    lock->addWidget(PlainLabel::in(theme.tokens().text2, tr("for")));
    lock->addWidget(m_lockFor);
    m_lockRow = addRow(tr("Lock key"), lock);
    auto* keys = new QHBoxLayout;
    keys->addWidget(m_keys);
    m_keysRow = addRow(tr("Tasks are"), keys);
    auto* results = new QHBoxLayout;
    results->addWidget(m_results);
    m_resultsRow = addRow(tr("Results to"), results);
    auto* max = new QHBoxLayout;
    max->addWidget(m_max);
    max->addStretch();
    m_maxRow = addRow(tr("Sent again"), max);
    auto* type = new QHBoxLayout;
    type->addWidget(m_type);
    m_typeRow = addRow(tr("Type"), type);

    for (QLineEdit* edit : std::initializer_list<QLineEdit*>{m_key, m_lock, m_lockFor, m_results, m_keys, m_type})
        connect(edit, &QLineEdit::textChanged, this, &LayoutFields::changed);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &LayoutFields::changed);
    connect(m_max, &QSpinBox::valueChanged, this, &LayoutFields::changed);
    setChoice(LayoutChoice::Native);
}

QWidget* LayoutFields::addRow(const QString& label, QLayout* content)
{
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    auto* text = new PlainLabel(label);
    text->setMinimumWidth(DialogFrame::labelWidth);
    text->setPalette(m_quiet);
    line->addWidget(text);
    line->addLayout(content, 1);
    layout()->addWidget(row);
    return row;
}

void LayoutFields::setChoice(LayoutChoice choice)
{
    m_choice = choice;
    const bool isZset = choice == LayoutChoice::Zset || choice == LayoutChoice::ZsetLock;
    m_keyRow->setVisible(choice != LayoutChoice::Native);
    m_key->setAccessibleName(choice == LayoutChoice::Pubsub ? tr("Channel") : tr("Key"));
    m_key->setPlaceholderText(choice == LayoutChoice::Pubsub ? tr("the channel that new tasks are published on")
                                                             : tr("the name of its key, as in redis-cli"));
    m_keyRow->findChild<PlainLabel*>()->setText(choice == LayoutChoice::Pubsub ? tr("Channel") : tr("Key"));
    m_unit->setVisible(isZset);
    m_lockRow->setVisible(choice == LayoutChoice::ZsetLock);
    if (choice == LayoutChoice::ZsetLock && m_lock->text().isEmpty())
        m_lock->setText(QStringLiteral("lock_%1"));
    m_keysRow->setVisible(choice == LayoutChoice::Pubsub);
    m_resultsRow->setVisible(choice == LayoutChoice::List);
    m_maxRow->setVisible(choice == LayoutChoice::Resend);
    m_typeRow->setVisible(choice != LayoutChoice::Native && choice != LayoutChoice::Cron);
    Q_EMIT changed();
}

void LayoutFields::setSpec(const HandmadeSpec& spec)
{
    const QSignalBlocker blocker(this);
    m_key->setBytes(spec.key);
    m_unit->setCurrentIndex(spec.milliseconds ? 1 : 0);
    m_lock->setBytes(spec.lock);
    m_lockFor->setText(formatDuration(spec.lockFor));
    m_results->setBytes(spec.results);
    m_max->setValue(spec.max);
    m_keys->setBytes(spec.keys);
    m_type->setBytes(spec.type == spec.key ? QByteArray() : spec.type);
    setChoice(LayoutWords::choiceOf(spec));
}

bool LayoutFields::isEmpty() const { return m_key->text().isEmpty(); }

Result<HandmadeSpec> LayoutFields::spec() const
{
    HandmadeSpec spec;
    spec.design = designOf(m_choice);
    spec.key = m_key->bytes();
    spec.type = m_choice == LayoutChoice::Cron || m_type->text().isEmpty() ? spec.key : m_type->bytes();
    spec.milliseconds = spec.design == Design::Zset && m_unit->currentIndex() == 1;
    if (m_choice == LayoutChoice::ZsetLock) {
        spec.lock = m_lock->bytes();
        if (spec.lock.isEmpty())
            return Error{ErrorCode::Usage,
                tr("Name the lock's key, with %1 where the task's id stands: lock_%1.").arg(QStringLiteral("%1"))};
        const auto length = parseDuration(m_lockFor->text());
        if (!length)
            return length.error();
        spec.lockFor = *length;
    }
    if (m_choice == LayoutChoice::List)
        spec.results = m_results->bytes();
    if (m_choice == LayoutChoice::Resend)
        spec.max = m_max->value();
    if (m_choice == LayoutChoice::Pubsub)
        spec.keys = m_keys->bytes();
    return parseHandmade(spec.text()); // what is saved is read by the same rules
}

} // namespace dueline
