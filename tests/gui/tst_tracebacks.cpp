// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "ui/inspector/inspector.h"
#include "ui/presenters/settings/sourceeditor.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QDir>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QToolTip>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests multiline errors: single-line views show the line with the cause, and the inspector shows all lines.
class TestTracebacks : public QObject
{
    Q_OBJECT

    const QByteArray m_traceback = "Traceback (most recent call last):\n  File \"/app/x.py\", line 3, in run\n"
                                   "\tcharge()\x07\n  File \"/app/pay.py\", line 88, in charge\n"
                                   "    raise CardError(<b>code</b>)\n  File \"/app/card.py\", line 8, in check\n"
                                   "    self.check(card)\npay.CardError: card 4242 was declined";
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    void list(const QByteArray& error)
    {
        m_shop = std::make_unique<Shop>();
        m_shop->failNew("mail", "mail.send", error, 1);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(m_open->table().currentTask());
        QTRY_VERIFY(!m_open->part<Inspector>().shownTask().isEmpty());
    }
    QVariant cell(int role) { return m_open->bench.list().tasks().index(0, TaskTableModel::Details).data(role); }
    ErrorText& whole() { return m_open->part<ErrorText>(); }
    static void picture(QWidget& of, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_ERROR_PICTURES"); !folder.isEmpty())
            of.grab().save(QDir(folder).filePath(name + u".png"_s));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void oneLineIsTheOneThatSaysWhatWentWrong()
    {
        list(m_traceback);
        QCOMPARE(cell(Qt::DisplayRole).toString(), u"pay.CardError: card 4242 was declined"_s);
        QVERIFY(cell(Qt::ToolTipRole).toString().contains(u"most recent call last):<br>  File"_s));
        QVERIFY(m_open->says(u"pay.CardError: card 4242 was declined"_s));
        QVERIFY(!m_open->says(u"\\u{A}"_s));
    }

    void theInspectorShowsAllLines()
    {
        list(m_traceback);
        QTRY_VERIFY(whole().isVisible());
        QString expected = QString::fromUtf8(m_traceback);
        expected.replace(QChar(7), u"\\u{7}"_s);
        QCOMPARE(whole().toPlainText(), expected);
        QVERIFY(!whole().accessibleName().isEmpty());
        QTRY_COMPARE(whole().verticalScrollBar()->maximum(), 0);
        QCOMPARE(Overflow::in(m_open->part<Inspector>()), QStringList());
        picture(m_open->window, u"traceback"_s);
    }

    void clickingAPlaceOpensTheFile_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("mouse") << false;
        QTest::newRow("Return") << true;
    }
    void clickingAPlaceOpensTheFile()
    {
        QFETCH(const bool, byKey);
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        const QString path = folder.filePath(u"it's a {line} $(x).py"_s); // A shell would change this name.
        write("it's a {line} $(x).py", "raise\n");
        const QString opened = folder.filePath(u"opened"_s);
        write("editor",
            "#!/bin/sh\nprintf '%s|' \"$@\" >" + opened.toUtf8() + ".new && mv " + opened.toUtf8() + ".new "
                + opened.toUtf8() + '\n');
        list("Traceback (most recent call last):\n  File \"" + path.toUtf8()
            + "\", line 88, in charge\n  File \"/no/such/card.py\", line 8, in check\npay.CardError: card was declined");
        QTRY_VERIFY(whole().isVisible());
        whole().setFocus();
        const auto open = [&](int line) {
            QTextCursor cursor(whole().document()->findBlockByNumber(line));
            cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, 12);
            whole().setTextCursor(cursor);
            const QPoint at = whole().cursorRect().center();
            QToolTip::hideText();
            if (byKey)
                QTest::keyClick(&whole(), Qt::Key_Return);
            else
                QTest::mouseClick(whole().viewport(), Qt::LeftButton, {}, at);
        };
        SourceEditor::use({});
        open(1);
        QVERIFY2(QToolTip::text().contains(u"set an editor command in the settings"_s), qPrintable(QToolTip::text()));
        SourceEditor::use(folder.filePath(u"editor"_s) + u" -g {file}:{line} --wait"_s);
        open(1);
        QTRY_VERIFY(QFile::exists(opened));
        QFile file(opened);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "-g|" + path.toUtf8() + ":88|--wait|");
        QTRY_VERIFY(QToolTip::text().isEmpty());
        open(2);
        QVERIFY2(QToolTip::text().contains(u"no file /no/such/card.py"_s), qPrintable(QToolTip::text()));
        SourceEditor::use({});
    }

    void manyLinesScroll()
    {
        QByteArray error = "Error: too deep";
        for (int frame = 0; frame < 40; ++frame)
            error += "\n    at f" + QByteArray::number(frame) + " (/app/f.js:" + QByteArray::number(frame + 1) + ":1)";
        list(error);
        QTRY_VERIFY(whole().verticalScrollBar()->maximum() > 0);
        // Refreshing every second doesn't scroll the text back.
        whole().verticalScrollBar()->setValue(2);
        m_open->part<Inspector>().setNow(m_open->bench.view().now() + std::chrono::seconds(5));
        QCOMPARE(whole().verticalScrollBar()->value(), 2);
    }

    void aShortErrorStandsInOneLineAlone()
    {
        list("550 no such user");
        QTRY_VERIFY(m_open->says(u"550 no such user"_s));
        QVERIFY(!whole().isVisible());
    }

    void aLongLineIsThereWhole()
    {
        const QByteArray error
            = "refused: " + QByteArray(30, 'x') + QByteArray(" and some more words of it").repeated(20);
        list(error);
        QTRY_VERIFY(whole().isVisible());
        QCOMPARE(whole().toPlainText(), QString::fromUtf8(error));
        picture(m_open->window, u"long"_s);
    }
};

QTEST_MAIN(TestTracebacks)
#include "tst_tracebacks.moc"
