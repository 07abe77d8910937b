// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/gui/facts.h"
#include "tests/gui/firstqueue.h"
#include "tests/gui/windowplace.h"
#include "tests/gui/wordsonscreen.h"
#include "tests/support/sourcepath.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/toasts.h"
#include "ui/window/languagecommands.h"

#include <QDialogButtonBox>
#include <QJsonDocument>
#include <QLibraryInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTcpSocket>

using namespace dueline;

namespace {

/// State that changing the language must not affect.
struct Kept
{
    QString filter;
    QSet<TaskId> ticked;
    TaskId current;
    std::vector<QList<int>> sizes;
    QRect place;
    QString panel;
    bool dockIsOpen = false;
    std::optional<TimeRange> brush;
    QByteArray worker;
    QByteArrayList clients;
    TaskOrder order;

    bool operator==(const Kept&) const = default;
};

} // namespace

/// Tests that changing the language while the window is open changes only text.
class TestLanguage : public QObject
{
    Q_OBJECT

    std::vector<TextInFile> m_messages
        = messagesOf(sourcePath(QStringLiteral("resources/translations/dueline_zh_CN.ts")));

    static QString bare(QString text) { return text.remove(u'&').remove(u'…'); }

    /// Returns finding messages and their commands. They come from core and are in English, as in duectl.
    static QStringList saidByCore(const DoctorDialog& doctor)
    {
        QStringList said;
        for (const DoctorFinding& finding : doctor.diagnosis().findings)
            said << finding.reason << finding.remedy << finding.repair << DoctorDialog::commandOf(finding);
        said.removeAll(QString());
        return said;
    }

    static QStringList saidByTask(MainWindow& window)
    {
        const Task* task = window.table().currentTask();
        return task && !task->error.isEmpty() ? QStringList{printable(task->error, 400)} : QStringList();
    }

    /// Returns strings that are in English despite a Chinese translation, or that contain English words. Ignores
    /// strings that contain an element of `said`.
    QStringList englishOn(const QWidget& root, const QStringList& said = {}) const
    {
        // Cells contain data from tasks and commands, so report only complete translatable strings there.
        static const QSet<QString> data{u"Redis"_s, u"Dueline"_s, u"UTC"_s, u"English"_s, u"Hex"_s, u"ID"_s};
        QSet<QString> sources;
        for (const TextInFile& message : m_messages) {
            if (!message.numerus && message.translations.first() != message.source
                && !data.contains(bare(message.source)))
                sources.insert(bare(message.source));
        }
        QStringList found;
        for (const auto& [where, text] : textsOn(root, Words::OfShown)) {
            if (std::any_of(
                    said.begin(), said.end(), [&text = text](const QString& other) { return text.contains(other); }))
                continue;
            const bool cell = where.endsWith(u" cell");
            // A lowercase word in a cell, such as `failed`, may be data.
            const QString word = cell && text.toLower() == text ? QString() : bare(text);
            if (sources.contains(word) || (!cell && !englishWordsIn(text).isEmpty()))
                found << where + u": "_s + text;
        }
        found.removeDuplicates();
        return found;
    }

    static QStringList chineseOn(const QWidget& root)
    {
        QStringList found;
        for (const auto& [where, text] : textsOn(root, Words::OfShown)) {
            if (text.contains(chineseCharacter()) && !text.contains(u"简体中文"))
                found << where + u": "_s + text;
        }
        found.removeDuplicates();
        return found;
    }

    /// Returns the ids of the server's clients, excluding the connection that sends this request.
    static QByteArrayList clientsOf(RedisServer& server)
    {
        static const QRegularExpression id(u"\\bid=(\\d+) .* cmd=(\\S+)"_s);
        QByteArrayList ids;
        const QString list = QString::fromUtf8(server.call({"CLIENT", "LIST"}).bytes);
        for (const QString& line : list.split(u'\n', Qt::SkipEmptyParts)) {
            const auto match = id.match(line);
            if (!match.captured(2).startsWith(u"client"))
                ids << match.captured(1).toLatin1();
        }
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    static Kept keptBy(WindowPlace& place)
    {
        Kept kept;
        const MainWindow& window = place.window();
        kept.filter = window.findChild<FilterLine*>()->text();
        const QList<TaskId> ticked = place.bench().list().tasks().ticked().keys();
        kept.ticked = {ticked.begin(), ticked.end()};
        if (const Task* task = place.window().table().currentTask())
            kept.current = task->id;
        for (const QSplitter* splitter : window.findChildren<QSplitter*>())
            kept.sizes.push_back(splitter->sizes());
        kept.place = window.geometry();
        kept.panel = place.window().dock().currentId();
        kept.dockIsOpen = place.window().dock().isOpen();
        kept.brush = place.window().timelinePane().timeline().brush();
        kept.worker = place.bench().connections().worker().session();
        kept.clients = clientsOf(place.server());
        kept.order = place.bench().list().feed().order();
        return kept;
    }

    static QString linkOf(const Toasts& bar)
    {
        return bar.notice().links.empty() ? QString() : bar.notice().links.front().text;
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void anOpenWindowChangesEveryWordAndNothingElse()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        QVERIFY(place.fill());
        LanguageCommands tools(language, place.window(), nullptr);
        MainWindow& window = place.window();
        Workbench& bench = place.bench();
        Toasts& messages = window.messages();

        QVERIFY(place.startWorker());
        QTRY_VERIFY_WITH_TIMEOUT(bench.connections().worker().state() == EmbeddedWorker::State::Running, 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(bench.connections().worker().figures().processed > 0, 10'000);
        place.forEachPanel(
            // Wait for the panel's content to load.
            [&](const QString&) { QVERIFY(test::isAnswered(*bench.view().current())); });
        window.dock().open(u"worker"_s);
        window.actions()["connection.doctor"]->trigger();
        auto* doctor = window.findChild<DoctorDialog*>();
        QVERIFY(doctor);
        QTRY_VERIFY_WITH_TIMEOUT(!doctor->isBusy(), 10'000);
        // Perform an action that can be undone, then set a filter and a selection.
        auto* filter = window.findChild<FilterLine*>();
        filter->apply(u"state:failed"_s);
        QTRY_VERIFY_WITH_TIMEOUT(place.showFailedTask(), 10'000);
        QTRY_VERIFY(window.actions()["task.discard"]->isEnabled());
        window.actions()["task.discard"]->trigger();
        QTRY_COMPARE(linkOf(messages), u"Undo"_s);
        filter->apply(u"type:webhook.*"_s);
        QTRY_VERIFY(!bench.list().feed().isSearching() && bench.list().tasks().rowCount() > 3
            && bench.list().tasks().taskAt(3));
        place.brush(); // The brushed tasks are listed and ticked; tasks ticked afterwards stay ticked too.
        QTRY_VERIFY(bench.list().brush());
        QTRY_VERIFY(!bench.list().feed().isSearching() && bench.list().tasks().rowCount() > 1
            && bench.list().tasks().taskAt(1));
        window.table().setCurrentIndex(bench.list().tasks().index(1, TaskTableModel::Type));
        bench.list().tasks().tick({TaskTableModel::refOf(*bench.list().tasks().taskAt(0)),
            TaskTableModel::refOf(*bench.list().tasks().taskAt(1))});
        filter->setText(u"type:webhook.* error:time"_s); // The filter is typed but not applied yet.
        QVERIFY(test::isAnswered(*bench.view().current()));
        bench.view().setLive(false); // The view must not update automatically here.
        QVERIFY(test::isAnswered(*bench.view().current()));

        window.dock().open(u"worker"_s);
        const QStringList said = saidByCore(*doctor) + saidByTask(window);
        const Kept before = keptBy(place);
        const qint64 processed = bench.connections().worker().figures().processed;
        const QString title = window.windowTitle();
        QCOMPARE(chineseOn(window).join(u'\n'), QString());
        for (int round = 0; round < 2; ++round) {
            window.actions()["view.languageChinese"]->trigger();
            QCOMPARE(englishOn(window, said).join(u'\n'), QString());
            QCOMPARE(keptBy(place), before);
            QVERIFY(window.actions()["view.languageChinese"]->isChecked());
            QCOMPARE(linkOf(messages), u"撤销"_s);
            QVERIFY(messages.isVisible());
            QVERIFY(doctor->windowTitle() != u"Doctor"_s);
            place.forEachPanel([&](const QString& id) {
                const QString left = englishOn(window, said).join(u'\n');
                QVERIFY2(left.isEmpty(), qPrintable(id + u": "_s + left));
            });
            window.dock().open(u"worker"_s);
            window.actions()["view.languageEnglish"]->trigger();
            QCOMPARE(chineseOn(window).join(u'\n'), QString());
            QCOMPARE(keptBy(place), before);
            QCOMPARE(window.windowTitle(), title);
            QCOMPARE(linkOf(messages), u"Undo"_s);
        }
        QVERIFY(doctor->isVisible());
        QVERIFY(!QApplication::activeModalWidget());

        // The worker, undo and the connection still work.
        bench.view().setLive(true);
        QTRY_VERIFY_WITH_TIMEOUT(bench.connections().worker().figures().processed > processed, 15'000);
        QCOMPARE(bench.connections().worker().state(), EmbeddedWorker::State::Running);
        language.use(u"zh_CN"_s);
        messages.notice().links.front().act();
        QTRY_VERIFY_WITH_TIMEOUT(messages.notice().icon == u"undo"_s, 5'000);
        QCOMPARE(englishWordsIn(messages.notice().text), QString());
    }

    void aWindowWithoutAConnectionChangesToo()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        const QString english = place.window().actions()["connection.new"]->text();
        language.use(u"zh_CN"_s);
        QVERIFY(place.window().actions()["connection.new"]->text() != english);
        QCOMPARE(englishOn(place.window()).join(u'\n'), QString());
        language.use(u"en"_s);
        QCOMPARE(chineseOn(place.window()).join(u'\n'), QString());
        QCOMPARE(place.window().actions()["connection.new"]->text(), english);
    }

    void theSandboxIsNamedInTheLanguageAndStays()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        auto sandbox = Connection::openSandbox();
        QVERIFY2(sandbox.ok(), sandbox ? "" : qPrintable(sandbox.error().message));
        Connection& opened = **sandbox;
        place.bench().connections().add(std::move(*sandbox));
        test::showFirstQueue(place.bench());
        QTRY_VERIFY_WITH_TIMEOUT(!opened.queues().empty(), 10'000);
        QVERIFY(place.window().windowTitle().contains(u"sandbox"_s));
        language.use(u"zh_CN"_s);
        QVERIFY2(!place.window().windowTitle().contains(u"sandbox"_s), qPrintable(place.window().windowTitle()));
        QCOMPARE(englishOn(place.window(), saidByTask(place.window())).join(u'\n'), QString());
        QVERIFY(opened.session().isOnline());
        QCOMPARE(place.bench().view().current(), &opened);
    }

    void aFilterOfOnesOwnKeepsItsName()
    {
        Language language;
        language.use(u"en"_s);
        WindowPlace place;
        SavedFilters& filters = place.bench().filters();
        QVERIFY(filters.find(u"Overdue by 5 min"_s));
        language.use(u"zh_CN"_s);
        QVERIFY(!filters.find(u"Overdue by 5 min"_s));
        language.use(u"en"_s);
        QVERIFY(filters.save(u"Mine"_s, u"state:failed"_s).ok());
        language.use(u"zh_CN"_s);
        QVERIFY(filters.find(u"Mine"_s) && filters.find(u"Overdue by 5 min"_s));
    }

    /// Errors stored with tasks stay in English, because all clients read them and users search for their text.
    void whatCoreQuotesOfQtStaysEnglish()
    {
        Language language;
        language.use(u"zh_CN"_s);
        QJsonParseError json;
        QVERIFY(QJsonDocument::fromJson("{", &json).isNull());
        QVERIFY2(!json.errorString().contains(chineseCharacter()), qPrintable(json.errorString()));
        QTcpSocket socket;
        socket.connectToHost(u"127.0.0.1"_s, 1);
        QVERIFY(!socket.waitForConnected(10'000));
        QVERIFY2(!socket.errorString().contains(chineseCharacter()), qPrintable(socket.errorString()));
    }

    void whatQtItselfSaysIsChineseToo()
    {
        const QString ofQt = QLibraryInfo::path(QLibraryInfo::TranslationsPath) + u"/qtbase_zh_CN.qm"_s;
        QVERIFY2(QFile::exists(ofQt), qPrintable(ofQt + u" is not there (Debian: qt6-translations-l10n)"_s));
        Language language;
        language.use(u"en"_s);
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        QMessageBox box(QMessageBox::NoIcon, u"t"_s, u"t"_s, QMessageBox::Cancel | QMessageBox::Ok);
        QDialogButtonBox buttons(QDialogButtonBox::Cancel | QDialogButtonBox::Save);
        QLineEdit line;
        line.setText(u"1"_s);
        QCOMPARE(bare(box.button(QMessageBox::Cancel)->text()), u"Cancel"_s);
        language.use(u"zh_CN"_s);
        QCOMPARE(box.button(QMessageBox::Cancel)->text(), u"取消"_s);
        QCOMPARE(buttons.button(QDialogButtonBox::Cancel)->text(), u"取消"_s);
        QCOMPARE(QMessageBox(QMessageBox::NoIcon, {}, {}, QMessageBox::Cancel).button(QMessageBox::Cancel)->text(),
            u"取消"_s);
        const std::unique_ptr<QMenu> menu(line.createStandardContextMenu());
        QVERIFY(menu->actions().size() > 5);
        for (const QAction* action : menu->actions()) {
            const QString words = QString(action->text()).section(u'\t', 0, 0);
            QVERIFY2(englishWordsIn(words).isEmpty(), qPrintable(words));
        }
        language.use(u"en"_s);
        QCOMPARE(bare(box.button(QMessageBox::Cancel)->text()), u"Cancel"_s);
    }
};

QTEST_MAIN(TestLanguage)
#include "tst_language.moc"
