// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/ordersshop.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/jsondelegate.h"
#include "ui/inspector/payloadview.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/welcome/welcomepage.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeView>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Event filter that counts label paints and collects text that doesn't fit.
class PaintWatch : public QObject
{
public:
    PaintWatch() { qApp->installEventFilter(this); }

    QStringList cut;
    int painted = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* label = event->type() == QEvent::Paint ? qobject_cast<PlainLabel*>(watched) : nullptr;
        if (label && !label->wordWrap() && label->text() == label->fullText()) {
            ++painted;
            if (label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width() + 1)
                cut << u"\"%1\" in %2 px"_s.arg(label->text()).arg(label->contentsRect().width());
        }
        return false;
    }
};

} // namespace

/// Tests the window's layout: the first page, the parts of a small window, and the tab order.
class TestWindowLayout : public OrdersShop
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { openShop(); }
    void cleanupTestCase() { closeShop(); }

    /// Text changes constantly, but no frame may show new text at the old text's width.
    void noLabelIsPaintedWithTheWidthOfItsFormerWords()
    {
        OpenWindow open(*m_theme, {1024, 640});
        show(open, *m_shop, 3);
        const PaintWatch watch;
        open.table().setFocus();
        for (int round = 0; round < 3; ++round) {
            open.part<FilterLine>().apply(u"state:scheduled"_s);
            QVERIFY(isAnswered(*open.bench.view().current()));
            QTest::keyClick(&open.table(), Qt::Key_A, Qt::ControlModifier);
            QVERIFY(isAnswered(*open.bench.view().current()));
            QTest::keyClick(&open.table(), Qt::Key_A, Qt::ControlModifier);
            QVERIFY(isAnswered(*open.bench.view().current()));
            open.window.actions()["view.fit"]->trigger();
            open.window.messages().show({Notice::Kind::Result, u"info"_s, u"It was done."_s, u"To three tasks."_s, {}});
            QVERIFY(isAnswered(*open.bench.view().current()));
            open.window.messages().show(
                {Notice::Kind::Failure, u"info"_s, u"It was not done, and here is why."_s, {}, {}});
            open.bench.list().tasks().clearTicks();
            open.part<FilterLine>().apply(u"type:nowhere"_s);
            QVERIFY(isAnswered(*open.bench.view().current()));
            open.window.actions()["view.zoomOut"]->trigger();
            open.window.messages().clear();
            open.part<FilterLine>().clear();
            open.window.shownTimeline().feed().refresh();
            QVERIFY(isAnswered(*open.bench.view().current()));
        }
        QVERIFY(watch.painted > 30);
        QVERIFY2(watch.cut.isEmpty(), qPrintable(watch.cut.join(u'\n')));
    }

    void theFirstPageOffersThreeWays()
    {
        OpenWindow open(*m_theme, {1024, 640});
        QSignalSpy sandbox(&open.window, &MainWindow::sandboxRequested);
        QSignalSpy connecting(&open.window, &MainWindow::connectRequested);
        auto& page = open.part<WelcomePage>();
        QVERIFY(page.isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // The first option has the focus.
        QCOMPARE(sandbox.size(), 1);
        auto* url = page.findChild<QLineEdit*>();
        url->setText(u"nonsense"_s);
        QTest::keyClick(url, Qt::Key_Return);
        QCOMPARE(connecting.size(), 0);
        url->setText(u"redis://:hunter2@127.0.0.1:6390"_s);
        QCOMPARE(url->echoMode(), QLineEdit::Password); // A password in the URL is hidden.
        url->setText(u"redis://127.0.0.1:6390"_s);
        QTest::keyClick(url, Qt::Key_Return);
        QCOMPARE(connecting.size(), 1);
        for (const QPushButton* button : page.findChildren<QPushButton*>())
            QVERIFY2(button->height() >= button->minimumSizeHint().height(), qPrintable(button->accessibleName()));
    }

    void anAddressPastedAnywhereConnects()
    {
        OpenWindow open(*m_theme);
        show(open, *m_shop, 3);
        QSignalSpy connecting(&open.window, &MainWindow::connectRequested);
        QApplication::clipboard()->setText(u" redis://127.0.0.1:6390/2\n"_s);
        open.table().setFocus();
        QTest::keyClick(&open.table(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(connecting.size(), 1);
        QCOMPARE(connecting.front().front().toString(), u"redis://127.0.0.1:6390/2"_s);
        QApplication::clipboard()->setText(u"state:failed"_s);
        QTest::keyClick(&open.table(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(connecting.size(), 1);
        // An invalid URL is explained, and its password doesn't appear in the filter.
        for (const QString& url : {u"redis-sentinel://127.0.0.1:26379/main"_s, u"redis-cluster://127.0.0.1:7000"_s,
                 u"redis://:hunter2@127.0.0.1:port"_s}) {
            QApplication::clipboard()->setText(url);
            open.part<FilterLine>().setFocus();
            QTest::keyClick(&open.part<FilterLine>(), Qt::Key_V, Qt::ControlModifier);
            QCOMPARE(connecting.last().front().toString(), url);
        }
        QCOMPARE(open.part<FilterLine>().text(), QString());
    }

    void theInspectorsButtonsAreWholeInASmallWindow()
    {
        OpenWindow open(*m_theme, {1024, 640});
        show(open, *m_shop, 3);
        open.table().setCurrentIndex(open.bench.list().tasks().index(0, TaskTableModel::Type));
        open.window.actions()["view.inspector"]->trigger();
        auto& inspector = open.part<Inspector>();
        QTRY_VERIFY(inspector.isVisible());
        QTRY_VERIFY(inspector.width() >= 300);
        QTRY_VERIFY(open.says(u"Scheduled"_s));
        open.window.dock().setOpen(true);
        int buttons = 0;
        for (const QPushButton* button : inspector.findChildren<QPushButton*>()) {
            if (!button->isVisible())
                continue;
            ++buttons;
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            QVERIFY2(inspector.rect().contains(QRect(button->mapTo(&inspector, QPoint()), button->size())),
                qPrintable(button->text()));
            const auto isCovered = [button] {
                const auto beside = button->parentWidget()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
                return std::any_of(beside.begin(), beside.end(), [button](const QWidget* other) {
                    return other != button && other->isVisible() && other->geometry().intersects(button->geometry());
                });
            };
            QTRY_VERIFY2(!isCovered(), qPrintable(button->text()));
        }
        QVERIFY(buttons >= 3);
        QVERIFY(open.part<Sidebar>().width() >= 212);
    }

    /// Each part shows only complete rows. The inspector scrolls if its parts don't fit.
    void theInspectorsPartsHaveWholeRowsInASmallWindow()
    {
        OpenWindow open(*m_theme, {1024, 640});
        show(open, *m_shop, 3);
        open.table().setCurrentIndex(open.bench.list().tasks().index(0, TaskTableModel::Type));
        open.window.actions()["view.inspector"]->trigger();
        open.window.dock().setOpen(true);
        auto& inspector = open.part<Inspector>();
        QTRY_VERIFY(inspector.isVisible() && inspector.isLoaded());
        auto* tree = inspector.findChild<PayloadView*>()->findChild<QTreeView*>();
        auto* attempts = inspector.findChild<AttemptsView*>();
        QTRY_VERIFY(tree->isVisible() && attempts->isVisible());
        QVERIFY2(tree->viewport()->height() >= 3 * JsonDelegate::rowHeight,
            qPrintable(QString::number(tree->viewport()->height())));
        QVERIFY(attempts->viewport()->height() >= AttemptsView::rowHeight);
        auto* scroll = inspector.findChild<QScrollArea*>();
        for (const QWidget* part : std::initializer_list<const QWidget*>{tree, attempts}) {
            for (const QWidget* at = part; at->parentWidget() != scroll->viewport(); at = at->parentWidget())
                QVERIFY2(
                    at->parentWidget()->rect().contains(at->geometry()), at->parentWidget()->metaObject()->className());
        }
        const int hidden = scroll->widget()->height() - scroll->viewport()->height();
        QCOMPARE(scroll->verticalScrollBar()->maximum(), std::max(0, hidden));
    }

    void attemptsNeedNoScrolling()
    {
        Shop shop;
        shop.add(1, 0ms);
        for (int attempt = 1; attempt < 3; ++attempt)
            shop.fail("timeout: no answer within " + QByteArray::number(attempt) + " s", "mail", 0ms);
        shop.fail("timeout: no answer within 3 s");
        OpenWindow open(*m_theme, {1600, 1000});
        show(open, shop, 1);
        open.table().setCurrentIndex(open.bench.list().tasks().index(0, TaskTableModel::Type));
        auto& attempts = *open.part<Inspector>().findChild<AttemptsView*>();
        QTRY_COMPARE(attempts.model()->rowCount(), 3);
        QTRY_COMPARE(attempts.verticalScrollBar()->maximum(), 0);
        QVERIFY(attempts.viewport()->height() >= 3 * AttemptsView::rowHeight);
    }

    void theInspectorIsWiderInAWideWindow()
    {
        OpenWindow open(*m_theme, {1600, 1000});
        show(open, *m_shop, 3);
        QTRY_COMPARE(open.part<Inspector>().width(), 420);
        open.window.resize(1920, 1080);
        QTRY_COMPARE(open.part<Inspector>().width(), 640);
        open.window.resize(1600, 1000);
        QTRY_COMPARE(open.part<Inspector>().width(), 420);
        // A width that the user has dragged is kept.
        auto* columns = qobject_cast<QSplitter*>(open.part<Inspector>().parentWidget());
        columns->setSizes({columns->width() - 500, 500});
        const int dragged = open.part<Inspector>().width();
        open.window.resize(1920, 1080);
        QVERIFY(isSettled());
        QCOMPARE(open.part<Inspector>().width(), dragged);
    }

    void whatNarrowsAPanelLooksLikeTheFilter()
    {
        OpenWindow open(*m_theme);
        const auto lines = open.window.findChildren<SearchLine*>();
        QVERIFY(lines.size() >= 3);
        for (const QLineEdit* line : open.window.findChildren<QLineEdit*>())
            // SearchLine shows its own icon for clearing the text.
            QVERIFY2(!line->isClearButtonEnabled(), qPrintable(line->accessibleName()));
        for (SearchLine* line : lines) {
            const QList<QAction*> pictures = line->actions();
            QCOMPARE(pictures.size(), 2); // the magnifier and the cross
            QVERIFY(pictures[0]->isVisible() && !pictures[1]->isVisible());
            line->setText(u"words"_s);
            QVERIFY(pictures[1]->isVisible());
            pictures[1]->trigger();
            QVERIFY(line->text().isEmpty() && !pictures[1]->isVisible());
        }
    }

    void aSettingsFileThatMakesNoSenseIsAsNone()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.ini"_s);
        {
            QSettings file(path, QSettings::IniFormat);
            file.setValue(u"window/geometry"_s, QByteArray("garbage"));
            file.setValue(u"window/sidebar"_s, QVariantList{u"x"_s, -4, 7});
            file.setValue(u"window/timelineMs"_s, u"never"_s);
            file.setValue(u"window/hiddenColumns"_s, QStringList{u"state"_s, u"nonsense"_s});
        }
        OpenWindow open(*m_theme);
        open.window.rememberIn(path);
        show(open, *m_shop, 3);
        QVERIFY(open.part<Sidebar>().width() >= 212);
        QVERIFY(!open.table().isColumnHidden(TaskTableModel::State));
        QVERIFY(open.window.timelinePane().timeline().wantedRange().length() > 3h);
    }

    void nothingIsWrittenWhereNothingIsRemembered()
    {
        const QTemporaryDir folder;
        qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
        {
            OpenWindow open(*m_theme);
            show(open, *m_shop, 3);
            QVERIFY(open.bench.filters().save(u"Mine"_s, u"state:due"_s).ok());
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void theKeyboardGoesFromPaneToPaneAndBack()
    {
        OpenWindow open(*m_theme, {1500, 900});
        show(open, *m_shop, 3);
        open.part<Sidebar>().setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&open.window.timelinePane().timeline()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&open.table()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&open.window.timelinePane().timeline()));
    }

    void everyKeyOfTheTableIsThereOnce()
    {
        OpenWindow open(*m_theme);
        QHash<QString, QByteArray> keys;
        for (const Actions::Item& item : open.window.actions().items()) {
            for (const QKeySequence& key : item.action->shortcuts()) {
                const QString name = key.toString(QKeySequence::PortableText);
                QVERIFY2(!keys.contains(name), qPrintable(name));
                keys.insert(name, item.row->id);
            }
        }
        const std::pair<QString, QByteArray> promised[] = {{u"Ctrl+N"_s, "connection.new"}, {u"Ctrl+T"_s, "task.add"},
            {u"Ctrl+F"_s, "edit.filter"}, {u"F5"_s, "view.refresh"}, {u"Ctrl+R"_s, "view.refresh"},
            {u"Ctrl+Shift+R"_s, "view.live"}, {u"Return"_s, "task.inspect"}, {u"R"_s, "task.retry"},
            {u"Shift+R"_s, "task.reschedule"}, {u"Del"_s, "task.discard"}, {u"Ctrl+Z"_s, "edit.undo"},
            {u"F6"_s, "view.nextPane"}, {u"Shift+F6"_s, "view.previousPane"}, {u"F1"_s, "help.shortcuts"},
            {u"Ctrl+/"_s, "help.shortcuts"}, {u"Ctrl+K"_s, "tools.palette"}, {u"Ctrl+Shift+P"_s, "tools.palette"},
            {u"Ctrl+C"_s, "edit.copyId"}, {u"Ctrl+Shift+C"_s, "edit.copyJson"}, {u"Ctrl+A"_s, "edit.selectAll"}};
        for (const auto& [key, id] : promised)
            QCOMPARE(keys.value(key), id);
    }
};

QTEST_MAIN(TestWindowLayout)
#include "tst_window_layout.moc"
