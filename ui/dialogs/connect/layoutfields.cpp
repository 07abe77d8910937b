// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/layoutfields.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bytesedit.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

namespace dueline {

namespace {

constexpr int durationWidth = 80;

} // namespace

LayoutFields::LayoutFields(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    setChoice(LayoutChoice::of(defaultLayout()));
}

QWidget* LayoutFields::makeField(const LayoutField& field)
{
    const auto known = m_values.find(field.parameter);
    const bool isKnown = known != m_values.end();
    const QByteArray value = isKnown ? known->second : QByteArray();
    const QString name = LayoutWords::text(field.name);
    const QString hint = LayoutWords::text(field.hint);
    switch (field.kind) {
    case LayoutField::Kind::Bytes: {
        auto* edit = new BytesEdit(name, hint);
        if (!field.isName)
            edit->setFont(m_theme.mono());
        edit->setBytes(isKnown && (!value.isEmpty() || !field.missing.source) ? value : QByteArray(field.preset));
        connect(edit, &QLineEdit::textChanged, this, &LayoutFields::changed);
        return edit;
    }
    case LayoutField::Kind::Choice: {
        auto* box = new QComboBox;
        box->setAccessibleName(name);
        for (const auto& [written, words] : field.choices)
            box->addItem(LayoutWords::text(words), QByteArray(written));
        box->setCurrentIndex(std::max(0, box->findData(value.isEmpty() ? QByteArray(field.usual) : value)));
        connect(box, &QComboBox::currentIndexChanged, this, &LayoutFields::changed);
        return box;
    }
    case LayoutField::Kind::Duration: {
        auto* edit = new QLineEdit(QString::fromUtf8(value.isEmpty() ? QByteArray(field.usual) : value));
        edit->setAccessibleName(name);
        edit->setMaximumWidth(durationWidth);
        edit->setToolTip(plainTextToolTip(hint));
        connect(edit, &QLineEdit::textChanged, this, &LayoutFields::changed);
        return edit;
    }
    case LayoutField::Kind::Number: {
        auto* box = new QSpinBox;
        box->setAccessibleName(name);
        box->setRange(0, field.most);
        box->setGroupSeparatorShown(true);
        box->setValue((value.isEmpty() ? QByteArray(field.usual) : value).toInt());
        box->setSuffix(LayoutWords::text(field.suffix));
        connect(box, &QSpinBox::valueChanged, this, &LayoutFields::changed);
        return box;
    }
    }
    return nullptr;
}

/// Creates the rows of labels and fields. A field without a label shares the previous field's row.
void LayoutFields::build()
{
    delete m_rows;
    m_edits.clear();
    m_rows = new QWidget;
    auto* column = new QVBoxLayout(m_rows);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    QPalette quiet;
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    QHBoxLayout* content = nullptr;
    PlainLabel* words = nullptr;
    for (const LayoutField& field : LayoutWords::formOf(m_choice).fields) {
        if (field.row) {
            auto* line = new QHBoxLayout;
            line->setSpacing(12);
            words = new PlainLabel(LayoutWords::text(field.row));
            words->setObjectName(DialogFrame::rowLabelName);
            words->setMinimumWidth(DialogFrame::labelWidth);
            words->setPalette(quiet);
            content = new QHBoxLayout;
            line->addWidget(words);
            line->addLayout(content, 1);
            column->addLayout(line);
        } else if (field.lead) {
            words = PlainLabel::quiet(m_theme, LayoutWords::text(field.lead));
            content->addWidget(words);
        }
        QWidget* edit = makeField(field);
        if (words && !words->buddy())
            words->setBuddy(edit);
        content->addWidget(edit, field.row && field.kind == LayoutField::Kind::Bytes ? 1 : 0);
        if (field.kind == LayoutField::Kind::Number)
            content->addStretch();
        m_edits.push_back(edit);
    }
    layout()->addWidget(m_rows);
    // Show the rows explicitly. With their parent already visible, they would otherwise stay hidden until the event
    // loop runs.
    m_rows->show();
    for (std::size_t i = 1; i < m_edits.size(); ++i)
        setTabOrder(m_edits[i - 1], m_edits[i]);
}

QByteArray LayoutFields::valueOf(const LayoutField& field) const
{
    const auto& fields = LayoutWords::formOf(m_choice).fields;
    const QWidget* edit = m_edits.at(std::size_t(&field - fields.data()));
    switch (field.kind) {
    case LayoutField::Kind::Bytes: {
        QByteArray bytes = static_cast<const BytesEdit*>(edit)->bytes();
        if (bytes.startsWith("\xef\xbb\xbf"))
            bytes.remove(0, 3); // removes a byte order mark that was pasted with the text
        return bytes;
    }
    case LayoutField::Kind::Choice:
        return static_cast<const QComboBox*>(edit)->currentData().toByteArray();
    case LayoutField::Kind::Duration:
        return static_cast<const QLineEdit*>(edit)->text().toUtf8();
    case LayoutField::Kind::Number:
        return QByteArray::number(static_cast<const QSpinBox*>(edit)->value());
    }
    return {};
}

void LayoutFields::keep()
{
    if (m_edits.empty())
        return;
    for (const LayoutField& field : LayoutWords::formOf(m_choice).fields)
        m_values[field.parameter] = valueOf(field);
}

void LayoutFields::setChoice(const LayoutChoice& choice)
{
    keep();
    // Drop empty values, so that the new layout can use its defaults.
    std::erase_if(m_values, [](const auto& value) { return value.second.isEmpty(); });
    m_choice = choice;
    build();
    Q_EMIT changed();
}

void LayoutFields::setSpec(const LayoutSpec& spec)
{
    m_edits.clear(); // discard the current input
    m_choice = LayoutChoice::of(spec);
    m_values = layoutValues(spec.text(), LayoutWords::formOf(m_choice));
    const QSignalBlocker blocker(this);
    build();
}

bool LayoutFields::isEmpty() const
{
    return m_edits.empty() || valueOf(LayoutWords::formOf(m_choice).fields.front()).isEmpty();
}

Result<LayoutSpec> LayoutFields::spec() const
{
    const LayoutForm& form = LayoutWords::formOf(m_choice);
    if (form.fields.empty())
        return parseLayout(QString::fromLatin1(m_choice.type->name()));
    LayoutValues values;
    for (const LayoutField& field : form.fields) {
        QByteArray value = valueOf(field);
        if (value.isEmpty() && field.missing.source)
            return Error{ErrorCode::Usage, LayoutWords::text(field.missing)};
        values[field.parameter] = std::move(value);
    }
    // Validate with the rules used to load the layout.
    return parseLayout(layoutText(m_choice.type->name(), form, values));
}

} // namespace dueline
