// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilestore.h"
#include "tests/gui/openwindow.h"
#include "tests/support/sourcepath.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/readerdialog.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/inspector/readerbar.h"
#include "ui/text/language.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests compressed and binary payloads in the inspector: they are decoded, labeled, available in other formats, and
/// found by their decoded text.
class TestPayloadReaders : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;

    static QByteArray packed(const QString& name)
    {
        QFile file(sourcePath(u"tests/unit/payloads/"_s + name + u".payload"_s));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no %s", qPrintable(name));
        return file.readAll();
    }
    static QString schema() { return sourcePath(u"tests/unit/payloads/shop.proto"_s); }
    static void add(Shop& shop, const TaskId& id, const QByteArray& payload, Millis in = std::chrono::hours(1))
    {
        QVERIFY(shop.backend().editor()->add("mail", {{id, {}, in, {}, payload}}).ok());
    }
    /// Returns the inspector's view of the first task, with the payload loaded.
    static PayloadView& inspect(OpenWindow& place)
    {
        if (!QTest::qWaitFor([&place] { return place.bench.list().tasks().taskAt(0) != nullptr; }, 10'000))
            qFatal("no task came");
        if (!place.part<Inspector>().isVisible())
            place.window.actions()["view.inspector"]->trigger();
        place.table().setCurrentIndex(place.table().model()->index(0, 0));
        auto& view = place.part<PayloadView>();
        if (!QTest::qWaitFor([&view] { return view.size() >= 0; }, 10'000))
            qFatal("no payload came");
        return view;
    }
    static void choose(ReaderBar& bar, const QString& words)
    {
        for (QAction* action : bar.menu()->actions()) {
            if (action->text().remove(u'&') == words)
                return action->trigger();
        }
        qFatal("no %s", qPrintable(words));
    }
    static QString layersOf(const PayloadView& view)
    {
        const auto* button = view.reader().findChild<QToolButton*>();
        return view.reader().isVisible() ? button->text() : QString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void whatSaysItselfWhatItIsIsReadAndNamed()
    {
        Shop shop;
        add(shop, "mail.send#1", packed(u"base64-zlib-json"_s));
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"orders"_s));
        PayloadView& view = inspect(place);
        QTRY_COMPARE(layersOf(view), u"base64 → zlib → JSON"_s);
        QVERIFY2(view.content().startsWith(R"({"to":"张三")"), view.content());
        QCOMPARE(view.bytes(), packed(u"base64-zlib-json"_s));
        const auto* tree = view.findChild<QTreeView*>();
        QVERIFY(tree->isVisible());
        QCOMPARE(tree->model()->rowCount(), 3);
        // Copy copies the displayed text; Save writes the original bytes.
        view.copy();
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), view.content());
        QTemporaryDir folder;
        const QString saved = folder.filePath(u"payload"_s);
        view.saveTo(saved);
        QTRY_VERIFY(QFile::exists(saved));
        QFile file(saved);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), view.bytes());
    }

    void plainPayloadsAreShownAsBefore()
    {
        Shop shop;
        add(shop, "mail.send#1", R"({"to":"ann"})");
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"orders"_s));
        PayloadView& view = inspect(place);
        QCOMPARE(view.content(), view.bytes());
        QVERIFY(!view.reader().isVisible());
    }

    void anotherReaderIsChosenAndRememberedForTheType()
    {
        Shop shop;
        add(shop, "list.send#1", packed(u"msgpack-list"_s));
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"orders"_s));
        PayloadView& view = inspect(place);
        QSignalSpy chosen(&place.bench.connections(), &OpenConnections::readersChosen);
        choose(view.reader(), u"MessagePack"_s);
        QTRY_COMPARE(layersOf(view), u"MessagePack"_s);
        QCOMPARE(view.content(), QByteArray(R"([1,"two",[3]])"));
        QCOMPARE(chosen.size(), 1);
        const ReaderChoices kept = place.bench.view().current()->spec().readers->choices();
        QCOMPARE(kept, (ReaderChoices{{u"mail"_s, {{u"list.send"_s, u"msgpack"_s}}}}));
        choose(view.reader(), u"zstd"_s);
        QTRY_COMPARE(layersOf(view), u"The stored bytes"_s);
        QTRY_VERIFY(place.says(u"The data is not valid zstd"_s));
        choose(view.reader(), u"Detect automatically"_s);
        QTRY_VERIFY(!view.reader().isVisible());
        QVERIFY(place.bench.view().current()->spec().readers->choices().empty());
    }

    void layersAndASchemaAreEntered()
    {
        ReaderDialog dialog(*m_theme, u"order"_s, {}, nullptr);
        dialog.show();
        const auto fields = dialog.findChildren<QLineEdit*>();
        auto* layers = fields.at(0);
        auto* schemaField = fields.at(1);
        auto* message = dialog.findChild<QComboBox*>();
        auto* verb = [&dialog] {
            for (auto* button : dialog.findChildren<QPushButton*>()) {
                if (button->text().remove(u'&') == u"Apply"_s)
                    return button;
            }
            return static_cast<QPushButton*>(nullptr);
        }();
        QVERIFY(verb && !verb->isEnabled());
        QVERIFY(!schemaField->isEnabled());
        QTest::keyClicks(layers, u"gzip,protobuf"_s);
        QVERIFY(schemaField->isEnabled() && !verb->isEnabled());
        schemaField->setText(u"/nowhere/shop.proto"_s);
        QVERIFY(!verb->isEnabled());
        schemaField->setText(schema());
        QCOMPARE(message->count(), 3);
        message->setCurrentText(u"shop.Order"_s);
        QVERIFY(verb->isEnabled());
        QCOMPARE(dialog.choice().text(), u"gzip,protobuf:shop.Order@"_s + schema());
        layers->setText(u"rot13"_s);
        QVERIFY(!verb->isEnabled());
        layers->setText(u"base64, zlib, json"_s);
        QVERIFY(verb->isEnabled());
        QCOMPARE(dialog.choice().text(), u"base64,zlib,json"_s);
    }

    void whatPayloadsReadAsIsFound_data()
    {
        QTest::addColumn<ActionKind>("action");
        QTest::newRow("and discarded") << ActionKind::Discard;
        QTest::newRow("and retried") << ActionKind::Retry;
    }
    void whatPayloadsReadAsIsFound()
    {
        QFETCH(ActionKind, action);
        Shop shop;
        const bool isRetry = action == ActionKind::Retry;
        const Millis in = isRetry ? Millis(0) : std::chrono::hours(1);
        add(shop, "packed#1", packed(u"base64-zlib-json"_s), in);
        add(shop, "plain#1", R"({"to":"\u5F20\u4e09"})", in);
        add(shop, "raw#1", R"({"to":"张三"})", in);
        add(shop, "other#1", R"({"to":"\u674e"})", in);
        add(shop, "message#1", packed(u"gzip-protobuf"_s), in);
        add(shop, "unread#1", packed(u"gzip-json"_s), in);
        if (isRetry)
            shop.failDue("mail", "HTTP 503", 6);
        OpenWindow place(*m_theme);
        Profile profile = shop.profile(u"orders"_s);
        profile.readers
            = {{u"mail"_s, {{u"message"_s, u"gzip,protobuf:shop.Order@"_s + schema()}, {u"unread"_s, u"none"_s}}}};
        place.open(profile);
        QTRY_COMPARE(place.bench.list().tasks().rowCount(), 6);
        place.part<FilterLine>().apply(u"payload:张三"_s);
        QTRY_VERIFY(!place.bench.list().feed().isSearching());
        QTRY_COMPARE(place.bench.list().feed().matches(), 4);
        QTRY_COMPARE(place.bench.list().tasks().rowCount(), 4);
        // An action on all matches applies to the tasks that the search found.
        bool asked = false;
        QTimer::singleShot(0, this, [&asked] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            QPushButton* verb = nullptr;
            const bool isReady = QTest::qWaitFor(
                [&] {
                    for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
                        if (button->text().contains(u'4') && button->isEnabled())
                            verb = button;
                    }
                    return verb != nullptr;
                },
                10'000);
            asked = isReady;
            if (verb)
                verb->click();
            else
                dialog->reject();
        });
        place.bench.events().act(
            {action, place.bench.view().place().queue, *TaskFilter::parse(u"payload:张三"_s), StateSet::all(), 4});
        QVERIFY(asked);
        for (const char* id : {"packed#1", "plain#1", "raw#1", "message#1"})
            QTRY_COMPARE(shop.stateOf(id), isRetry ? TaskState::Retrying : TaskState::Trash);
        for (const char* id : {"other#1", "unread#1"})
            QCOMPARE(shop.stateOf(id), isRetry ? TaskState::Failed : TaskState::Scheduled);
    }

    void maskedMembersStayMasked()
    {
        Shop shop;
        add(shop, "mail.send#1", packed(u"base64-zlib-json"_s));
        OpenWindow place(*m_theme);
        Profile profile = shop.profile(u"orders"_s);
        profile.maskedFields = QStringList{u"to"_s};
        place.open(profile);
        PayloadView& view = inspect(place);
        // Only the masked text can be copied; the original bytes would reveal hidden fields.
        QTRY_VERIFY2(view.content().contains("***"), view.content());
        QVERIFY2(!view.content().contains("张三"), view.content());
    }
};

QTEST_MAIN(TestPayloadReaders)
#include "tst_payloadreaders.moc"
