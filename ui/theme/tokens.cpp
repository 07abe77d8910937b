// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dueline {

namespace {

StateColors state(QRgb fill, QRgb edge, QRgb glyph, QRgb text)
{
    return {QColor(fill), QColor(edge), QColor(glyph), QColor(text)};
}

Tokens lightTokens()
{
    Tokens t;
    t.window = QColor(0xF3F4F6);
    t.surface = QColor(0xFFFFFF);
    t.sunken = QColor(0xF8F9FB);
    t.hover = QColor(0xE8EAEE);
    t.past = QColor(0xF6F7F9);
    t.line = QColor(0xE3E6EA);
    t.lineStrong = QColor(0xB4BBC6);
    t.control = QColor(0x868F9D);
    t.text = QColor(0x1A1E26);
    t.text2 = QColor(0x505967);
    t.text3 = QColor(0x606A79);
    t.accent = QColor(0x4050C8);
    t.onAccent = QColor(0xFFFFFF);
    t.tint = QColor(0xECEEFB);
    t.tint2 = QColor(0xD9DDF6);
    t.ok = QColor(0x007A5A);
    t.production = QColor(0xA3164F);
    t.staging = QColor(0x7A3FA6);
    t.development = QColor(0x5A6472);
    t.jsonKey = QColor(0x3A49BE);
    t.jsonString = QColor(0x1B6B4F);
    t.jsonNumber = QColor(0x9A4B00);
    t.states = {
        state(0x56B4E9, 0x3C7DA3, 0x10131A, 0x347296),
        state(0x0072B2, 0x00527F, 0xFFFFFF, 0x006CAA),
        state(0xF0E442, 0x857B00, 0x10131A, 0x1A1E26),
        state(0xE69F00, 0x9E6D00, 0x10131A, 0x8A5F00),
        state(0xD55E00, 0x9C4400, 0xFFFFFF, 0xB84A00),
        state(0x009E73, 0x00704F, 0xFFFFFF, 0x007A5A),
        state(0x595959, 0x3A3A3A, 0xFFFFFF, 0x505967),
    };
    return t;
}

Tokens darkTokens()
{
    Tokens t;
    t.window = QColor(0x15171C);
    t.surface = QColor(0x1C1F25);
    t.sunken = QColor(0x20242B);
    t.hover = QColor(0x2A2F38);
    t.past = QColor(0x191C21);
    t.line = QColor(0x2B3038);
    t.lineStrong = QColor(0x4A525F);
    t.control = QColor(0x707A89);
    t.text = QColor(0xE6E9EE);
    t.text2 = QColor(0xAEB6C2);
    t.text3 = QColor(0x8C95A3);
    t.accent = QColor(0x97A3FA);
    t.onAccent = QColor(0x12142B);
    t.tint = QColor(0x272C48);
    t.tint2 = QColor(0x343B63);
    t.ok = QColor(0x35B98F);
    t.production = QColor(0xC22A68);
    t.staging = QColor(0x9159C0);
    t.development = QColor(0x6E7989);
    t.jsonKey = QColor(0xA5B0FF);
    t.jsonString = QColor(0x7FD0B0);
    t.jsonNumber = QColor(0xEDA868);
    t.states = {
        state(0x56B4E9, 0x8ACDF2, 0x10131A, 0x56B4E9),
        state(0x0072B2, 0x4FA6D8, 0xFFFFFF, 0x4FA6D8),
        state(0xF0E442, 0xF7F08A, 0x10131A, 0xE6E9EE),
        state(0xE69F00, 0xF5C04D, 0x10131A, 0xE69F00),
        state(0xD55E00, 0xF08A45, 0xFFFFFF, 0xF08A45),
        state(0x009E73, 0x35B98F, 0xFFFFFF, 0x35B98F),
        state(0xBBBBBB, 0xDDDDDD, 0x10131A, 0xAEB6C2),
    };
    t.dark = true;
    return t;
}

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// Returns `color` shifted toward `end` until its contrast with every background is at least `least`.
QColor pushed(const QColor& color, const QColor& end, const std::vector<QColor>& grounds, double least)
{
    constexpr int steps = 100;
    for (int step = 0; step < steps; ++step) {
        const QColor now = mixed(end, color, double(step) / steps);
        if (std::all_of(
                grounds.begin(), grounds.end(), [&](const QColor& ground) { return contrast(now, ground) >= least; }))
            return now;
    }
    return end;
}

/// Sets the group colors: the state colors, except the color of failures, plus one additional color. They are ordered
/// to maximize the difference between neighbors.
void setGroups(Tokens& t)
{
    const StateColors pink
        = t.dark ? state(0xCC79A7, 0xE3A7CB, 0x10131A, 0xCC79A7) : state(0xCC79A7, 0x95487A, 0x10131A, 0x8A4271);
    t.groups = {t.of(TaskState::Due), t.of(TaskState::Leased), pink, t.of(TaskState::Scheduled),
        t.of(TaskState::Retrying), t.of(TaskState::Done)};
    t.otherGroups = t.of(TaskState::Trash);
}

/// Changes the colors to high-contrast black and white. Colors with a meaning keep only their hue.
void strengthen(Tokens& t)
{
    constexpr double text = 7;
    const QColor ink(t.dark ? 0xFFFFFF : 0x000000);
    const QColor ground(t.dark ? 0x000000 : 0xFFFFFF);
    t.highContrast = true;
    t.window = t.surface = t.sunken = t.past = ground;
    t.tint = t.tint2; // selected items must look different
    const std::vector<QColor> grounds{ground, t.hover, t.tint};
    t.line = t.text3 = pushed(t.text2, ink, grounds, text); // also the color of disabled text
    t.text = t.text2 = t.lineStrong = t.control = ink;
    for (QColor* color : {&t.accent, &t.ok, &t.jsonKey, &t.jsonString, &t.jsonNumber})
        *color = pushed(*color, ink, grounds, text);
    t.onAccent = ground;
    for (QColor* color : {&t.production, &t.staging, &t.development}) // these colors are used behind white text
        *color = pushed(*color, Qt::black, {Qt::white}, text);
    std::vector<StateColors*> all{&t.otherGroups};
    for (StateColors& state : t.states)
        all.push_back(&state);
    for (StateColors& group : t.groups)
        all.push_back(&group);
    for (StateColors* each : all) {
        each->text = pushed(each->text, ink, grounds, text);
        each->edge = pushed(each->edge, ink, grounds, text);
        each->glyph = contrast(Qt::white, each->fill) > contrast(Qt::black, each->fill) ? Qt::white : Qt::black;
    }
}

} // namespace

Tokens Tokens::make(ThemeKind kind)
{
    const bool isDark = kind == ThemeKind::Dark || kind == ThemeKind::HighContrastDark;
    Tokens tokens = isDark ? darkTokens() : lightTokens();
    setGroups(tokens);
    if (kind == ThemeKind::HighContrastLight || kind == ThemeKind::HighContrastDark)
        strengthen(tokens);
    tokens.late = {tokens.text, tokens.text, tokens.surface, tokens.text};
    // In high contrast, icons have the same contrast as text. Otherwise, disabled icons are as pale as possible while
    // still recognizable, because paleness is the only sign that they are disabled.
    constexpr double picture = 3.5; // thin strokes look paler than their color
    tokens.faint = tokens.highContrast
        ? tokens.text3
        : pushed(tokens.surface, tokens.text3, {tokens.window, tokens.surface, tokens.sunken}, picture);
    return tokens;
}

Tokens Tokens::stale() const
{
    Tokens t = *this;
    if (highContrast)
        return t;
    constexpr double words = 5; // thin strokes look paler than their color
    const std::vector<QColor> grounds{surface, sunken, hover, tint};
    t.text = text2;
    std::vector<QColor*> colors{&t.text, &t.text2, &t.text3, &t.accent, &t.ok};
    for (StateColors& state : t.states)
        colors.push_back(&state.text);
    for (QColor* color : colors)
        *color = pushed(*color, text, grounds, words);
    return t;
}

QColor mixed(const QColor& over, const QColor& under, double share)
{
    const auto mix = [share](int a, int b) { return int(std::lround(a * share + b * (1 - share))); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace dueline
