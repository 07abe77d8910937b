// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/inspector/inspector.h"
#include "ui/panels/dock.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QSet>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests moving through the entire window with Tab and Shift+Tab, with each panel in front: the focus reaches every
/// control and never gets stuck.
class TestTabOrder : public QObject
{
    Q_OBJECT

    static constexpr int mostStops = 200;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    Dock& dock() { return m_open->part<Dock>(); }
    static QString nameOf(const QWidget* widget)
    {
        return u"%1 \"%2\""_s.arg(QString::fromLatin1(widget->metaObject()->className()), widget->accessibleName());
    }
    /// Returns all visible widgets that Tab should reach. Counts a spin box as one widget, without its line edit.
    QSet<QWidget*> expected()
    {
        QSet<QWidget*> all;
        for (QWidget* widget : m_open->window.findChildren<QWidget*>()) {
            if (widget->window() == &m_open->window && widget->isVisible() && widget->isEnabled()
                && !widget->focusProxy() && (widget->focusPolicy() & Qt::TabFocus))
                all.insert(widget);
        }
        return all;
    }
    /// Returns all widgets that get the focus, in order, until the first repeat.
    QList<QWidget*> walk(Qt::Key key)
    {
        QList<QWidget*> stops;
        QWidget* const first = QApplication::focusWidget();
        for (int step = 0; step < mostStops; ++step) {
            QWidget* at = QApplication::focusWidget();
            if (!at || !at->isVisible())
                break;
            stops << at;
            QTest::keyClick(at, key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
            if (QApplication::focusWidget() == first || stops.contains(QApplication::focusWidget()))
                break;
        }
        return stops;
    }
    void expectAllReached()
    {
        m_open->table().setFocus();
        const QList<QWidget*> stops = walk(Qt::Key_Tab);
        QVERIFY2(QApplication::focusWidget() == &m_open->table(),
            qPrintable(u"it never comes round: %1"_s.arg(nameOf(QApplication::focusWidget()))));
        for (const QWidget* widget : expected())
            QVERIFY2(stops.contains(widget), qPrintable(nameOf(widget) + u" is never reached"_s));
        QList<QWidget*> back = walk(Qt::Key_Backtab);
        std::reverse(back.begin() + 1, back.end());
        QCOMPARE(back, stops);
    }
    /// Checks that Tab reaches all of the inspector's widgets one after another, then the dock's.
    void expectPartsTogether()
    {
        m_open->table().setFocus();
        const QList<QWidget*> stops = walk(Qt::Key_Tab);
        const auto partOf = [this](const QWidget* widget) {
            return dock().isAncestorOf(widget) ? 'd' : m_open->part<Inspector>().isAncestorOf(widget) ? 'i' : '-';
        };
        QByteArray parts;
        for (const QWidget* stop : stops) {
            if (parts.isEmpty() || parts.back() != partOf(stop))
                parts += partOf(stop);
        }
        QCOMPARE(parts, QByteArray("-id-"));
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
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1500, 900));
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void everyPartIsReached_data()
    {
        QTest::addColumn<QString>("panel");
        QTest::addColumn<bool>("filled");
        for (const char* panel :
            {"worker", "leases", "results", "metrics", "activity", "commands", "schedules", "failures", "search"}) {
            QTest::addRow("%s, empty", panel) << QString::fromLatin1(panel) << false;
            QTest::addRow("%s, filled", panel) << QString::fromLatin1(panel) << true;
        }
    }
    void everyPartIsReached()
    {
        QFETCH(QString, panel);
        QFETCH(bool, filled);
        m_shop->add(3, 1h);
        if (filled) {
            m_shop->add(1, 1ms, "mail", 50);
            QTRY_COMPARE(m_shop->stateOf("mail.send#50"), TaskState::Due);
            m_shop->fail("550 no such user");
            m_shop->add(1, 1ms, "mail", 60);
            QTRY_COMPARE(m_shop->stateOf("mail.send#60"), TaskState::Due);
            ClaimRequest request;
            request.queue = "mail";
            request.limit = 1;
            request.types.all = true;
            QVERIFY(m_shop->backend().broker()->claim(request).ok());
        }
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(m_open->table().currentTask());
        dock().setOpen(true);
        m_open->window.actions()[("view." + panel.toLatin1()).constData()]->trigger();
        QVERIFY(isAnswered(*m_open->bench.view().current())); // waits until the queue has been read
        QWidget* entry = QApplication::focusWidget();
        QVERIFY2(entry && entry->isVisible() && dock().isAncestorOf(entry),
            entry ? qPrintable(nameOf(entry)) : "nothing has the focus");
        expectAllReached();
        expectPartsTogether();
    }

    void theFirstPageIsWalkedThrough()
    {
        QTRY_VERIFY(m_open->window.isActiveWindow());
        for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
            if (!QApplication::focusWidget())
                QTest::keyClick(&m_open->window, key);
            QVERIFY(QApplication::focusWidget());
            const QList<QWidget*> stops = walk(key);
            for (const QWidget* widget : expected())
                QVERIFY2(stops.contains(widget), qPrintable(nameOf(widget) + u" is never reached"_s));
        }
    }

    /// When the focused widget is hidden, the focus moves to the next one.
    void itGoesOnWhereSomethingWasHidden()
    {
        m_shop->add(3, 1h);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(m_open->table().currentTask());
        const QList<QAbstractButton*> buttons = m_open->part<Inspector>().findChildren<QAbstractButton*>();
        const auto shown = std::find_if(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
            return button->isVisible() && button->isEnabled() && (button->focusPolicy() & Qt::TabFocus);
        });
        QVERIFY(shown != buttons.end());
        (*shown)->setFocus();
        (*shown)->hide();
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->isVisible());
        QVERIFY(m_open->part<Inspector>().isAncestorOf(QApplication::focusWidget()));
    }
};

QTEST_MAIN(TestTabOrder)
#include "tst_taborder.moc"
