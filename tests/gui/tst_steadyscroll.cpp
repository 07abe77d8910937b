// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/steadyscroll.h"

#include <QCoreApplication>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTest>

using namespace dueline;

namespace {

constexpr int areaWidth = 400;

/// Needs more height than there is where it has the whole width, and less beside a bar; says so at once, as a layout does.
class Contrary : public QWidget
{
protected:
    void resizeEvent(QResizeEvent* event) override
    {
        setMinimumHeight(event->size().width() >= areaWidth ? 500 : 100);
        QEvent asks(QEvent::LayoutRequest);
        QCoreApplication::sendEvent(parentWidget()->parentWidget(), &asks);
    }
};

} // namespace

class TestSteadyScroll : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBarThatMakesItselfNeedlessStays()
    {
        SteadyScroll area;
        area.setFrameShape(QFrame::NoFrame);
        area.setWidgetResizable(true);
        area.setWidget(new Contrary);
        area.resize(areaWidth, 300);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QVERIFY(area.keepsBar());
        QVERIFY(area.verticalScrollBar()->isVisible());
        QCOMPARE(area.widget()->width(), area.viewport()->width());
        QVERIFY(area.widget()->width() < areaWidth);
        area.resize(areaWidth, 600); // room for all of it
        QVERIFY(!area.keepsBar());
        QTRY_VERIFY(!area.verticalScrollBar()->isVisible());
        QCOMPARE(area.widget()->width(), areaWidth);
    }

    void whatIsTallHasABarAndWhatIsNotHasNone()
    {
        SteadyScroll area;
        area.setWidgetResizable(true);
        auto* page = new QWidget;
        page->setMinimumHeight(900);
        area.setWidget(page);
        area.resize(areaWidth, 300);
        area.show();
        QVERIFY(QTest::qWaitForWindowExposed(&area));
        QVERIFY(!area.keepsBar() && area.verticalScrollBar()->isVisible());
        page->setMinimumHeight(100);
        QTRY_VERIFY(!area.verticalScrollBar()->isVisible());
    }
};

QTEST_MAIN(TestSteadyScroll)
#include "tst_steadyscroll.moc"
