// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/welcome/tour.h"
#include "ui/window/sandboxtour.h"

#include <QAccessible>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the sandbox tour: it works with the keyboard, blocks all other controls, and leaves the window unchanged.
class TestTour : public Gallery
{
    Q_OBJECT

    static constexpr int steps = 6;

    static QWidget* focused() { return QApplication::focusWidget(); }
    static QPushButton* button(const Tour& tour, const QString& text)
    {
        for (QPushButton* button : tour.findChildren<QPushButton*>()) {
            if (button->text() == text && button->isVisible())
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void itGoesFromPartToPartByKeyboard()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.window().findChild<Dock*>()->setOpen(false);
        place.window().table().setFocus();
        QPointer<Tour> tour = startSandboxTour(place.window(), place.theme());
        QVERIFY(tour && !startSandboxTour(place.window(), place.theme())); // only one tour at a time
        QSignalSpy ended(tour, &Tour::ended);
        QCOMPARE(tour->count(), steps);
        QList<QRect> seen; // highlighted areas, without duplicates
        for (int step = 0; step < steps; ++step) {
            QCOMPARE(tour->step(), step);
            QVERIFY(tour->isAncestorOf(focused()));
            QVERIFY(test::isSettled());
            QVERIFY(place.window().rect().contains(tour->bright()) && tour->bright() != tour->rect());
            if (!seen.contains(tour->bright()))
                seen << tour->bright();
            QVERIFY(!place.window().findChild<Dock*>()->isOpen() || step == 3);
            if (step == 2) { // go back one step, but only once
                QTest::keyClick(focused(), Qt::Key_Left);
                QCOMPARE(tour->step(), 1);
                QTest::keyClick(focused(), Qt::Key_Right);
            }
            QTest::keyClick(focused(), Qt::Key_Return);
        }
        QCOMPARE(ended.size(), 1);
        QCOMPARE(ended.front().front().toBool(), true);
        QVERIFY(seen.size() >= 5); // the steps for actions and the palette both highlight the toolbar
        QTRY_VERIFY(!tour);
        QVERIFY(place.window().table().hasFocus());
        QVERIFY(!place.window().findChild<Dock*>()->isOpen());
    }

    void escapeEndsItAtAnyStep()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        for (int stop = 0; stop < steps; ++stop) {
            QPointer<Tour> tour = startSandboxTour(place.window(), place.theme());
            QVERIFY(tour);
            for (int step = 0; step < stop; ++step)
                QTest::keyClick(focused(), Qt::Key_Right);
            QCOMPARE(tour->step(), stop);
            QTest::keyClick(focused(), Qt::Key_Escape);
            QTRY_VERIFY(!tour);
        }
    }

    void keysAndMouseReachNothingElse()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.window().table().setFocus();
        const Task before = *place.window().table().currentTask();
        QPointer<Tour> tour = startSandboxTour(place.window(), place.theme());
        int pressed = 0;
        for (const Actions::Item& item : place.window().actions().items())
            connect(item.action, &QAction::triggered, this, [&pressed] { ++pressed; });
        for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_R, Qt::Key_Down, Qt::Key_F5, Qt::Key_Question})
            QTest::keyClick(focused(), key);
        QTest::keyClick(focused(), Qt::Key_T, Qt::ControlModifier);
        QTest::mouseClick(tour, Qt::LeftButton, {}, QPoint(tour->width() / 2, tour->height() / 2));
        for (int i = 0; i < 7; ++i) {
            QTest::keyClick(focused(), Qt::Key_Tab, i < 4 ? Qt::NoModifier : Qt::ShiftModifier);
            QVERIFY(tour->isAncestorOf(focused()));
        }
        place.window().table().setFocus(); // simulates arriving data, which can set the focus
        QTRY_VERIFY(tour->isAncestorOf(focused()));
        QCOMPARE(pressed, 0);
        QCOMPARE(place.window().table().currentTask()->id, before.id);
        QTest::mouseClick(button(*tour, u"Skip"_s), Qt::LeftButton);
        QTRY_VERIFY(!tour);
    }

    void aScreenReaderHearsEachStep()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        const Tour* tour = startSandboxTour(place.window(), place.theme());
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(focused());
        QCOMPARE(face->text(QAccessible::Name), u"Next"_s);
        QVERIFY(face->text(QAccessible::Description).contains(u"Every task on one timeline"_s));
        QTest::keyClick(focused(), Qt::Key_Right);
        QVERIFY(face->text(QAccessible::Description).contains(u"The same tasks as rows"_s));
        for (const QWidget* widget : tour->findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible())
                QVERIFY(!QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget))
                             ->text(QAccessible::Name)
                             .isEmpty());
        }
    }

    void itComesOnlyWhenItIsCalled()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.bench().view().refresh();
        QVERIFY(test::isAnswered(*place.bench().view().current())); // Everything has been loaded.
        QVERIFY(!place.window().findChild<Tour*>());
    }

    void nothingOfItIsCut_data() { languages(); }
    void nothingOfItIsCut()
    {
        begin();
        WindowPlace place;
        QVERIFY(place.fill());
        for (const QSize& size : m_sizes) {
            place.resize(size);
            for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
                place.theme().choose(choice);
                QPointer<Tour> tour = startSandboxTour(place.window(), place.theme());
                QVERIFY(tour);
                for (int step = 0; step < steps; ++step) {
                    QVERIFY(test::isSettled());
                    const QString name = u"tour-%1"_s.arg(step + 1);
                    for (const QString& flaw : Overflow::in(place.window())) {
                        if (flaw.contains(u"Bubble"_s) || flaw.contains(u"Tour"_s))
                            m_flaws << u"%1 %2: %3"_s.arg(m_language.code(), name, flaw);
                    }
                    const QWidget* bubble
                        = button(*tour, Tour::tr(step + 1 == steps ? "Done" : "Next", "tour"))->parentWidget();
                    if (!tour->rect().contains(bubble->geometry()))
                        m_flaws << name + u" stands outside"_s;
                    draw(place.window(), name, size, place.theme());
                    tour->next();
                }
                QTRY_VERIFY(!tour);
            }
        }
        place.theme().choose(ThemeChoice::Light);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
