// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/privatebus.h"
#include "ui/theme/desktopscheme.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusContext>
#include <QtDBus/QDBusVariant>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

/// Fake desktop portal that reports settings.
class FakePortal : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    explicit FakePortal(const QString& address)
        : m_bus(QDBusConnection::connectToBus(address, u"portal"_s))
    {
        m_bus.registerObject(u"/org/freedesktop/portal/desktop"_s, this,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    }
    ~FakePortal() override
    {
        close();
        m_bus.unregisterObject(u"/org/freedesktop/portal/desktop"_s);
    }
    bool open() { return m_bus.registerService(u"org.freedesktop.portal.Desktop"_s); }
    bool close() { return m_bus.unregisterService(u"org.freedesktop.portal.Desktop"_s); }
    void change(uint to)
    {
        scheme = to;
        Q_EMIT SettingChanged(u"org.freedesktop.appearance"_s, u"color-scheme"_s, QDBusVariant(to));
    }
    void changeOther(const QString& group, const QString& key) { Q_EMIT SettingChanged(group, key, QDBusVariant(1U)); }

    std::optional<uint> scheme; ///< nullopt: the portal doesn't have this setting
    int asked = 0;

public Q_SLOTS:
    QDBusVariant Read(const QString& group, const QString& key)
    {
        ++asked;
        if (!scheme || group != u"org.freedesktop.appearance"_s || key != u"color-scheme"_s) {
            sendErrorReply(u"org.freedesktop.portal.Error.NotFound"_s, u"Requested setting not found"_s);
            return QDBusVariant(0U);
        }
        // Wrapped twice, as in real portals.
        return QDBusVariant(QVariant::fromValue(QDBusVariant(*scheme)));
    }

    uint Version() { return 1; }

Q_SIGNALS:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    QDBusConnection m_bus;
};

constexpr uint noRequest = 0;
constexpr uint dark = 1;
constexpr uint light = 2;

} // namespace

/// Tests a theme that follows the desktop, over a real bus.
class TestDesktopScheme : public QObject
{
    Q_OBJECT

    const QString m_address;
    std::unique_ptr<FakePortal> m_portal;

    /// Returns whether the portal answers a call. By then, all earlier replies have arrived.
    static bool answers()
    {
        return busAnswers(u"org.freedesktop.portal.Desktop"_s, u"/org/freedesktop/portal/desktop"_s,
            u"org.freedesktop.portal.Settings"_s, u"Version"_s);
    }
    /// Returns the color scheme that a program gets at startup.
    std::optional<bool> toldAtFirst()
    {
        const int before = m_portal->asked;
        DesktopScheme scheme;
        QSignalSpy told(&scheme, &DesktopScheme::told);
        if (!QTest::qWaitFor([&] { return m_portal->asked > before; }))
            qFatal("it was not asked");
        if (!answers())
            qFatal("the portal does not answer");
        return told.isEmpty() ? std::nullopt : std::optional(told.front().front().toBool());
    }

public:
    explicit TestDesktopScheme(QString address)
        : m_address(std::move(address))
    { }

private Q_SLOTS:
    void init()
    {
        m_portal = std::make_unique<FakePortal>(m_address);
        QVERIFY(m_portal->open());
    }
    void cleanup() { m_portal.reset(); }

    void whatItAsksForIsToldAtOnce()
    {
        QCOMPARE(toldAtFirst(), std::nullopt);
        m_portal->scheme = noRequest;
        QCOMPARE(toldAtFirst(), std::nullopt);
        m_portal->scheme = dark;
        QCOMPARE(toldAtFirst(), std::optional(true));
        m_portal->scheme = light;
        QCOMPARE(toldAtFirst(), std::optional(false));
    }

    void aChangeIsTold()
    {
        m_portal->scheme = noRequest;
        DesktopScheme scheme;
        QSignalSpy told(&scheme, &DesktopScheme::told);
        QTRY_COMPARE(m_portal->asked, 1);
        m_portal->changeOther(u"org.freedesktop.appearance"_s, u"accent-color"_s);
        m_portal->changeOther(u"org.gnome.desktop.interface"_s, u"color-scheme"_s);
        m_portal->change(dark);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(told.takeFirst().front().toBool(), true);
        m_portal->change(noRequest); // GNOME reports this for a light theme.
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(told.takeFirst().front().toBool(), false);
    }

    void withoutAPortalNothingIsTold()
    {
        QVERIFY(m_portal->close());
        DesktopScheme scheme;
        QSignalSpy told(&scheme, &DesktopScheme::told);
        QVERIFY(!answers()); // No portal is running.
        QVERIFY(told.isEmpty());
        // The portal may start later, for example when another client activates it.
        QVERIFY(m_portal->open());
        m_portal->change(dark);
        QTRY_COMPARE(told.size(), 1);
    }

    void whoFollowsTheDesktopChangesWithIt_data()
    {
        QTest::addColumn<int>("choice");
        QTest::addColumn<bool>("follows");
        QTest::newRow("as the desktop") << int(ThemeChoice::System) << true;
        QTest::newRow("high contrast") << int(ThemeChoice::HighContrast) << true;
        QTest::newRow("light") << int(ThemeChoice::Light) << false;
        QTest::newRow("dark") << int(ThemeChoice::Dark) << false;
    }
    void whoFollowsTheDesktopChangesWithIt()
    {
        QFETCH(int, choice);
        QFETCH(bool, follows);
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeChoice(choice));
        theme.followDesktop(false);
        const QColor before = theme.tokens().window;
        QSignalSpy changed(&theme, &Theme::changed);
        theme.followDesktop(true);
        QCOMPARE(changed.size(), follows ? 1 : 0);
        QCOMPARE(theme.tokens().window != before, follows);
        theme.followDesktop(true);
        QCOMPARE(changed.size(), follows ? 1 : 0);
        theme.followDesktop(false);
        QCOMPARE(theme.tokens().window, before);
    }
};

int main(int argc, char** argv) { return runOnPrivateBus<TestDesktopScheme>(argc, argv); }

#include "tst_desktopscheme.moc"
