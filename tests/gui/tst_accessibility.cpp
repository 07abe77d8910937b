// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/windowplace.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/repairdialog.h"
#include "ui/text/language.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// The mnemonics of one menu or dialog, each with the labels that use it.
class LetterBook
{
public:
    explicit LetterBook(QString place)
        : m_place(std::move(place))
    { }

    void add(const QString& text)
    {
        const QString letter = QKeySequence::mnemonic(text).toString();
        if (letter.isEmpty())
            return;
        if (const QString taken = m_taken.value(letter); !taken.isEmpty())
            m_doubled << u"%1: %2 is %3 and %4"_s.arg(m_place, letter, taken, text);
        m_taken.insert(letter, text);
    }
    QStringList doubled() const { return m_doubled; }

private:
    QString m_place;
    QHash<QString, QString> m_taken;
    QStringList m_doubled;
};

/// Returns the mnemonics that occur twice in a menu, a menu bar, or one of its submenus. Counts hidden entries, because
/// they may be shown later.
QStringList doubledLetters(const QWidget& menu, const QString& name)
{
    LetterBook book(name);
    QStringList found;
    for (const QAction* action : menu.actions()) {
        book.add(action->text());
        if (const QMenu* inner = action->menu())
            found << doubledLetters(*inner, name + u" > "_s + action->text());
    }
    return book.doubled() + found;
}

} // namespace

/// Tests accessible names, tooltips and mnemonics. Every element that can be focused or pressed needs a name.
class TestAccessibility : public QObject
{
    Q_OBJECT

    static constexpr int iconButton = 60; ///< maximum width of an icon button, in logical pixels

    /// Returns whether a widget is an internal part of a Qt widget that users never reach directly.
    static bool isInner(const QWidget& widget)
    {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
        if (area && area->viewport() == &widget)
            return true;
        return widget.objectName().startsWith(u"qt_"_s) || widget.inherits("QScrollBar") || widget.inherits("QSplitter")
            || widget.inherits("QSplitterHandle") || widget.inherits("QMenu") || widget.inherits("QMenuBar")
            || widget.inherits("QHeaderView") || widget.inherits("QLineEditIconButton")
            || widget.inherits("QComboBoxPrivateContainer") || widget.inherits("QComboBoxListView")
            || (widget.parentWidget() && widget.parentWidget()->inherits("QComboBoxPrivateContainer"))
            || (widget.parentWidget() && widget.parentWidget()->inherits("QAbstractSpinBox"))
            || (widget.parentWidget() && widget.parentWidget()->inherits("QComboBox"));
    }

    static QString whereIs(const QWidget& widget)
    {
        QStringList path;
        for (const QWidget* at = &widget; at; at = at->parentWidget())
            path.prepend(QString::fromLatin1(at->metaObject()->className()));
        return path.join(u'/');
    }

    /// Returns the problems on all pages, including hidden ones.
    static QStringList complaints(QWidget& root)
    {
        QStringList found = complaintsOfShown(root);
        for (auto* pages : root.findChildren<QStackedWidget*>()) {
            if (!pages->isVisible())
                continue;
            const int shown = pages->currentIndex();
            for (int page = 0; page < pages->count(); ++page) {
                pages->setCurrentIndex(page);
                if (page != shown)
                    found << complaintsOfShown(*pages);
            }
            pages->setCurrentIndex(shown);
        }
        found.removeDuplicates();
        return found;
    }

    /// Returns one line for each focusable widget without a name and for each icon without a tooltip.
    static QStringList complaintsOfShown(QWidget& root)
    {
        QStringList found;
        QList<QWidget*> widgets = root.findChildren<QWidget*>();
        for (QWidget* widget : widgets) {
            auto* button = qobject_cast<QAbstractButton*>(widget);
            if (!widget->isVisible() || isInner(*widget) || (widget->focusPolicy() == Qt::NoFocus && !button))
                continue;
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            if (!face || face->text(QAccessible::Name).trimmed().isEmpty())
                found << whereIs(*widget) + u" has no name"_s;
            // A wide button without text paints its own label.
            if (button && button->text().isEmpty() && button->width() <= iconButton && button->toolTip().isEmpty())
                found << whereIs(*widget) + u" (%1) is an icon without a tooltip"_s.arg(button->accessibleName());
        }
        return found;
    }

private Q_SLOTS:
    void theCheckFindsWhatHasNoName()
    {
        QWidget root;
        auto* nameless = new QPushButton(&root);
        nameless->resize(28, 28);
        root.show();
        QCOMPARE(complaints(root).size(), 2);
        nameless->setAccessibleName(u"Copy"_s);
        nameless->setToolTip(u"Copy"_s);
        QCOMPARE(complaints(root), QStringList());
        auto* pages = new QStackedWidget(&root);
        pages->addWidget(new QWidget);
        auto* hidden = new QWidget;
        (new QPushButton(hidden))->resize(100, 28);
        pages->addWidget(hidden);
        pages->show();
        QCOMPARE(complaints(root).size(), 1);
        QCOMPARE(pages->currentIndex(), 0);
    }

    void everythingInTheWindowHasAName()
    {
        WindowPlace place;
        const auto expectNone = [&place](const QString& where) {
            const QStringList found = complaints(place.window());
            QVERIFY2(found.isEmpty(), qPrintable(where + u":\n"_s + found.join(u'\n')));
        };
        expectNone(u"before there is a connection"_s);
        QVERIFY(place.fill());
        expectNone(u"a queue"_s);
        place.forEachPanel(expectNone);
    }

    void everythingInEachDialogHasAName()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        place.forEachDialog([](QDialog& dialog, const QString& name) {
            QVERIFY2(complaints(dialog).isEmpty(), qPrintable(name + u":\n"_s + complaints(dialog).join(u'\n')));
        });
        // Finding messages come from core and are in English.
        DoctorFinding finding;
        finding.kind = DoctorFinding::Kind::ExpiredLeases;
        finding.severity = DoctorFinding::Severity::Critical;
        finding.queue = "webhooks";
        finding.count = 2;
        finding.repair = u"2 tasks become due"_s;
        finding.ids = {"webhook.deliver#7", "webhook.deliver#8"};
        Profile production = place.bench().view().current()->profile();
        production.environment = Environment::Production;
        RepairDialog repair(place.theme(), production, finding, &place.window());
        DoctorDialog doctor(place.theme(), *place.bench().view().current(), &place.window());
        QTRY_VERIFY(!doctor.isBusy());
        for (QDialog* dialog : std::initializer_list<QDialog*>{&repair, &doctor}) {
            dialog->show();
            QVERIFY(test::isSettled());
            QVERIFY2(complaints(*dialog).isEmpty(), qPrintable(complaints(*dialog).join(u'\n')));
        }
    }

    void noLabelTakesTextForMarkup()
    {
        WindowPlace place;
        QVERIFY(place.fill());
        const auto labels = place.window().findChildren<QLabel*>();
        QVERIFY(!labels.isEmpty());
        for (const QLabel* label : labels)
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void everyActionHasAWordAndATooltip()
    {
        WindowPlace place;
        for (const ActionRow& row : actionTable()) {
            const QAction* action = place.window().actions()[row.id];
            QVERIFY2(!action->text().isEmpty() && !action->toolTip().isEmpty(), row.id);
        }
    }

    void theCheckFindsALetterThatTwoHave()
    {
        QMenu menu;
        menu.addAction(u"&Zoom"_s);
        QMenu* inner = menu.addMenu(u"&Other"_s);
        inner->addAction(u"Si&ze"_s); // no conflict: this entry is in a different menu
        QCOMPARE(doubledLetters(menu, u"top"_s), QStringList());
        inner->addAction(u"Ma&ze"_s);
        menu.addAction(u"B&oth"_s);
        QCOMPARE(doubledLetters(menu, u"top"_s).size(), 2);
    }

    void noLetterStandsTwiceInAMenuOrADialog_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << u"en"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s;
    }
    void noLetterStandsTwiceInAMenuOrADialog()
    {
        QFETCH(QString, language);
        Language chosen;
        chosen.use(language);
        WindowPlace place;
        QVERIFY(place.fill());
        const QMenuBar* bar = place.window().findChild<QMenuBar*>();
        QVERIFY(bar && bar->actions().size() > 7);
        const QStringList doubled = doubledLetters(*bar, u"the menu bar"_s);
        QVERIFY2(doubled.isEmpty(), qPrintable(doubled.join(u'\n')));
        place.forEachDialog([](QDialog& dialog, const QString& name) {
            LetterBook book(name);
            for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
                const auto* button = qobject_cast<const QAbstractButton*>(widget);
                const auto* label = qobject_cast<const QLabel*>(widget);
                if (widget->isVisibleTo(&dialog) && (button || (label && label->buddy())))
                    book.add(button ? button->text() : label->text());
            }
            QVERIFY2(book.doubled().isEmpty(), qPrintable(book.doubled().join(u'\n')));
        });
        QLocale::setDefault(QLocale::c());
    }

    void noTwoActionsShareAKey()
    {
        WindowPlace place;
        QHash<QString, QString> taken;
        for (const ActionRow& row : actionTable()) {
            const QString keys = place.window().actions()[row.id]->shortcut().toString();
            if (keys.isEmpty())
                continue;
            QVERIFY2(!taken.contains(keys),
                qPrintable(u"%1: %2 and %3"_s.arg(keys, taken.value(keys), QString::fromLatin1(row.id))));
            taken.insert(keys, QString::fromLatin1(row.id));
        }
    }
};

QTEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
