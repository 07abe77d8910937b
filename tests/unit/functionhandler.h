// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <functional>

namespace dueline {

class FunctionHandler : public Handler
{
public:
    using Function = std::function<HandlerResult(TaskContext&)>;
    explicit FunctionHandler(Function function)
        : m_function(std::move(function))
    { }
    HandlerResult run(TaskContext& context) override { return m_function(context); }

private:
    Function m_function;
};

} // namespace dueline
