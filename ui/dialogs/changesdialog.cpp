// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/changesdialog.h"

#include "ui/theme/theme.h"

#include <QPushButton>
#include <QTextCursor>
#include <QTextEdit>
#include <QTextList>
#include <QVBoxLayout>

namespace dueline {

ChangesDialog::ChangesDialog(const Theme& theme, const std::vector<VersionChanges>& versions, QWidget* parent)
    : DialogFrame(theme, tr("What is new"), tr("Newest version first, in English"), Environment::Development, parent)
    , m_text(named(new QTextEdit, tr("What is new")))
{
    setObjectName(QStringLiteral("changesDialog"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    write(versions);
    body().addWidget(m_text, 1);
    setVerb(tr("Close"));
    cancelButton()->hide();
    resize(760, 560);
    m_text->setFocus();
}

void ChangesDialog::write(const std::vector<VersionChanges>& versions)
{
    QTextCursor cursor(m_text->document());
    QTextCharFormat plain;
    plain.setFont(theme().font());
    QTextCharFormat code = plain;
    code.setFont(theme().mono());
    const auto head = [&](const QString& text, int step, int above) {
        QTextBlockFormat block;
        block.setTopMargin(above);
        block.setBottomMargin(4);
        QTextCharFormat bold;
        bold.setFont(theme().font(step, QFont::DemiBold));
        cursor.insertBlock(block, bold);
        cursor.insertText(text, bold);
    };
    QTextListFormat bullets;
    bullets.setStyle(QTextListFormat::ListDisc);
    bullets.setIndent(1);
    for (const VersionChanges& version : versions) {
        head(version.date.isEmpty() ? version.version : version.version + QStringLiteral(" · ") + version.date, 3, 8);
        for (const VersionChanges::Section& section : version.sections) {
            head(section.title, 1, 8);
            QTextList* list = nullptr;
            for (const QString& item : section.items) {
                QTextBlockFormat block;
                block.setBottomMargin(4);
                cursor.insertBlock(block, plain);
                if (list)
                    list->add(cursor.block());
                else
                    list = cursor.createList(bullets);
                const QStringList parts = item.split(u'`');
                for (qsizetype i = 0; i < parts.size(); ++i)
                    cursor.insertText(parts[i], i % 2 == 0 ? plain : code);
            }
        }
    }
    cursor.movePosition(QTextCursor::Start);
    cursor.deleteChar(); // remove the empty block that starts each new document
    m_text->setTextCursor(cursor);
}

} // namespace dueline
