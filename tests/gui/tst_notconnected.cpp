// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/panels/dock.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/widgets/emptystate.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the panels' messages before a connection is established and after it is lost.
class TestNotConnected : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    QStringList titles(const QString& panel) const
    {
        QStringList texts;
        for (const EmptyState* empty : m_open->window.dock().panel(panel)->findChildren<EmptyState*>()) {
            for (const PlainLabel* label : empty->findChildren<PlainLabel*>()) {
                if (label->isVisible())
                    texts << label->fullText();
            }
        }
        return texts;
    }

private Q_SLOTS:
    void init()
    {
        m_theme
            = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice::Light);
        m_shop = std::make_unique<Shop>();
        m_shop->add(3);
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1600, 1000));
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
    }

    /// The panels don't show "Loading" while the window reconnects, even on the tenth attempt.
    void whileItIsTriedAgainThePanelsSayTheSame()
    {
        Connection& connection = m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        Session& session = connection.session();
        session.setRetryDelays(60s, 60s);
        m_shop->server.kill9();
        QTRY_COMPARE_WITH_TIMEOUT(session.connection().kind, ConnectionState::Kind::Offline, 15'000);
        const QStringList panels{u"leases"_s, u"failures"_s, u"schedules"_s, u"commands"_s, u"metrics"_s};
        for (const QString& panel : panels) {
            m_open->window.dock().open(panel);
            QTRY_VERIFY2(titles(panel).contains(u"Not connected"_s), qPrintable(panel + titles(panel).join(u'|')));
        }
        // The server accepts the connection but doesn't answer, so the attempt doesn't end.
        m_shop->server.start();
        m_shop->server.freeze();
        session.reconnect();
        QCOMPARE(session.connection().kind, ConnectionState::Kind::Connecting);
        for (const QString& panel : panels) {
            m_open->window.dock().open(panel);
            QVERIFY(isSettled());
            QCOMPARE(session.connection().kind, ConnectionState::Kind::Connecting);
            QVERIFY2(titles(panel).contains(u"Not connected"_s), qPrintable(panel + titles(panel).join(u'|')));
        }
        m_shop->server.thaw();
        QTRY_VERIFY_WITH_TIMEOUT(session.isOnline(), 15'000);
        QTRY_VERIFY(!titles(u"metrics"_s).contains(u"Not connected"_s));
    }

    void workersAndLeasesSayItAtOneHeight()
    {
        Profile nowhere;
        nowhere.name = u"nowhere"_s;
        nowhere.url = u"unix:///nowhere/redis.sock"_s;
        m_open->open(nowhere);
        auto& panel = m_open->part<LeasesPanel>();
        m_open->window.dock().open(u"leases"_s);
        QList<int> heights;
        int lines = 0;
        const auto measure = [&] {
            heights.clear();
            lines = 0;
            for (const EmptyState* empty : panel.findChildren<EmptyState*>()) {
                for (const PlainLabel* label : empty->findChildren<PlainLabel*>()) {
                    if (label->isVisible() && label->fullText() == u"Not connected"_s)
                        heights << label->mapTo(&panel, QPoint()).y();
                    else if (label->isVisible())
                        lines = std::max(lines, label->height() / label->fontMetrics().height());
                }
            }
            return heights.size() == 2;
        };
        QTRY_VERIFY(measure());
        QTRY_VERIFY(measure() && heights[0] == heights[1]);
        QVERIFY2(lines >= 2, "no sentence is longer than a line: this proves nothing");
    }

    void theWorkerSaysItTooInsteadOfAskingForAQueue()
    {
        Profile nowhere;
        nowhere.name = u"nowhere"_s;
        nowhere.url = u"unix:///nowhere/redis.sock"_s;
        Connection& connection = m_open->open(nowhere);
        QTRY_COMPARE(connection.session().connection().kind, ConnectionState::Kind::Offline);
        m_open->window.dock().open(u"worker"_s);
        QTRY_VERIFY(m_open->says(u"Not connected: no queues yet."_s));
        QVERIFY(!m_open->says(u"Choose a queue."_s));
    }
};

QTEST_MAIN(TestNotConnected)
#include "tst_notconnected.moc"
