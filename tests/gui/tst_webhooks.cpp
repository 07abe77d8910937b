// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/privatebus.h"
#include "tests/support/fakekeyring.h"
#include "tests/support/httpserver.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/presenters/desktop/webhookalerts.h"
#include "ui/presenters/settings/profiles.h"

#include <QComboBox>
#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const QString hookToken = u"T0ken-4711"_s;
const QString hookPath = u"/services/"_s + hookToken + u"?key=Qu3ry-0815"_s;

Webhook hookAt(const QString& url, WebhookForm form = WebhookForm::Json) { return {form, Secret(url.toUtf8())}; }

WebhookMessage failedTasks(const QString& title = u"2 failed task(s) in mail"_s)
{
    return {"failed_tasks", u"shop"_s, "mail", title, u"on shop"_s, TimePoint(1'764'450'000'123ms)};
}

} // namespace

/// Tests webhooks with a server on this machine and a keyring on a private bus.
class TestWebhooks : public QObject
{
    Q_OBJECT

    const QString m_address;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeKeyring> m_keyring;
    std::unique_ptr<KeychainStore> m_store;
    std::unique_ptr<Profiles> m_profiles;

    /// Sends a message to a server that returns `answers` in order, then status 200. Returns the error and sets
    /// `requests` to the number of requests.
    static QString sent(const QList<QByteArray>& answers, std::size_t& requests, WebhookForm form = WebhookForm::Json)
    {
        qsizetype next = 0;
        HttpServer server([&](QTcpSocket& socket, const HttpServer::Request&) {
            const QByteArray answer = next < answers.size() ? answers[next++] : HttpServer::answer(200, "ok");
            if (answer.isEmpty())
                socket.disconnectFromHost();
            else
                socket.write(answer);
        });
        WebhookSender sender;
        sender.setPace(20s, 0ms);
        std::optional<QString> error;
        sender.send(hookAt(server.url(hookPath), form), failedTasks(),
            [&](const Result<>& result) { error = result ? QString() : result.error().message; });
        if (!QTest::qWaitFor([&] { return error.has_value(); }, 20'000))
            return u"no answer"_s;
        requests = server.requests.size();
        return *error;
    }
    Profile shop(const QString& name = u"shop"_s) const
    {
        Profile profile;
        profile.name = name;
        profile.url = u"redis://127.0.0.1:1/0"_s;
        return profile;
    }
    /// Returns the stored webhook URL, or an empty string.
    QByteArray storedUrl(const QString& name)
    {
        std::optional<QByteArray> url;
        m_profiles->webhooks().find(
            name, this, [&url](const Result<Webhook>& hook) { url = hook ? hook->url.bytes() : QByteArray(); });
        return QTest::qWaitFor([&] { return url.has_value(); }, 20'000) ? *url : QByteArray("no answer");
    }
    /// Returns the files in the configuration folder that contain part of the token.
    QStringList filesWithToken() const
    {
        QStringList found;
        for (QDirIterator file(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             file.hasNext();) {
            QFile each(file.next());
            if (each.open(QIODevice::ReadOnly)) {
                const QByteArray contents = each.readAll();
                if (contents.contains(hookToken.toUtf8()) || contents.contains("Qu3ry")
                    || contents.contains("services"))
                    found << each.fileName();
            }
        }
        return found;
    }
    template <typename Widget> static Widget& part(const QWidget& dialog, const QString& name)
    {
        for (auto* each : dialog.findChildren<Widget*>()) {
            if (each->accessibleName() == name)
                return *each;
        }
        qFatal("there is no %s", qPrintable(name));
    }
    static QPushButton& button(const QWidget& dialog, const QString& begin)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(begin))
                return *button;
        }
        qFatal("there is no button %s", qPrintable(begin));
    }
    static bool says(const QWidget& dialog, const QString& words)
    {
        for (const auto* label : dialog.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(words))
                return true;
        }
        return false;
    }

public:
    explicit TestWebhooks(QString address)
        : m_address(std::move(address))
    { }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_folder->path().toLocal8Bit());
        m_keyring = std::make_unique<FakeKeyring>(m_address);
        m_store = std::make_unique<KeychainStore>(Millis(20'000));
        m_profiles = std::make_unique<Profiles>(ProfileStore(), *m_store, Credentials());
        QVERIFY(m_profiles->load().ok());
    }
    void cleanup()
    {
        m_profiles.reset();
        m_store.reset();
        m_keyring.reset();
    }

    void eachFormHasItsOwnBody_data()
    {
        QTest::addColumn<WebhookForm>("form");
        QTest::addColumn<QByteArray>("body");
        const auto row = [](const char* name, WebhookForm form, QByteArray json) {
            QTest::newRow(name) << form << json.replace('\'', '"');
        };
        row("json", WebhookForm::Json,
            "{'at':'2025-11-29T21:00:00.123Z','connection':'shop','event':'failed_tasks','queue':'mail',"
            "'text':'on shop','title':'<at user_id=all> & b'}");
        row("slack", WebhookForm::Slack, "{'mrkdwn':false,'text':'Dueline: &lt;at user_id=all&gt; &amp; b\\non shop'}");
        row("feishu", WebhookForm::Feishu,
            "{'content':{'text':'Dueline: \xef\xbc\x9c"
            "at user_id=all> & b\\non shop'},'msg_type':'text'}");
        const QByteArray other("{'msgtype':'text','text':{'content':'Dueline: <at user_id=all> & b\\non shop'}}");
        row("dingtalk", WebhookForm::DingTalk, other);
        row("wecom", WebhookForm::WeCom, other);
    }
    void eachFormHasItsOwnBody()
    {
        QFETCH(WebhookForm, form);
        QFETCH(QByteArray, body);
        QCOMPARE(WebhookSender::body(form, failedTasks(u"<at user_id=all> & b"_s)), body);
        QCOMPARE(webhookFormFromName(webhookFormName(form)), std::optional(form));
    }

    void anEventWithoutAQueueHasNone()
    {
        WebhookMessage message = failedTasks();
        message.queue.clear();
        const QJsonObject body = QJsonDocument::fromJson(WebhookSender::body(WebhookForm::Json, message)).object();
        QVERIFY(body.value(u"queue"_s).isNull());
    }

    void aMessageIsPostedOnce()
    {
        HttpServer server(
            [](QTcpSocket& socket, const HttpServer::Request&) { socket.write(HttpServer::answer(204)); });
        WebhookSender sender;
        int ended = 0;
        for (const char* title : {"one", "two"}) {
            sender.send(hookAt(server.url(hookPath, u"ops:S3cret@"_s)), failedTasks(QLatin1String(title)),
                [&ended](const Result<>& sent) { ended += sent.ok() ? 1 : 100; });
        }
        QTRY_COMPARE(ended, 2);
        QCOMPARE(server.requests.size(), 2U);
        const HttpServer::Request& first = server.requests.front();
        QVERIFY2(first.head.startsWith("POST /services/T0ken-4711?key=Qu3ry-0815 "), first.head.constData());
        QCOMPARE(first.headers.value("content-type"), QByteArray("application/json; charset=utf-8"));
        QCOMPARE(first.headers.value("authorization"), "Basic " + QByteArray("ops:S3cret").toBase64());
        QCOMPARE(first.body, WebhookSender::body(WebhookForm::Json, failedTasks(u"one"_s)));
        QCOMPARE(server.requests[1].body, WebhookSender::body(WebhookForm::Json, failedTasks(u"two"_s)));
    }

    /// Given an empty answer, the server closes the connection.
    void aFailureIsRepeatedOnceUnlessItIsFinal_data()
    {
        QTest::addColumn<WebhookForm>("form");
        QTest::addColumn<QList<QByteArray>>("answers");
        QTest::addColumn<int>("requests");
        QTest::addColumn<QString>("error"); // error text after the masked URL
        const auto is = [](int status) { return HttpServer::answer(status, "T0ken-4711"); };
        const auto json = WebhookForm::Json;
        QTest::newRow("the second request succeeds") << json << QList{is(503)} << 2 << QString();
        QTest::newRow("5xx twice") << json << QList{is(500), is(502)} << 2 << u" responded with status 502."_s;
        QTest::newRow("closed twice") << json << QList<QByteArray>{{}, {}} << 2
                                      << u" closed the connection without a response."_s;
        QTest::newRow("4xx") << json << QList{is(404)} << 1 << u" responded with status 404."_s;
        QTest::newRow("redirect") << json
                                  << QList{HttpServer::answer(307, {}, "Location: http://127.0.0.1:9/elsewhere\r\n")}
                                  << 1 << u" redirects to another address. Enter that address as the URL."_s;
        QTest::newRow("rejected by DingTalk")
            << WebhookForm::DingTalk
            << QList{HttpServer::answer(200, R"({"errcode":310000,"errmsg":"no keyword for T0ken-4711"})")} << 1
            << u" rejected the message: no keyword for … (310000)."_s;
        QTest::newRow("accepted by WeCom")
            << WebhookForm::WeCom << QList{HttpServer::answer(200, R"({"errcode":0,"errmsg":"ok"})")} << 1 << QString();
        QTest::newRow("rejected by Feishu")
            << WebhookForm::Feishu << QList{HttpServer::answer(200, R"({"code":19024,"msg":"Key Words Not Found"})")}
            << 1 << u" rejected the message: Key Words Not Found (19024)."_s;
    }
    void aFailureIsRepeatedOnceUnlessItIsFinal()
    {
        QFETCH(WebhookForm, form);
        QFETCH(QList<QByteArray>, answers);
        QFETCH(int, requests);
        QFETCH(QString, error);
        std::size_t made = 0;
        const QString said = sent(answers, made, form);
        QCOMPARE(made, std::size_t(requests));
        QVERIFY2(said.endsWith(error) && said.isEmpty() == error.isEmpty(), qPrintable(said));
        QVERIFY2(said.isEmpty() || said.startsWith(u"http://127.0.0.1:"_s), qPrintable(said));
        for (const auto& part : {hookToken, u"services"_s, u"Qu3ry"_s})
            QVERIFY2(!said.contains(part), qPrintable(said));
    }

    void aServerThatDoesNotRespondIsGivenUp()
    {
        const HttpServer server([](QTcpSocket&, const HttpServer::Request&) {});
        WebhookSender sender;
        sender.setPace(50ms, 0ms);
        QStringList errors;
        for (int i = 0; i < 2; ++i) {
            sender.send(hookAt(server.url(hookPath)), failedTasks(),
                [&errors](const Result<>& sent) { errors << (sent ? QString() : sent.error().message); });
        }
        QTRY_COMPARE(errors.size(), 2);
        QCOMPARE(server.requests.size(), 4U);
        QVERIFY2(errors.front().endsWith(u"/… did not respond within 50 ms."_s), qPrintable(errors.front()));
    }

    void tooManyMessagesAreDropped()
    {
        WebhookSender sender;
        int dropped = 0;
        for (std::size_t i = 0; i < WebhookSender::mostWaiting + 3; ++i)
            sender.send(hookAt(u"no URL"_s), failedTasks(),
                [&dropped](const Result<>& sent) { dropped += !sent && sent.error().code == ErrorCode::Refused; });
        QTRY_COMPARE(dropped, 3);
    }

    void theUrlIsOnlyInTheKeyring()
    {
        QSignalSpy problems(m_profiles.get(), &Profiles::secretsProblem);
        QVERIFY(m_profiles->save(shop(), {}, {}).ok());
        const QByteArray url = "https://example.org" + hookPath.toUtf8();
        m_profiles->webhooks().save(u"shop"_s, WebhookForm::Slack, Secret(url));
        QTRY_COMPARE(m_keyring->held(), 1);
        QCOMPARE(m_profiles->webhooks().formOf(u"shop"_s), std::optional(WebhookForm::Slack));
        QCOMPARE(filesWithToken(), QStringList());
        QVERIFY(!ProfileStore::asJson(m_profiles->all()).contains("slack"));

        // At the next start, the program reads the URL from the keyring.
        m_profiles = std::make_unique<Profiles>(ProfileStore(), *m_store, Credentials());
        QVERIFY(m_profiles->load().ok());
        QCOMPARE(storedUrl(u"shop"_s), url);

        // The webhook is renamed and removed with its connection.
        QVERIFY(m_profiles->save(shop(u"store"_s), u"shop"_s, {}).ok());
        QTRY_VERIFY(!m_profiles->webhooks().formOf(u"shop"_s));
        QTRY_COMPARE(m_keyring->held(), 1);
        QCOMPARE(m_profiles->webhooks().formOf(u"store"_s), std::optional(WebhookForm::Slack));
        QCOMPARE(storedUrl(u"store"_s), url);
        QVERIFY(m_profiles->remove(u"store"_s).ok());
        QTRY_COMPARE(m_keyring->held(), 0);
        QVERIFY(!m_profiles->webhooks().formOf(u"store"_s));
        QCOMPARE(filesWithToken(), QStringList());
        QCOMPARE(problems.size(), 0);
    }

    void aConnectionWithoutAWebhookAsksNoKeyring()
    {
        QVERIFY(m_profiles->save(shop(), {}, {}).ok());
        m_keyring->put(u"dueline"_s, Webhooks::keyOf(u"shop"_s), "https://example.org/");
        m_keyring->locked = true;
        QCOMPARE(storedUrl(u"shop"_s), QByteArray());
        QCOMPARE(m_keyring->prompts, 0);
    }

    /// A webhook gets exactly the alerts that the desktop gets, if its connection is saved.
    void alertsAreSentToTheWebhookOfTheirConnection()
    {
        Shop server;
        server.failNew("mail", "mail.send", "timeout", 2);
        server.failNew("bills", "bill.send", "timeout", 2);
        std::vector<HttpServer::Request>* received = nullptr;
        bool works = true;
        HttpServer hook([&works](QTcpSocket& socket, const HttpServer::Request&) {
            socket.write(HttpServer::answer(works ? 200 : 404));
        });
        received = &hook.requests;
        const Profile profile = server.profile(u"shop"_s);
        QVERIFY(m_profiles->save(profile, {}, {}).ok());
        OpenWindow open(*m_theme);
        Alerts alerts(open.bench.view(), open.bench.events());
        WebhookAlerts webhooks(alerts, open.bench.connections(), m_profiles->webhooks());
        webhooks.setPace(20s, 0ms);
        QSignalSpy raised(&alerts, &Alerts::raised);
        QSignalSpy failed(&webhooks, &WebhookAlerts::failed);
        open.open(profile);
        QTRY_COMPARE(open.bench.view().current()->queues().size(), 2U);
        NotificationRules rules;
        rules.failedAbove = 0;
        alerts.setQuietFor(0ms);
        const auto raise = [&] {
            raised.clear();
            alerts.setRules({});
            alerts.look();
            alerts.setRules(rules);
            alerts.look();
        };

        // The connection has no webhook and is not saved.
        m_profiles->webhooks().save(u"shop"_s, WebhookForm::Json, Secret(hook.url(hookPath).toUtf8()));
        raise();
        QCOMPARE(raised.size(), 2);

        open.bench.connections().setProfiles(m_profiles->all());
        raise();
        QCOMPARE(raised.size(), 2);
        QTRY_COMPARE(received->size(), 2U);
        for (std::size_t i = 0; i < 2; ++i) {
            const auto alert = raised[qsizetype(i)].front().value<Alerts::Alert>();
            const QJsonObject body = QJsonDocument::fromJson((*received)[i].body).object();
            QCOMPARE(body.value(u"event"_s).toString(), u"failed_tasks"_s);
            QCOMPARE(body.value(u"connection"_s).toString(), u"shop"_s);
            QCOMPARE(body.value(u"queue"_s).toString().toUtf8(), alert.place.queue);
            QCOMPARE(body.value(u"title"_s).toString(), alert.title);
            QCOMPARE(body.value(u"text"_s).toString(), alert.text);
        }
        QCOMPARE(failed.size(), 0);

        // Only the first failure is reported, until the webhook changes.
        works = false;
        raise();
        QTRY_COMPARE(received->size(), 4U);
        QTRY_COMPARE(failed.size(), 1);
        raise();
        QTRY_COMPARE(received->size(), 6U);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed.front().at(0).toString(), u"shop"_s);
        QVERIFY(!failed.front().at(1).toString().contains(hookToken));
        m_profiles->webhooks().save(u"shop"_s, WebhookForm::Slack, {});
        raise();
        QTRY_COMPARE(failed.size(), 2);
        QVERIFY(received->back().body.startsWith("{\"mrkdwn\""));
    }

    void theDialogSavesAndTestsAWebhookByKeyboard()
    {
        HttpServer hook([](QTcpSocket& socket, const HttpServer::Request&) { socket.write(HttpServer::answer(200)); });
        {
            ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
            dialog.edit(shop(), {});
            dialog.show();
            QVERIFY(QTest::qWaitForWindowActive(&dialog));
            button(dialog, u"Webhook"_s).click();
            auto& form = part<QComboBox>(dialog, u"Webhook"_s);
            auto& url = part<QLineEdit>(dialog, u"Webhook URL"_s);
            QVERIFY(!url.isVisible());
            QVERIFY(form.hasFocus());
            QTest::keyClicks(&form, u"J"_s);
            QVERIFY(url.isVisible());
            QVERIFY(!button(dialog, u"Save"_s).isEnabled());
            QVERIFY(says(dialog, u"Enter a complete URL for the webhook"_s));
            QTest::keyClick(&form, Qt::Key_Tab);
            QVERIFY(url.hasFocus());
            QTest::keyClicks(&url, u"http://example.org/hook"_s);
            QVERIFY(says(dialog, u"This URL sends its token unencrypted."_s));
            url.selectAll();
            QTest::keyClicks(&url, hook.url(hookPath));
            QVERIFY(!says(dialog, u"unencrypted"_s));
            QTest::keyClick(&url, Qt::Key_Tab);
            QVERIFY(button(dialog, u"Send test"_s).hasFocus());
            QVERIFY(url.displayText() != url.text()); // hidden once the field loses the focus
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Space);
            QTRY_VERIFY(says(dialog, u"The webhook accepted the test message."_s));
            QCOMPARE(hook.requests.size(), 1U);
            QVERIFY(hook.requests.front().body.contains("\"event\":\"test\""));
            button(dialog, u"Save"_s).click();
            QCOMPARE(dialog.result(), int(QDialog::Accepted));
        }
        QTRY_COMPARE(m_keyring->held(), 1);
        QCOMPARE(storedUrl(u"shop"_s), hook.url(hookPath).toUtf8());
        QCOMPARE(filesWithToken(), QStringList());

        // An empty field keeps the URL, which the dialog doesn't show.
        {
            ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
            dialog.edit(shop(), u"shop"_s);
            dialog.show();
            button(dialog, u"Webhook"_s).click();
            QCOMPARE(part<QComboBox>(dialog, u"Webhook"_s).currentText(), u"JSON"_s);
            QCOMPARE(part<QLineEdit>(dialog, u"Webhook URL"_s).text(), QString());
            part<QComboBox>(dialog, u"Webhook"_s).setCurrentText(u"Slack"_s);
            button(dialog, u"Send test"_s).click();
            QTRY_COMPARE(hook.requests.size(), 2U);
            QVERIFY(hook.requests.back().body.startsWith("{\"mrkdwn\""));
            button(dialog, u"Save"_s).click();
        }
        QCOMPARE(m_profiles->webhooks().formOf(u"shop"_s), std::optional(WebhookForm::Slack));
        QCOMPARE(storedUrl(u"shop"_s), hook.url(hookPath).toUtf8());
        {
            ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
            dialog.edit(shop(), u"shop"_s);
            part<QComboBox>(dialog, u"Webhook"_s).setCurrentIndex(0);
            button(dialog, u"Save"_s).click();
        }
        QTRY_COMPARE(m_keyring->held(), 0);
        QVERIFY(!m_profiles->webhooks().formOf(u"shop"_s));
    }
};

int main(int argc, char** argv) { return runOnPrivateBus<TestWebhooks>(argc, argv); }

#include "tst_webhooks.moc"
