// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/stylesheet.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QStyleFactory>
#include <QSvgRenderer>

namespace dueline {

namespace {

QStringList installed(const QStringList& wanted)
{
    const QStringList families = QFontDatabase::families();
    QStringList found;
    for (const QString& family : wanted) {
        if (families.contains(family))
            found << family;
    }
    return found;
}

QPalette paletteFor(const Tokens& t)
{
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::WindowText, t.text);
    p.setColor(QPalette::Base, t.surface);
    p.setColor(QPalette::AlternateBase, t.sunken);
    p.setColor(QPalette::Text, t.text);
    p.setColor(QPalette::PlaceholderText, t.text3);
    p.setColor(QPalette::Button, t.dark ? t.hover : t.surface);
    p.setColor(QPalette::ButtonText, t.text);
    p.setColor(QPalette::BrightText, t.onAccent);
    p.setColor(QPalette::Highlight, t.tint2);
    p.setColor(QPalette::HighlightedText, t.text);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::LinkVisited, t.accent);
    p.setColor(QPalette::ToolTipBase, t.surface);
    p.setColor(QPalette::ToolTipText, t.text);
    p.setColor(QPalette::Light, t.surface);
    p.setColor(QPalette::Midlight, t.line);
    p.setColor(QPalette::Mid, t.lineStrong);
    p.setColor(QPalette::Dark, t.control);
    p.setColor(QPalette::Shadow, t.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, t.text3);
    return p;
}

/// Icon engine that renders icons on demand at the requested size and pixel ratio, so that one QIcon is sharp on all
/// screens.
class GlyphEngine : public QIconEngine
{
public:
    GlyphEngine(const Theme& theme, QString name)
        : m_theme(theme)
        , m_name(std::move(name))
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, rendered(rect.size(), ratio, mode, state));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return rendered(size, 1.0, mode, state);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        return rendered(size / scale, scale, mode, state);
    }
    QIconEngine* clone() const override { return new GlyphEngine(m_theme, m_name); }
    bool isNull() override { return false; }

private:
    QPixmap rendered(QSize size, qreal ratio, QIcon::Mode mode, QIcon::State state) const
    {
        const Tokens& t = m_theme.tokens();
        const QColor color = mode == QIcon::Disabled ? t.faint : state == QIcon::On ? t.accent : t.text2;
        return m_theme.pixmap(m_name, color, std::min(size.width(), size.height()), ratio);
    }

    const Theme& m_theme;
    QString m_name;
};

} // namespace

Theme::Theme(QApplication& application, ThemeChoice choice)
    : m_application(application)
    , m_choice(choice)
    , m_desktopIsDark(application.palette().color(QPalette::Window).lightnessF() < 0.5)
{
    m_families = installed({QStringLiteral("Open Sans"), QStringLiteral("Noto Sans"), QStringLiteral("Cantarell"),
        QStringLiteral("DejaVu Sans"), QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("Noto Sans CJK SC")});
    m_monoFamilies = installed({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
        QStringLiteral("WenQuanYi Micro Hei Mono"), QStringLiteral("Noto Sans Mono CJK SC")});
    // DejaVu Sans is 11% wider than the font the layout was designed for, so use a smaller size.
    if (!m_families.isEmpty() && m_families.first() == QStringLiteral("DejaVu Sans"))
        m_basePixels = 12;
    m_application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    apply();
}

void Theme::choose(ThemeChoice choice)
{
    const ThemeKind before = kind();
    m_choice = choice;
    Q_EMIT chosen();
    if (kind() != before)
        apply();
}

void Theme::followDesktop(bool dark)
{
    const ThemeKind before = kind();
    m_desktopIsDark = dark;
    if (kind() != before)
        apply();
}

ThemeKind Theme::kind() const
{
    const bool dark = m_choice == ThemeChoice::Dark || (m_choice != ThemeChoice::Light && m_desktopIsDark);
    if (m_choice == ThemeChoice::HighContrast)
        return dark ? ThemeKind::HighContrastDark : ThemeKind::HighContrastLight;
    return dark ? ThemeKind::Dark : ThemeKind::Light;
}

void Theme::apply()
{
    m_tokens = Tokens::make(kind());
    m_staleTokens = m_tokens.stale();
    m_pixmaps.clear();
    QPixmapCache::clear();
    m_application.setFont(font());
    m_application.setPalette(paletteFor(m_tokens));
    m_application.setStyleSheet(styleSheet(*this));
    Q_EMIT changed();
}

QFont Theme::font(int step, QFont::Weight weight) const
{
    QFont font;
    if (!m_families.isEmpty())
        font.setFamilies(m_families);
    font.setPixelSize(m_basePixels + step);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont Theme::mono(int step) const
{
    QFont font;
    if (!m_monoFamilies.isEmpty())
        font.setFamilies(m_monoFamilies);
    // Disable ligatures: data must be shown character by character. A ligature for `://` or `</` would look like a
    // space.
    font.setStyleHint(QFont::Monospace, QFont::StyleStrategy(QFont::PreferDefault | QFont::PreferNoShaping));
    font.setPixelSize(m_basePixels + step);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QIcon Theme::icon(const QString& name) const { return QIcon(new GlyphEngine(*this, name)); }

QPixmap Theme::pixmap(const QString& name, const QColor& color, int size, qreal ratio) const
{
    const QString key = QStringLiteral("%1/%2/%3/%4").arg(name, color.name(QColor::HexArgb)).arg(size).arg(ratio);
    if (const auto found = m_pixmaps.constFind(key); found != m_pixmaps.constEnd())
        return *found;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "Theme::pixmap", qPrintable(name));
    Q_UNUSED(opened)
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(color.alphaF());
    QSvgRenderer(svg).render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    m_pixmaps.insert(key, pixmap);
    return pixmap;
}

QString Theme::stateIcon(TaskState state)
{
    return QStringLiteral("state-") + QString::fromLatin1(stateName(state).data(), stateName(state).size());
}

} // namespace dueline
