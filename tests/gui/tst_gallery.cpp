// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/filterline.h"

#include <QPushButton>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing in the window, its panels and its dialogs is clipped or misplaced, in either language.
class TestGallery : public Gallery
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        begin();
        m_turnsDark = m_font.usual && m_language.code() == u"en";
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

    void anEmptyPlaceKeepsItsButtonsAndWhatFits_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << u"en"_s;
    }
    void anEmptyPlaceKeepsItsButtonsAndWhatFits()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        theme.choose(ThemeChoice::Light);
        EmptyState empty(theme);
        empty.resize(560, 84); // too short for the text
        empty.show();
        empty.tell(u"queue"_s, u"Choose a queue"_s, u"The timeline shows all of them."_s,
            {{u"mail · 1"_s, [] {}}, {u"hooks · 2"_s, [] {}}});
        QTRY_COMPARE(Overflow::in(empty), QStringList());
        auto* first = empty.findChildren<QPushButton*>().constFirst();
        first->setFocus();
        QTRY_VERIFY(first->hasFocus());
        theme.choose(ThemeChoice::Dark);
        QTRY_COMPARE(Overflow::in(empty), QStringList());
        empty.tell(u"queue"_s, u"Choose a queue"_s, u"The timeline shows all of them."_s,
            {{u"mail · 2"_s, [] {}}, {u"hooks · 2"_s, [] {}}});
        QVERIFY2(first->hasFocus(), "the keyboard was taken away");
        QCOMPARE(first->text(), u"mail · 2"_s);
        QTRY_COMPARE(Overflow::in(empty), QStringList());
        theme.choose(ThemeChoice::Light);
    }

    void theWindowAndItsPanels_data() { languages(); }
    void theWindowAndItsPanels()
    {
        WindowPlace place;
        show(place, u"welcome"_s);
        QVERIFY(place.fill() && place.startWorker());
        QTRY_VERIFY_WITH_TIMEOUT(place.bench().connections().worker().figures().processed > 3, 15'000);
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
        place.bench().list().tasks().setAll(StateSet::all());
        show(place, u"all-selected"_s);
        place.bench().list().tasks().clearTicks();
        place.brush();
        show(place, u"brush"_s);
        place.bench().view().show({place.bench().view().current()->id(), {}, {}});
        QTRY_VERIFY(place.bench().view().place().queue.isEmpty());
        QVERIFY(test::isAnswered(*place.bench().view().current()));
        show(place, u"all-queues"_s);
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
        place.bench().connections().add(std::move(*connection));
        QTRY_COMPARE(place.bench().view().current()->session().connection().kind, ConnectionState::Kind::Offline);
        const auto said = [&place] {
            QStringList all;
            for (const auto* label : place.window().findChild<StatusLine*>()->findChildren<PlainLabel*>())
                all << label->fullText();
            return all;
        };
        const QStringList before = said();
        QTRY_VERIFY(said() != before); // The text must change: it counts down or reports the next attempt.
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
