// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QTest>
#include <QtDBus/QDBusArgument>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusMetaType>
#include <QtDBus/QDBusObjectPath>
#include <QtDBus/QDBusVariant>
#include <QtDBus/QDBusVirtualObject>

#include <functional>

namespace dueline::test {

/// Secret as sent over D-Bus.
struct KeyringSecret
{
    QDBusObjectPath session;
    QByteArray parameters;
    QByteArray value;
    QString contentType;
};

inline QDBusArgument& operator<<(QDBusArgument& argument, const KeyringSecret& secret)
{
    argument.beginStructure();
    argument << secret.session << secret.parameters << secret.value << secret.contentType;
    argument.endStructure();
    return argument;
}
inline const QDBusArgument& operator>>(const QDBusArgument& argument, KeyringSecret& secret)
{
    argument.beginStructure();
    argument >> secret.session >> secret.parameters >> secret.value >> secret.contentType;
    argument.endStructure();
    return argument;
}

} // namespace dueline::test

Q_DECLARE_METATYPE(dueline::test::KeyringSecret)

namespace dueline::test {

/// Desktop keyring (the part of org.freedesktop.secrets that libsecret needs) on a real bus, with a simulated user.
/// Initially, there is no keyring, as on a new desktop; storing the first secret prompts for a password to create one.
class FakeKeyring : public QDBusVirtualObject
{
public:
    enum class Person {
        Agrees, ///< accepts every prompt
        Refuses,
        IsAway, ///< leaves prompts open
    };
    using Attributes = QMap<QString, QString>;

    explicit FakeKeyring(const QString& address)
        : m_bus(QDBusConnection::connectToBus(address, QStringLiteral("keyring")))
    {
        qDBusRegisterMetaType<KeyringSecret>();
        qDBusRegisterMetaType<QMap<QDBusObjectPath, KeyringSecret>>();
        qDBusRegisterMetaType<Attributes>();
        if (!m_bus.registerVirtualObject(root(), this, QDBusConnection::SubPath)
            || !m_bus.registerService(QStringLiteral("org.freedesktop.secrets")))
            qFatal("there is a keyring on this bus already");
    }
    ~FakeKeyring() override
    {
        m_bus.unregisterObject(root(), QDBusConnection::UnregisterTree);
        m_bus.unregisterService(QStringLiteral("org.freedesktop.secrets"));
        QDBusConnection::disconnectFromBus(QStringLiteral("keyring"));
    }

    Person person = Person::Agrees;
    bool mute = false; ///< true to leave every call unanswered until this is reset and answerAll() is called
    bool exists = false; ///< true if the default keyring exists
    bool locked = false;
    int prompts = 0; ///< number of prompts shown to the user

    /// Answers every open request: prompts as the simulated user would now, and calls as if they had just arrived.
    void answerAll()
    {
        const auto calls = std::exchange(m_calls, {});
        for (const QDBusMessage& call : calls)
            handleMessage(call, m_bus);
        const auto open = std::exchange(m_open, {});
        for (const QString& path : open)
            end(path);
    }
    qsizetype held() const { return m_items.size(); }
    /// Stores a secret in QtKeychain's format.
    void put(const QString& service, const QString& key, const QByteArray& value)
    {
        exists = true;
        m_items << Item{
            {{QStringLiteral("xdg:schema"), QStringLiteral("org.qt.keychain")}, {QStringLiteral("server"), service},
                {QStringLiteral("user"), key}, {QStringLiteral("type"), QStringLiteral("plaintext")}},
            value};
    }

    QString introspect(const QString&) const override { return {}; }

    bool handleMessage(const QDBusMessage& message, const QDBusConnection&) override
    {
        if (mute) {
            message.setDelayedReply(true);
            m_calls << message;
            return true;
        }
        answer(message);
        return true;
    }

private:
    struct Item
    {
        Attributes attributes;
        QByteArray value;
    };
    using Paths = QList<QDBusObjectPath>;

    static QString root() { return QStringLiteral("/org/freedesktop/secrets"); }
    static QDBusObjectPath at(const QString& below) { return QDBusObjectPath(root() + u'/' + below); }
    static QDBusObjectPath nothing() { return QDBusObjectPath(QStringLiteral("/")); }
    static QDBusObjectPath keyring() { return at(QStringLiteral("collection/login")); }
    static QDBusObjectPath itemAt(qsizetype i) { return at(QStringLiteral("collection/login/%1").arg(i)); }

    void reply(const QDBusMessage& to, const QVariantList& values) { m_bus.send(to.createReply(values)); }
    void fail(const QDBusMessage& to, const QString& error)
    {
        m_bus.send(to.createErrorReply(error, QStringLiteral("The fake keyring says no")));
    }

    void answer(const QDBusMessage& message)
    {
        const QString member = message.member();
        const QVariantList arguments = message.arguments();
        if (member == u"OpenSession") {
            if (arguments.value(0).toString() != u"plain")
                return fail(message, QStringLiteral("org.freedesktop.DBus.Error.NotSupported"));
            return reply(message,
                {QVariant::fromValue(QDBusVariant(QString())), QVariant::fromValue(at(QStringLiteral("session/1")))});
        }
        if (member == u"GetAll")
            return reply(message, {properties(message.path())});
        if (member == u"Get")
            return reply(message,
                {QVariant::fromValue(QDBusVariant(properties(message.path()).value(arguments.value(1).toString())))});
        if (member == u"ReadAlias")
            return reply(message, {QVariant::fromValue(exists ? keyring() : nothing())});
        if (member == u"SearchItems") {
            const Paths found = search(qdbus_cast<Attributes>(arguments.value(0)));
            return reply(message,
                {QVariant::fromValue(locked ? Paths() : found), QVariant::fromValue(locked ? found : Paths())});
        }
        if (member == u"GetSecrets") {
            QMap<QDBusObjectPath, KeyringSecret> secrets;
            for (const QDBusObjectPath& path : qdbus_cast<Paths>(arguments.value(0))) {
                if (!locked)
                    secrets.insert(path,
                        {at(QStringLiteral("session/1")), {}, m_items.at(indexOf(path.path())).value,
                            QStringLiteral("text/plain")});
            }
            return reply(message, {QVariant::fromValue(secrets)});
        }
        if (member == u"Unlock") {
            const auto wanted = qdbus_cast<Paths>(arguments.value(0));
            if (!locked)
                return reply(message, {QVariant::fromValue(wanted), QVariant::fromValue(nothing())});
            const QDBusObjectPath prompt = ask([this, wanted](bool agreed) {
                locked = locked && !agreed;
                return QVariant::fromValue(agreed ? wanted : Paths());
            });
            return reply(message, {QVariant::fromValue(Paths()), QVariant::fromValue(prompt)});
        }
        if (member == u"CreateCollection") {
            const QDBusObjectPath prompt = ask([this](bool agreed) {
                exists = exists || agreed;
                return QVariant::fromValue(agreed ? keyring() : nothing());
            });
            return reply(message, {QVariant::fromValue(nothing()), QVariant::fromValue(prompt)});
        }
        if (member == u"CreateItem")
            return create(message);
        if (member == u"Delete") {
            m_items.removeAt(indexOf(message.path()));
            return reply(message, {QVariant::fromValue(nothing())});
        }
        if (member == u"Prompt") {
            ++prompts;
            reply(message, {});
            if (person == Person::IsAway)
                m_open << message.path();
            else
                end(message.path());
            return;
        }
        if (member == u"Dismiss" || member == u"Close")
            return reply(message, {});
        fail(message, QStringLiteral("org.freedesktop.DBus.Error.UnknownMethod"));
    }

    void create(const QDBusMessage& message)
    {
        if (!exists)
            return fail(message, QStringLiteral("org.freedesktop.Secret.Error.NoSuchObject"));
        if (locked)
            return fail(message, QStringLiteral("org.freedesktop.Secret.Error.IsLocked"));
        const auto given = qdbus_cast<QVariantMap>(message.arguments().value(0));
        const auto secret = qdbus_cast<KeyringSecret>(message.arguments().value(1));
        const auto attributes
            = qdbus_cast<Attributes>(given.value(QStringLiteral("org.freedesktop.Secret.Item.Attributes")));
        const Paths same = search(attributes);
        if (same.isEmpty())
            m_items << Item{attributes, secret.value};
        else
            m_items[indexOf(same.first().path())].value = secret.value;
        reply(message,
            {QVariant::fromValue(same.isEmpty() ? itemAt(m_items.size() - 1) : same.first()),
                QVariant::fromValue(nothing())});
    }

    Paths search(const Attributes& wanted) const
    {
        Paths found;
        for (qsizetype i = 0; i < m_items.size(); ++i) {
            bool fits = true;
            for (auto it = wanted.begin(); it != wanted.end(); ++it)
                fits = fits && m_items[i].attributes.value(it.key()) == it.value();
            if (fits)
                found << itemAt(i);
        }
        return found;
    }
    static qsizetype indexOf(const QString& path) { return path.section(u'/', -1).toLongLong(); }

    QVariantMap properties(const QString& path) const
    {
        if (path == root())
            return {{QStringLiteral("Collections"), QVariant::fromValue(exists ? Paths{keyring()} : Paths())}};
        QVariantMap all{{QStringLiteral("Label"), QStringLiteral("Login")}, {QStringLiteral("Locked"), locked},
            {QStringLiteral("Created"), QVariant::fromValue<quint64>(1)},
            {QStringLiteral("Modified"), QVariant::fromValue<quint64>(1)}};
        if (path == keyring().path()) {
            Paths items;
            for (qsizetype i = 0; i < m_items.size(); ++i)
                items << itemAt(i);
            all.insert(QStringLiteral("Items"), QVariant::fromValue(items));
        } else if (const qsizetype i = indexOf(path); i < m_items.size()) {
            all.insert(QStringLiteral("Attributes"), QVariant::fromValue(m_items[i].attributes));
        }
        return all;
    }

    /// Opens a prompt. `act` returns the prompt's result, always of the same type, whether or not the user agrees.
    QDBusObjectPath ask(const std::function<QVariant(bool agreed)>& act)
    {
        const QDBusObjectPath path = at(QStringLiteral("prompt/p%1").arg(m_acts.size()));
        m_acts.insert(path.path(), act);
        return path;
    }
    void end(const QString& path)
    {
        QDBusMessage completed = QDBusMessage::createSignal(
            path, QStringLiteral("org.freedesktop.Secret.Prompt"), QStringLiteral("Completed"));
        const bool agreed = person == Person::Agrees;
        completed << !agreed << QVariant::fromValue(QDBusVariant(m_acts.value(path)(agreed)));
        m_bus.send(completed);
    }

    QDBusConnection m_bus;
    QList<Item> m_items;
    QMap<QString, std::function<QVariant(bool)>> m_acts; ///< actions to run when prompts are answered, by path
    QStringList m_open; ///< paths of unanswered prompts
    QList<QDBusMessage> m_calls;
};

} // namespace dueline::test
