// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/journeyscreen.h"
#include "tests/gui/privatebus.h"

#include <QtDBus/QDBusArgument>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusError>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusPendingCall>
#include <QtDBus/QDBusVariant>

#include <functional>

namespace dueline::test {

/// Object in a program's accessibility tree, identified by a bus name and a path.
struct Face
{
    QString service;
    QString path;

    bool isNull() const { return path.isEmpty() || path.endsWith(QStringLiteral("/null")); }
    bool operator==(const Face&) const = default;
};

/// Runs the program on a private screen and operates it like an assistive technology (AT-SPI 2 over D-Bus). Finds
/// objects only by name and role, and uses only their own actions: no keys, mouse or positions.
class AccessibleScreen
{
public:
    static QString missing()
    {
        for (const QString& why : {JourneyScreen::missing(), PrivateBus::missing()}) {
            if (!why.isEmpty())
                return why;
        }
        if (!QFile::exists(QStringLiteral("/usr/share/dbus-1/services/org.a11y.Bus.service")))
            return QStringLiteral("at-spi2-core is not installed");
        return {};
    }

    AccessibleScreen()
        : m_bus(displayOf(m_screen))
    {
        m_screen.set(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), m_bus.address());
        m_screen.set(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), QStringLiteral("1"));
        QDBusConnection session = QDBusConnection::connectToBus(m_bus.address(), QStringLiteral("session"));
        const QDBusMessage where = session.call(QDBusMessage::createMethodCall(QStringLiteral("org.a11y.Bus"),
            QStringLiteral("/org/a11y/bus"), QStringLiteral("org.a11y.Bus"), QStringLiteral("GetAddress")));
        if (where.type() != QDBusMessage::ReplyMessage)
            qFatal("there is no accessibility bus: %s", qPrintable(where.errorMessage()));
        m_wires = QDBusConnection::connectToBus(where.arguments().value(0).toString(), QStringLiteral("accessibility"));
        if (!m_wires.isConnected())
            qFatal("the accessibility bus takes nobody: %s", qPrintable(m_wires.lastError().message()));
    }
    ~AccessibleScreen()
    {
        m_wires = QDBusConnection(QStringLiteral("none"));
        QDBusConnection::disconnectFromBus(QStringLiteral("accessibility"));
        QDBusConnection::disconnectFromBus(QStringLiteral("session"));
    }

    JourneyScreen& screen() { return m_screen; }
    QString busAddress() const { return m_bus.address(); }

    /// Returns the program as soon as it has registered.
    Face program()
    {
        const Face registry{
            QStringLiteral("org.a11y.atspi.Registry"), QStringLiteral("/org/a11y/atspi/accessible/root")};
        Face found;
        (void)QTest::qWaitFor(
            [&] {
                for (const Face& face : children(registry)) {
                    if (name(face) == QStringLiteral("dueline"))
                        found = face;
                }
                return !found.isNull();
            },
            20'000);
        return found;
    }

    QList<Face> children(const Face& face)
    {
        QList<Face> all;
        const QDBusMessage reply = call(face, "org.a11y.atspi.Accessible", "GetChildren");
        if (reply.arguments().isEmpty())
            return all;
        const auto array = reply.arguments().first().value<QDBusArgument>();
        array.beginArray();
        while (!array.atEnd()) {
            Face child;
            QDBusObjectPath path;
            array.beginStructure();
            array >> child.service >> path;
            array.endStructure();
            child.path = path.path();
            if (!child.isNull())
                all << child;
        }
        array.endArray();
        return all;
    }
    QString name(const Face& face) { return property(face, "org.a11y.atspi.Accessible", "Name").toString(); }
    QString description(const Face& face)
    {
        return property(face, "org.a11y.atspi.Accessible", "Description").toString();
    }
    QString role(const Face& face)
    {
        return call(face, "org.a11y.atspi.Accessible", "GetRoleName").arguments().value(0).toString();
    }
    /// Returns one bit of the object's state set. Bits are numbered as in AtspiStateType: 8 enabled, 23 selected, 25
    /// showing.
    bool is(const Face& face, int state)
    {
        const QDBusMessage reply = call(face, "org.a11y.atspi.Accessible", "GetState");
        if (reply.arguments().isEmpty())
            return false;
        QList<uint> bits;
        reply.arguments().first().value<QDBusArgument>() >> bits;
        return state / 32 < bits.size() && (bits[state / 32] >> (state % 32) & 1);
    }
    bool isShowing(const Face& face) { return is(face, 25); }
    bool isEnabled(const Face& face) { return is(face, 8); }
    bool isSelected(const Face& face) { return is(face, 23); }
    /// Returns the contents of a text object.
    QString text(const Face& face)
    {
        return call(face, "org.a11y.atspi.Text", "GetText", {0, -1}).arguments().value(0).toString();
    }
    QStringList actions(const Face& face)
    {
        QStringList names;
        const int count = property(face, "org.a11y.atspi.Action", "NActions").toInt();
        for (int i = 0; i < count; ++i)
            names << call(face, "org.a11y.atspi.Action", "GetName", {i}).arguments().value(0).toString();
        return names;
    }

    /// Returns the first visible object below `root` that has this role (empty: any) and this name (a trailing `*`
    /// matches any suffix). There may be thousands of table cells, so they are searched only if `root` is the table or
    /// the role is "cell".
    Face find(const Face& root, const QString& role, const QString& wanted)
    {
        const auto fits = [&](const Face& face) {
            const QString text = name(face);
            const bool named = wanted.endsWith(u'*') ? text.startsWith(QStringView(wanted).chopped(1)) : text == wanted;
            return named && (role.isEmpty() || this->role(face) == role) && isShowing(face);
        };
        const bool cells = role == QLatin1String("cell") || this->role(root) == QLatin1String("table");
        return search(root, fits, cells);
    }
    /// Like find(), but waits up to ten seconds for the object to appear.
    Face waitFor(const Face& root, const QString& role, const QString& wanted)
    {
        Face found;
        (void)QTest::qWaitFor([&] { return !(found = find(root, role, wanted)).isNull(); }, 10'000);
        return found;
    }
    /// Triggers an action by name, without waiting for the reply, because the action may open a dialog. Returns whether
    /// the object has the action.
    bool act(const Face& face, const QString& action)
    {
        const auto at = int(actions(face).indexOf(action));
        if (at < 0)
            return false;
        m_wires.asyncCall(message(face, "org.a11y.atspi.Action", "DoAction", {at}));
        return true;
    }
    bool press(const Face& root, const QString& role, const QString& wanted)
    {
        const Face button = waitFor(root, role, wanted);
        return !button.isNull() && QTest::qWaitFor([&] { return isEnabled(button); }, 10'000)
            && act(button, QStringLiteral("Press"));
    }
    bool fill(const Face& root, const QString& role, const QString& wanted, const QString& text)
    {
        const Face field = waitFor(root, role, wanted);
        return !field.isNull()
            && call(field, "org.a11y.atspi.EditableText", "SetTextContents", {text}).arguments().value(0).toBool();
    }
    /// Pastes the clipboard at the beginning of a text field.
    bool paste(const Face& root, const QString& role, const QString& wanted)
    {
        const Face field = waitFor(root, role, wanted);
        return !field.isNull()
            && call(field, "org.a11y.atspi.EditableText", "PasteText", {0}).type() == QDBusMessage::ReplyMessage;
    }
    bool setValue(const Face& root, const QString& role, const QString& wanted, double value)
    {
        const Face field = waitFor(root, role, wanted);
        return !field.isNull()
            && call(field, "org.freedesktop.DBus.Properties", "Set",
                   {QStringLiteral("org.a11y.atspi.Value"), QStringLiteral("CurrentValue"),
                       QVariant::fromValue(QDBusVariant(value))})
                   .type()
            == QDBusMessage::ReplyMessage;
    }
    /// Calls the receiver's `slot` with a QDBusMessage whenever an object appears or disappears on the screen.
    bool reportShowing(QObject* receiver, const char* slot)
    {
        const Face registry{QStringLiteral("org.a11y.atspi.Registry"), QStringLiteral("/org/a11y/atspi/registry")};
        return m_wires.connect({}, {}, QStringLiteral("org.a11y.atspi.Event.Object"), QStringLiteral("StateChanged"),
                   receiver, slot)
            && call(registry, "org.a11y.atspi.Registry", "RegisterEvent",
                   {QStringLiteral("object:state-changed:showing")})
                   .type()
            == QDBusMessage::ReplyMessage;
    }
    /// Returns the role and name of every visible object below `root`, one per line, for debugging a failed search.
    QStringList outline(const Face& root, int depth = 0)
    {
        QStringList lines{QString(depth * 2, u' ') + role(root) + QStringLiteral(" \"") + name(root).left(60)
            + QStringLiteral("\" ") + actions(root).join(u',')};
        if (depth < 24) {
            for (const Face& child : children(root)) {
                if (isShowing(child))
                    lines << outline(child, depth + 1);
            }
        }
        return lines;
    }

private:
    static QProcessEnvironment displayOf(const JourneyScreen& screen)
    {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("DISPLAY"), QString::fromLatin1(screen.display()));
        return environment;
    }
    Face search(const Face& face, const std::function<bool(const Face&)>& fits, bool cells, int depth = 0)
    {
        if (fits(face))
            return face;
        if (depth > 24 || (!cells && role(face) == QLatin1String("table")))
            return {};
        for (const Face& child : children(face)) {
            if (const Face found = search(child, fits, cells, depth + 1); !found.isNull())
                return found;
        }
        return {};
    }
    static QDBusMessage message(
        const Face& face, const char* interface, const char* method, const QVariantList& arguments = {})
    {
        QDBusMessage message
            = QDBusMessage::createMethodCall(face.service, face.path, QLatin1String(interface), QLatin1String(method));
        message.setArguments(arguments);
        return message;
    }
    QDBusMessage call(const Face& face, const char* interface, const char* method, const QVariantList& arguments = {})
    {
        return m_wires.call(message(face, interface, method, arguments), QDBus::Block, 5'000);
    }
    QVariant property(const Face& face, const char* interface, const char* name)
    {
        return call(face, "org.freedesktop.DBus.Properties", "Get", {QLatin1String(interface), QLatin1String(name)})
            .arguments()
            .value(0)
            .value<QDBusVariant>()
            .variant();
    }

    JourneyScreen m_screen;
    PrivateBus m_bus;
    QDBusConnection m_wires{QStringLiteral("none")};
};

} // namespace dueline::test
