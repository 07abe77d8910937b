// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/mnemonics.h"

#include "ui/widgets/plainlabel.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QHash>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSet>
#include <QTabBar>
#include <QToolButton>
#include <QVariant>

#include <algorithm>
#include <vector>

namespace dueline {

namespace {

constexpr const char* keptLetter = "mnemonic"; ///< property that stores the assigned letter
constexpr const char* preferredLetter = "preferredMnemonic";

bool isLatin(QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); }

/// Returns whether a letter in this label can be underlined: it has a Latin letter and no Chinese characters.
bool isAllLatin(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.script() != QChar::Script_Han; })
        && std::any_of(text.begin(), text.end(), isLatin);
}

/// Returns a letter's position in the text, preferably at the start of a word, or -1.
qsizetype placeOf(QChar letter, const QString& text)
{
    if (!isAllLatin(text))
        return -1;
    qsizetype inside = -1;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i].toUpper() != letter)
            continue;
        if (i == 0 || !text[i - 1].isLetterOrNumber())
            return i;
        inside = inside < 0 ? i : inside;
    }
    return inside;
}

QString markedWith(QChar letter, const QString& text)
{
    if (const qsizetype at = placeOf(letter, text); at >= 0)
        return text.left(at) + u'&' + text.mid(at);
    qsizetype end = text.size();
    while (end > 0 && QStringView(u"…:：").contains(text[end - 1]))
        --end;
    return text.left(end) + QStringLiteral("(&") + letter + u')' + text.mid(end);
}

/// Returns the candidate letters, in order of preference.
QString candidates(const QWidget& widget, const QString& text)
{
    QString all;
    const auto add = [&all](QChar c) {
        if (!c.isNull() && !all.contains(c))
            all += c;
    };
    const QChar preferred = widget.property(preferredLetter).toChar();
    // Use the preferred letter only if the text contains it or the letter is appended.
    if (!isAllLatin(text) || placeOf(preferred, text) >= 0)
        add(preferred);
    if (isAllLatin(text)) {
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (isLatin(text[i]) && (i == 0 || !text[i - 1].isLetterOrNumber()))
                add(text[i].toUpper());
        }
        for (const QChar c : text) {
            if (isLatin(c))
                add(c.toUpper());
        }
    }
    if (!isAllLatin(text)) {
        for (char c = 'A'; c <= 'Z'; ++c)
            add(QLatin1Char(c));
    }
    return all;
}

/// Button or label that can have a mnemonic.
struct Bearer
{
    QWidget* widget;
    QString shown; ///< current text, with its mnemonic, if any
    QString words;

    void mark(QChar letter) const
    {
        widget->setProperty(keptLetter, letter);
        const QString marked = markedWith(letter, words);
        if (auto* label = qobject_cast<PlainLabel*>(widget))
            label->setMarked(marked);
        else if (auto* button = qobject_cast<QAbstractButton*>(widget))
            button->setText(marked);
    }
};

bool isPartOfAnother(const QWidget& widget)
{
    for (const QWidget* at = widget.parentWidget(); at && !at->isWindow(); at = at->parentWidget()) {
        if (qobject_cast<const QLineEdit*>(at) || qobject_cast<const QAbstractSpinBox*>(at)
            || qobject_cast<const QAbstractItemView*>(at) || qobject_cast<const QTabBar*>(at))
            return true;
    }
    return false;
}

bool hasWords(const QString& text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
}

std::vector<Bearer> bearersIn(const QWidget& dialog)
{
    // Include hidden widgets that have a letter. A widget gets its letter when it is first shown, and then keeps it.
    std::vector<Bearer> bearers;
    const auto add = [&](QWidget* widget, const QString& shown, const QString& words) {
        if (hasWords(words) && (widget->isVisibleTo(&dialog) || !Mnemonics::of(shown).isNull()))
            bearers.push_back({widget, shown, words});
    };
    for (QWidget* widget : dialog.findChildren<QWidget*>()) {
        if (widget->window() != &dialog || isPartOfAnother(*widget))
            continue;
        if (const auto* label = qobject_cast<const PlainLabel*>(widget)) {
            // Skip a button's label, which would duplicate the button's letter. Also skip text with word wrap: it's a
            // sentence, not a label.
            if (!label->wordWrap() && label->buddy() && !qobject_cast<const QAbstractButton*>(label->buddy()))
                add(widget, label->text(), label->fullText());
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            const auto* tool = qobject_cast<const QToolButton*>(widget);
            const bool iconAlone = tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
            if (!iconAlone)
                add(widget, button->text(), Mnemonics::without(button->text()));
        }
    }
    return bearers;
}

/// Gives a widget the first of its candidate letters that isn't taken. If all are, tries to free one by giving its
/// current owner another letter.
bool give(std::size_t one, const std::vector<QString>& requested, QHash<QChar, std::size_t>& owners, QSet<QChar>& tried)
{
    for (const QChar letter : requested[one]) {
        if (!owners.contains(letter)) {
            owners.insert(letter, one);
            return true;
        }
    }
    for (const QChar letter : requested[one]) {
        if (tried.contains(letter))
            continue;
        tried.insert(letter);
        if (give(owners.value(letter), requested, owners, tried)) {
            owners.insert(letter, one);
            return true;
        }
    }
    return false;
}

} // namespace

QString Mnemonics::without(QString text)
{
    static const QRegularExpression behind(QStringLiteral("\\(&[^&]\\)"));
    static const QRegularExpression inside(QStringLiteral("&([^&])"));
    static const QRegularExpression escaped(QStringLiteral("&&"));
    text.replace(escaped, QString(QChar(0))); // temporarily replace escaped ampersands
    text.remove(behind);
    text.replace(inside, QStringLiteral("\\1"));
    return text.replace(QChar(0), QStringLiteral("&&"));
}

QChar Mnemonics::of(const QString& text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != u'&')
            continue;
        if (text[i + 1] != u'&')
            return text[i + 1].toUpper();
        ++i;
    }
    return {};
}

void Mnemonics::prefer(QWidget& widget, QChar letter) { widget.setProperty(preferredLetter, letter); }

void Mnemonics::assign(QWidget& dialog)
{
    const std::vector<Bearer> bearers = bearersIn(dialog);
    QSet<QChar> taken;
    std::vector<const Bearer*> bare;
    for (const Bearer& bearer : bearers) {
        if (const QChar letter = of(bearer.shown); !letter.isNull())
            taken.insert(letter);
        else
            bare.push_back(&bearer);
    }
    std::vector<const Bearer*> without;
    for (const Bearer* bearer : bare) { // widgets whose text has no mnemonic
        const QChar letter = bearer->widget->property(keptLetter).toChar();
        if (letter.isNull() || taken.contains(letter)
            || (isAllLatin(bearer->words) && placeOf(letter, bearer->words) < 0)) {
            without.push_back(bearer);
            continue;
        }
        taken.insert(letter);
        bearer->mark(letter);
    }
    const auto match = [&taken](const std::vector<const Bearer*>& seekers) {
        std::vector<QString> requested;
        for (const Bearer* bearer : seekers) {
            QString letters = candidates(*bearer->widget, bearer->words);
            letters.removeIf([&taken](QChar c) { return taken.contains(c); });
            requested.push_back(letters);
        }
        QHash<QChar, std::size_t> owners;
        for (const bool preferred : {true, false}) {
            for (std::size_t i = 0; i < seekers.size(); ++i) {
                QSet<QChar> tried;
                if (preferred == seekers[i]->widget->property(preferredLetter).isValid())
                    give(i, requested, owners, tried);
            }
        }
        return owners;
    };
    QHash<QChar, std::size_t> owners = match(without);
    // if some widgets have no letter, letters assigned earlier may change
    if (std::size_t(owners.size()) < without.size()) {
        for (const Bearer& bearer : bearers) {
            const QChar assigned = bearer.widget->property(keptLetter).toChar();
            const QChar shown = of(bearer.shown);
            const bool byText = !shown.isNull() && shown != assigned; // true if the text has its own mnemonic
            if (assigned.isNull() || byText || std::find(without.begin(), without.end(), &bearer) != without.end())
                continue;
            taken.remove(assigned);
            without.push_back(&bearer);
        }
        owners = match(without);
    }
    // If all of a label's letters are taken, append another one to it.
    const QList<std::size_t> given = owners.values();
    for (std::size_t i = 0; i < without.size(); ++i) {
        if (given.contains(i))
            continue;
        for (const char c : QByteArrayView("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789")) {
            if (const QLatin1Char letter(c); !taken.contains(letter) && !owners.contains(letter)) {
                owners.insert(letter, i);
                break;
            }
        }
    }
    for (auto owner = owners.constBegin(); owner != owners.constEnd(); ++owner)
        without[owner.value()]->mark(owner.key());
}

} // namespace dueline
