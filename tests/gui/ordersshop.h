// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/openwindow.h"

namespace dueline::test {

/// Base class for tests that open several windows on one server, one after another. The `mail` queue contains three
/// tasks.
class OrdersShop : public QObject
{
protected:
    void openShop()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>();
        m_shop->add(3);
    }
    void closeShop()
    {
        m_shop.reset();
        m_theme.reset();
    }
    /// Opens the `orders` connection and waits until `tasks` tasks are listed.
    static void show(OpenWindow& open, const Shop& shop, int tasks)
    {
        open.open(shop.profile(QStringLiteral("orders")));
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), tasks);
        QTRY_VERIFY(open.bench.list().tasks().taskAt(0));
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
};

} // namespace dueline::test
