// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/gallery.h"
#include "ui/inspector/inspector.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/toast.h"
#include "ui/widgets/toasts.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the window and its dialogs with names of maximum length that can't be wrapped. Names are elided; nothing else
/// may be clipped, misplaced or pushed aside.
class TestGalleryLongWords : public Gallery
{
    Q_OBJECT

    const QByteArray m_queue = "orders." + QByteArray(190, 'q');
    const QByteArray m_type = "webhook." + QByteArray(242, 't');
    const QByteArray m_worker = QByteArray(60, 'w') + ".1";
    const QByteArray m_error = "ECONNREFUSED:" + QByteArray(900, 'e');
    const QString m_name = u"the connection "_s + QString(90, u'n');
    std::unique_ptr<Backend> m_backend;

    TaskId id(const char* end) const { return m_type + '#' + end + QByteArray(120, 'i'); }
    /// Adds failed, leased and scheduled tasks, and a recurring task.
    void arrange(WindowPlace& place)
    {
        auto backend
            = openLayout(defaultLayout(), place.server().config(), "dueline", m_worker, Access::OperateAndWork);
        QVERIFY2(backend.ok(), backend.ok() ? "" : qPrintable(backend.error().message));
        m_backend = std::move(*backend);
        std::vector<NewTask> tasks(3);
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            tasks[i].id = id(std::to_string(i).c_str());
            tasks[i].dueIn = i < 2 ? Millis(0) : std::chrono::hours(1);
            tasks[i].payload = "{\"" + QByteArray(300, 'k') + "\":\"" + QByteArray(900, 'v') + "\"}";
        }
        QVERIFY(m_backend->editor()->add(m_queue, tasks).ok());
        ClaimRequest request;
        request.queue = m_queue;
        request.limit = 2;
        request.leaseFor = std::chrono::minutes(10);
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        QVERIFY(claim.ok() && claim->leases.size() == 2);
        const Lease& first = claim->leases.front();
        QVERIFY(m_backend->broker()->nack(m_queue, {{first.id, first.token, {}, "failed", m_error}}, {}).ok());
        WorkerInfo info;
        info.id = m_worker;
        info.host = QByteArray(200, 'h');
        info.queues = {m_queue};
        info.running = 1;
        QVERIFY(m_backend->broker()->beat(info, std::chrono::minutes(10), false).ok());
        Schedule schedule;
        schedule.name = QByteArray(64, 's');
        schedule.cron = "0,1,2,3,4,5,6,7,8,9,10,11,12 3,4,5,6,7,8,9,10,11,12,13,14 1,2,3,4,5,6,7,8,9 * *";
        schedule.zone = "America/Argentina/ComodRivadavia";
        schedule.type = m_type;
        QVERIFY(m_backend->schedules()->put(m_queue, schedule, true).ok());
        place.use(m_queue, m_name, m_type);
    }
    /// Checks the window at each size. Names must not widen the window or narrow the sidebar.
    void showBeside(WindowPlace& place, const QString& name)
    {
        const auto wide = [&place] { return place.window().findChild<Sidebar*>()->width(); };
        show(place, name);
        for (const QSize& size : m_sizes) {
            place.resize(size);
            QTest::qWait(20);
            if (place.window().size() != size)
                m_flaws << u"%1 makes the window %2 wide instead of %3"_s.arg(name)
                               .arg(place.window().width())
                               .arg(size.width());
            if (wide() < 212)
                m_flaws << u"%1 leaves the sidebar %2 pixels"_s.arg(name).arg(wide());
        }
    }

private Q_SLOTS:
    void initTestCase() { m_names = Overflow::Names::Long; }
    void init() { begin(); }
    void cleanup()
    {
        m_backend.reset();
        QLocale::setDefault(QLocale::c());
    }

    void theWindowAndItsPanels_data() { languages(); }
    void theWindowAndItsPanels()
    {
        WindowPlace place;
        arrange(place);
        QVERIFY(place.open(Environment::Production));
        place.forEachPanel([&](const QString& id) { showBeside(place, u"long-dock-"_s + id); });
        place.window().findChild<Dock*>()->setOpen(false);
        showBeside(place, u"long-main"_s);
        place.bench().view().show({place.bench().view().current()->id(), {}, {}});
        QTRY_VERIFY(place.bench().view().place().queue.isEmpty());
        showBeside(place, u"long-all-queues"_s);
        expectNoFlaw();
    }

    void theInspectorOfEachTask_data() { languages(); }
    void theInspectorOfEachTask()
    {
        WindowPlace place;
        arrange(place);
        QVERIFY(place.open());
        place.window().findChild<Dock*>()->setOpen(true);
        m_keepInspector = true;
        for (const char* task : {"0", "1", "2"}) {
            place.window().table().setFocus();
            place.window().table().select(id(task));
            auto* inspector = place.window().findChild<Inspector*>();
            QTRY_COMPARE(inspector->shownTask(), id(task));
            QTRY_VERIFY_WITH_TIMEOUT(inspector->isLoaded(), 20'000);
            showBeside(place, u"long-inspector-"_s + QString::fromLatin1(task));
            // Try many heights: at some of them, the scroll bar could keep appearing and disappearing.
            for (int height = 640; height <= 1000 && m_font.usual && m_language.code() == u"en"; height += 12) {
                place.resize({1280, height});
                place.window().grab();
            }
            place.resize(m_sizes.back());
            // Also check the inspector's minimum width.
            auto* split = qobject_cast<QSplitter*>(inspector->parentWidget());
            QVERIFY(split);
            split->setSizes({5'000, 1});
            QTest::qWait(30);
            check(place.window(), u"long-inspector-narrow"_s, place.window().size());
            draw(place.window(), u"long-inspector-narrow"_s, place.window().size(), place.theme());
        }
        m_keepInspector = false;
        expectNoFlaw();
    }

    void whatIsRefusedAndSaid_data() { languages(); }
    void whatIsRefusedAndSaid()
    {
        WindowPlace place;
        arrange(place);
        QVERIFY(place.open());
        place.window().findChild<Dock*>()->setOpen(false);
        Toasts& bar = place.window().messages();
        const QString spaced = u"The server refused it, since this user may not run the command here. "_s;
        Notice notice;
        notice.kind = Notice::Kind::Failure;
        notice.icon = u"warning"_s;
        for (const QString& sentence : {spaced.repeated(8), u"NOPERM:"_s + QString(600, u'x'), spaced.trimmed()}) {
            for (const QString& detail : {QString(), spaced.repeated(12), QString(700, u'y')}) {
                notice.text = sentence;
                notice.detail = detail;
                notice.links = {{u"Undo"_s, u"Ctrl+Z"_s, [] {}}, {u"Show in Activity"_s, {}, [] {}}};
                bar.clear();
                bar.show(notice);
                QTest::qWait(20);
                showBeside(place, u"long-refusal"_s);
                QVERIFY2(bar.all().back()->height() < 120, "the message takes the room of the list");
                if (auto* more = bar.all().back()->findChild<QPushButton*>(u"details"_s); more->isVisible()) {
                    more->click();
                    QTest::qWait(20);
                    showBeside(place, u"long-refusal-unfolded"_s);
                    QVERIFY2(bar.all().back()->height() < 260, "unfolded it takes the room of the list");
                }
            }
        }
        bar.clear();
        place.server().call({"CONFIG", "SET", "requirepass", "another"});
        place.server().call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QTRY_VERIFY_WITH_TIMEOUT(!place.bench().view().current()->session().isOnline(), 15'000);
        QTRY_VERIFY_WITH_TIMEOUT(place.window().findChild<QWidget*>(u"password"_s)->isVisible(), 15'000);
        showBeside(place, u"long-refused"_s);
        place.server().call({"AUTH", "another"});
        expectNoFlaw();
    }

    void everyDialog_data() { languages(); }
    void everyDialog()
    {
        WindowPlace place;
        arrange(place);
        QVERIFY(place.open());
        showDialogs(place);
        expectNoFlaw();
    }

    /// The tooltip contains the full text, which can also be copied.
    void whatIsCutIsToldWhole_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << u"en"_s;
    }
    void whatIsCutIsToldWhole()
    {
        const QString word(400, u'w');
        PlainLabel wrapped(word);
        wrapped.setWordWrap(true);
        wrapped.setMostLines(2);
        wrapped.resize(200, 60);
        wrapped.show();
        QVERIFY(wrapped.isCut());
        QVERIFY(wrapped.toolTip().remove(QChar(0x200B)).contains(word));
        QVERIFY(wrapped.heightForWidth(200) <= 2 * wrapped.fontMetrics().lineSpacing() + 2);
        const int narrow = wrapped.heightForWidth(120);
        wrapped.resize(400, 60);
        // The height doesn't depend on how the text is currently elided.
        QCOMPARE(wrapped.heightForWidth(120), narrow);
        QCOMPARE(wrapped.accessibleName(), word);
        wrapped.setMostLines(0);
        QVERIFY(!wrapped.isCut());
        QVERIFY(wrapped.minimumSizeHint().width() <= 200);
        QTimer::singleShot(0, &wrapped, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu && menu->actions().size() == 1);
            menu->actions().constFirst()->trigger();
            menu->close();
        });
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, {5, 5}, wrapped.mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(&wrapped, &asked);
        QCOMPARE(QApplication::clipboard()->text(), word);
        QWidget around;
        auto* row = new QHBoxLayout(&around);
        auto* name = new PlainLabel(word);
        name->setShrinking(Qt::ElideMiddle);
        row->addWidget(name);
        row->addStretch();
        around.resize(160, 40);
        around.show();
        QVERIFY(name->isCut());
        QCOMPARE(around.width(), 160);
        around.resize(8'000, 40);
        QTRY_VERIFY(!name->isCut());
        QCOMPARE(name->text(), word);
    }
};

QTEST_MAIN(TestGalleryLongWords)
#include "tst_gallery_longwords.moc"
