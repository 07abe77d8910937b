// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"
#include "ui/dialogs/connect/designsdialog.h"
#include "ui/dialogs/helpdialog.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/bytesarea.h"
#include "ui/inspector/jsondelegate.h"
#include "ui/inspector/jsontreemodel.h"
#include "ui/panels/worker/workerhandlertable.h"
#include "ui/theme/loadingblock.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QApplication>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QPalette>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests colors as painted on screen. A color that is right in the theme may still be painted wrong.
class TestThemePixels : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

    static void themes()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("highContrast");
        for (const bool dark : {false, true}) {
            for (const bool highContrast : {false, true})
                QTest::addRow("%s%s", dark ? "dark" : "light", highContrast ? ", high contrast" : "")
                    << dark << highContrast;
        }
    }
    /// Selects a theme. High contrast is light or dark depending on the system's palette.
    void use(bool dark, bool highContrast)
    {
        QApplication& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        application.setPalette(QPalette(dark ? Qt::black : Qt::white));
        m_theme = std::make_unique<Theme>(application);
        m_theme->choose(highContrast ? ThemeChoice::HighContrast : dark ? ThemeChoice::Dark : ThemeChoice::Light);
        QCOMPARE(m_theme->tokens().dark, dark);
    }
    static QImage imageOf(QWidget& widget) { return widget.grab().toImage().convertToFormat(QImage::Format_RGB32); }

    /// Returns an image of a widget in its window, including the window's background.
    static QImage imageIn(QWidget& window, const QWidget& part) { return imageOf(window).copy(part.geometry()); }

    /// Returns how many pixels contrast by at least `least` between the two images.
    static int told(const QImage& one, const QImage& other, double least)
    {
        int count = 0;
        for (int y = 0; y < one.height(); ++y) {
            for (int x = 0; x < one.width(); ++x)
                count += contrast(one.pixelColor(x, y), other.pixelColor(x, y)) >= least;
        }
        return count;
    }

    /// Images of a widget in a window, with and without the focus set by Tab.
    struct Focused
    {
        QImage without;
        QImage with;
    };
    static Focused focused(QWidget* part, const QSize& size)
    {
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* other = new QPushButton;
        row->addWidget(other);
        row->addWidget(part);
        window.resize(size);
        window.show();
        window.activateWindow();
        other->setFocus();
        if (!QTest::qWaitFor([&] { return other->hasFocus(); }))
            return {};
        Focused images{imageIn(window, *part), {}};
        QTest::keyClick(other, Qt::Key_Tab);
        if (QTest::qWaitFor([&] { return part->hasFocus(); }))
            images.with = imageIn(window, *part);
        return images;
    }
    /// Checks that setting the focus changes at least `least` pixels, each with a contrast of 3:1 to its previous
    /// color.
    static void expectSeen(QWidget* part, int least)
    {
        const QString name = QString::fromLatin1(part->metaObject()->className());
        const Focused images = focused(part, {420, 160});
        QVERIFY2(!images.with.isNull(), qPrintable(name));
        const int seen = told(images.with, images.without, 3);
        QVERIFY2(seen >= least, qPrintable(u"%1: %2 of %3 pixels"_s.arg(name).arg(seen).arg(least)));
    }

private Q_SLOTS:
    /// Also changes the theme while the labels are visible.
    void quietWordsFollowTheTheme()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        const std::unique_ptr<PlainLabel> label(PlainLabel::quiet(theme, u"First seen"_s));
        for (const ThemeChoice choice :
            {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast, ThemeChoice::Light}) {
            theme.choose(choice);
            QCOMPARE(label->palette().color(QPalette::WindowText), theme.tokens().text2);
        }
    }

    /// A loading block must not look like content, so it is pale or, in high contrast, an outline.
    void aLoadingBlockIsNeverSolidInk_data() { themes(); }
    void aLoadingBlockIsNeverSolidInk()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        const Tokens& t = m_theme->tokens();
        QImage image(40, 16, QImage::Format_RGB32);
        image.fill(t.surface);
        QPainter painter(&image);
        paintLoadingBlock(painter, t, QRectF(4, 4, 30, 8), t.line);
        painter.end();
        const double inside = contrast(image.pixelColor(20, 8), t.surface);
        QVERIFY2(inside < 2, qPrintable(QString::number(inside)));
        const double edge = contrast(image.pixelColor(20, 4), t.surface);
        QVERIFY2(highContrast ? edge >= 4.5 : edge > 1.05, qPrintable(QString::number(edge)));
    }

    /// The indicator gets a two-pixel ring; the text and the widget's size stay the same.
    void focusOfWhatIsTickedIsSeen_data() { themes(); }
    void focusOfWhatIsTickedIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        constexpr int box = 16; ///< size of the indicator, including its border
        for (const bool radio : {false, true}) {
            for (const bool checked : {false, true}) {
                QAbstractButton* button = radio ? static_cast<QAbstractButton*>(new QRadioButton(u"all of them"_s))
                                                : new QCheckBox(u"all of them"_s);
                button->setChecked(checked);
                const Focused images = focused(button, {420, 60});
                QVERIFY(!images.with.isNull());
                const int middle = images.with.height() / 2;
                for (const int x : {0, 1, box - 2, box - 1}) {
                    const QColor ring = images.with.pixelColor(x, middle);
                    QVERIFY2(
                        contrast(ring, m_theme->tokens().window) >= 3 && contrast(ring, m_theme->tokens().surface) >= 3,
                        qPrintable(u"%1 at %2"_s.arg(ring.name()).arg(x)));
                }
                const int seen = told(images.with.copy(0, 0, box, images.with.height()),
                    images.without.copy(0, 0, box, images.with.height()), 3);
                QVERIFY2(seen >= 36, qPrintable(QString::number(seen)));
                // A round border is one pixel wider.
                const QRect words(box + 2, 0, images.with.width() - box - 2, images.with.height());
                QCOMPARE(images.with.copy(words), images.without.copy(words));
            }
        }
    }

    /// Draws only Dueline's ring, not the style's focus frame inside it.
    void theFocusOfAButtonIsOneRing_data() { themes(); }
    void theFocusOfAButtonIsOneRing()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        for (const QString& variant : {QString(), u"link"_s}) {
            auto* button = new QPushButton(u"Add task"_s);
            button->setProperty("variant", variant);
            const Focused images = focused(button, {420, 60});
            QVERIFY(!images.with.isNull());
            QVERIFY(told(images.with, images.without, 3) >= images.with.width() + images.with.height());
            const QRect within = images.with.rect().adjusted(4, 4, -4, -4);
            QCOMPARE(images.with.copy(within), images.without.copy(within));
        }
    }

    void focusOfAPayloadIsSeen_data() { themes(); }
    void focusOfAPayloadIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        auto* text = new QPlainTextEdit(u"{\"to\": 7}"_s);
        text->setReadOnly(true);
        text->setFrameShape(QFrame::NoFrame);
        text->setProperty("variant", u"content"_s);
        expectSeen(text, 600);
        auto* area = new BytesArea(*m_theme);
        area->setBytes("one\ntwo\n");
        expectSeen(area, 600);
        JsonTreeModel model;
        model.setTree(JsonTree::parse("{\"to\":7}"));
        auto* tree = new QTreeView;
        tree->setModel(&model);
        tree->setItemDelegate(new JsonDelegate(*m_theme, tree));
        tree->header()->hide();
        expectSeen(tree, 400);
    }

    /// The focus is visible even in an empty list or one without a current row.
    void focusOfAListIsSeen_data() { themes(); }
    void focusOfAListIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        const Formatting formatting{QTimeZone::utc()};
        auto* none = new AttemptsView(*m_theme, formatting);
        none->setEmptyText(u"None yet."_s);
        expectSeen(none, 600);
        auto* attempts = new AttemptsView(*m_theme, formatting);
        attempts->setAttempts({{1, "worker-a", TimePoint{}, TimePoint{}, "failed", "ECONNREFUSED"}}, TimePoint{});
        expectSeen(attempts, 500);
        WorkerHandlerModel model;
        expectSeen(new WorkerHandlerTable(*m_theme, model), 180);
    }

    /// Read-only text can be scrolled and copied with the keyboard, so it shows focus like an input field.
    void focusOfWhatOnlyShowsIsSeen_data() { themes(); }
    void focusOfWhatOnlyShowsIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* text = new QPlainTextEdit;
        text->setReadOnly(true);
        auto* other = new QPushButton;
        row->addWidget(text);
        row->addWidget(other);
        window.resize(400, 120);
        window.show();
        window.activateWindow();
        other->setFocus();
        QTRY_VERIFY(other->hasFocus());
        const QImage without = imageIn(window, *text);
        text->setFocus();
        QTRY_VERIFY(text->hasFocus());
        // The focus ring is visible on all sides.
        QVERIFY(told(imageIn(window, *text), without, 3) >= 2 * (text->width() + text->height() - 20));
    }

    void cleanup() { m_theme.reset(); }

    void aCheckedToolButtonLooksChecked_data() { themes(); }
    void aCheckedToolButtonLooksChecked()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QToolButton button;
        button.setCheckable(true);
        button.setAutoRaise(true);
        button.setFocusPolicy(Qt::NoFocus);
        button.setFixedSize(34, 30); // Without an icon, only the background and border show the state.
        button.show();
        const QImage off = imageOf(button);
        button.setChecked(true);
        const QImage on = imageOf(button);
        // In the light and dark themes, the background changes slightly and the icon is colored. WCAG requires 3:1 for
        // a control's state.
        const int least = highContrast ? (off.width() + off.height()) * 3 / 2 : off.width() * off.height() / 2;
        QVERIFY2(told(on, off, highContrast ? 3 : 1.05) >= least,
            qPrintable(u"%1 pixels differ"_s.arg(told(on, off, highContrast ? 3 : 1.05))));
    }

    void theFocusOfAFilledButtonIsSeen_data() { themes(); }
    void theFocusOfAFilledButtonIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        for (const QString& variant : {u"primary"_s, u"danger"_s}) {
            QWidget window;
            auto* row = new QHBoxLayout(&window);
            auto* other = new QPushButton(u"Cancel"_s);
            auto* button = new QPushButton(u"Discard"_s);
            button->setProperty("variant", variant);
            row->addWidget(other);
            row->addWidget(button);
            window.show();
            QVERIFY(QTest::qWaitForWindowActive(&window));
            other->setFocus();
            const QImage off = imageIn(window, *button);
            const QSize size = button->size();
            button->setFocus();
            QVERIFY(button->hasFocus());
            const QImage on = imageIn(window, *button);
            QCOMPARE(button->size(), size);
            // The gap between the ring and the fill must change on all sides, with a contrast of 3:1 to its previous
            // color.
            const int around = 2 * (off.width() + off.height());
            QVERIFY2(told(on, off, 3) >= around * 3 / 4,
                qPrintable(u"%1: %2 of %3 pixels"_s.arg(variant).arg(told(on, off, 3)).arg(around)));
            // The ring also contrasts with the background.
            QVERIFY(contrast(on.pixelColor(off.width() / 2, 0), m_theme->tokens().window) >= 3);
        }
    }

    void whatCannotBePressedLooksSo_data() { themes(); }
    void whatCannotBePressedLooksSo()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* button = new QPushButton(u"Add task"_s);
        auto* field = new QLineEdit(u"mail.send"_s);
        field->setFocusPolicy(Qt::NoFocus);
        button->setFocusPolicy(Qt::NoFocus);
        column->addWidget(button);
        column->addWidget(field);
        window.show();
        for (QWidget* widget : std::initializer_list<QWidget*>{button, field}) {
            const QImage on = imageIn(window, *widget);
            widget->setEnabled(false);
            const QImage off = imageIn(window, *widget);
            // In high contrast, a disabled control has the same colors, so its border has gaps. In other themes, its
            // border and background are paler.
            int edge = 0;
            for (int x = 8; x < on.width() - 8; ++x)
                edge += contrast(on.pixelColor(x, 0), off.pixelColor(x, 0)) >= (highContrast ? 3 : 1.2);
            QVERIFY2(edge >= (on.width() - 16) / 4, qPrintable(u"%1 of %2 pixels"_s.arg(edge).arg(on.width() - 16)));
        }
    }

    void thePictureOfWhatCannotBePressedIsSeen_data() { themes(); }
    void thePictureOfWhatCannotBePressedIsSeen()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        auto* button = new QToolButton;
        button->setIcon(m_theme->icon(u"discard"_s));
        button->setIconSize({18, 18});
        button->setFocusPolicy(Qt::NoFocus);
        row->addWidget(button);
        window.show();
        const auto strongest = [&] {
            const QImage image = imageIn(window, *button);
            double most = 1;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    most = std::max(most, contrast(image.pixelColor(x, y), m_theme->tokens().window));
            }
            return most;
        };
        const double on = strongest();
        button->setEnabled(false);
        const double off = strongest();
        QVERIFY2(off >= (highContrast ? 7 : 3), qPrintable(QString::number(off)));
        QVERIFY2(off <= on * 0.75, qPrintable(u"%1 of %2"_s.arg(off).arg(on)));
    }

    void theHeadOfATableIsFlat_data() { themes(); }
    void theHeadOfATableIsFlat()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QWidget window;
        const Actions actions(*m_theme, &window);
        HelpDialog help(*m_theme, actions, nullptr);
        DesignsDialog designs(*m_theme, nullptr);
        for (QDialog* dialog : std::initializer_list<QDialog*>{&help, &designs}) {
            dialog->show();
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            QHeaderView* head = dialog->findChild<QTableWidget*>()->horizontalHeader();
            const QImage image = imageOf(*head->viewport());
            QSet<QRgb> colors;
            for (int y = 0; y < image.height() - 1; ++y) // The last row of pixels is the line below the header.
                colors << image.pixel(image.width() - 2, y);
            QCOMPARE(colors, QSet<QRgb>{m_theme->tokens().surface.rgb()});
        }
    }

    /// A disabled field's placeholder must still be readable.
    void aDisabledPlaceholderIsNotPaleTwice_data() { themes(); }
    void aDisabledPlaceholderIsNotPaleTwice()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QLineEdit field;
        field.setPlaceholderText(u"HHHHHH"_s);
        field.setEnabled(false);
        field.resize(140, 28);
        field.show();
        const QImage image = imageOf(field);
        double most = 1;
        for (int x = 9; x < image.width() - 9; ++x) {
            for (int y = 6; y < image.height() - 6; ++y)
                most = std::max(most, contrast(image.pixelColor(x, y), m_theme->tokens().sunken));
        }
        const double least = highContrast ? 6 : 4;
        QVERIFY2(most >= least, qPrintable(QString::number(most)));
    }

    /// Boxes for the remaining attempts follow "0/5". With round corners, they would look like more digits.
    void openAttemptsAreBoxesAndNoDigits_data() { themes(); }
    void openAttemptsAreBoxesAndNoDigits()
    {
        QFETCH(bool, dark);
        QFETCH(bool, highContrast);
        use(dark, highContrast);
        QImage image(100, 20, QImage::Format_RGB32);
        image.fill(m_theme->tokens().surface);
        QPainter painter(&image);
        paintAttemptPips(painter, *m_theme, image.rect(), 0, 3, TaskState::Scheduled);
        painter.end();
        const QRect first(QPoint(0, image.rect().center().y() - 3), QSize(6, 8));
        for (const int number : {0, 1, 2}) {
            const QRect open = first.translated(8 * number, 0);
            for (const QPoint corner : {open.topLeft(), open.topRight(), open.bottomLeft(), open.bottomRight()})
                QCOMPARE(image.pixelColor(corner), m_theme->tokens().control);
            QCOMPARE(image.pixelColor(open.center()), m_theme->tokens().surface);
        }
    }
};

QTEST_MAIN(TestThemePixels)
#include "tst_themepixels.moc"
