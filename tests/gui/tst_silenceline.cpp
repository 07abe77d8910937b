// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "tests/support/must.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"
#include "ui/board/silenceline.h"
#include "ui/presenters/desktop/alerts.h"
#include "ui/presenters/silencefeed.h"
#include "ui/text/formatting.h"
#include "ui/text/language.h"
#include "ui/text/silencewords.h"
#include "ui/widgets/plainlabel.h"
#include "ui/witness/changespage.h"

#include <QDir>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests the second line that the overview shows for a silent queue, in the real window on a real server.
class TestSilenceLine : public QObject
{
    Q_OBJECT

    /// Saves a screenshot in the folder DUELINE_BOARD_PICTURES, if it is set.
    static void picture(QWidget& of, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_BOARD_PICTURES"); !folder.isEmpty())
            of.grab().save(QDir(folder).filePath(name + u".png"_s));
    }

    /// Adds `count` tasks that became due one second apart, the first `ago` seconds ago.
    static void addDue(Shop& shop, const QueueName& queue, int ago, int count)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = "order.pay#" + QByteArray::number(ago + i);
            task.dueIn = std::chrono::seconds(-(ago + i));
            tasks.push_back(task);
        }
        must(shop.backend().editor()->add(queue, tasks));
    }

    static Stillness silence(PulseHint::Kind hint)
    {
        Stillness silence;
        silence.kind = Stillness::Kind::Silent;
        silence.state = Stillness::Workers::Free;
        silence.since = fromMs(1'764'331'200'000); // 12:00 UTC
        silence.now = silence.since + 8min;
        silence.due = 312;
        silence.hints = {{hint, 3, 3, 8min}};
        return silence;
    }

private Q_SLOTS:
    void theHintsAreMoreImportantThanTheButtons_data()
    {
        QTest::addColumn<PulseHint::Kind>("hint");
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isWhole");
        QTest::addColumn<QStringList>("buttons");
        using enum PulseHint::Kind;
        // A window 1024 px wide leaves at most 788 px for the line.
        QTest::newRow("wide") << NoHeartbeat << 1300 << true
                              << QStringList{u"Workers"_s, u"What changed"_s, u"Mute 1 h"_s};
        QTest::newRow("1024") << NoHeartbeat << 788 << true << QStringList{u"Workers"_s, u"What changed"_s};
        QTest::newRow("1024, long") << Idle << 788 << false << QStringList{u"Workers"_s};
        QTest::newRow("narrow") << NoHeartbeat << 560 << false << QStringList{u"Workers"_s};
    }
    /// A narrow row first hides the number of due tasks, then the buttons, so that the hints stay visible.
    void theHintsAreMoreImportantThanTheButtons()
    {
        QFETCH(const PulseHint::Kind, hint);
        QFETCH(const int, width);
        QFETCH(const bool, isWhole);
        QFETCH(const QStringList, buttons);
        const Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        const Formatting formatting(QTimeZone::utc());
        SilenceLine line(theme, nullptr);
        line.resize(width, SilenceLine::lineHeight);
        line.show();
        line.tell(u"orders"_s, silence(hint), formatting);
        QCoreApplication::processEvents();
        QStringList shown;
        for (const QPushButton* button : line.findChildren<QPushButton*>()) {
            if (button->isVisible())
                shown << button->text();
        }
        QCOMPARE(shown, buttons);
        const QList<PlainLabel*> labels = line.findChildren<PlainLabel*>();
        QCOMPARE(labels.size(), 2);
        const QString whole = SilenceWords::text(silence(hint), formatting);
        QCOMPARE(labels[0]->text(), width > 1000 ? whole : u"No task claimed since 12:00 (8 min)."_s);
        QCOMPARE(labels[0]->toolTip().contains(u"312"_s), width < 1000);
        QVERIFY(labels[1]->isVisible());
        QCOMPARE(labels[1]->text() == labels[1]->fullText(), isWhole);
        QCOMPARE(labels[1]->toolTip().contains(labels[1]->fullText().left(20)), !isWhole);
        QVERIFY(labels[1]->width() >= 160);
        QVERIFY(line.accessibleName().startsWith(whole));
        QVERIFY(line.accessibleName().endsWith(labels[1]->fullText()));
    }

    void aSilentQueueIsFirstAndCanBeMuted()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        Language language;
        Shop shop;
        shop.add(2, 0ms, "failing");
        shop.fail("boom", "failing");
        shop.add(2, 1h, "calm");
        for (int i = 0; i < 312; i += 104)
            addDue(shop, "orders", i, 104);
        WorkerInfo worker; // The worker is alive and has a free slot, so the limit is 15 s.
        worker.id = "w1";
        worker.host = "here";
        worker.queues = {"orders"};
        worker.concurrency = 4;
        must(shop.backend().broker()->beat(worker, 10min, false));
        OpenWindow open(theme, {1600, 900});
        Connection& connection = open.open(shop.profile(u"shop"_s));
        Alerts alerts(open.bench.view(), open.bench.events());
        QSignalSpy raised(&alerts, &Alerts::raised);
        NotificationRules rules;
        rules.silent = true;
        alerts.setRules(rules);
        QTRY_VERIFY(!open.bench.view().place().queue.isEmpty());
        open.window.actions()["view.board"]->trigger();
        auto& board = open.part<BoardPane>();
        QTRY_COMPARE(board.model().rowCount(), 3);

        QTRY_VERIFY_WITH_TIMEOUT(connection.silence().of("orders"), 40'000);
        QTRY_COMPARE(board.model().rowAt(0)->row.queue, QueueName("orders"));
        QCOMPARE(board.model().rowAt(0)->row.trouble(), Trouble::Silent);
        auto* line = board.table().findChild<SilenceLine*>();
        QVERIFY(line && line->isVisible());
        QTRY_COMPARE(line->geometry().bottom() + 1, board.table().rowViewportPosition(0) + board.table().rowHeight(0));
        QCOMPARE(line->width(), board.table().viewport()->width());
        const QString words = line->accessibleName();
        QVERIFY2(
            words.startsWith(u"No task claimed since "_s) && words.contains(u"although 312 "_s), qPrintable(words));
        QTRY_COMPARE(raised.size(), 1);
        const auto alert = raised.front().front().value<Alerts::Alert>();
        QVERIFY2(alert.title.startsWith(u"No task in orders has been claimed for "_s), qPrintable(alert.title));

        QStringList flaws;
        for (const char* code : {"en", "zh_CN"}) {
            language.use(QString::fromLatin1(code));
            for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
                theme.choose(choice);
                (void)QTest::qWaitFor([&] { return Overflow::in(board).isEmpty(); });
                flaws << Overflow::in(board);
                picture(open.window, u"silence-%1-%2"_s.arg(QLatin1String(code)).arg(int(choice)));
                open.window.resize(1024, 640);
                QTRY_VERIFY(!line->findChildren<PlainLabel*>().back()->isCut());
                QCoreApplication::processEvents();
                picture(open.window, u"silence-1024-%1-%2"_s.arg(QLatin1String(code)).arg(int(choice)));
                open.window.resize(1600, 900);
            }
        }
        language.use(u"en"_s);
        open.window.resize(open.window.minimumSize());
        (void)QTest::qWaitFor([&] { return Overflow::in(*line, Overflow::Names::Long).isEmpty(); });
        flaws << Overflow::in(*line, Overflow::Names::Long);
        picture(open.window, u"silence-narrow"_s);
        open.window.resize(1600, 900);
        QVERIFY2(flaws.isEmpty(), qPrintable(flaws.join(u'\n')));
        theme.choose(ThemeChoice::Light);

        const QList<QPushButton*> buttons = line->findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 3);
        QTRY_COMPARE(buttons[0]->accessibleName(), u"Workers of orders"_s);
        QSignalSpy panel(&board, &BoardPane::panelRequested);
        buttons[0]->setFocus();
        QTest::keyClick(buttons[0], Qt::Key_Space);
        QCOMPARE(panel.size(), 1);
        QCOMPARE(panel.front()[1].toByteArray(), QByteArray("view.leases"));
        open.window.actions()["view.board"]->trigger(); // The panel may have switched to the queue.
        QTRY_VERIFY(board.isVisible());
        QTest::keyClick(buttons[1], Qt::Key_Space);
        QTRY_VERIFY(open.part<ChangesPage>().isVisible());
        QCOMPARE(open.part<ChangesPage>().feed().queue(), QueueName("orders"));
        QTest::keyClick(&open.part<ChangesPage>(), Qt::Key_Escape);
        QTRY_VERIFY(board.isVisible());
        QTest::keyClick(buttons[2], Qt::Key_Space);
        QVERIFY(!connection.silence().of("orders"));
        QTRY_VERIFY(board.model().rowAt(0)->row.trouble() != Trouble::Silent);
        QTRY_VERIFY(!board.table().findChild<SilenceLine*>());
    }
};

QTEST_MAIN(TestSilenceLine)
#include "tst_silenceline.moc"
