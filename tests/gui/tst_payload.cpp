// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/inspector/bytesarea.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadfind.h"
#include "ui/inspector/payloadview.h"
#include "ui/text/language.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QClipboard>
#include <QFontInfo>
#include <QGlyphRun>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRawFont>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextLayout>
#include <QToolButton>
#include <QTreeView>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests that the inspector displays, searches, copies and saves payloads unchanged, whatever their size and content.
class TestPayload : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    const QByteArray hostile{"{\"k\":\"\0\xff\xe2\x80\xae\x1b[2J\r\"}\n<b>x</b>", 27};

    static QByteArray large(qsizetype size)
    {
        QByteArray json = "{\"rows\":[";
        for (int i = 0; json.size() < size; ++i)
            json += (i ? ",\"" : "\"") + QByteArray::number(i) + QByteArray(2000, char('a' + i % 26)) + '"';
        return json + "]}";
    }
    static void add(Shop& shop, const TaskId& id, const QByteArray& payload)
    {
        const auto added = shop.backend().editor()->add("mail", {{id, {}, std::chrono::hours(1), {}, payload}});
        QVERIFY(added.ok());
    }
    /// Returns the inspector's view of the first task, with the payload loaded.
    static PayloadView& inspect(OpenWindow& place)
    {
        const auto shown = [&place] { return place.bench.list().tasks().taskAt(0) != nullptr; };
        if (!QTest::qWaitFor(shown, 10'000))
            qFatal("no task came");
        if (!place.part<Inspector>().isVisible())
            place.window.actions()["view.inspector"]->trigger();
        place.table().setCurrentIndex(place.table().model()->index(0, 0));
        auto& view = place.part<PayloadView>();
        if (!QTest::qWaitFor([&view] { return view.size() >= 0; }, 10'000))
            qFatal("no payload came");
        return view;
    }
    static QAbstractButton& button(QWidget& parent, const QString& words)
    {
        for (auto* found : parent.findChildren<QAbstractButton*>()) {
            if (found->text().startsWith(words) || found->accessibleName() == words)
                return *found;
        }
        qFatal("no such button");
    }
    static QStringList notes(const PayloadView& view)
    {
        QStringList texts;
        for (const auto* label : view.findChildren<PlainLabel*>()) {
            if (label->isVisible())
                texts << label->fullText();
        }
        return texts;
    }
    /// Checks that the font is monospaced and has no ligatures: one for `://` could look like a space.
    static void isLetterByLetter(const QPlainTextEdit& text)
    {
        const QFont font = text.document()->defaultFont();
        QVERIFY2(QFontInfo(font).fixedPitch(), qPrintable(QFontInfo(font).family()));
        QRawFont raw = QRawFont::fromFont(font);
        QTextLayout layout(u"https://x"_s, font);
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        const auto glyphs = layout.glyphRuns();
        QCOMPARE(glyphs.size(), 1);
        QCOMPARE(glyphs.front().glyphIndexes(), raw.glyphIndexesForString(layout.text()));
    }
    static void picture(QWidget& widget, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_PICTURES_ALL"); !folder.isEmpty())
            widget.grab().save(folder + u'/' + name + u".png"_s);
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void linesEndAtLineFeedsAndBeforeTheyGetTooLong()
    {
        const QByteArray bytes
            = "a\n\n" + QByteArray(300, 'x') + '\n' + QByteArray("\xe4\xb8\xad").repeated(50) + "\nend";
        ByteLines lines;
        QCOMPARE(lines.count(), 1);
        lines.extend(bytes);
        QList<QByteArray> cut;
        for (qsizetype i = 0; i < lines.count(); ++i) {
            cut << bytes.mid(lines.begin(i), lines.end(i) - lines.begin(i));
            QVERIFY(cut.last().size() <= ByteLines::lineBytes + 1);
            QVERIFY(QUtf8StringView(cut.last()).isValidUtf8());
            QCOMPARE(lines.lineOf(lines.begin(i)), i);
            QCOMPARE(lines.lineOf(std::max(lines.begin(i), lines.end(i) - 1)), i);
        }
        QCOMPARE(cut.join(), bytes);
        // the lines are `a`, an empty line, three pieces of one line, two pieces of the next, and `end`
        QCOMPARE(cut.size(), 8);
        ByteLines pieces;
        for (qsizetype size = 0; size <= bytes.size(); ++size)
            pieces.extend(QByteArrayView(bytes).first(size));
        QCOMPARE(pieces.count(), lines.count());
        for (qsizetype i = 0; i < lines.count(); ++i)
            QCOMPARE(pieces.begin(i), lines.begin(i));
        lines.clear();
        lines.extend(QByteArray(1000, '\x80')); // none of these bytes begins a character
        QCOMPARE(lines.count(), 8);
    }

    void whatIsFoundAreBytes()
    {
        using Places = std::vector<qsizetype>;
        QCOMPARE(PayloadFind::placesOf("aAaa", "aa"), (Places{0, 2}));
        QCOMPARE(PayloadFind::placesOf("aAaa", "Aa"), (Places{1}));
        QCOMPARE(PayloadFind::placesOf(QByteArray("a\0b\xff"
                                                  "b",
                                           5),
                     "b"),
            (Places{2, 4}));
        QCOMPARE(PayloadFind::placesOf("x", ""), Places());
        QCOMPARE(PayloadFind::placesOf("", "x"), Places());
        QCOMPARE(PayloadFind::placesOf(QByteArray(50, 'x'), "x", 7).size(), std::size_t(7));
        QCOMPARE(PayloadFind::placesOf("\xe4\xb8\xad\xe6\x96\x87", "\xe6\x96\x87"), (Places{3}));
    }

    void anAreaLaysOutWhatIsInViewAlone()
    {
        BytesArea area(*m_theme);
        area.resize(500, 300);
        area.show();
        const QByteArray bytes = hostile + '\n' + large(3'000'000);
        area.setBytes(bytes);
        QVERIFY(area.lineCount() > 20'000);
        QVERIFY(area.visibleLines().size() < 40);
        // Invisible characters are escaped; all others are shown unchanged.
        QVERIFY2(area.visibleLines().at(0).contains(u"\\u{202E}"_s) && area.visibleLines().at(0).contains(u"\\xFF"_s),
            qPrintable(area.visibleLines().at(0)));
        QVERIFY(!area.visibleLines().at(0).contains(QChar(0x202e)));
        QCOMPARE(area.visibleLines().at(1), u"<b>x</b>"_s);
        QTest::keyClick(&area, Qt::Key_End);
        QVERIFY(area.visibleLines().last().endsWith(u"]}"_s));
        area.mark(bytes.indexOf("\"1234"), 5);
        QVERIFY(area.visibleLines().join(u""_s).contains(u"\"1234"_s));
        area.setForm(BytesArea::Form::Hex);
        QCOMPARE(area.lineCount(), (bytes.size() + 15) / 16);
        QTest::keyClick(&area, Qt::Key_Home);
        QVERIFY(area.visibleLines().first().startsWith(u"00000000  7b 22 6b 22 3a 22 00 ff  e2 80 ae"_s));
        area.setBytes({});
        QCOMPARE(area.lineCount(), 1);
        QVERIFY(!area.grab().isNull());
    }

    void aScreenReaderReadsWhatIsInView()
    {
        BytesArea area(*m_theme);
        area.resize(400, 120);
        area.show();
        QByteArray lines;
        for (int i = 0; i < 5000; ++i)
            lines += "line " + QByteArray::number(i) + '\n';
        area.setBytes(lines);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&area);
        QVERIFY(face && face->textInterface());
        QAccessibleTextInterface& text = *face->textInterface();
        QCOMPARE(face->role(), QAccessible::EditableText);
        QVERIFY(face->state().readOnly && face->state().multiLine && face->state().focusable);
        const auto all = [&] { return text.text(0, text.characterCount()); };
        QVERIFY2(all().startsWith(u"line 0\nline 1\n"_s), qPrintable(all()));
        QCOMPARE(face->text(QAccessible::Value), all());
        QCOMPARE(text.text(5, 6), u"0"_s);
        int from = 0;
        int to = 0;
        QCOMPARE(text.textAtOffset(8, QAccessible::LineBoundary, &from, &to).trimmed(), u"line 1"_s);
        QCOMPARE(from, 7);
        QCOMPARE(text.offsetAtPoint(text.characterRect(12).center()), 12);
        area.verticalScrollBar()->setValue(4000);
        QVERIFY2(all().startsWith(u"line 4000\n"_s), qPrintable(all()));
        area.setForm(BytesArea::Form::Hex);
        QVERIFY2(all().contains(u"6c 69 6e 65"_s), qPrintable(all()));
    }

    void aLargePayloadComesWhenAllOfItIsRequested()
    {
        Shop shop;
        const QByteArray bytes = large(12'000'000);
        add(shop, "mail.send#1", bytes);
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        PayloadView& view = inspect(place);
        QCOMPARE(view.size(), bytes.size());
        QCOMPARE(view.bytes(), bytes.first(PayloadView::textPreview));
        auto& all = button(view, u"Show all (11.4 MiB)"_s);
        QVERIFY(all.isVisible());
        picture(place.window, u"payload-preview"_s);
        // After canceling, the part already loaded stays visible.
        all.click();
        QCOMPARE(all.text(), u"Cancel"_s);
        all.click();
        QVERIFY(isAnswered(*place.bench.view().current())); // The canceled request has been answered.
        QCOMPARE(view.bytes().size(), PayloadView::textPreview);
        QVERIFY(all.text().startsWith(u"Show all"_s));
        all.click();
        QTRY_VERIFY_WITH_TIMEOUT(view.isWhole(), 20'000);
        QVERIFY(view.bytes() == bytes);
        QVERIFY(!all.isVisible());
        auto& tree = *view.findChild<QTreeView*>();
        QTRY_VERIFY_WITH_TIMEOUT(tree.isVisible(), 20'000); // The payload is JSON with few values.
        button(view, u"Text"_s).click();
        auto& area = *view.findChild<BytesArea*>();
        QVERIFY(area.isVisible());
        picture(place.window, u"payload-whole"_s);

        // While the payload has the focus, Ctrl+F searches the payload instead of the list.
        area.setFocus();
        QTest::keyClick(&area, Qt::Key_F, Qt::ControlModifier);
        auto& line = *view.findChild<PayloadFind*>()->findChild<QLineEdit*>();
        QTRY_VERIFY(line.hasFocus());
        QTest::keyClicks(&line, u"\"4321"_s);
        QTRY_VERIFY2(notes(view).contains(u"1 of 1"_s), qPrintable(notes(view).join(u'|')));
        QVERIFY(area.visibleLines().join(u""_s).contains(u"\"4321"_s));
        picture(place.window, u"payload-found"_s);
        line.clear();
        QTest::keyClicks(&line, u"ROWS"_s);
        QTRY_VERIFY(notes(view).contains(u"Not found"_s));
        line.setText(u"\"4321"_s);
        QVERIFY(!notes(view).contains(u"Not found"_s)); // The note was about the previous search text, so it is hidden.
        QTRY_VERIFY(notes(view).contains(u"1 of 1"_s));
        line.setText(u"ROWS"_s);
        QTRY_VERIFY(notes(view).contains(u"Not found"_s));
        line.clear();
        QTest::keyClicks(&line, u"zz"_s);
        QTRY_VERIFY(notes(view).contains(u"1 of more than 100,000"_s));
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_VERIFY(notes(view).contains(u"2 of more than 100,000"_s));
        QTest::keyClick(&line, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_VERIFY(notes(view).contains(u"1 of more than 100,000"_s));
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(!line.isVisible());

        const QString file = m_folder.filePath(u"payload"_s);
        view.saveTo(file);
        QTRY_VERIFY2(notes(view).contains(u"Saved, 11.4 MiB."_s), qPrintable(notes(view).join(u'|')));
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll() == bytes);
        view.saveTo(m_folder.filePath(u"no/such/folder"_s));
        QTRY_VERIFY2(notes(view).join(u' ').contains(u"Cannot write the file"_s), qPrintable(notes(view).join(u'|')));
        view.copy();
        QVERIFY(QApplication::clipboard()->mimeData()->data(u"application/octet-stream"_s) == bytes);
    }

    void savingBringsWhatIsMissing()
    {
        Shop shop;
        const QByteArray bytes = QByteArray(3'000'000, 'x') + hostile;
        add(shop, "mail.send#1", bytes);
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        PayloadView& view = inspect(place);
        QVERIFY(!view.isWhole());
        const QString file = m_folder.filePath(u"later"_s);
        view.saveTo(file);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 20'000);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll() == bytes);
    }

    void oddBytesAreShownFoundAndSavedAsTheyAre()
    {
        Shop shop;
        add(shop, "mail.send#1", hostile);
        OpenWindow place(*m_theme, {1024, 640});
        place.open(shop.profile(u"shop"_s));
        PayloadView& view = inspect(place);
        QCOMPARE(view.bytes(), hostile);
        button(view, u"Text"_s).click();
        auto& text = *view.findChild<QPlainTextEdit*>();
        QVERIFY(text.isVisible());
        QVERIFY(text.toPlainText().contains(u"<b>x</b>"_s) && !text.toPlainText().contains(QChar(0x202e)));
        isLetterByLetter(text);
        view.find();
        auto& line = *view.findChild<PayloadFind*>()->findChild<QLineEdit*>();
        QTest::keyClicks(&line, u"<b>"_s);
        QTRY_VERIFY(notes(view).contains(u"1 of 1"_s));
        picture(place.window, u"payload-odd-small"_s);
        m_theme->choose(ThemeChoice::Dark);
        QVERIFY(isSettled());
        picture(place.window, u"payload-odd-small-dark"_s);
        m_theme->choose(ThemeChoice::Light);
        isLetterByLetter(text);
        button(view, u"Hex"_s).click();
        QVERIFY(view.findChild<BytesArea*>()->isVisible());
        QTest::keyClick(&line, Qt::Key_Escape);
        QVERIFY(text.isVisible());
        const QString file = m_folder.filePath(u"odd"_s);
        view.saveTo(file);
        QTRY_VERIFY(QFile::exists(file));
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(saved.readAll(), hostile);
    }

    void whatHasNotComeIsTold()
    {
        Shop shop;
        add(shop, "mail.send#1", R"({"to":1})");
        shop.add(2, std::chrono::hours(2), "mail", 2);
        OpenWindow place(*m_theme);
        Connection& connection = place.open(shop.profile(u"shop"_s));
        PayloadView& view = inspect(place);
        QTRY_VERIFY(place.bench.list().tasks().taskAt(2));
        QVERIFY(button(view, u"Text"_s).isEnabled());
        shop.server.freeze();
        place.table().setCurrentIndex(place.table().model()->index(1, 0));
        QVERIFY(view.size() < 0);
        QTRY_VERIFY_WITH_TIMEOUT(notes(view).contains(u"The server has not responded yet."_s), 10'000);
        for (const QString& name : {u"Tree"_s, u"Text"_s, u"Hex"_s, u"Copy the payload"_s, u"More payload actions"_s})
            QVERIFY2(!button(view, name).isEnabled(), qPrintable(name));
        picture(place.part<Inspector>(), u"inspector-silent"_s);
        shop.server.thaw();
        QTRY_VERIFY_WITH_TIMEOUT(view.size() > 0, 20'000);
        QVERIFY(!notes(view).contains(u"The server has not responded yet."_s));
        QVERIFY(button(view, u"Text"_s).isEnabled() && button(view, u"Copy the payload"_s).isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(connection.session().isOnline(), 20'000);
        connection.session().setRetryDelays(std::chrono::seconds(60), std::chrono::seconds(60));
        shop.server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(connection.session().connection().kind == ConnectionState::Kind::Offline, 20'000);
        QVERIFY(view.size() > 0 && button(view, u"Text"_s).isEnabled()); // The content is still shown.
        place.table().setCurrentIndex(place.table().model()->index(2, 0));
        QTRY_VERIFY(notes(view).join(u'\n').contains(u"The connection was lost before this data was read"_s));
        QVERIFY(!button(view, u"Copy the payload"_s).isEnabled());
    }

    void whatIsMaskedStaysMasked()
    {
        Shop shop;
        add(shop, "mail.send#1",
            "{\"card\":\"4111\",\"pad\":\"" + QByteArray(2'000'000, 'x') + "\",\"card\":\"4222\"}");
        OpenWindow place(*m_theme);
        Profile profile = shop.profile(u"shop"_s);
        profile.maskedFields = {u"card"_s};
        place.open(profile);
        PayloadView& view = inspect(place);
        const QString file = m_folder.filePath(u"masked"_s);
        view.saveTo(file);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 20'000);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray written = saved.readAll();
        QVERIFY(written.contains("****") && !written.contains("4111") && !written.contains("4222"));
        view.copy();
        const QMimeData& copied = *QApplication::clipboard()->mimeData();
        QVERIFY(!copied.text().contains(u"4111"_s) && !copied.data(u"application/octet-stream"_s).contains("4222"));
        view.find();
        QTest::keyClicks(view.findChild<PayloadFind*>()->findChild<QLineEdit*>(), u"4111"_s);
        QTRY_VERIFY(notes(view).contains(u"Not found"_s));
    }
};

QTEST_MAIN(TestPayload)
#include "tst_payload.moc"
