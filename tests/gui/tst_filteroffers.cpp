// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorpattern.h"
#include "tests/gui/openwindow.h"
#include "ui/text/elidedistinct.h"
#include "ui/widgets/offerdelegate.h"
#include "ui/widgets/tasks/filtercompleter.h"
#include "ui/widgets/tasks/filterline.h"

#include <QAbstractItemView>
#include <QDir>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the completions below the filter line: they are complete, distinct and counted, and the selected one is
/// visible.
class TestFilterOffers : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    FilterLine& line() { return m_open->part<FilterLine>(); }
    FilterCompleter& completer() { return m_open->part<FilterCompleter>(); }
    void type(const QString& text)
    {
        line().setFocus();
        line().clear();
        QTest::keyClicks(&line(), text);
    }
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_DIALOG_PICTURES"); !folder.isEmpty())
            completer().popup().grab().save(QDir(folder).filePath(name));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(2, -1h, "mail", 1);
        m_shop->fail("550 no such user");
        m_shop->add(1'200, 1h, "mail", 10);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1'202);
        QTRY_VERIFY(m_open->bench.view().queue());
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void statesAreOfferedWithTheirNumbers()
    {
        type(u"state:"_s);
        QTRY_VERIFY(completer().offered().contains(u"state:failed"_s));
        const QAbstractItemModel& model = *completer().popup().model();
        QHash<QString, QString> counts;
        for (int row = 0; row < model.rowCount(); ++row)
            counts.insert(
                model.index(row, 0).data().toString(), model.index(row, 0).data(OfferDelegate::CountRole).toString());
        QCOMPARE(counts[u"state:failed"_s], u"1"_s);
        QCOMPARE(counts[u"state:scheduled"_s], Formatting::count(1'200));
        QCOMPARE(counts[u"state:pending"_s], Formatting::count(1'201));
        QCOMPARE(counts[u"state:leased"_s], u"0"_s);
        keepPicture(u"offers-state.png"_s);
    }

    /// Counts are exact once all rows are loaded. Until then, each is marked as a minimum.
    void typesErrorsAndWorkersAreOfferedWithTheirNumbers()
    {
        const auto countOf = [this](const QString& word) { return m_open->bench.list().words().countOf(word); };
        using Count = FilterWords::Count;
        QTRY_VERIFY(countOf(u"type:mail.send"_s));
        QVERIFY(countOf(u"type:mail.send"_s)->isLeast); // 1,202 tasks in total
        QVERIFY(countOf(u"type:mail.send"_s)->tasks < 1'202);
        type(u"type:"_s);
        QTRY_VERIFY(completer().offered().contains(u"type:mail.send"_s));
        QVERIFY2(completer().popup().model()->index(0, 0).data(OfferDelegate::CountRole).toString().endsWith(u'+'),
            qPrintable(completer().popup().model()->index(0, 0).data(OfferDelegate::CountRole).toString()));
        line().clear();

        Shop few;
        few.add(3, -1h, "mail", 1);
        few.fail("550 no such user");
        few.fail("550 no such user", "mail", 1h);
        OpenWindow open(*m_theme);
        open.open(few.profile(u"few"_s));
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 3);
        QTRY_VERIFY(open.bench.list().tasks().taskAt(2));
        const FilterWords& words = open.bench.list().words();
        const QString error = u"error~"_s + quotedForFilter(QString::fromUtf8(errorPattern("550 no such user")));
        QTRY_COMPARE(words.countOf(u"type:mail.send"_s), std::optional(Count{3, false}));
        QTRY_COMPARE(words.countOf(error), std::optional(Count{2, false}));
        QCOMPARE(words.countOf(u"worker:nobody"_s), std::optional(Count{0, false}));
        QVERIFY(!words.countOf(u"-type:mail.send"_s));
        QVERIFY(!words.countOf(u"type:mail.*"_s)); // Patterns have no count.
        auto& line = open.part<FilterLine>();
        line.setFocus();
        QTest::keyClicks(&line, u"type:mail"_s);
        auto& offers = open.part<FilterCompleter>();
        QTRY_COMPARE(offers.offered(), QStringList{u"type:mail.send"_s});
        QCOMPARE(offers.popup().model()->index(0, 0).data(OfferDelegate::CountRole).toString(), u"3"_s);
        offers.popup().hide();
        // A filtered list only loads matching rows.
        open.bench.list().setFilter(TaskFilter::parse(u"state:failed"_s).value());
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 1);
        QTRY_COMPARE(words.countOf(u"type:mail.send"_s), std::optional(Count{1, true}));
    }

    void theListIsAsWideAsItsLongestRowUpToTheWindow()
    {
        m_open->bench.list().words().addError("Timeout after <*> s while the connection to the host <*> was opened");
        m_open->bench.list().words().addError("Timeout after <*> s while the connection to the host <*> was closed");
        m_open->window.resize(1'000, 700);
        line().setMaximumWidth(200);
        QTRY_VERIFY(line().width() <= 200);
        type(u"error:time"_s);
        QTRY_COMPARE(completer().offered().size(), 2);
        const QFontMetrics metrics(m_theme->font());
        for (const QString& row : completer().offered())
            QVERIFY2(completer().popup().viewport()->width()
                    >= std::min(metrics.horizontalAdvance(row), m_open->window.width() - 40),
                qPrintable(QString::number(completer().popup().width())));
        const QRect popup(completer().popup().mapToGlobal(QPoint()), completer().popup().size());
        const QRect window(m_open->window.mapToGlobal(QPoint()), m_open->window.size());
        QVERIFY(popup.left() >= window.left() && popup.right() <= window.right() + 1);
        keepPicture(u"offers-error.png"_s);
    }

    void whatIsChosenIsSeen_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }
    void whatIsChosenIsSeen()
    {
        QFETCH(ThemeChoice, choice);
        m_theme->choose(choice);
        type(u"state:"_s);
        QTRY_VERIFY(!completer().offered().isEmpty());
        QWidget* popup = QApplication::activePopupWidget();
        QVERIFY(popup);
        QTest::keyClick(popup, Qt::Key_Down);
        QAbstractItemView& view = completer().popup();
        QCOMPARE(view.currentIndex().row(), 0);
        const QImage image = view.viewport()->grab().toImage();
        const auto ground = [&](int row, int x) {
            const QRect at = view.visualRect(view.model()->index(row, 0));
            return image.pixelColor(
                QPoint(int(x * image.devicePixelRatio()), int((at.top() + 3) * image.devicePixelRatio())));
        };
        QCOMPARE(ground(0, 6), m_theme->tokens().tint2);
        QCOMPARE(ground(0, 1), m_theme->tokens().accent);
        QCOMPARE(ground(1, 6), m_theme->tokens().surface);
        keepPicture(choice == ThemeChoice::Dark ? u"offers-dark.png"_s : u"offers-light.png"_s);
        m_theme->choose(ThemeChoice::Light);
    }

    void noTwoRowsLookAlikeHoweverLittleRoomThereIs()
    {
        const QFontMetrics metrics(m_theme->font());
        QStringList texts;
        for (const char* middle : {"opened", "closed", "accepted by the one that asked", "accepted by the other one"})
            texts
                << u"error~\"Timeout after <*> s while the connection to the host <*> was %1 at the very end of its time"_s
                       .arg(QString::fromLatin1(middle));
        texts << u"error~\"Timeout\""_s;
        for (int room = 160; room < 700; room += 30) {
            const QStringList shown = elideDistinct(texts, metrics, room);
            QCOMPARE(shown.size(), texts.size());
            QCOMPARE(QSet<QString>(shown.begin(), shown.end()).size(), texts.size());
            for (const QString& one : shown)
                QVERIFY2(metrics.horizontalAdvance(one) <= room + metrics.horizontalAdvance(u"…"_s), qPrintable(one));
        }
        QCOMPARE(elideDistinct({u"same"_s, u"same"_s}, metrics, 200), (QStringList{u"same"_s, u"same"_s}));
    }
};

QTEST_MAIN(TestFilterOffers)
#include "tst_filteroffers.moc"
