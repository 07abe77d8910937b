// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportdialog.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the command that the export dialog offers to copy. It must export the same tasks as the dialog; if no command
/// does, the dialog offers none.
class TestExportDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

    static QPushButton& link(const QDialog& dialog)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == u"Copy as command"_s)
                return *button;
        }
        qFatal("no link");
    }
    static QRadioButton& choice(const QDialog& dialog, const QString& words)
    {
        for (auto* button : dialog.findChildren<QRadioButton*>()) {
            if (button->text().remove(u'&').contains(words))
                return *button;
        }
        qFatal("no such choice");
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aSelectionHasNoCommand()
    {
        TransferScope scope;
        scope.queue = "mail";
        scope.selected
            = {{"mail#1", TaskState::Failed, {}, TimePoint{}}, {"mail#2", TaskState::Failed, {}, TimePoint{}}};
        scope.filter = *TaskFilter::parse(u"state:failed"_s);
        ExportDialog dialog(*m_theme, {}, {}, scope, nullptr);
        dialog.setFile(u"/tmp/mail.jsonl"_s);
        dialog.show();
        QVERIFY(choice(dialog, u"selection"_s).isChecked());
        QPushButton& copy = link(dialog);
        QVERIFY(!copy.isEnabled());
        const QString why = copy.toolTip();
        QVERIFY2(why.contains(u"not individual tasks"_s), qPrintable(why));
        QCOMPARE(dialog.command(), QString());
        choice(dialog, u"match the filter"_s).click();
        QVERIFY(copy.isEnabled());
        QVERIFY(copy.toolTip() != why);
        copy.click();
        QCOMPARE(QApplication::clipboard()->text(), u"duectl export --match='state:failed' 'mail' '/tmp/mail.jsonl'"_s);
        choice(dialog, u"all tasks in the queue"_s).click();
        QCOMPARE(dialog.command(), u"duectl export 'mail' '/tmp/mail.jsonl'"_s);
        choice(dialog, u"selection"_s).click();
        QVERIFY(!copy.isEnabled());
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_exportdialog.moc"
