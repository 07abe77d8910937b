// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/keyfamilies.h"

namespace dueline {

QByteArrayList KeyFamilies::familiesOf(QByteArrayView key)
{
    QByteArray shape;
    for (const char c : key) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit || !shape.endsWith('#'))
            shape += isDigit ? '#' : c;
    }
    const qsizetype last = shape.lastIndexOf(':');
    if (last < 0)
        return {shape};
    const qsizetype first = shape.indexOf(':');
    return {
        shape.first(last + 1) + '*', (first < last ? shape.first(first + 1) : QByteArray()) + '*' + shape.mid(last)};
}

KeyFamilies::Choice KeyFamilies::choose(QByteArrayView key)
{
    const QByteArrayList names = familiesOf(key);
    Choice choice = Choice::Inspect;
    for (const QByteArray& name : names) {
        const Family family = m_families.value(name);
        if (family.hasQueue) {
            choice = Choice::Inspect;
            break;
        }
        if (family.chosen >= sampled && choice != Choice::Skip)
            choice = family.recorded >= family.chosen ? Choice::Skip : Choice::Later;
    }
    if (choice != Choice::Inspect) {
        passOver(names);
        return choice;
    }
    for (const QByteArray& name : names) {
        if (!m_families.contains(name) && m_families.size() >= mostFamilies) {
            skip("*");
            return Choice::Skip;
        }
        ++m_families[name].chosen;
    }
    return Choice::Inspect;
}

/// Records a skipped key in each of its families that has enough samples.
void KeyFamilies::passOver(const QByteArrayList& names)
{
    for (const QByteArray& name : names) {
        const auto family = m_families.find(name);
        if (family == m_families.end() || family->chosen < sampled)
            continue;
        if (family->recorded < family->chosen)
            family->hasLater = true;
        else if (family->isMixed())
            skip(name);
    }
}

void KeyFamilies::record(QByteArrayView key, Sample sample)
{
    for (const QByteArray& name : familiesOf(key)) {
        const auto family = m_families.find(name);
        if (family == m_families.end())
            continue;
        ++family->recorded;
        family->hasQueue = family->hasQueue || sample == Sample::Queue;
        family->lists += sample == Sample::List ? 1 : 0;
        const bool isKnown = family->hasQueue || family->recorded >= family->chosen;
        if (!isKnown || !std::exchange(family->hasLater, false))
            continue;
        if (family->hasQueue)
            m_hasDropped = true;
        else if (family->isMixed())
            skip(name);
    }
}

void KeyFamilies::beginRound()
{
    m_families.removeIf([](QHash<QByteArray, Family>::iterator family) {
        return family->hasQueue || family->recorded < sampled || family->recorded < family->chosen;
    });
}

void KeyFamilies::forget()
{
    m_families.clear();
    m_skipped.clear();
    m_hasDropped = false;
}

void KeyFamilies::skip(const QByteArray& family)
{
    if (m_skipped.size() < mostNamed)
        m_skipped.insert(family);
}

} // namespace dueline
