// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/readerdialog.h"

#include "core/base/text.h"
#include "core/payload/protoschema.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace dueline {

ReaderDialog::ReaderDialog(const Theme& theme, const QString& type, const ReaderChoice& before, QWidget* parent)
    : DialogFrame(theme, tr("Read payloads"), printable(type.toUtf8(), 80), Environment::Development, parent)
    , m_layers(named(new QLineEdit, tr("Layers")))
    , m_schema(named(new QLineEdit(before.schema), tr("Protocol Buffers schema")))
    , m_message(named(new QComboBox, tr("Message")))
{
    QStringList layers;
    for (const PayloadLayer layer : before.layers)
        layers << layerName(layer);
    m_layers->setText(layers.join(u','));
    m_layers->setPlaceholderText(QStringLiteral("base64,zlib,json"));
    m_layers->setMinimumWidth(380);
    m_schema->setPlaceholderText(QStringLiteral("shop.proto"));
    addRow(tr("Layers"), m_layers);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    auto* browse = new QToolButton;
    browse->setText(QStringLiteral("…"));
    browse->setProperty("variant", QStringLiteral("framed"));
    browse->setAccessibleName(tr("Choose a schema"));
    row->addWidget(m_schema, 1);
    row->addWidget(browse);
    addRow(tr("Schema"), row);
    addRow(tr("Message"), m_message);
    QStringList names;
    for (const PayloadLayer layer : allLayers)
        names << layerName(layer);
    auto* about = PlainLabel::quiet(theme,
        tr("From the outermost layer to the innermost, separated by commas: %1. protobuf needs a .proto file or a descriptor set.")
            .arg(names.join(QStringLiteral(", "))));
    about->setWordWrap(true);
    body().addWidget(about);
    setVerb(tr("Apply"));
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Choose a schema"), m_schema->text());
        if (!file.isEmpty())
            m_schema->setText(file);
    });
    connect(m_layers, &QLineEdit::textChanged, this, &ReaderDialog::validate);
    connect(m_message, &QComboBox::currentTextChanged, this, &ReaderDialog::validate);
    connect(m_schema, &QLineEdit::textChanged, this, [this] {
        listMessages();
        validate();
    });
    listMessages();
    m_message->setCurrentText(before.message);
    validate();
    nothingIsTypedYet();
    m_layers->setFocus();
}

void ReaderDialog::listMessages()
{
    const QSignalBlocker quiet(m_message);
    m_message->clear();
    m_schemaProblem.clear();
    if (m_schema->text().isEmpty())
        return;
    const auto schema = ProtoSchema::load(m_schema->text());
    if (schema)
        m_message->addItems((*schema)->messages());
    else
        m_schemaProblem = schema.error().message;
}

void ReaderDialog::validate()
{
    QString text = m_layers->text().trimmed().remove(u' ');
    const bool isProtobuf = text == QStringLiteral("protobuf") || text.endsWith(QStringLiteral(",protobuf"));
    m_schema->setEnabled(isProtobuf);
    m_message->setEnabled(isProtobuf);
    if (isProtobuf)
        text += u':' + m_message->currentText() + u'@' + m_schema->text();
    const auto choice = ReaderChoice::parse(text);
    QString problem;
    if (isProtobuf && !m_schemaProblem.isEmpty())
        problem = m_schemaProblem;
    else if (!choice && !text.isEmpty())
        problem = choice.error().message;
    setProblem(problem);
    verb()->setEnabled(choice && problem.isEmpty());
    if (choice)
        m_choice = *choice;
}

} // namespace dueline
