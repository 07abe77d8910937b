// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "ui/commands/connectioncommands.h"
#include "ui/dialogs/connect/connectionstepview.h"
#include "ui/dialogs/connect/webhookfields.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/repairdialog.h"
#include "ui/panels/commands/commandspanel.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/widgets/toasts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that nothing in the connection dialogs and panels is clipped or misplaced, in either language: the connection
/// dialog with its fields and test, the doctor and its repairs, import, the command log, and the notice after a server
/// restart.
class TestGalleryConnections : public Gallery
{
    Q_OBJECT

    using Kind = ConnectionStep::Kind;
    using Verdict = ConnectionStep::Verdict;

    static Profile production()
    {
        Profile profile;
        profile.name = u"orders eu-central-1"_s;
        profile.group = u"Live"_s;
        profile.url
            = u"redis-sentinel://ops@sentinel-1.internal.example:26379,sentinel-2.internal.example:26379/orders/0?tls=1&cacert=/etc/ssl/example-ca.pem&ssh=deploy@bastion.example:2222"_s;
        profile.environment = Environment::Production;
        profile.maskedFields = {u"card"_s, u"password"_s, u"customer.email"_s};
        profile.timeZone = u"Asia/Shanghai"_s;
        profile.sentinelUser = u"sentinel-reader"_s;
        return profile;
    }
    static ConnectionStep step(Kind kind, Verdict verdict, const QString& text, const QString& exact = {})
    {
        return {kind, verdict, std::chrono::microseconds(1'234), text, exact};
    }
    /// Returns the link that shows additional fields.
    static QPushButton* more(const QDialog& dialog)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->isCheckable() && button->property("variant") == u"link"_s)
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus"); }
    void init() { begin(); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void aConnectionIsEditedAndTested_data() { languages(); }
    void aConnectionIsEditedAndTested()
    {
        WindowPlace place;
        KeychainStore keychain(Millis(2'000));
        QTemporaryDir folder;
        Profiles profiles(ProfileStore(folder.filePath(u"profiles.json"_s)), keychain, Credentials());
        QVERIFY(profiles.load().ok());
        const auto make = [&] {
            auto dialog = std::make_unique<ConnectDialog>(place.theme(), &profiles, &place.window());
            dialog->edit(production(), {});
            dialog->show();
            return dialog;
        };
        showDialog(place, u"connect-filled"_s, make);
        showDialog(place, u"connect-more"_s, [&] {
            auto dialog = make();
            more(*dialog)->setChecked(true);
            return dialog;
        });
        showDialog(place, u"connect-webhook"_s, [&] {
            auto dialog = make();
            for (auto* button : dialog->findChildren<QPushButton*>()) {
                if (button->text().remove(u'&').startsWith(u"Webhook"))
                    button->click();
            }
            auto* webhook = dialog->findChild<WebhookFields*>();
            webhook->findChild<QComboBox*>()->setCurrentIndex(4);
            webhook->findChild<QLineEdit*>()->setText(u"http://hooks.internal.example/robot/send?access_token=0123"_s);
            return dialog;
        });
        showDialog(place, u"connect-wrong"_s, [&] {
            auto dialog = make();
            Profile wrong = production();
            wrong.url = u"redis://host:port"_s;
            dialog->edit(wrong, {});
            return dialog;
        });
        const auto tested = [&](const std::vector<ConnectionStep>& steps) {
            auto dialog = make();
            auto* view = dialog->template findChild<ConnectionStepView*>();
            view->setVisible(true);
            for (const ConnectionStep& step : steps) {
                view->add(step);
                (void)test::isSettled(); // Steps arrive one at a time.
            }
            (void)test::isSettled();
            // The newest step must be visible, with no blank space below it.
            const QWidget* newest = view->widget()->findChildren<PlainLabel*>().at(qsizetype(steps.size() - 1) * 4 + 2);
            const int end = newest->mapTo(view->viewport(), QPoint(0, newest->height())).y();
            if (end > view->viewport()->height() || end < view->viewport()->height() * 2 / 5)
                m_flaws << u"the newest step ends at %1 of %2"_s.arg(end).arg(view->viewport()->height());
            return dialog;
        };
        const std::vector<ConnectionStep> way{step(Kind::Ssh, Verdict::Ok, u"through deploy@bastion.example:2222"_s),
            step(Kind::Sentinels, Verdict::Ok, u"10.20.30.41:6379 is the master"_s),
            step(Kind::Tls, Verdict::Warning, u"TLS 1.3, certificate of redis.example valid until 2026-12-01"_s),
            step(Kind::Answer, Verdict::Ok, u"Redis server responded"_s), step(Kind::SignIn, Verdict::Ok, u"as ops"_s),
            step(Kind::Database, Verdict::Ok, u"0"_s),
            step(Kind::Permissions, Verdict::Warning,
                u"Read-only access: This Redis user is not allowed to change the queue \"mail\": it lacks zadd, hset."_s)};
        showDialog(place, u"connect-tested"_s, [&] { return tested(way); });
        std::vector<ConnectionStep> failed(way.begin(), way.begin() + 2);
        failed.push_back(step(Kind::Tls, Verdict::Failed,
            u"The TLS certificate of 10.20.30.41:6379 is not valid for the name 10.20.30.41. Use a name in the certificate, or set it with sni=NAME."_s,
            u"The host name did not match any of the valid hosts for this certificate"_s));
        showDialog(place, u"connect-failed"_s, [&] { return tested(failed); });
        expectNoFlaw();
    }

    void listsAreImported_data() { languages(); }
    void listsAreImported()
    {
        WindowPlace place;
        KeychainStore keychain(Millis(2'000));
        QTemporaryDir folder;
        Profiles profiles(ProfileStore(folder.filePath(u"profiles.json"_s)), keychain, Credentials());
        QVERIFY(profiles.load().ok());
        showDialog(place, u"import-empty"_s, [&] {
            auto dialog = std::make_unique<ImportDialog>(place.theme(), profiles, &place.window());
            dialog->show();
            return dialog;
        });
        showDialog(place, u"import"_s, [&] {
            auto dialog = std::make_unique<ImportDialog>(place.theme(), profiles, &place.window());
            QByteArray text = "# ours\nrediss://ops:hunter2@redis.internal.example:6380/1 orders\nnonsense://x\n";
            for (int i = 0; i < 12; ++i)
                text += "redis-sentinel://sentinel-" + QByteArray::number(i)
                    + ".internal.example/orders a long name, number " + QByteArray::number(i) + '\n';
            dialog->setText(text, {});
            dialog->show();
            return dialog;
        });
        expectNoFlaw();
    }

    void doctorFindsAndRepairs_data() { languages(); }
    void doctorFindsAndRepairs()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.server().call({"CONFIG", "SET", "maxmemory", "1gb"});
        place.server().call({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        place.server().call({"HSET", "dueline:{webhooks}:tasks", "webhook.deliver#stray", "{}\nx"});
        place.server().call({"ZADD", "dueline:{webhooks}:trash", "1", "webhook.deliver#gone"});
        std::optional<DoctorFinding> repairable;
        const auto make = [&] {
            auto dialog
                = std::make_unique<DoctorDialog>(place.theme(), *place.bench().view().current(), &place.window());
            dialog->setAttribute(Qt::WA_DeleteOnClose, false);
            dialog->show();
            if (!QTest::qWaitFor([&dialog] { return !dialog->isBusy(); }, 10'000))
                qFatal("doctor does not come to an end");
            for (const DoctorFinding& finding : dialog->diagnosis().findings) {
                if (finding.isRepairable() && !repairable)
                    repairable = finding;
            }
            return dialog;
        };
        showDialog(place, u"doctor"_s, make);
        QVERIFY(repairable);
        for (const bool live : {false, true}) {
            showDialog(place, live ? u"repair-production"_s : u"repair"_s, [&] {
                Profile profile = place.bench().view().current()->profile();
                profile.environment = live ? Environment::Production : Environment::Development;
                auto dialog = std::make_unique<RepairDialog>(place.theme(), profile, *repairable, &place.window());
                dialog->show();
                return dialog;
            });
        }
        expectNoFlaw();
    }

    void commandsAndARestart_data() { languages(); }
    void commandsAndARestart()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        auto* dock = place.window().findChild<Dock*>();
        dock->open(u"commands"_s);
        auto* commands = place.window().findChild<CommandsPanel*>();
        QTRY_VERIFY(commands && commands->model().rowCount() > 3);
        show(place, u"commands"_s);
        commands->writesOnly().click();
        show(place, u"commands-writes"_s);
        commands->writesOnly().click();
        commands->filter().setText(u"nothing has these words"_s);
        show(place, u"commands-no-match"_s);
        commands->filter().clear();
        dock->setOpen(false);
        place.server().kill9(); // The server doesn't save to disk.
        place.server().start();
        const Toasts& bar = place.window().messages();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible() && bar.notice().kind == Notice::Kind::Failure, 20'000);
        show(place, u"restarted"_s);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryConnections)
#include "tst_gallery_connections.moc"
