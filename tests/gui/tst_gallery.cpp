// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demoqueues.h"
#include "tests/gui/overflow.h"
#include "tests/gui/windowplace.h"
#include "ui/text/language.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/sidebar.h"

#include <QPushButton>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Every state of the window, every panel and every dialog, in both languages and at the smallest and a usual size:
/// nothing is cut and nothing stands outside. With DUELINE_PICTURES_ALL=FOLDER each is also drawn, light and dark, to be
/// looked at one by one; that takes a minute.
class TestGallery : public QObject
{
    Q_OBJECT

    const QString m_folder = qEnvironmentVariable("DUELINE_PICTURES_ALL");
    const QList<QSize> m_sizes{{1024, 640}, {1600, 1000}};
    Language m_language;
    QStringList m_flaws;
    bool m_keepInspector = false;

    void draw(QWidget& what, const QString& name, const QSize& size, Theme& theme)
    {
        if (m_folder.isEmpty())
            return;
        const QString path = QDir(m_folder).filePath(
            u"%1-%2-%3-%4.png"_s.arg(m_language.code(), QString::number(size.width()),
                theme.tokens().dark ? u"dark"_s : u"light"_s, name));
        QCoreApplication::sendPostedEvents();
        QVERIFY2(what.grab().save(path, "PNG", 80), qPrintable(path));
    }
    void check(QWidget& what, const QString& name, const QSize& size)
    {
        // What has just changed is laid out step by step, from the inside to the outside and back.
        (void)QTest::qWaitFor([&what] { return Overflow::in(what).isEmpty(); }, 1'000);
        for (const QString& flaw : Overflow::in(what))
            m_flaws << u"%1 %2 %3: %4"_s.arg(m_language.code(), QString::number(size.width()), name, flaw);
    }

    /// Looks at the window at each size, and draws it in each theme.
    void show(WindowPlace& place, const QString& name)
    {
        for (const QSize& size : m_sizes) {
            place.resize(size);
            if (m_keepInspector && !place.window().actions()["view.inspector"]->isChecked())
                place.window().actions()["view.inspector"]->trigger();
            check(place.window(), name, size);
            draw(place.window(), name, size, place.theme());
            if (m_folder.isEmpty())
                continue;
            place.theme().choose(ThemeChoice::Dark);
            QTest::qWait(30);
            draw(place.window(), name, size, place.theme());
            place.theme().choose(ThemeChoice::Light);
        }
    }
    void showDialogs(WindowPlace& place)
    {
        const QSize smallest = m_sizes.front();
        const auto look = [&](QDialog& dialog, const QString& name) {
            check(dialog, name, smallest);
            if (dialog.width() > smallest.width() || dialog.height() > smallest.height())
                m_flaws << u"%1 %2 is larger than a small screen: %3×%4"_s.arg(m_language.code(), name)
                               .arg(dialog.width())
                               .arg(dialog.height());
            draw(dialog, u"dialog-"_s + name, smallest, place.theme());
        };
        place.forEachDialog(look);
        if (m_folder.isEmpty())
            return;
        place.theme().choose(ThemeChoice::Dark);
        place.forEachDialog(look);
        place.theme().choose(ThemeChoice::Light);
    }
    void expectNoFlaw()
    {
        m_flaws.removeDuplicates();
        QVERIFY2(m_flaws.isEmpty(), qPrintable(u'\n' + m_flaws.join(u'\n')));
    }
    static void languages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << u"en"_s;
        QTest::newRow("zh") << u"zh_CN"_s;
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isEmpty() || QDir().mkpath(m_folder)); }
    void init()
    {
        QFETCH(QString, language);
        m_language.use(language);
        m_flaws.clear();
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void theCheckFindsWhatIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << u"en"_s;
    }
    void theCheckFindsWhatIsCut()
    {
        QWidget root;
        root.resize(200, 100);
        auto* label = new PlainLabel(u"forty-two tasks are scheduled"_s, &root);
        label->setGeometry(0, 0, 40, 20);
        auto* button = new QPushButton(u"Reschedule"_s, &root);
        button->setGeometry(150, 40, 120, 28);
        root.show();
        QCOMPARE(Overflow::in(root).size(), 2);
        label->setGeometry(0, 0, 199, 20);
        button->setGeometry(20, 40, 120, 28);
        QCOMPARE(Overflow::in(root), QStringList());
    }

    void theWindowAndItsPanels_data() { languages(); }
    void theWindowAndItsPanels()
    {
        WindowPlace place;
        show(place, u"welcome"_s);
        QVERIFY(place.fill() && place.startWorker());
        QTRY_VERIFY_WITH_TIMEOUT(place.bench().worker().figures().processed > 3, 15'000);
        place.forEachPanel([&](const QString& id) { show(place, u"dock-"_s + id); });
        place.window().findChild<Dock*>()->setOpen(false);
        place.window().findChild<FilterLine*>()->apply(u"-state:done"_s);
        QTRY_VERIFY(place.showFailedTask());
        show(place, u"main"_s);
        place.window().actions()["view.inspector"]->setChecked(false);
        place.window().actions()["view.inspector"]->trigger();
        m_keepInspector = true;
        place.window().findChild<Dock*>()->setOpen(true);
        show(place, u"inspector"_s);
        m_keepInspector = false;
        place.window().findChild<Dock*>()->setOpen(false);
        place.brush();
        show(place, u"brush"_s);
        place.bench().show({place.bench().current()->id(), {}, {}});
        QTRY_VERIFY(place.bench().place().queue.isEmpty());
        QTest::qWait(200);
        show(place, u"all-queues"_s);
        expectNoFlaw();
    }

    void whatCanHappenInTheWindow_data() { languages(); }
    void whatCanHappenInTheWindow()
    {
        WindowPlace place;
        QVERIFY(place.fill(Environment::Production));
        place.window().table().selectAll();
        QTRY_VERIFY(place.window().table().extent().tasks > 20);
        show(place, u"production-locked-ticked"_s);
        QVERIFY(place.bench().current()->session().unlock(true, false));
        QTRY_VERIFY(place.bench().current()->mayWrite());
        QTRY_VERIFY(place.bench().current()->session().isOnline());
        place.window().table().select(place.window().table().currentTask()->id);
        OperationRequest request;
        request.queue = "webhooks";
        request.action.kind = ActionKind::Discard;
        request.selection.kind = TaskSelection::Kind::Refs;
        request.selection.refs = {TaskTableModel::refOf(*place.window().table().currentTask())};
        place.bench().start(request)->start();
        QTRY_VERIFY(place.window().messages().isVisible());
        show(place, u"production-undo"_s);

        auto* filter = place.window().findChild<FilterLine*>();
        filter->apply(u"type:mail.* payload:alice"_s);
        QTRY_COMPARE(place.bench().tasks().rowCount(), 0);
        QTest::qWait(50);
        show(place, u"no-match"_s);
        filter->apply(u"stat:failed"_s);
        show(place, u"filter-error"_s);
        filter->apply({});
        place.bench().show({place.bench().current()->id(), "webhooks", TaskState::Leased});
        QTRY_COMPARE(place.bench().tasks().rowCount(), 0);
        QTest::qWait(50);
        show(place, u"no-tasks-in-state"_s);
        place.bench().show({place.bench().current()->id(), "webhooks", {}});
        QTRY_VERIFY(place.bench().tasks().rowCount() > 0);
        place.server().kill9();
        QTRY_VERIFY_WITH_TIMEOUT(!place.bench().current()->session().isOnline(), 15'000);
        QTest::qWait(1100);
        place.forEachPanel([&](const QString& id) { show(place, u"lost-"_s + id); });
        expectNoFlaw();
    }

    void whatNeverConnects_data() { languages(); }
    void whatNeverConnects()
    {
        WindowPlace place;
        Profile profile;
        profile.name = u"orders"_s;
        profile.url = u"unix:///nowhere/redis.sock"_s;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        place.bench().add(std::move(*connection));
        QTRY_COMPARE(place.bench().current()->session().connection().kind, ConnectionState::Kind::Offline);
        QTest::qWait(1100);
        show(place, u"unreachable"_s);
        expectNoFlaw();
    }

    void everyDialog_data() { languages(); }
    void everyDialog()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        showDialogs(place);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
