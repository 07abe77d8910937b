<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AddTaskRules</name>
    <message>
        <source>Copies with the same payload would be stored as a single member. Leave the payload empty.</source>
        <translation>同一载荷的多个副本只会是一个成员；请将载荷留空。</translation>
    </message>
    <message>
        <source>Enter a payload, because the list stores only payloads.</source>
        <translation>请填写载荷：列表里存放的就是它。</translation>
    </message>
    <message>
        <source>Enter an ID that matches %1. The ID becomes the key name.</source>
        <translation>请填写符合 %1 的 ID：它就是键名。</translation>
    </message>
    <message>
        <source>The ID must match %1; otherwise, no worker will find the key.</source>
        <translation>ID 须符合 %1，否则没有程序能找到该键。</translation>
    </message>
    <message>
        <source>Enter either an ID or a payload to use as the ZSET member.</source>
        <translation>ID 与载荷只能填一个：填写的那个将成为成员。</translation>
    </message>
    <message>
        <source>The arguments must be a JSON array, such as [1, &quot;two&quot;].</source>
        <translation>参数是 JSON 数组，例如 [1, &quot;two&quot;]；输入的内容不是。</translation>
    </message>
    <message>
        <source>The data must be valid JSON, because workers parse it: %1</source>
        <translation>数据须为 JSON，供其执行器读取：%1</translation>
    </message>
    <message>
        <source>A job&apos;s backoff must be fixed or exponential, such as fixed:5s or exp:2s:5m.</source>
        <translation>任务的退避只能是固定或指数：fixed:5s、exp:2s:5m。</translation>
    </message>
    <message>
        <source>A custom ID must not contain a colon or be a number, because the framework assigns numeric IDs.</source>
        <translation>自定义 id 不能是数字（数字由框架自己分配），也不能含冒号。</translation>
    </message>
</context>
<context>
    <name>ChangesRows</name>
    <message>
        <source>%1, %2 unchecked</source>
        <comment>numbers of tasks</comment>
        <translation>%1，%2 个未核对</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>a number of tasks</comment>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Not recorded for %1</source>
        <translation>%1内没有记录</translation>
    </message>
    <message>
        <source>the recorder was stopped</source>
        <translation>记录程序已停止</translation>
    </message>
    <message>
        <source>the recorder was killed</source>
        <translation>记录程序被终止</translation>
    </message>
    <message>
        <source>the server did not respond</source>
        <translation>服务器没有响应</translation>
    </message>
    <message>
        <source>a different server responded</source>
        <translation>响应的是另一台服务器</translation>
    </message>
    <message>
        <source>the recorder&apos;s machine was suspended</source>
        <translation>记录程序所在的机器已休眠</translation>
    </message>
    <message>
        <source>the disk was full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>numbers</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>The recording has reached its limit of %1, so no more task IDs are recorded.</source>
        <translation>记录已达到 %1 的上限，因此不再记录任务 ID。</translation>
    </message>
    <message>
        <source>Figures from before %1 were removed, because the recording reached its limit of %2.</source>
        <translation>记录已达到 %2 的上限，因此 %1 之前的数据已被删除。</translation>
    </message>
    <message>
        <source>another program had locked the recording</source>
        <translation>另一个程序锁定了记录文件</translation>
    </message>
</context>
<context>
    <name>CronWords</name>
    <message>
        <source>every %1</source>
        <comment>a duration</comment>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>every day %1</source>
        <translation>每天 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>days, times</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>every minute</source>
        <translation>每分钟</translation>
    </message>
    <message>
        <source>every hour at minute %1</source>
        <translation>每小时的第 %1 分</translation>
    </message>
    <message>
        <source>every %1 at minute %2</source>
        <comment>a duration in hours</comment>
        <translation>每 %1的第 %2 分</translation>
    </message>
    <message>
        <source>at %1</source>
        <comment>times of day</comment>
        <translation>%1</translation>
    </message>
    <message>
        <source>on day %1</source>
        <comment>of the month</comment>
        <translation>每月 %1 日</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <comment>days</comment>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>every day of %1</source>
        <comment>months</comment>
        <translation>%1 每天</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>days, months</comment>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>the clocks have gone forward from %1 to %2</source>
        <comment>offsets from UTC</comment>
        <translation>时钟已拨快，%1 到 %2</translation>
    </message>
    <message>
        <source>the clocks have gone back from %1 to %2</source>
        <comment>offsets from UTC</comment>
        <translation>时钟已拨慢，%1 到 %2</translation>
    </message>
    <message>
        <source>%1, no daylight saving time.</source>
        <comment>an offset from UTC</comment>
        <translation>%1，没有夏令时。</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>date format of a change of the clock</comment>
        <translation>yyyy 年 M 月 d 日</translation>
    </message>
    <message>
        <source>%1 until %2, then %3:</source>
        <comment>offset, date, offset</comment>
        <translation>%2前为 %1，之后为 %3：</translation>
    </message>
    <message>
        <source>times from %1 to %2 do not exist on that day; runs scheduled for these times start at %2.</source>
        <comment>times of day</comment>
        <translation>当天不存在 %1 到 %2 之间的时间，定在其中的执行改在 %2 开始。</translation>
    </message>
    <message>
        <source>times from %1 to %2 occur twice on that day; runs scheduled for these times start only at the first occurrence.</source>
        <comment>times of day</comment>
        <translation>当天 %1 到 %2 之间的时间出现两次，定在其中的执行只在第一次出现时开始。</translation>
    </message>
    <message>
        <source>The time zone %1 is unknown on this machine; install or update the tzdata package.</source>
        <translation>本机没有时区 %1 的数据；请安装或更新 tzdata 软件包。</translation>
    </message>
    <message>
        <source>Day and weekday are both restricted: the task runs on days that match either.</source>
        <translation>日期和星期都有限制：满足其中之一的日子都会执行。</translation>
    </message>
    <message>
        <source>Day and weekday are both restricted, and one starts with *: the task runs on days that match both.</source>
        <translation>日期和星期都有限制，其中一个以 * 开头：两者都满足的日子才会执行。</translation>
    </message>
</context>
<context>
    <name>DetailText</name>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>started %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>结束于 %1</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>No error is recorded.</source>
        <translation>没有记录错误。</translation>
    </message>
    <message>
        <source>Return value</source>
        <translation>返回值</translation>
    </message>
    <message>
        <source>Maximum attempts</source>
        <translation>最大尝试次数</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期时间</translation>
    </message>
    <message>
        <source>Keep return value</source>
        <translation>保留返回值</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Leases granted</source>
        <translation>已发放的租约</translation>
    </message>
    <message>
        <source>Leases expired</source>
        <translation>已过期的租约</translation>
    </message>
    <message>
        <source>Lease token</source>
        <translation>租约令牌</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>最近的操作</translation>
    </message>
    <message>
        <source>State in the framework</source>
        <translation>框架中的状态</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
</context>
<context>
    <name>DrainWords</name>
    <message>
        <source>At this rate, no due tasks will be left by %1 (probably between %2 and %3).</source>
        <translation>按此速度，到 %1 将不再有到期任务（很可能在 %2 到 %3 之间）。</translation>
    </message>
    <message>
        <source>No task is due.</source>
        <translation>没有任务到期。</translation>
    </message>
    <message>
        <source>No estimate: the number of due tasks is not falling.</source>
        <translation>无法估计：到期任务的数量没有减少。</translation>
    </message>
    <message>
        <source>No estimate: the queue is paused.</source>
        <translation>无法估计：队列已暂停。</translation>
    </message>
    <message>
        <source>No estimate yet: the rate must be measured for at least a minute.</source>
        <translation>暂时无法估计：速度需要至少测量一分钟。</translation>
    </message>
    <message>
        <source>No estimate: the number of due tasks has fallen by less than %1.</source>
        <translation>无法估计：到期任务只减少了不到 %1 个。</translation>
    </message>
    <message>
        <source>No estimate: the rate varies too much.</source>
        <translation>无法估计：速度变化太大。</translation>
    </message>
    <message>
        <source>At this rate, the queue will not be empty within %1.</source>
        <translation>按此速度，队列在 %1 内不会清空。</translation>
    </message>
    <message>
        <source>No estimate: not all due tasks can be counted.</source>
        <translation>无法估计：无法统计所有到期任务。</translation>
    </message>
    <message>
        <source>After this operation, the queue should be empty by about %1.</source>
        <translation>此操作之后，队列预计约在 %1 清空。</translation>
    </message>
    <message>
        <source>After this operation, the queue should be empty by about %1 instead of %2.</source>
        <translation>此操作之后，队列预计约在 %1 清空，而不是 %2。</translation>
    </message>
    <message>
        <source>Expected to be empty at %1, but was empty at %2 (%3 early)</source>
        <translation>预计 %1 清空，实际 %2 清空（早了 %3）</translation>
    </message>
    <message>
        <source>Expected to be empty at %1, but was empty at %2 (%3 late)</source>
        <translation>预计 %1 清空，实际 %2 清空（晚了 %3）</translation>
    </message>
    <message>
        <source>Expected to be empty at %1; the actual time was not recorded</source>
        <translation>预计 %1 清空；实际时间没有记录</translation>
    </message>
    <message numerus="yes">
        <source>Expected to be empty at %1, but %Ln task(s) are still due</source>
        <translation>
            <numerusform>预计 %1 清空，但仍有 %Ln 个到期任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Expected to be empty at %1</source>
        <translation>预计 %1 清空</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>Scheduled</source>
        <translation>待执行</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>已到期</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>等待重试</translation>
    </message>
    <message>
        <source>Leased</source>
        <translation>执行中</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1后</translation>
    </message>
    <message>
        <source>MMM d HH:mm:ss</source>
        <comment>date format of this year</comment>
        <translation>M 月 d 日 HH:mm:ss</translation>
    </message>
    <message>
        <source>ddd d MMM</source>
        <comment>date format of a day on the timeline</comment>
        <translation>M 月 d 日 ddd</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>from – to</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>with hours or seconds</comment>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Lease expired</source>
        <translation>租约过期</translation>
    </message>
    <message>
        <source>Canceled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>parts of a list</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>items of an enumeration</comment>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>an instant in two zones</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已开始</translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message>
        <source>extra text after the value</source>
        <translation>值结束后还有内容</translation>
    </message>
    <message>
        <source>Not JSON: %1 at byte %2.</source>
        <translation>不是 JSON：第 %2 字节处%1。</translation>
    </message>
    <message>
        <source>expected a colon</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>expected a comma or closing bracket</source>
        <translation>缺少逗号或右括号</translation>
    </message>
    <message>
        <source>expected a string</source>
        <translation>缺少字符串</translation>
    </message>
    <message>
        <source>control character in a string</source>
        <translation>字符串中有控制字符</translation>
    </message>
    <message>
        <source>invalid escape sequence</source>
        <translation>转义错误</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>unrecognized word</source>
        <translation>未知的单词</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>Too deep for the tree view (more than %1 levels).</source>
        <translation>层级过深，无法以树形显示（超过 %1 层）。</translation>
    </message>
    <message>
        <source>Too large for the tree view (%1).</source>
        <translation>数据过大，无法以树形显示（%1）。</translation>
    </message>
</context>
<context>
    <name>LayoutWords</name>
    <message>
        <source>When this Redis server runs out of memory, it evicts keys that have an expiry, so undo data and the trash may be lost early.</source>
        <translation>此 Redis 写满后会删除有过期时间的键。撤销数据和回收站都有过期时间，因此可能提前丢失。</translation>
    </message>
    <message>
        <source>Laravel&apos;s failed_jobs table keeps a row for each job. Running php artisan queue:retry would run the job again; queue:forget removes the row.</source>
        <translation>Laravel 自己的 failed_jobs 表仍保留每个任务的一行：php artisan queue:retry 会让它再运行一次，queue:forget 可删除该行。</translation>
    </message>
    <message>
        <source>Laravel&apos;s failed_jobs table keeps a row for each job, so php artisan queue:retry can still run the job.</source>
        <translation>Laravel 自己的 failed_jobs 表仍保留每个任务的一行：php artisan queue:retry 仍能运行它。</translation>
    </message>
    <message>
        <source>A unique job&apos;s lock remains until it expires, and no identical job can be queued before then. Redis does not record which job classes are unique.</source>
        <translation>如果任务的类是唯一的，它的锁会保留到过期，在此之前不能加入相同的任务；哪些类是唯一的，从这里无法得知。</translation>
    </message>
    <message>
        <source>Laravel stores only a job&apos;s attempt count in Redis.</source>
        <translation>Laravel 只在 Redis 中记录任务的尝试次数，不保存其他内容。</translation>
    </message>
    <message>
        <source>Horizon keeps only the outcome of the last attempt.</source>
        <translation>Horizon 只保存最后一次尝试的执行结果。</translation>
    </message>
    <message>
        <source>A program waiting for the result of a removed task will wait forever, and a chord that includes the task will never complete.</source>
        <translation>等待此类任务结果的程序会一直等下去，计入它的 chord 也不会结束。</translation>
    </message>
    <message>
        <source>Celery does not store attempts in Redis. A message contains the number of retries, and a result contains the outcome of the last attempt.</source>
        <translation>Celery 不在 Redis 中保存尝试记录：消息只含重试次数，结果只含最后一次尝试的执行结果。</translation>
    </message>
    <message>
        <source>asynq keeps only the error and the time of the last failed attempt.</source>
        <translation>asynq 只保存最后一次失败尝试的错误和时间，不保存其他尝试。</translation>
    </message>
    <message>
        <source>RQ keeps a job&apos;s last ten results until they expire, but nothing about other attempts.</source>
        <translation>RQ 保存任务最近的十个结果，每个都会过期；Redis 中没有其他尝试的记录。</translation>
    </message>
    <message>
        <source>Sidekiq keeps only the error and the times of the last failed attempt.</source>
        <translation>Sidekiq 只保存最后一次失败尝试的错误和时间，不保存其他尝试。</translation>
    </message>
    <message>
        <source>Native: Dueline&apos;s own queues</source>
        <translation>原生：Dueline 自己的队列</translation>
    </message>
    <message>
        <source>ZSET scored by time, polled</source>
        <translation>ZSET 按时间计分，轮询</translation>
    </message>
    <message>
        <source>ZSET scored by time, with a lock key per task</source>
        <translation>ZSET 按时间计分，每个任务一个锁键</translation>
    </message>
    <message>
        <source>Cron: ZSET with COMMAND_TIME members</source>
        <translation>Cron：成员为 命令_时间 的 ZSET</translation>
    </message>
    <message>
        <source>LIST with LPUSH and RPOP</source>
        <translation>LIST，LPUSH 与 RPOP</translation>
    </message>
    <message>
        <source>LIST of JSON messages that are resent when old</source>
        <translation>JSON 的 LIST，超时重发</translation>
    </message>
    <message>
        <source>SET and PUBLISH</source>
        <translation>SET 与 PUBLISH</translation>
    </message>
    <message>
        <source>Any number of queues under one prefix; leases, retries, history and statistics.</source>
        <translation>同一前缀下任意多个队列；有租约、重试、历史和统计。</translation>
    </message>
    <message>
        <source>Members are tasks, and scores are due times; workers read due tasks and remove them after success.</source>
        <translation>成员是任务，分值是到期时间；执行器读取到期的任务，成功后移除。</translation>
    </message>
    <message>
        <source>Members are tasks, and scores are due times; a worker sets a lock key for each task that it runs.</source>
        <translation>成员是任务，分值是到期时间；执行器为正在运行的任务设置一个锁键。</translation>
    </message>
    <message>
        <source>Each member is a command, an underscore and a Unix time; the score is the same time.</source>
        <translation>成员由命令、下划线和 Unix 时间组成；分值就是该时间。</translation>
    </message>
    <message>
        <source>Items are tasks without a time: pushed at the head, popped from the tail.</source>
        <translation>元素是没有时间的任务：从头部压入，从尾部取出。</translation>
    </message>
    <message>
        <source>Items are {message, timestamp, retry_count, delay_time}: recent messages are run, and old messages are resent.</source>
        <translation>元素是 {message, timestamp, retry_count, delay_time}：新的直接运行，旧的重新发送。</translation>
    </message>
    <message>
        <source>Each task is a key whose value is the due time. The key name is published on a channel.</source>
        <translation>每个任务是一个键，其值为时间；键名会发布到频道。</translation>
    </message>
    <message>
        <source>%1 of %2 sampled items match</source>
        <translation>查看的 %2 个元素中有 %1 个是这种消息</translation>
    </message>
    <message>
        <source>%1 of %2 sampled members end with their score</source>
        <translation>查看的 %2 个成员中有 %1 个以自身时间结尾</translation>
    </message>
    <message>
        <source>%1 of %2 sampled scores are times; lock keys found: %3</source>
        <translation>查看的 %2 个分值中有 %1 个是时间；见到锁键 %3 个</translation>
    </message>
    <message>
        <source>%1 of %2 sampled scores are times; no lock keys found</source>
        <translation>查看的 %2 个分值中有 %1 个是时间；未见到锁</translation>
    </message>
    <message>
        <source>a list; its items may or may not be tasks</source>
        <translation>列表；无法判断其元素是否为任务</translation>
    </message>
    <message>
        <source>A ZSET merges two tasks with the same name; a native queue runs both.</source>
        <translation>同名的两个任务在 ZSET 中合并为一个，在原生队列中各自运行。</translation>
    </message>
    <message>
        <source>Lock keys: a native queue uses leases instead. Locked tasks are not moved; adopt them later.</source>
        <translation>锁键：原生任务改用租约。现在被锁住的留在原处，稍后可再次接管。</translation>
    </message>
    <message>
        <source>The time in the member name is kept only in the payload.</source>
        <translation>成员名中的时间只保留在载荷里。</translation>
    </message>
    <message>
        <source>Sequential execution: native tasks are claimed in list order, but may run in parallel.</source>
        <translation>逐个执行：原生任务按列表顺序取出，但可能同时运行多个。</translation>
    </message>
    <message>
        <source>Results channel %1: a native queue publishes outcomes on its own channel instead.</source>
        <translation>%1 上的结果：原生队列在自己的频道发布执行结果。</translation>
    </message>
    <message>
        <source>Timestamp, retry count and delay: the queue&apos;s attempts and backoff replace them, and old messages run instead of being resent.</source>
        <translation>时间戳、重发次数和延迟：改用队列的尝试次数和退避，旧消息会直接运行。</translation>
    </message>
    <message>
        <source>Messages on the channel %1: listeners are not notified of native tasks.</source>
        <translation>%1 上的消息：在那里监听的程序得不到原生任务的消息。</translation>
    </message>
    <message>
        <source>A listener may already have run tasks that are due; these tasks are moved as well.</source>
        <translation>现已到期的任务可能已被监听者运行过；它们也会被移动。</translation>
    </message>
    <message>
        <source>Tasks that producers add to the key later will not be in the native queue, so switch the producers to that queue.</source>
        <translation>之后生产者写入该键的任务不在原生队列中：请切换生产者。</translation>
    </message>
    <message>
        <source>Tasks run on time. Each task is leased in one step, so nothing is lost if a worker dies: the task runs again when its lease expires.</source>
        <translation>准时。取出任务与取得租约一步完成：执行器崩溃也不会丢失，租约过期后任务会再次运行。</translation>
    </message>
    <message>
        <source>While the design&apos;s own worker runs a task, the task remains in the key, so Dueline&apos;s worker may also run it. Dueline&apos;s worker removes each task before running it, so the design&apos;s worker runs only tasks that it has already read.</source>
        <translation>方案自带的执行器正在运行的任务仍在键中且没有标记：Dueline 的执行器可能也会运行它。Dueline 的执行器会先取出任务，因此对方不会再运行，除非它之前已经读到。</translation>
    </message>
    <message>
        <source>Tasks run up to a second late. With two workers, every task runs twice; a task whose worker dies before removing it runs again.</source>
        <translation>最多晚一秒。两个执行器会把所有任务各运行一遍；移除前崩溃则会再次运行。</translation>
    </message>
    <message>
        <source>Up to 10 s late. As published, the design never runs a task: its Lua script returns 1, but its Python code expects True. A second loop drops due tasks without running them. After a crash, the task waits until its lock times out.</source>
        <translation>最多晚 10 秒。该方案按发表时的写法什么都不会运行（Lua 的 1 不等于 True）；另一个循环会丢弃到期未运行的任务。崩溃会使任务推迟到锁结束。</translation>
    </message>
    <message>
        <source>Tasks run on time, using the design&apos;s lock keys. Dueline extends a lock while its task runs, and then lets the lock expire.</source>
        <translation>准时，使用该方案的锁键：运行时续期，之后任其过期，从不删除。</translation>
    </message>
    <message>
        <source>No task runs twice unless a worker is killed, because only the holder of the lock runs a task. The design&apos;s own worker does not extend its lock, so a task that outlasts the lock may run twice.</source>
        <translation>没有执行器被杀死时不会重复：持锁者运行。方案自带的执行器不续期：运行时间超过锁的任务可能运行两次。</translation>
    </message>
    <message>
        <source>Tasks run up to a minute late. With two workers, every task runs twice; a task whose worker dies before removing it runs again.</source>
        <translation>最多晚一分钟。两个执行器会把所有任务各运行一遍；移除前崩溃则会再次运行。</translation>
    </message>
    <message>
        <source>RPOP removes the task permanently: if the worker dies, the task is lost.</source>
        <translation>RPOP 直接取走任务：执行器崩溃即丢失。</translation>
    </message>
    <message>
        <source>Removes and leases each task in one step and runs it immediately, so no task is lost if a worker dies. Results are published on the same channel.</source>
        <translation>立即执行。取出任务与取得租约一步完成：执行器崩溃也不会丢失；结果发布到同一频道。</translation>
    </message>
    <message>
        <source>No task runs twice, because each item is popped once. A task held by the design&apos;s own worker is lost if that worker dies.</source>
        <translation>不会重复：元素只弹出一次。方案自带的执行器崩溃时，它持有的任务会丢失。</translation>
    </message>
    <message>
        <source>If the worker dies, its message is lost. Messages that were resent too often are dropped.</source>
        <translation>崩溃时丢失手中的消息，并丢弃重发次数过多的消息。</translation>
    </message>
    <message>
        <source>Follows the design&apos;s rule: runs recent messages and resends old ones. Messages past the resend limit remain in Failed.</source>
        <translation>按该方案的规则运行新消息、重发旧消息；超出次数本应丢弃的保留在“已失败”中。</translation>
    </message>
    <message>
        <source>No task runs twice, because each item is popped once. The design&apos;s own worker still drops messages past the resend limit.</source>
        <translation>不会重复：元素只弹出一次。方案自带的执行器仍会丢弃超过次数上限的消息。</translation>
    </message>
    <message>
        <source>Runs the task when the message arrives, regardless of the time in the key; without a listener, the task never runs. The key is not removed.</source>
        <translation>收到消息立即运行，不管时间；没有监听者则永不运行。键会留下。</translation>
    </message>
    <message>
        <source>Runs the task once, at the time in the key. The key is not removed.</source>
        <translation>按键中的时间运行一次；键会留下。</translation>
    </message>
    <message>
        <source>Every task runs twice: the design&apos;s own worker runs it when the message arrives, and Dueline&apos;s worker at its due time.</source>
        <translation>按方案必然运行两次：方案自带的执行器在收到消息时，Dueline 在到期时。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>the key&apos;s name, as in redis-cli</source>
        <translation>键名，与 redis-cli 中相同</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>selects the handler; default: the key name</source>
        <translation>决定由谁处理；默认同键名</translation>
    </message>
    <message>
        <source>List items have no due times. Tasks are claimed in order.</source>
        <translation>列表没有时间：轮到时即取出任务。</translation>
    </message>
    <message>
        <source>Results to</source>
        <translation>结果发往</translation>
    </message>
    <message>
        <source>Results channel</source>
        <translation>结果频道</translation>
    </message>
    <message>
        <source>empty: results are not published</source>
        <translation>无：不发布结果</translation>
    </message>
    <message>
        <source>The payload becomes the list item.</source>
        <translation>成为列表的元素。</translation>
    </message>
    <message>
        <source>Resend</source>
        <translation>重发</translation>
    </message>
    <message>
        <source>Resend at most</source>
        <translation>最多重发</translation>
    </message>
    <message>
        <source> times</source>
        <translation> 次</translation>
    </message>
    <message>
        <source>The payload becomes the message.</source>
        <translation>成为消息内容。</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>频道</translation>
    </message>
    <message>
        <source>the channel that new tasks are published on</source>
        <translation>发布新任务的频道</translation>
    </message>
    <message>
        <source>Task keys</source>
        <translation>任务的键</translation>
    </message>
    <message>
        <source>a pattern, e.g. job*</source>
        <translation>模式，如 job*</translation>
    </message>
    <message>
        <source>Score unit</source>
        <translation>分值的单位</translation>
    </message>
    <message>
        <source>in seconds</source>
        <translation>以秒计</translation>
    </message>
    <message>
        <source>in milliseconds</source>
        <translation>以毫秒计</translation>
    </message>
    <message>
        <source>Lock key</source>
        <translation>锁键</translation>
    </message>
    <message>
        <source>lock_%1, where %1 is the task ID</source>
        <translation>lock_%1，其中 %1 为任务 ID</translation>
    </message>
    <message>
        <source>Enter the lock key with %1 in place of the task ID, such as lock_%1.</source>
        <translation>请填写锁键名，以 %1 代表任务 ID：lock_%1。</translation>
    </message>
    <message>
        <source>for</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Locked for</source>
        <translation>锁定时长</translation>
    </message>
    <message>
        <source>How long the design&apos;s workers hold a lock: from 1 s to 1 d.</source>
        <translation>方案自带的执行器持有锁的时长：1 秒到 1 天。</translation>
    </message>
    <message>
        <source>The payload becomes the ZSET member. If the payload is empty, the ID is used.</source>
        <translation>成为 ZSET 的成员；留空则由 ID 充当。</translation>
    </message>
    <message>
        <source>Native</source>
        <translation>Native</translation>
    </message>
    <message>
        <source>Auto: Dueline&apos;s own queues and any others found</source>
        <translation>自动：Dueline 自己的队列，以及找到的队列</translation>
    </message>
    <message>
        <source>Native queues and the queues of all job frameworks found on this server.</source>
        <translation>native 队列，以及这台服务器上任何位置的各任务框架的队列。</translation>
    </message>
    <message>
        <source>lower numbers run first; jobs without a priority run last</source>
        <translation>数值越小越先运行，且都先于无优先级的任务</translation>
    </message>
    <message>
        <source>Bull 3.29 and 4</source>
        <translation>Bull 3.29 和 4</translation>
    </message>
    <message>
        <source>All queues under one prefix. The framework&apos;s own workers run the jobs. The Auto layout also finds these queues.</source>
        <translation>同一前缀下的队列；任务由它自己的执行器运行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共用</translation>
    </message>
    <message>
        <source>Queues that BullMQ has also opened</source>
        <translation>BullMQ 也打开过的队列</translation>
    </message>
    <message>
        <source>only read them</source>
        <translation>BullMQ 也打开过的队列只读</translation>
    </message>
    <message>
        <source>treat them as Bull&apos;s: Bull&apos;s workers run them</source>
        <translation>属于 Bull：由它的执行器运行</translation>
    </message>
    <message>
        <source>job name, which selects the handler, e.g. send-mail</source>
        <translation>任务名称，执行器据此处理：send-mail</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>bull, unless the program sets another prefix, e.g. shop</source>
        <translation>键的前缀：默认 bull，程序可另设；例如 shop</translation>
    </message>
    <message>
        <source>Enter the key prefix. The default is bull.</source>
        <translation>请输入键的前缀；程序没有另设时是 bull。</translation>
    </message>
    <message>
        <source>jobs without a priority run first, followed by the lowest numbers</source>
        <translation>数值越小越先运行；无优先级的任务最先运行</translation>
    </message>
    <message>
        <source>BullMQ 5 and 6</source>
        <translation>BullMQ 5 和 6</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Worker version</source>
        <translation>执行器的版本</translation>
    </message>
    <message>
        <source>as recorded in each queue</source>
        <translation>按各队列所写</translation>
    </message>
    <message>
        <source>job class, e.g. MailJob</source>
        <translation>任务的类：MailJob</translation>
    </message>
    <message>
        <source>Sidekiq 6.4, 7 and 8</source>
        <translation>Sidekiq 6.4、7 和 8</translation>
    </message>
    <message>
        <source>All queues in one installation. Sidekiq&apos;s own processes run the jobs. The Auto layout also finds these queues.</source>
        <translation>一套安装；任务由它自己的进程运行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>usually empty; with redis-namespace, the namespace, e.g. shop</source>
        <translation>通常没有；使用 redis-namespace 时为每个键前面的部分：shop</translation>
    </message>
    <message>
        <source>Celery 5 with Redis</source>
        <translation>Celery 5，Redis 作中间件</translation>
    </message>
    <message>
        <source>All queues on one broker. Celery&apos;s own workers run the tasks. The Auto layout also finds these queues.</source>
        <translation>一个中间件的队列；任务由 Celery 自己的工作进程执行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>usually empty, or the global_keyprefix, e.g. shop_</source>
        <translation>通常没有；使用 global_keyprefix 时为每个键前面的部分：shop_</translation>
    </message>
    <message>
        <source>task type, which selects the handler, e.g. email:welcome</source>
        <translation>任务类型，处理程序据此处理：email:welcome</translation>
    </message>
    <message>
        <source>asynq 0.24 or later</source>
        <translation>asynq 0.24 及更高版本</translation>
    </message>
    <message>
        <source>All asynq queues on the server. asynq&apos;s own servers run the tasks. The Auto layout also finds these queues.</source>
        <translation>服务器上 asynq 的全部队列；任务由 asynq 自己的服务进程执行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>Laravel 8 to 13, Horizon</source>
        <translation>Laravel 8 至 13，Horizon</translation>
    </message>
    <message>
        <source>All of one application&apos;s queues, and the jobs that Horizon keeps. The application&apos;s own workers run the jobs. The Auto layout also finds these queues.</source>
        <translation>一个应用的队列，以及其 Horizon 保存的内容；任务由 Laravel 自己的工作进程执行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>empty, or database.redis.options.prefix, e.g. shop_database_</source>
        <translation>无；否则填 database.redis.options.prefix 的值：shop_database_</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>Horizon</translation>
    </message>
    <message>
        <source>Horizon&apos;s prefix</source>
        <translation>Horizon 的前缀</translation>
    </message>
    <message>
        <source>from the app name, or the value of horizon.prefix, e.g. shop_horizon:</source>
        <translation>按应用名称；否则填 horizon.prefix 的值：shop_horizon:</translation>
    </message>
    <message>
        <source>RQ 1 and 2</source>
        <translation>RQ 1 和 2</translation>
    </message>
    <message>
        <source>All RQ queues on the server. RQ&apos;s own workers run the jobs. The Auto layout also finds these queues.</source>
        <translation>服务器上 RQ 的全部队列；任务由 RQ 自己的工作进程执行。选 auto 会自动找到。</translation>
    </message>
    <message>
        <source>5.x if a queue records no version or has also been opened by Bull</source>
        <translation>5.x，在队列没有写明版本、或 Bull 也打开过它时</translation>
    </message>
    <message>
        <source>6.x if a queue records no version or has also been opened by Bull</source>
        <translation>6.x，在队列没有写明版本、或 Bull 也打开过它时</translation>
    </message>
    <message>
        <source>Queues described by a layout file. Their own workers run the tasks.</source>
        <translation>布局文件所描述的队列。任务由它们自己的执行器运行。</translation>
    </message>
    <message>
        <source>Your own layout file</source>
        <translation>你自己的布局文件</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>absolute path to the file, e.g. /home/ann/orders.toml</source>
        <translation>文件的绝对路径：/home/ann/orders.toml</translation>
    </message>
    <message>
        <source>Enter the path to a layout file.</source>
        <translation>请输入布局文件的路径。</translation>
    </message>
    <message>
        <source>Counts are lower bounds: this stream&apos;s entries are still being counted.</source>
        <translation>计数为下限：仍在统计此流的条目。</translation>
    </message>
    <message>
        <source>Streams with consumer groups</source>
        <translation>带消费者组的流</translation>
    </message>
    <message>
        <source>A released message runs the next time a consumer claims idle messages. A failed message is added again as a new message.</source>
        <translation>释放的消息会在消费者下次认领空闲消息时运行。失败的消息会作为新消息重新添加。</translation>
    </message>
    <message>
        <source>Discarding deletes waiting and failed messages; undo and restore add them again as new messages.</source>
        <translation>等待中或失败的消息会被删除；撤销和恢复会将其作为新消息重新添加。</translation>
    </message>
    <message>
        <source>Each of a stream&apos;s consumer groups is a queue. The group&apos;s consumers handle the messages; you can release, discard and restore messages here.</source>
        <translation>流的每个消费者组是一个队列。消息由其自己的消费者处理；您可以在此释放、丢弃和恢复消息。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>empty: all streams with consumer groups</source>
        <translation>留空：所有带消费者组的流</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>消费者组</translation>
    </message>
    <message>
        <source>empty: all groups of the stream</source>
        <translation>留空：该流的所有消费者组</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stream of failed messages</source>
        <translation>失败消息的流</translation>
    </message>
    <message>
        <source>stream of failed messages, if any, e.g. failed</source>
        <translation>存放失败消息的流（如有）：failed</translation>
    </message>
    <message>
        <source>Delayed</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Sorted set of delayed messages</source>
        <translation>延迟消息的有序集合</translation>
    </message>
    <message>
        <source>sorted set of delayed messages, if any</source>
        <translation>存放延迟消息的有序集合（如有）</translation>
    </message>
    <message>
        <source>Quiet after</source>
        <translation>静默时限</translation>
    </message>
    <message>
        <source>Idle time after which a consumer is shown as quiet</source>
        <translation>多久之后消费者视为静默</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Field that contains the payload</source>
        <translation>载荷字段</translation>
    </message>
    <message>
        <source>empty: detected by name, e.g. message or data</source>
        <translation>留空：按名称查找，如 message 或 data</translation>
    </message>
    <message>
        <source>The recorder&apos;s Redis user is not allowed to run INFO, so restarts, flushes, evictions and memory are unknown.</source>
        <translation>记录程序的 Redis 用户无权执行 INFO，因此无法得知重启、清空、淘汰和内存情况。</translation>
    </message>
    <message>
        <source>The recorder&apos;s Redis user is not allowed to run INFO commandstats, so it is unknown whether FLUSHALL or FLUSHDB ran.</source>
        <translation>记录程序的 Redis 用户无权执行 INFO commandstats，因此无法得知是否执行过 FLUSHALL 或 FLUSHDB。</translation>
    </message>
    <message>
        <source>The recorder&apos;s Redis user is not allowed to read marks, such as deployments. &quot;duectl acl viewer&quot; prints a rule that allows it.</source>
        <translation>记录程序的 Redis 用户无权读取标记（例如部署）。“duectl acl viewer”会输出允许读取的规则。</translation>
    </message>
    <message>
        <source>The recording begins after the start of this period.</source>
        <translation>记录晚于此时段的起点开始。</translation>
    </message>
    <message>
        <source>The recording ends before the end of this period.</source>
        <translation>记录早于此时段的终点结束。</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>no longer exists</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>lower bounds</source>
        <translation>为下限</translation>
    </message>
    <message>
        <source>The payload is stored exactly as you enter it, so it must have the form that the queue&apos;s workers expect.</source>
        <translation>载荷将原样保存，因此必须符合该队列的执行器所要求的格式。</translation>
    </message>
    <message>
        <source>The queue was paused</source>
        <translation>队列已暂停</translation>
    </message>
    <message>
        <source>The queue was resumed</source>
        <translation>队列已恢复</translation>
    </message>
    <message>
        <source>The settings of the queue were changed</source>
        <translation>队列的设置已更改</translation>
    </message>
    <message>
        <source>A recurring task was saved or enabled</source>
        <translation>定时任务已保存或启用</translation>
    </message>
    <message>
        <source>A recurring task was removed or disabled</source>
        <translation>定时任务已删除或停用</translation>
    </message>
    <message>
        <source>The recording could not be written until now. The disk may have been full.</source>
        <translation>此前无法写入记录。磁盘可能已满。</translation>
    </message>
    <message>
        <source>Tasks are being claimed again</source>
        <translation>任务又开始被领取</translation>
    </message>
    <message>
        <source>No tasks are due anymore</source>
        <translation>不再有已到期的任务</translation>
    </message>
    <message>
        <source>Due tasks are now held back</source>
        <translation>已到期的任务现在被暂缓</translation>
    </message>
    <message>
        <source>Due tasks are no longer held back</source>
        <translation>已到期的任务不再被暂缓</translation>
    </message>
    <message>
        <source>was paused</source>
        <translation>之前已暂停</translation>
    </message>
    <message>
        <source>Tasks whose workers crashed or stopped responding: %1. Running such tasks again may crash more workers.</source>
        <translation>执行器崩溃或失去响应的任务：%1 个。再次运行这类任务可能使更多执行器崩溃。</translation>
    </message>
    <message>
        <source>Tasks whose workers crashed or stopped responding: at least %1. Running such tasks again may crash more workers.</source>
        <translation>执行器崩溃或失去响应的任务：至少 %1 个。再次运行这类任务可能使更多执行器崩溃。</translation>
    </message>
</context>
<context>
    <name>LossWords</name>
    <message>
        <source>None of the lost tasks was due.</source>
        <translation>丢失的任务均未到期。</translation>
    </message>
    <message>
        <source>Up to %1 of the lost tasks may have run.</source>
        <translation>丢失的任务中最多 %1 个可能已执行。</translation>
    </message>
</context>
<context>
    <name>MetricsData</name>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Done per second</source>
        <translation>每秒完成</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Retried</source>
        <translation>已重试</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已启动</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>from – to</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>unknown type</source>
        <translation>类型未知</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Cannot save the settings to %1.</source>
        <translation>设置无法保存到 %1。</translation>
    </message>
</context>
<context>
    <name>ServerChangeWords</name>
    <message>
        <source>%1: another Redis server is now the master, and tasks were lost</source>
        <translation>%1：主节点已换成另一台 Redis，有任务丢失</translation>
    </message>
    <message>
        <source>%1: Redis was restarted and has lost tasks</source>
        <translation>%1：Redis 重启过，有任务丢失</translation>
    </message>
    <message>
        <source>%1: another Redis server is now the master</source>
        <translation>%1：主节点已换成另一台 Redis</translation>
    </message>
    <message>
        <source>%1: Redis was restarted</source>
        <translation>%1：Redis 重启过</translation>
    </message>
    <message>
        <source>No queue has fewer tasks than before.</source>
        <translation>没有哪个队列的任务变少。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) no longer exist.</source>
        <translation>
            <numerusform>原有的 %Ln 个任务已不在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) that had already ended are waiting again and may run twice.</source>
        <translation>
            <numerusform>%Ln 个已结束的任务又在等待，可能会执行两次。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 now has %2 of %3 tasks</source>
        <comment>queue, tasks now, tasks before</comment>
        <translation>%1 剩 %2，原有 %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more queue(s)</source>
        <translation>
            <numerusform>另有 %Ln 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>Other programs&apos; workers may have finished some of these tasks in the meantime.</source>
        <translation>其中一些可能已由其他程序的执行器在此期间完成。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Cannot read the settings in %1: %2.</source>
        <translation>无法读取 %1 中的设置：%2。</translation>
    </message>
    <message>
        <source>Cannot save the settings to %1: %2.</source>
        <translation>无法将设置保存到 %1：%2。</translation>
    </message>
</context>
<context>
    <name>SilenceWords</name>
    <message numerus="yes">
        <source>No task claimed since %1 (%2), although %Ln task(s) are due.</source>
        <translation>
            <numerusform>自 %1 起（%2）没有任务被领取，尽管有 %Ln 个任务已到期。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker slot(s) are in use.</source>
        <translation>
            <numerusform>执行器的全部 %Ln 个并发位都在使用中。</numerusform>
        </translation>
    </message>
    <message>
        <source>No worker for this queue is connected or registered.</source>
        <translation>此队列没有已连接或已注册的执行器。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s) are connected, but none is waiting for a task.</source>
        <translation>
            <numerusform>已连接 %Ln 个执行器，但没有一个在等待任务。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting connection(s) have sent nothing for %1.</source>
        <translation>
            <numerusform>%Ln 个等待任务的连接已有 %1 没有发送任何数据。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting connection(s) have sent nothing for %1, but a worker process is alive.</source>
        <translation>
            <numerusform>%Ln 个等待任务的连接已有 %1 没有发送任何数据，但有执行器进程仍在运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Workers without a heartbeat for %3: %1 of %2.</source>
        <translation>%2 个执行器中有 %1 个已有 %3 没有发送心跳。</translation>
    </message>
    <message>
        <source>Leased tasks without a lock: %1 of %2.</source>
        <translation>%2 个执行中的任务中有 %1 个没有锁。</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker(s) have been told to stop claiming tasks.</source>
        <translation>
            <numerusform>全部 %Ln 个执行器已被要求不再领取任务。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker(s) report that they are idle, so their processes or connections may be stuck.</source>
        <translation>
            <numerusform>全部 %Ln 个执行器都报告空闲：其进程或连接可能已挂起。</numerusform>
        </translation>
    </message>
    <message>
        <source>No scheduler is moving due tasks to the queue.</source>
        <translation>没有调度器将已到期的计划任务移入队列。</translation>
    </message>
    <message>
        <source>A worker is waiting for the queue&apos;s marker, which is missing.</source>
        <translation>有执行器在等待队列的标记（marker），但该标记不存在。</translation>
    </message>
    <message>
        <source>The number of running tasks is at its highest level in the last hour.</source>
        <translation>正在执行的任务数已达到最近一小时的最高值。</translation>
    </message>
    <message>
        <source>No task claimed since %1 (%2).</source>
        <comment>time, duration</comment>
        <translation>自 %1 起（%2）没有任务被领取。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: all workers are suspended.</source>
        <translation>
            <numerusform>%Ln 个已到期的任务被暂缓：所有执行器都已挂起。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: a rate limit applies for %1.</source>
        <translation>
            <numerusform>%Ln 个已到期的任务被暂缓：限速还将持续 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: the queue is paused.</source>
        <translation>
            <numerusform>%Ln 个已到期的任务被暂缓：队列已暂停。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceEditor</name>
    <message>
        <source>The editor command needs {file} as an argument, for example code -g {file}:{line}.</source>
        <translation>编辑器命令的参数中必须包含 {file}，例如 code -g {file}:{line}。</translation>
    </message>
    <message>
        <source>There is no program %1 on this computer.</source>
        <translation>这台计算机上没有程序 %1。</translation>
    </message>
    <message>
        <source>To open this file, set an editor command in the settings.</source>
        <translation>要打开此文件，请先在设置中填写编辑器命令。</translation>
    </message>
    <message>
        <source>This computer has no file %1.</source>
        <translation>这台计算机上没有文件 %1。</translation>
    </message>
    <message>
        <source>Cannot start the editor %1.</source>
        <translation>无法启动编辑器 %1。</translation>
    </message>
</context>
<context>
    <name>TimelineLateLane</name>
    <message>
        <source>No tasks started late, and none are overdue</source>
        <translation>没有延迟启动或逾期的任务</translation>
    </message>
    <message>
        <source>late</source>
        <comment>how late tasks are; at most 8 letters</comment>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>Median delay</source>
        <translation>延迟中位数</translation>
    </message>
    <message>
        <source>95th percentile of the delay</source>
        <translation>延迟第 95 百分位</translation>
    </message>
    <message>
        <source>Overdue by more than</source>
        <translation>逾期，已等待超过</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, how long or how many</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Overdue by less than</source>
        <translation>逾期，已等待不到</translation>
    </message>
</context>
<context>
    <name>TimelineMark</name>
    <message>
        <source>%1 · %2</source>
        <comment>an operation, number of tasks</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Undone</source>
        <comment>an operation</comment>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Ended</source>
        <comment>an operation</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>When</source>
        <translation>执行规则</translation>
    </message>
    <message>
        <source>Recurring task %1 ran</source>
        <translation>定时任务 %1 执行了</translation>
    </message>
    <message>
        <source>Recurring task %1 runs next</source>
        <translation>定时任务 %1 下次执行</translation>
    </message>
    <message>
        <source>The server was started</source>
        <translation>服务器已启动</translation>
    </message>
    <message>
        <source>A different server has been responding since about this time</source>
        <translation>大约从此时起由另一台服务器应答</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键数</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>numbers</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>The server was restarted</source>
        <translation>服务器已重启</translation>
    </message>
    <message>
        <source>Failover to another server</source>
        <translation>已故障切换到另一台服务器</translation>
    </message>
    <message>
        <source>FLUSHALL or FLUSHDB ran</source>
        <translation>执行了 FLUSHALL 或 FLUSHDB</translation>
    </message>
    <message>
        <source>The server evicted keys</source>
        <translation>服务器淘汰了键</translation>
    </message>
    <message>
        <source>Evicted keys</source>
        <translation>淘汰的键</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were lost</source>
        <translation>
            <numerusform>%Ln 个任务已丢失</numerusform>
        </translation>
    </message>
    <message>
        <source>May have run</source>
        <translation>可能已执行</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>a number of tasks</comment>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>The framework&apos;s version changed</source>
        <translation>框架版本已变化</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>versions</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>No worker claimed the due tasks</source>
        <translation>没有执行器领取已到期的任务</translation>
    </message>
    <message>
        <source>Due tasks</source>
        <translation>已到期的任务</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>尚未结束</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>none</source>
        <comment>tasks</comment>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>TimelineOverlay</name>
    <message>
        <source>Now %1</source>
        <translation>现在 %1</translation>
    </message>
    <message>
        <source>No tasks</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>tasks that match, all</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>TimelineShareWords</name>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>failure groups</source>
        <translation>失败组</translation>
    </message>
    <message>
        <source>queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>states</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>others</source>
        <comment>types, kinds of failure or queues together</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>not counted yet</source>
        <translation>尚未计数</translation>
    </message>
    <message>
        <source>no error</source>
        <translation>没有错误</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>type or queue of tasks</comment>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>WallWords</name>
    <message>
        <source>no workers alive</source>
        <translation>没有存活的执行器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s) alive</source>
        <translation>
            <numerusform>%Ln 个执行器存活</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) due</source>
        <translation>
            <numerusform>%Ln 个任务已到期</numerusform>
        </translation>
    </message>
    <message>
        <source>No task claimed since %1.</source>
        <translation>自 %1 起没有任务被领取。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1, new since %2</source>
        <comment>failure, time</comment>
        <translation>%1，自 %2 起新出现</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>WorkerModel</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>另外 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkerSettings</name>
    <message>
        <source>Cannot save the worker&apos;s settings to %1.</source>
        <translation>执行器的设置无法保存到 %1。</translation>
    </message>
    <message>
        <source>This address contains a password, which would be saved in plain text. Use &quot;duectl work&quot; or a command handler instead.</source>
        <translation>这个地址里有密码，保存下来会是明文；请改用“duectl work”或命令来发送。</translation>
    </message>
</context>
<context>
    <name>dueline</name>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Connect to a Redis server by URL.</source>
        <translation>通过 URL 连接到 Redis。</translation>
    </message>
    <message>
        <source>Open &amp;sandbox</source>
        <translation>打开沙盒</translation>
    </message>
    <message>
        <source>Start a private Redis with demo queues. It stops when you quit.</source>
        <translation>启动一个带演示队列的私有 Redis，退出时随之消失。</translation>
    </message>
    <message>
        <source>&amp;Reconnect now</source>
        <translation>立即重新连接</translation>
    </message>
    <message>
        <source>Try to reconnect to the server now.</source>
        <translation>马上重试已断开的连接。</translation>
    </message>
    <message>
        <source>C&amp;lose connection</source>
        <translation>关闭连接</translation>
    </message>
    <message>
        <source>Close this connection; nothing in Redis changes.</source>
        <translation>关闭此连接；Redis 中的内容不会改变。</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit Dueline.</source>
        <translation>退出 Dueline。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last operation for tasks that have not changed since then.</source>
        <translation>把上一次操作改动的任务恢复原状，之后又有变化的除外。</translation>
    </message>
    <message>
        <source>Copy &amp;ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy the IDs of the selected tasks.</source>
        <translation>复制所选任务的 ID。</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy the selected tasks as JSON.</source>
        <translation>将所选任务复制为 JSON。</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Go to the filter line.</source>
        <translation>转到筛选栏。</translation>
    </message>
    <message>
        <source>&amp;Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Show all tasks in the queue again.</source>
        <translation>重新显示队列中的全部任务。</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Select all tasks shown.</source>
        <translation>选择显示的每个任务。</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Read new data from Redis now.</source>
        <translation>立即查询 Redis。</translation>
    </message>
    <message>
        <source>&amp;Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Turn automatic refresh on or off.</source>
        <translation>自动刷新，或保持静止。</translation>
    </message>
    <message>
        <source>Go to &amp;now</source>
        <translation>转到现在</translation>
    </message>
    <message>
        <source>Keep the current time in view.</source>
        <translation>让时间轴跟随当前时刻。</translation>
    </message>
    <message>
        <source>One &amp;hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>Show the last 40 minutes and the next 20 minutes.</source>
        <translation>显示当前时间前 40 分钟和后 20 分钟。</translation>
    </message>
    <message>
        <source>24 hou&amp;rs</source>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>Show the last 16 hours and the next 8 hours.</source>
        <translation>显示当前时间前 16 小时和后 8 小时。</translation>
    </message>
    <message>
        <source>Seven &amp;days</source>
        <translation>七天</translation>
    </message>
    <message>
        <source>Show about the last 5 days and the next 2 days.</source>
        <translation>显示当前时间前约 5 天和后约 2 天。</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Show half of the current range.</source>
        <translation>显示一半的时间范围。</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show twice the current range.</source>
        <translation>显示两倍的时间范围。</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Return to the range before the last zoom.</source>
        <translation>回到上次缩放之前的时间范围。</translation>
    </message>
    <message>
        <source>Return to the range before the last step back.</source>
        <translation>撤销后退。</translation>
    </message>
    <message>
        <source>&amp;Panels below</source>
        <translation>下方面板</translation>
    </message>
    <message>
        <source>Open or close the panels below the table.</source>
        <translation>打开或关闭表格下方的面板。</translation>
    </message>
    <message>
        <source>Local &amp;worker</source>
        <translation>内嵌执行器</translation>
    </message>
    <message>
        <source>Show the local worker and its log.</source>
        <translation>显示内嵌执行器及其日志。</translation>
    </message>
    <message>
        <source>Show workers and the leases they hold.</source>
        <translation>显示谁持有哪个任务、持有到何时。</translation>
    </message>
    <message>
        <source>Resul&amp;ts</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Show outcomes as they are published.</source>
        <translation>随发布实时显示执行结果。</translation>
    </message>
    <message>
        <source>&amp;Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Show throughput, lateness and run time.</source>
        <translation>显示吞吐量、延迟和运行时长。</translation>
    </message>
    <message>
        <source>&amp;Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Show operations, who ran them, and what you can undo.</source>
        <translation>显示做过什么、由谁所做，以及哪些可以撤销。</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Open or close the inspector.</source>
        <translation>打开或关闭检查器。</translation>
    </message>
    <message>
        <source>Dark text on a light background.</source>
        <translation>白底深色文字。</translation>
    </message>
    <message>
        <source>Light text on a dark background.</source>
        <translation>深底浅色文字。</translation>
    </message>
    <message>
        <source>Follow the desktop&apos;s theme.</source>
        <translation>跟随桌面设置。</translation>
    </message>
    <message>
        <source>&amp;Add task…</source>
        <translation>添加任务…</translation>
    </message>
    <message>
        <source>Add tasks to this queue.</source>
        <translation>向此队列添加任务。</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show all of the task&apos;s details.</source>
        <translation>显示任务的全部信息。</translation>
    </message>
    <message>
        <source>&amp;Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Reset the attempts of failed tasks and run them now.</source>
        <translation>将已失败任务的尝试次数清零并立即执行。</translation>
    </message>
    <message>
        <source>R&amp;un now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>Make waiting tasks due now.</source>
        <translation>让等待中的任务立即到期。</translation>
    </message>
    <message>
        <source>Re&amp;schedule…</source>
        <translation>改期…</translation>
    </message>
    <message>
        <source>Change the due time of waiting tasks.</source>
        <translation>为等待中的任务设置新的到期时间。</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Move tasks to the trash. You can restore them from there.</source>
        <translation>将任务移到回收站，可从那里恢复。</translation>
    </message>
    <message>
        <source>Restore discarded tasks to their previous state.</source>
        <translation>将已丢弃的任务恢复到原来的状态。</translation>
    </message>
    <message>
        <source>Delete perma&amp;nently…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Remove tasks and free their memory; this cannot be undone.</source>
        <translation>移除任务并释放内存；此操作无法撤销。</translation>
    </message>
    <message>
        <source>&amp;Cancel run</source>
        <translation>取消执行</translation>
    </message>
    <message>
        <source>Ask the worker that holds the task to stop running it.</source>
        <translation>请求持有该任务的执行器停止它。</translation>
    </message>
    <message>
        <source>Re&amp;lease lease</source>
        <translation>释放租约</translation>
    </message>
    <message>
        <source>Revoke the worker&apos;s lease. The task returns to the queue, and the attempt is not counted.</source>
        <translation>从执行器收回任务；任务重新等待，不消耗尝试次数。</translation>
    </message>
    <message>
        <source>E&amp;xtend lease…</source>
        <translation>延长租约…</translation>
    </message>
    <message>
        <source>Give the worker more time to finish the task.</source>
        <translation>在收回任务之前给执行器更多时间。</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Stop workers from claiming tasks from this queue.</source>
        <translation>不再把此队列的任务交给执行器。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>Let workers claim tasks from this queue again.</source>
        <translation>重新把此队列的任务交给执行器。</translation>
    </message>
    <message>
        <source>&amp;Start the local worker</source>
        <translation>启动内嵌执行器</translation>
    </message>
    <message>
        <source>Run this queue&apos;s due tasks in this window.</source>
        <translation>在此执行该队列中到期的任务。</translation>
    </message>
    <message>
        <source>&amp;Drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Finish running tasks, then stop.</source>
        <translation>排空：完成正在执行的任务，然后停止。</translation>
    </message>
    <message>
        <source>S&amp;top now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Stop now and return unfinished tasks to the queue.</source>
        <translation>立即停止。未完成的任务会回到队列。</translation>
    </message>
    <message>
        <source>&amp;Find an action…</source>
        <translation>查找操作…</translation>
    </message>
    <message>
        <source>Find an action, queue or task by typing.</source>
        <translation>输入文字查找操作、队列或任务。</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Copy versions and states for a bug report, without hosts or secrets.</source>
        <translation>复制版本和状态用于报告，不含主机名和机密。</translation>
    </message>
    <message>
        <source>&amp;About Dueline</source>
        <translation>关于 Dueline</translation>
    </message>
    <message>
        <source>Version, license and libraries.</source>
        <translation>版本、许可证和所用的库。</translation>
    </message>
    <message>
        <source>Sa&amp;ve filter…</source>
        <translation>保存筛选…</translation>
    </message>
    <message>
        <source>Save the current filter under a name.</source>
        <translation>为输入的筛选命名并保存。</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>&amp;Local time</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>Show times in this computer&apos;s time zone.</source>
        <translation>以本机时区显示时间。</translation>
    </message>
    <message>
        <source>&amp;UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Show times in UTC, as in server logs.</source>
        <translation>像服务器日志一样以 UTC 显示时间。</translation>
    </message>
    <message>
        <source>Next pa&amp;ne</source>
        <translation>下一窗格</translation>
    </message>
    <message>
        <source>Move the focus to the next part of the window.</source>
        <translation>将键盘焦点移到窗口的下一部分。</translation>
    </message>
    <message>
        <source>Move the focus to the previous part of the window.</source>
        <translation>将键盘焦点移到窗口的上一部分。</translation>
    </message>
    <message>
        <source>Reset la&amp;yout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Reset all parts of the window to their default sizes.</source>
        <translation>将窗口各部分恢复为初始大小。</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Copy the equivalent duectl command for the selected tasks.</source>
        <translation>复制对所选任务执行此操作的 duectl 命令。</translation>
    </message>
    <message>
        <source>Res&amp;chedule…</source>
        <translation>改期…</translation>
    </message>
    <message>
        <source>Delete &amp;permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>&amp;Doctor…</source>
        <translation>诊断…</translation>
    </message>
    <message>
        <source>Find and repair anything that can lose or delay tasks on this server.</source>
        <translation>查看这台服务器上什么会使任务丢失或延误，并加以修复。</translation>
    </message>
    <message>
        <source>C&amp;ommands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Show every command that is sent, with secrets and payloads masked.</source>
        <translation>显示发送的每一条命令，密码和载荷已遮盖。</translation>
    </message>
    <message>
        <source>&amp;Import connections…</source>
        <translation>导入连接…</translation>
    </message>
    <message>
        <source>Import saved connections from a file or a list of URLs.</source>
        <translation>从文件或一组 URL 读入已保存的连接。</translation>
    </message>
    <message>
        <source>&amp;Export connections…</source>
        <translation>导出连接…</translation>
    </message>
    <message>
        <source>Export the saved connections to a file, without passwords.</source>
        <translation>把已保存的连接写入文件，不含任何密码。</translation>
    </message>
    <message>
        <source>&amp;Adopt…</source>
        <translation>接管…</translation>
    </message>
    <message>
        <source>Move this custom queue&apos;s tasks into a native queue on the same server.</source>
        <translation>将此自建队列的任务移入同一服务器上的原生队列。</translation>
    </message>
    <message>
        <source>Custom &amp;designs</source>
        <translation>自建队列方案</translation>
    </message>
    <message>
        <source>Compare what each custom design&apos;s own worker and Dueline&apos;s worker can lose or run twice.</source>
        <translation>各方案自带的执行器会丢失或重复什么，本程序又如何。</translation>
    </message>
    <message>
        <source>Rec&amp;urring tasks</source>
        <translation>定时任务</translation>
    </message>
    <message>
        <source>Show the next run of each recurring task and the outcome of the last run.</source>
        <translation>显示每个定时任务的下次执行时间和上次执行结果。</translation>
    </message>
    <message>
        <source>&amp;New recurring task…</source>
        <translation>新建定时任务…</translation>
    </message>
    <message>
        <source>Add tasks on a schedule: at set times or at regular intervals.</source>
        <translation>在每天的某些时刻或每隔一段时间自动添加任务。</translation>
    </message>
    <message>
        <source>&amp;Edit recurring task…</source>
        <translation>编辑定时任务…</translation>
    </message>
    <message>
        <source>Change when the recurring task runs, and what it adds.</source>
        <translation>更改定时任务的执行时间和添加的内容。</translation>
    </message>
    <message>
        <source>En&amp;able recurring task</source>
        <translation>启用定时任务</translation>
    </message>
    <message>
        <source>Let the recurring task add tasks again, starting with its next run.</source>
        <translation>让定时任务从下一个时刻起重新添加任务。</translation>
    </message>
    <message>
        <source>&amp;Disable recurring task</source>
        <translation>停用定时任务</translation>
    </message>
    <message>
        <source>Keep the recurring task, but stop it from adding tasks.</source>
        <translation>保留定时任务，但不再添加任务。</translation>
    </message>
    <message>
        <source>&amp;Run recurring task now</source>
        <translation>立即执行定时任务</translation>
    </message>
    <message>
        <source>Add one task now. The next run is not affected.</source>
        <translation>立即添加一个它的任务，下次执行时间不变。</translation>
    </message>
    <message>
        <source>Remove the recurring task, but keep its existing tasks.</source>
        <translation>结束定时任务，它已添加的任务保留。</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Copy the equivalent duectl command for the selected recurring task.</source>
        <translation>复制对所选定时任务执行此操作的 duectl 命令。</translation>
    </message>
    <message>
        <source>&amp;Enable</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>&amp;Disable</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>As &amp;table…</source>
        <translation>显示为表格…</translation>
    </message>
    <message>
        <source>Show the timeline&apos;s numbers as a table that you can copy.</source>
        <translation>以表格阅读并复制时间线的内容。</translation>
    </message>
    <message>
        <source>Use stronger lines and text, and patterns instead of pale colors.</source>
        <translation>更强的线条和文字，以图案代替淡色。</translation>
    </message>
    <message>
        <source>Mo&amp;ve or copy…</source>
        <translation>移动或复制…</translation>
    </message>
    <message>
        <source>Move or copy tasks to another queue, on this server or another.</source>
        <translation>把任务移到或复制到另一个队列，可在此服务器或其他服务器上。</translation>
    </message>
    <message>
        <source>&amp;Export tasks…</source>
        <translation>导出任务…</translation>
    </message>
    <message>
        <source>Export tasks to a file, as JSON lines (lossless) or CSV.</source>
        <translation>把任务写入文件：无损的 JSON 行，或 CSV。</translation>
    </message>
    <message>
        <source>&amp;Import tasks…</source>
        <translation>导入任务…</translation>
    </message>
    <message>
        <source>Import tasks from a file into this queue, after a preview.</source>
        <translation>预览后，把文件中的任务导入此队列。</translation>
    </message>
    <message>
        <source>&amp;Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Show failed tasks grouped by error, largest group first.</source>
        <translation>按错误分组列出失败任务，最大的组在前。</translation>
    </message>
    <message>
        <source>By &amp;time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Sort the table by time; works for queues of any size.</source>
        <translation>按每个任务所处的时刻排序，任意数量。</translation>
    </message>
    <message>
        <source>By t&amp;ype</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>Sort up to 100,000 tasks by type.</source>
        <translation>按类型排序，最多 100,000 个任务。</translation>
    </message>
    <message>
        <source>By &amp;attempts</source>
        <translation>按尝试次数</translation>
    </message>
    <message>
        <source>Sort up to 100,000 tasks, most attempts first.</source>
        <translation>排序最多 100,000 个任务，尝试次数最多的在前。</translation>
    </message>
    <message>
        <source>By time a&amp;dded</source>
        <translation>按添加时间</translation>
    </message>
    <message>
        <source>Sort up to 100,000 tasks, most recently added first.</source>
        <translation>排序最多 100,000 个任务，最后添加的在前。</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Add an edited co&amp;py…</source>
        <translation>添加修改后的副本…</translation>
    </message>
    <message>
        <source>Add a copy of this task, with your changes.</source>
        <translation>添加一个与此相同的任务，并可先行修改。</translation>
    </message>
    <message>
        <source>All &amp;connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>Actions and &amp;keys</source>
        <translation>操作与快捷键</translation>
    </message>
    <message>
        <source>Show every action, its shortcuts and what it does.</source>
        <translation>显示每个操作、它的快捷键和作用。</translation>
    </message>
    <message>
        <source>&amp;Tour of the sandbox</source>
        <translation>沙盒导览</translation>
    </message>
    <message>
        <source>Take a one-minute tour with demo queues in a private Redis.</source>
        <translation>用一分钟在带演示队列的私有 Redis 上看看各部分在哪里。</translation>
    </message>
    <message>
        <source>Show what is new in this and earlier versions.</source>
        <translation>此版本及以前各版本的新内容。</translation>
    </message>
    <message>
        <source>Compare two selected tasks.</source>
        <translation>显示两个任务的不同之处；请恰好选择两个。</translation>
    </message>
    <message>
        <source>Show the window in English.</source>
        <translation>窗口用英文显示。</translation>
    </message>
    <message>
        <source>Show the window in Simplified Chinese.</source>
        <translation>窗口用简体中文显示。</translation>
    </message>
    <message>
        <source>Show the window in the desktop&apos;s language.</source>
        <translation>窗口用桌面的语言显示。</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>&amp;System theme</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>&amp;System language</source>
        <translation>语言跟随系统</translation>
    </message>
    <message>
        <source>Remo&amp;ve recurring task…</source>
        <translation>移除定时任务…</translation>
    </message>
    <message>
        <source>Language, theme, row height, time zone, refresh and notifications.</source>
        <translation>语言、主题、行高、时区、刷新和通知。</translation>
    </message>
    <message>
        <source>Step for&amp;ward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Wor&amp;kers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Pre&amp;vious pane</source>
        <translation>上一窗格</translation>
    </message>
    <message>
        <source>Res&amp;tore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>C&amp;ompare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Overview of all &amp;queues</source>
        <translation>所有队列总览</translation>
    </message>
    <message>
        <source>Show all queues on the connection, with problem queues first.</source>
        <translation>显示该连接的所有队列，问题最严重的在前。</translation>
    </message>
    <message>
        <source>Full-s&amp;creen overview</source>
        <translation>全屏总览</translation>
    </message>
    <message>
        <source>Show all queues in large type, for a wall display. Press F11 or Escape to leave.</source>
        <translation>用大字显示所有队列，供墙上的屏幕使用。按 F11 或 Esc 退出。</translation>
    </message>
    <message>
        <source>Show all queues on all open connections in the timeline and the overview.</source>
        <translation>在时间线和总览中显示所有已打开连接的所有队列。</translation>
    </message>
    <message>
        <source>Search all &amp;queues</source>
        <translation>搜索所有队列</translation>
    </message>
    <message>
        <source>Investi&amp;gate</source>
        <translation>查明原因</translation>
    </message>
    <message>
        <source>Show the worst new failure group in the current queue, or in the queue selected in the overview, and what you can do about it.</source>
        <translation>显示当前队列（或总览中所选队列）最严重的新失败组，以及可以怎么做。</translation>
    </message>
    <message>
        <source>Find tasks in every queue on the connection.</source>
        <translation>在此连接的每个队列中查找任务。</translation>
    </message>
    <message>
        <source>Set how long this queue keeps tasks, and the default options for its tasks.</source>
        <translation>此队列保留任务多久，以及未自行指定的任务按什么执行。</translation>
    </message>
    <message>
        <source>&amp;Delete queue…</source>
        <translation>删除队列…</translation>
    </message>
    <message>
        <source>Permanently delete this queue and every task in it.</source>
        <translation>永久删除此队列及其中的所有任务。</translation>
    </message>
    <message>
        <source>Queue &amp;settings…</source>
        <translation>队列设置…</translation>
    </message>
    <message>
        <source>Color by &amp;state</source>
        <translation>按状态着色</translation>
    </message>
    <message>
        <source>Color the timeline by task state.</source>
        <translation>时间线按任务的状态着色。</translation>
    </message>
    <message>
        <source>Color by t&amp;ype</source>
        <translation>按类型着色</translation>
    </message>
    <message>
        <source>Color the timeline by task type.</source>
        <translation>时间线按任务的类型着色。</translation>
    </message>
    <message>
        <source>Color by failure &amp;group</source>
        <translation>按失败组着色</translation>
    </message>
    <message>
        <source>Color the timeline by failure group.</source>
        <translation>按失败组为时间轴着色。</translation>
    </message>
    <message>
        <source>Color by &amp;queue</source>
        <translation>按队列着色</translation>
    </message>
    <message>
        <source>Color the timeline by queue.</source>
        <translation>时间线按任务所在的队列着色。</translation>
    </message>
    <message>
        <source>Retr&amp;y later…</source>
        <translation>稍后重试…</translation>
    </message>
    <message>
        <source>Reset the attempts of failed tasks and run them at a set time or spread out over a period.</source>
        <translation>重置失败任务的尝试次数，并在指定时间运行，或分散到一段时间内运行。</translation>
    </message>
    <message>
        <source>Describe unkno&amp;wn keys…</source>
        <translation>描述未知的键…</translation>
    </message>
    <message>
        <source>Propose a layout file for keys on this server that belong to no known system.</source>
        <translation>为此服务器上不属于任何已知系统的键生成布局文件的建议。</translation>
    </message>
    <message>
        <source>What c&amp;hanged</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Show lost tasks, events and changed counts since the last loss, restart, flush or mark. Press Ctrl+H or Escape to go back.</source>
        <translation>显示自上次丢失、重启、清空或标记以来丢失的任务、发生的事件和计数的变化。按 Ctrl+H 或 Esc 返回。</translation>
    </message>
    <message>
        <source>What is &amp;new</source>
        <translation>新增功能</translation>
    </message>
    <message>
        <source>&amp;Who is filling this queue…</source>
        <translation>谁占满了这个队列…</translation>
    </message>
    <message>
        <source>Show which customers, types or other values account for most tasks in this queue.</source>
        <translation>显示此队列中的大多数任务来自哪些客户、类型或其他值。</translation>
    </message>
    <message>
        <source>Copy &amp;link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy a dueline:// link to this queue, with its filter and the selected task.</source>
        <translation>复制指向此队列及其筛选和所选任务的 dueline:// 链接。</translation>
    </message>
    <message>
        <source>&amp;Display last message</source>
        <translation>显示最近的消息</translation>
    </message>
    <message>
        <source>Go to the newest message, or show the last closed message again.</source>
        <translation>转到最新的消息，或重新显示最近关闭的消息。</translation>
    </message>
    <message>
        <source>&amp;Fit tasks</source>
        <translation>缩放至任务范围</translation>
    </message>
    <message>
        <source>Show the range from the first to the last listed task.</source>
        <translation>显示列表中第一个到最后一个任务的时间范围。</translation>
    </message>
    <message>
        <source>&amp;Previous task</source>
        <translation>上一个任务</translation>
    </message>
    <message>
        <source>Select and inspect the previous task in the list.</source>
        <translation>选中并查看列表中的上一个任务。</translation>
    </message>
    <message>
        <source>&amp;Next task</source>
        <translation>下一个任务</translation>
    </message>
    <message>
        <source>Select and inspect the next task in the list.</source>
        <translation>选中并查看列表中的下一个任务。</translation>
    </message>
    <message>
        <source>Overview of all ser&amp;vers</source>
        <translation>所有服务器总览</translation>
    </message>
    <message>
        <source>Show the queues of all open connections by server, with problem queues first.</source>
        <translation>按服务器显示所有已打开连接的队列，有问题的队列排在最前。</translation>
    </message>
    <message>
        <source>Change a waiting or failed task without changing its ID.</source>
        <translation>更改等待中或失败的任务，其 ID 保持不变。</translation>
    </message>
</context>
<context>
    <name>dueline::Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>&amp;Worker</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>T&amp;ools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Timelin&amp;e</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Time &amp;zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>&amp;Schedule</source>
        <translation>定时</translation>
    </message>
    <message>
        <source>&amp;Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>The task is waiting in a list and has no due time.</source>
        <translation>它在列表中按顺序等待，没有到期时间。</translation>
    </message>
    <message>
        <source>The tasks are waiting in a list and have no due time.</source>
        <translation>它们在列表中按顺序等待，没有到期时间。</translation>
    </message>
    <message>
        <source>The task belongs to a flow, which only the framework&apos;s own library can complete.</source>
        <translation>它属于一个流程，只有框架自己的库才能处理。</translation>
    </message>
    <message>
        <source>This connection cannot make changes.</source>
        <translation>此连接不能更改任何内容。</translation>
    </message>
    <message>
        <source>Tasks in this queue do not support this action.</source>
        <translation>此队列的任务不支持该操作。</translation>
    </message>
    <message>
        <source>Tasks in this queue can only be retried immediately. Choose Retry; you can limit the pace there.</source>
        <translation>此队列的任务只能立即重试。请选择“重试”，并在那里限制速度。</translation>
    </message>
    <message>
        <source>Failed tasks have no due time. Choose Retry instead.</source>
        <translation>失败的任务没有到期时间。请改用“重试”。</translation>
    </message>
    <message>
        <source>The task is already due.</source>
        <translation>任务已到期。</translation>
    </message>
    <message>
        <source>The tasks are already due.</source>
        <translation>这些任务均已到期。</translation>
    </message>
    <message>
        <source>Tasks in this queue cannot be edited in place.</source>
        <translation>此队列中的任务不能就地编辑。</translation>
    </message>
</context>
<context>
    <name>dueline::ActivityModel</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>Reschedule</source>
        <translation>改期</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Pause queue</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Resume queue</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>Release leases</source>
        <translation>释放租约</translation>
    </message>
    <message>
        <source>Extend leases</source>
        <translation>延长租约</translation>
    </message>
    <message>
        <source>Cancel runs</source>
        <translation>取消执行</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Delete queue</source>
        <translation>删除队列</translation>
    </message>
    <message>
        <source>%1, %2, %3, %4</source>
        <translation>%1，%2，%3，%4</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>selecting tasks, %1 checked</source>
        <translation>选择中，已查看 %1 个</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 个</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>已停止：%1</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>can be undone</source>
        <translation>可撤销</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>已跳过 %1 个</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>Reason and filter</source>
        <translation>原因与筛选</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>absolute and relative time</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>waiting for the server</source>
        <translation>等待服务器</translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>设置定时</translation>
    </message>
    <message>
        <source>Remove schedule</source>
        <translation>结束定时</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>interrupted, %1</source>
        <translation>已中断，%1</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>skipped: %1</source>
        <translation>已跳过：%1</translation>
    </message>
    <message>
        <source>nothing left to undo</source>
        <translation>没有可撤销的任务</translation>
    </message>
    <message>
        <source>%1 of %2 undone</source>
        <translation>已撤销 %1/%2</translation>
    </message>
    <message>
        <source>Tasks that have run or changed since the operation are not restored. The undo reports how many tasks it has restored.</source>
        <translation>此后已运行或再次更改过的保持原样。恢复了多少，撤销后会显示。</translation>
    </message>
    <message>
        <source>undo finished</source>
        <translation>已执行撤销</translation>
    </message>
</context>
<context>
    <name>dueline::ActivityPanel</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the operation. You can undo what it has already changed.</source>
        <translation>结束操作；已完成的部分保留，可以撤销。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo this operation for tasks that have not changed since then (Ctrl+Z).</source>
        <translation>把此操作改动的任务恢复原状，之后又有变化的除外。Ctrl+Z</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Copy the duectl command that repeats or shows this operation.</source>
        <translation>复制可再次执行或显示此操作的 duectl 命令。</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 个</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message numerus="yes">
        <source>%Ln running</source>
        <translation>
            <numerusform>%Ln 个运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume the operation.</source>
        <translation>让操作继续。</translation>
    </message>
    <message>
        <source>Pause the operation after the current step.</source>
        <translation>当前步骤完成后暂停操作。</translation>
    </message>
    <message>
        <source>Operations appear here. You can undo recent ones.</source>
        <translation>操作会显示在这里。最近的操作可以撤销。</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy undo command</source>
        <translation>将撤销复制为命令</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续执行</translation>
    </message>
    <message>
        <source>Resume the interrupted operation from where it stopped.</source>
        <translation>继续执行其程序已退出的操作；只处理剩下的部分。</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>No operations yet</source>
        <translation>还没有操作</translation>
    </message>
    <message>
        <source>newest %1 shown</source>
        <translation>最新的 %1 个</translation>
    </message>
</context>
<context>
    <name>dueline::AddTaskDialog</name>
    <message>
        <source>Add task</source>
        <translation>添加任务</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>In</source>
        <translation>多久后</translation>
    </message>
    <message>
        <source>At</source>
        <translation>指定时间</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Unique key</source>
        <translation>唯一键</translation>
    </message>
    <message>
        <source>How long the unique key is held</source>
        <translation>唯一键的保持时间</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>Spread over</source>
        <translation>分散在</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>保持打开</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动生成</translation>
    </message>
    <message>
        <source>Due in</source>
        <translation>多久后到期</translation>
    </message>
    <message>
        <source>Due at</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>When</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Load file…</source>
        <translation>载入文件…</translation>
    </message>
    <message>
        <source>Load payload</source>
        <translation>载入载荷</translation>
    </message>
    <message>
        <source>attempts, backoff</source>
        <translation>次尝试，退避</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>While the key is held, no other task with this key can be added.</source>
        <translation>在该键保持期间，不会添加具有相同键的其他任务。</translation>
    </message>
    <message>
        <source>held for</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>spread over</source>
        <translation>分散在</translation>
    </message>
    <message>
        <source>Enter a type for the task. The type selects the handler.</source>
        <translation>请填写任务类型，它决定由哪个处理程序执行。</translation>
    </message>
    <message>
        <source>Each copy needs its own ID; leave the ID empty.</source>
        <translation>每份副本需要各自的 ID；请让 ID 自动生成。</translation>
    </message>
    <message>
        <source>If several copies share a unique key, only the first is added.</source>
        <translation>多个副本使用同一个唯一键时，只会添加第一个。</translation>
    </message>
    <message>
        <source>Valid JSON, %1</source>
        <translation>有效的 JSON，%1</translation>
    </message>
    <message>
        <source>%1 Will be sent as is (%2).</source>
        <translation>%1将原样发送，%2。</translation>
    </message>
    <message>
        <source>Add %1 tasks</source>
        <translation>添加 %1 个任务</translation>
    </message>
    <message>
        <source>selects the handler, e.g. mail.send</source>
        <translation>决定由谁处理，如 mail.send</translation>
    </message>
    <message>
        <source>How long a worker may hold the task before others may claim it; at least %1.</source>
        <translation>执行器独占任务多久，之后其他执行器可以接手；至少 %1。</translation>
    </message>
    <message>
        <source>Add an edited copy</source>
        <translation>添加修改后的副本</translation>
    </message>
    <message>
        <source>Cannot be edited here: the payload is large or contains non-text bytes.</source>
        <translation>内容较大或含有非文本字节，不能直接键入。</translation>
    </message>
    <message>
        <source>This time has passed, so the task will run immediately.</source>
        <translation>该时间已过：任务会立即执行。</translation>
    </message>
    <message>
        <source>Cannot read the file: %1.</source>
        <translation>无法读取文件：%1。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Enter a queue name, because this view covers all queues.</source>
        <translation>请指定队列；当前位置由所有队列共用。</translation>
    </message>
    <message>
        <source>a queue that the workers poll, e.g. default</source>
        <translation>执行器读取的队列：default</translation>
    </message>
    <message>
        <source>Due %1, %2.</source>
        <comment>when, relative</comment>
        <translation>到期：%1，%2。</translation>
    </message>
</context>
<context>
    <name>dueline::AdoptCommands</name>
    <message>
        <source>Open queue</source>
        <translation>打开队列</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a connection, its layout</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>dueline::AdoptDialog</name>
    <message>
        <source>Adopt</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Native queue</source>
        <translation>原生队列</translation>
    </message>
    <message>
        <source>a name without { or }</source>
        <translation>不含 { 和 } 的名称</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>移入</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>You can undo this within 24 h for tasks that have not started.</source>
        <translation>24 小时内可以撤销：尚未开始运行的任务放回原处。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在查看…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, in addition to %Ln task(s) already in the queue</source>
        <translation>
            <numerusform>，加入已有的 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>, into a new queue</source>
        <translation>，移入新队列</translation>
    </message>
    <message>
        <source>; the interrupted run will be completed first</source>
        <translation>；先完成上次中断的部分</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Next in line (no due time)</source>
        <translation>按顺序排队（没有到期时间）</translation>
    </message>
    <message>
        <source>tasks that a worker has locked, and entries that are not tasks</source>
        <translation>被执行器锁住的，以及不是任务的</translation>
    </message>
    <message>
        <source>%1; tasks that a worker has locked, and entries that are not tasks</source>
        <translation>%1；以及被执行器锁住的和不是任务的</translation>
    </message>
    <message>
        <source>There is nothing to move.</source>
        <translation>没有可移动的任务。</translation>
    </message>
    <message>
        <source>%1 of %2 moved</source>
        <translation>已移动 %1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>Adopt %Ln task(s)</source>
        <translation>
            <numerusform>接管 %Ln 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Adoptions</name>
    <message numerus="yes">
        <source>%Ln task(s) moved into %1</source>
        <translation>
            <numerusform>%Ln 个任务已移入 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) locked by a worker</source>
        <translation>
            <numerusform>%Ln 个被执行器锁住</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) that are not tasks</source>
        <translation>
            <numerusform>%Ln 个不是任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) claimed by another client first</source>
        <translation>
            <numerusform>%Ln 个已先被取走</numerusform>
        </translation>
    </message>
    <message>
        <source>not moved: %1</source>
        <translation>留在原处：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The tasks were moved to another server. To move them back, use duectl undo --to-url.</source>
        <translation>任务已移到另一台服务器：用 duectl undo 加 --to-url 取回。</translation>
    </message>
</context>
<context>
    <name>dueline::Alerts</name>
    <message>
        <source>The connection to %1 was lost</source>
        <translation>与 %1 的连接已断开</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed task(s) in %1</source>
        <translation>
            <numerusform>%1 中有 %Ln 个失败的任务</numerusform>
        </translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>A task in %1 has been waiting for %2</source>
        <translation>%1 中有任务已等待 %2</translation>
    </message>
    <message>
        <source>on %1; the task is due, but no worker has claimed it</source>
        <translation>在 %1 上；已到期，但没有执行器领取</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>An operation ended early</source>
        <translation>一项操作提前结束</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) on %1</source>
        <translation>
            <numerusform>%1 上的 %Ln 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>No task in %1 has been claimed for %2</source>
        <translation>%1 中已有 %2 没有任务被领取</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) are due on %1.</source>
        <translation>
            <numerusform>%1 上有 %Ln 个任务已到期。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Application</name>
    <message>
        <source>Delete connection</source>
        <translation>删除连接</translation>
    </message>
    <message>
        <source>Delete the saved connection %1 and its password? Nothing in Redis will change.</source>
        <translation>删除已保存的连接 %1 及其密码？Redis 中的内容不会改变。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Dueline crashed during its last run. The report is in %1 and was not sent.</source>
        <translation>Dueline 上次崩溃了。报告在 %1 中，没有发送到任何地方。</translation>
    </message>
    <message>
        <source>Dueline is now %1</source>
        <translation>Dueline 现在是 %1</translation>
    </message>
    <message>
        <source>Waiting for the keyring</source>
        <translation>正在等待密钥环</translation>
    </message>
    <message>
        <source>%1 will open when the keyring responds. Your desktop may ask you to unlock the keyring.</source>
        <translation>密钥环响应后即打开 %1。桌面可能会弹出窗口请你解锁密钥环。</translation>
    </message>
    <message>
        <source>Delete recordings</source>
        <translation>删除记录</translation>
    </message>
    <message>
        <source>Delete the recorded counts and events for all servers? Nothing in Redis will change.</source>
        <translation>删除所有服务器的计数和事件记录？Redis 中的数据不会改变。</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>新增功能</translation>
    </message>
    <message>
        <source>The link cannot be opened: there is no saved connection %1.</source>
        <translation>无法打开链接：没有名为 %1 的已保存连接。</translation>
    </message>
    <message>
        <source>The webhook for %1 failed</source>
        <translation>%1 的 Webhook 发送失败</translation>
    </message>
</context>
<context>
    <name>dueline::AttemptsBar</name>
    <message>
        <source>Attempts from %1 to %2, %3</source>
        <translation>从 %1 到 %2 的尝试，共 %3</translation>
    </message>
    <message>
        <source>%1 added</source>
        <comment>a time</comment>
        <translation>%1 添加</translation>
    </message>
</context>
<context>
    <name>dueline::AttemptsPane</name>
    <message>
        <source>&amp;Compare the two attempts…</source>
        <translation>比较这两次尝试…</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Compare the two attempts</source>
        <translation>比较这两次尝试</translation>
    </message>
    <message>
        <source>Show the differences between the two attempts</source>
        <translation>显示这两次尝试的不同之处</translation>
    </message>
    <message>
        <source>To compare attempts, select exactly two: Ctrl+click, or Shift with an arrow key</source>
        <translation>要比较，请用 Ctrl+单击或 Shift 加方向键恰好选择两次尝试</translation>
    </message>
</context>
<context>
    <name>dueline::AttemptsView</name>
    <message>
        <source>The lease expired because the worker was lost or too slow.</source>
        <translation>租约已过期：执行器失联或太慢。</translation>
    </message>
    <message>
        <source>Released; the attempt was not counted.</source>
        <translation>已释放；未消耗尝试次数。</translation>
    </message>
    <message>
        <source>Canceled by an operator.</source>
        <translation>已由操作者取消。</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>Completed (worker and duration not recorded)</source>
        <translation>已完成（未记录执行器和耗时）</translation>
    </message>
    <message numerus="yes">
        <source>Attempts %1 to %2 (%Ln in total)</source>
        <translation>
            <numerusform>第 %1 至 %2 次尝试，共 %Ln 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Backend</name>
    <message>
        <source>This connection is read-only.</source>
        <translation>此连接为只读。</translation>
    </message>
</context>
<context>
    <name>dueline::BoardModel</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>已到期</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Failed (1 h)</source>
        <translation>1 小时失败</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>In/min</source>
        <translation>进/分</translation>
    </message>
    <message>
        <source>Out/min</source>
        <translation>出/分</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>下次运行</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Tasks that are due and waiting for a worker.</source>
        <translation>已到期并等待执行器的任务。</translation>
    </message>
    <message>
        <source>How long the oldest due task has been waiting.</source>
        <translation>已到期任务中最早的一个等待了多久。</translation>
    </message>
    <message>
        <source>Tasks currently leased to workers.</source>
        <translation>执行器正持有的任务。</translation>
    </message>
    <message>
        <source>Tasks that failed permanently in the last hour.</source>
        <translation>最近一小时内最终失败的任务。</translation>
    </message>
    <message>
        <source>All failed tasks.</source>
        <translation>所有已失败的任务。</translation>
    </message>
    <message>
        <source>Tasks added per minute, averaged over the last five full minutes.</source>
        <translation>每分钟加入的任务数，取最近五个完整分钟。</translation>
    </message>
    <message>
        <source>Tasks that ended per minute, averaged over the last five full minutes.</source>
        <translation>每分钟结束的任务数，取最近五个完整分钟。</translation>
    </message>
    <message>
        <source>The queue&apos;s live workers.</source>
        <translation>该队列存活的执行器。</translation>
    </message>
    <message>
        <source>Time of the next run of a recurring task.</source>
        <translation>定时任务下次执行的时间。</translation>
    </message>
    <message>
        <source>How the queue is stored in Redis.</source>
        <translation>队列在 Redis 中的存储方式。</translation>
    </message>
    <message>
        <source>The queue&apos;s connection.</source>
        <translation>队列所在的连接。</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1 failed in the last hour</source>
        <translation>最近一小时失败 %1 个</translation>
    </message>
    <message>
        <source>the oldest has been waiting for %1</source>
        <translation>最久的已等待 %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>失败 %1 个</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Not read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>This layout does not store this data.</source>
        <translation>该布局不保存此项数据。</translation>
    </message>
    <message>
        <source>Other programs also use this queue and do not record counts.</source>
        <translation>其他程序也在处理此队列，且不留下计数。</translation>
    </message>
    <message>
        <source>This queue&apos;s workers leave no trace in Redis.</source>
        <translation>此队列的执行器不在 Redis 中留下痕迹。</translation>
    </message>
    <message>
        <source>The queue has no enabled recurring tasks.</source>
        <translation>没有启用的定时任务。</translation>
    </message>
    <message>
        <source>No tasks are waiting.</source>
        <translation>没有任务在等待。</translation>
    </message>
    <message>
        <source>Counted %1. With many queues, only some are counted at each refresh.</source>
        <translation>统计于 %1；队列很多时每次只统计一部分。</translation>
    </message>
    <message>
        <source>due since %1</source>
        <translation>到期于 %1</translation>
    </message>
    <message>
        <source>Counts only tasks that are still in the failed state.</source>
        <translation>只计仍处于失败状态的任务。</translation>
    </message>
    <message>
        <source>Lost workers (their heartbeats have stopped): %1.</source>
        <translation>失联的执行器（不再有心跳）：%1。</translation>
    </message>
    <message>
        <source>The queue may have more workers than are visible.</source>
        <translation>实际处理它的可能比看得到的多。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, sort column</source>
        <translation>%1，按此排序</translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are retries or have failed before.</source>
        <translation>
            <numerusform>其中 %Ln 个到期任务是重试或曾经失败过。</numerusform>
        </translation>
    </message>
    <message>
        <source>Longest overdue</source>
        <translation>最久等待</translation>
    </message>
    <message>
        <source>Tasks that ended in the last hour, done or failed, with one bar per minute. Each queue has its own scale.</source>
        <translation>最近一小时内结束的任务，包括完成和失败，每条代表一分钟。各队列的比例不同。</translation>
    </message>
    <message>
        <source>%1 ended in the last hour, at most %2 per minute</source>
        <translation>最近一小时结束 %1 个，一分钟内最多 %2 个</translation>
    </message>
    <message>
        <source>done/min</source>
        <translation>每分钟完成</translation>
    </message>
    <message>
        <source>failed/min</source>
        <translation>每分钟失败</translation>
    </message>
    <message>
        <source>overdue by %1</source>
        <translation>已逾期 %1</translation>
    </message>
    <message>
        <source>Estimated since %1 from the changes between refreshes, because this layout has no counters; the actual number may be higher. Before that, only stored tasks are counted.</source>
        <translation>自 %1 起按两次刷新之间的变化估算，因为此布局没有计数器；实际数量可能更多。在此之前只统计仍存储着的任务。</translation>
    </message>
    <message>
        <source>Counted since %1 with the framework&apos;s counters. Before that, only stored tasks are counted.</source>
        <translation>从 %1 起按框架的计数器计数。在此之前只计入仍保存的任务。</translation>
    </message>
    <message>
        <source>Order: unreadable queues; silent queues (longest silence first); queues with failures in the last hour (most first); queues with tasks that have been waiting for a minute or longer (longest first); queues with older failures (most first); paused queues; all others (most due tasks first).</source>
        <translation>问题最严重的在前：先是无法读取的，然后是停滞的（久的在前），然后是最近一小时有失败的（多的在前），然后是有任务等待一分钟以上的（久的在前），然后是更早有失败的（多的在前），然后是已暂停的队列，最后是其余队列，到期任务多的在前。</translation>
    </message>
    <message>
        <source>no task claimed for %1</source>
        <translation>已有 %1 没有任务被领取</translation>
    </message>
    <message>
        <source>No estimate: the connection is not being recorded.</source>
        <translation>无法估计：该连接当前没有被记录。</translation>
    </message>
    <message>
        <source>empty by %1</source>
        <translation>%1 前清空</translation>
    </message>
    <message>
        <source>Empty by</source>
        <translation>预计清空</translation>
    </message>
    <message>
        <source>When no due tasks will be left if tasks keep arriving and finishing at the rate of the last five minutes.</source>
        <translation>如果任务继续以最近五分钟的速度到达和完成，不再有到期任务的时间。</translation>
    </message>
    <message>
        <source>Press Return to list or hide these queues.</source>
        <translation>按回车列出或隐藏这些队列。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need attention</source>
        <translation>
            <numerusform>%Ln 个需要处理</numerusform>
        </translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) without problems</source>
        <translation>
            <numerusform>%Ln 个队列没有问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln paused</source>
        <comment>number of queues</comment>
        <translation>
            <numerusform>%Ln 个已暂停</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::BoardPane</name>
    <message>
        <source>Problems only</source>
        <translation>只看有问题的</translation>
    </message>
    <message>
        <source>Show only queues that need attention.</source>
        <translation>只显示需要处理的队列。</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Choose how to sort the queues. %1</source>
        <translation>选择队列按什么排序。%1</translation>
    </message>
    <message>
        <source>Find a queue</source>
        <translation>查找队列</translation>
    </message>
    <message>
        <source>Shows queues whose name, layout or connection contains these words. Press Return to move the focus to the list.</source>
        <translation>名称、布局或连接中含有这些词的队列；按回车转到列表。</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Show the overview full screen in large type, for a wall display (F11).</source>
        <translation>全屏大字显示，供墙上的屏幕使用（F11）。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 queues</source>
        <translation>%2 个队列中的 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln need attention</source>
        <translation>
            <numerusform>%Ln 个需要处理</numerusform>
        </translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>All queues can be read, none has failures or is paused, and no task has been waiting for a minute or longer.</source>
        <translation>没有队列有失败或等待一分钟以上的任务；没有暂停的，全部可以读取。</translation>
    </message>
    <message>
        <source>Show all queues</source>
        <translation>显示所有队列</translation>
    </message>
    <message>
        <source>No queue matches</source>
        <translation>没有匹配的队列</translation>
    </message>
    <message>
        <source>Open queue</source>
        <translation>打开队列</translation>
    </message>
    <message>
        <source>Failed tasks</source>
        <translation>失败的任务</translation>
    </message>
    <message>
        <source>Due tasks</source>
        <translation>已到期的任务</translation>
    </message>
    <message>
        <source>Leased tasks</source>
        <translation>执行中的任务</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Recurring tasks</source>
        <translation>定时任务</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>问题最严重的在前</translation>
    </message>
    <message>
        <source>Investigate</source>
        <translation>查明原因</translation>
    </message>
    <message>
        <source>Show the worst new failure group in the selected queue (Ctrl+Shift+E).</source>
        <translation>显示所选队列中最严重的新失败组 (Ctrl+Shift+E)。</translation>
    </message>
    <message>
        <source>Show the selected queue&apos;s tasks (Return).</source>
        <translation>显示所选队列的任务（回车）。</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
    <message>
        <source>%1 is not responding, last data %2</source>
        <translation>%1 没有应答，数据截至 %2</translation>
    </message>
    <message>
        <source>not responding, last data %1</source>
        <translation>没有响应，最后数据 %1</translation>
    </message>
    <message>
        <source>No problems in the queues found so far</source>
        <translation>目前找到的队列一切正常</translation>
    </message>
    <message>
        <source>Empty columns: %1</source>
        <translation>没有值的列：%1</translation>
    </message>
    <message>
        <source>Hidden empty columns: %1</source>
        <translation>已隐藏没有值的列：%1</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide empty columns</source>
        <translation>隐藏没有值的列</translation>
    </message>
    <message>
        <source>Show empty columns</source>
        <translation>显示没有值的列</translation>
    </message>
    <message>
        <source>%1 read so far</source>
        <translation>已读取 %1 个</translation>
    </message>
    <message>
        <source>Mute the silence alert for 1 h</source>
        <translation>静音 1 小时</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>%1: memory full by %2 at this rate</source>
        <translation>%1：按此速度，内存将在 %2 用满</translation>
    </message>
    <message>
        <source>Memory full by %1 at this rate</source>
        <translation>按此速度，内存将在 %1 用满</translation>
    </message>
    <message>
        <source>by %1 at the most recent rate</source>
        <translation>按最近的速度将在 %1 用满</translation>
    </message>
    <message>
        <source>At this rate, Redis will start evicting keys by %1</source>
        <translation>按此速度，Redis 将在 %1 开始淘汰键</translation>
    </message>
    <message>
        <source>%1: at this rate, Redis will start evicting keys by %2</source>
        <translation>%1：按此速度，Redis 将在 %2 开始淘汰键</translation>
    </message>
    <message>
        <source>All servers</source>
        <translation>所有服务器</translation>
    </message>
    <message>
        <source>Not connected to %1</source>
        <translation>未连接到 %1</translation>
    </message>
    <message>
        <source>No response from %1 since %2</source>
        <translation>%1 自 %2 起没有响应</translation>
    </message>
    <message numerus="yes">
        <source>%Ln server(s) lost</source>
        <translation>
            <numerusform>%Ln 台服务器失去连接</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::BoardTable</name>
    <message>
        <source>%1 or more</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>a duration</comment>
        <translation>%1后</translation>
    </message>
    <message>
        <source>Overview of queues</source>
        <translation>队列总览</translation>
    </message>
</context>
<context>
    <name>dueline::BoardWall</name>
    <message>
        <source>Wallboard — Dueline</source>
        <translation>大屏 — Dueline</translation>
    </message>
    <message>
        <source>Wallboard</source>
        <translation>大屏</translation>
    </message>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>queues</comment>
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 paused: %2</source>
        <translation>%1 个已暂停：%2</translation>
    </message>
    <message>
        <source>%1 fine</source>
        <comment>number of queues</comment>
        <translation>%1 个正常</translation>
    </message>
</context>
<context>
    <name>dueline::BulkCommands</name>
    <message>
        <source>Checking which tasks to reschedule</source>
        <translation>正在查看要改期的任务</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 checked</source>
        <translation>已查看 %1 个</translation>
    </message>
</context>
<context>
    <name>dueline::BytesArea</name>
    <message>
        <source>Payload as text</source>
        <translation>以文本显示的载荷</translation>
    </message>
    <message>
        <source>Payload as hex</source>
        <translation>以十六进制显示的载荷</translation>
    </message>
</context>
<context>
    <name>dueline::ChangesDialog</name>
    <message>
        <source>Newest version first, in English</source>
        <translation>最新版本在前，英文</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>新增功能</translation>
    </message>
</context>
<context>
    <name>dueline::ChangesPage</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy this report as plain text.</source>
        <translation>以纯文本复制此报告。</translation>
    </message>
    <message>
        <source>All queues</source>
        <translation>所有队列</translation>
    </message>
    <message>
        <source>Show the changes in all queues.</source>
        <translation>显示所有队列的变化。</translation>
    </message>
    <message>
        <source>Window&apos;s recording</source>
        <translation>窗口的记录</translation>
    </message>
    <message>
        <source>Close the file and show the window&apos;s own recording.</source>
        <translation>关闭文件，显示窗口自己的记录。</translation>
    </message>
    <message>
        <source>Lost tasks</source>
        <translation>丢失的任务</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>numbers</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ID(s) copied</source>
        <translation>
            <numerusform>已复制 %Ln 个 ID</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) written to %1</source>
        <translation>
            <numerusform>已将 %Ln 个任务写入 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Report copied</source>
        <translation>已复制报告</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开记录…</translation>
    </message>
    <message>
        <source>Show the changes from a file written by duectl record.</source>
        <translation>显示由 duectl 记录的文件中的变化。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Go back to the previous page (Escape).</source>
        <translation>返回上一页（Esc）。</translation>
    </message>
    <message>
        <source>Export lost tasks</source>
        <translation>导出丢失的任务</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON 行 (*.jsonl)</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>an event</comment>
        <translation>起点</translation>
    </message>
    <message>
        <source>Start of the period</source>
        <translation>时段的起点</translation>
    </message>
    <message>
        <source>Copy IDs</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Copy putback command</source>
        <translation>复制放回命令</translation>
    </message>
    <message>
        <source>What changed in %1</source>
        <translation>%1 有何变化</translation>
    </message>
    <message>
        <source>Sandboxes are not recorded</source>
        <translation>沙盒不做记录</translation>
    </message>
    <message>
        <source>Recording is turned off</source>
        <translation>未开启记录</translation>
    </message>
    <message>
        <source>If recording is turned on, task counts and events from open connections are kept for 7 days.</source>
        <translation>开启记录后，窗口会将已打开连接的任务计数和事件保留 7 天。</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Reading the recording</source>
        <translation>正在读取记录</translation>
    </message>
    <message>
        <source>The recording cannot be read</source>
        <translation>无法读取记录</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>The recording starts as soon as the queues have been read.</source>
        <translation>读完队列后即开始记录。</translation>
    </message>
    <message>
        <source>Nothing has been recorded about %1</source>
        <translation>没有关于 %1 的记录</translation>
    </message>
    <message>
        <source>Show all queues</source>
        <translation>显示所有队列</translation>
    </message>
    <message>
        <source>%1, tasks were lost</source>
        <comment>an event</comment>
        <translation>%1，有任务丢失</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>event, time</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>1 小时前</translation>
    </message>
    <message>
        <source>the start of the recording</source>
        <translation>记录开始时</translation>
    </message>
    <message>
        <source>keys: %1</source>
        <translation>键：%1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>connections: %1</source>
        <translation>连接：%1</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <comment>figures</comment>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>%1 to %2 (%3)</source>
        <comment>time, time, duration</comment>
        <translation>%1 至 %2（%3）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were lost.</source>
        <translation>
            <numerusform>%Ln 个任务已丢失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>没有变化。</translation>
    </message>
    <message>
        <source>No tasks were lost.</source>
        <translation>没有任务丢失。</translation>
    </message>
    <message>
        <source>The recording contains only counts. To record tasks as well, change the connection settings.</source>
        <translation>此记录仅含计数。若要同时记录任务，请更改连接设置。</translation>
    </message>
    <message>
        <source>newest %1 of %2</source>
        <translation>最新 %1 条，共 %2 条</translation>
    </message>
    <message>
        <source>Rates are averages over the 10 minutes before the period and over the period itself.</source>
        <translation>速率为时段之前 10 分钟和时段之内的平均值。</translation>
    </message>
    <message>
        <source>Lost tasks from %1</source>
        <translation>%1 丢失的任务</translation>
    </message>
    <message>
        <source>Command copied</source>
        <translation>已复制命令</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Recordings (*.dwit)</source>
        <translation>记录 (*.dwit)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Known by ID</source>
        <translation>已知 ID</translation>
    </message>
    <message>
        <source>With payload</source>
        <translation>含载荷</translation>
    </message>
    <message>
        <source>May have run</source>
        <translation>可能已执行</translation>
    </message>
    <message>
        <source>Added/min</source>
        <translation>加入/分钟</translation>
    </message>
    <message>
        <source>Claimed/min</source>
        <translation>取走/分钟</translation>
    </message>
    <message>
        <source>recorded since %1 by %2</source>
        <translation>自 %1 起由 %2 记录</translation>
    </message>
    <message>
        <source>Put back…</source>
        <translation>放回…</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>queue, number of tasks</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>No tasks were lost from this queue.</source>
        <translation>此队列没有丢失任务。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were lost from other queues.</source>
        <translation>
            <numerusform>其他队列丢失了 %Ln 个任务。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ColourCommands</name>
    <message>
        <source>Several queues are in view</source>
        <translation>视图内有多个队列</translation>
    </message>
    <message>
        <source>Choose a queue to list its &quot;%1&quot; tasks.</source>
        <comment>a type</comment>
        <translation>请选择一个队列，以列出其中“%1”的任务。</translation>
    </message>
</context>
<context>
    <name>dueline::CommandModel</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message numerus="yes">
        <source>Sent together with %Ln other command(s); the time covers all of these commands.</source>
        <translation>
            <numerusform>与另外 %Ln 条命令一起发送；耗时为所有这些命令的总耗时。</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>dueline::CommandPalette</name>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Find an action, queue or task</source>
        <translation>查找操作、队列或任务</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Copy as command: %1</source>
        <translation>复制为命令：%1</translation>
    </message>
    <message>
        <source>Searching for tasks…</source>
        <translation>正在查找任务…</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>↑↓ select · Enter open · Tab next group · &gt; actions only · # queues only · Esc close</source>
        <translation>↑↓ 选择 · Enter 打开 · Tab 下一组 · &gt; 仅操作 · # 仅队列 · Esc 关闭</translation>
    </message>
    <message>
        <source>Task ID, payload value, queue or action</source>
        <translation>任务 ID、载荷中的值、队列或操作</translation>
    </message>
    <message>
        <source>Recently opened</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Similar names</source>
        <translation>名称相近</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>dueline::CommandsPanel</name>
    <message>
        <source>Writes only</source>
        <translation>仅写命令</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Clear this list of commands.</source>
        <translation>清空此处列出的命令。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>Filter, e.g. get -info</source>
        <translation>筛选：zrange -info</translation>
    </message>
    <message>
        <source>Shows commands that contain these words; -word hides commands that contain the word.</source>
        <translation>命令中出现的词；-词 表示隐藏。</translation>
    </message>
    <message>
        <source>Filter the commands</source>
        <translation>筛选命令</translation>
    </message>
    <message>
        <source>Hide commands that cannot change anything on the server.</source>
        <translation>隐藏不会更改服务器内容的命令。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume, and list the commands sent during the pause.</source>
        <translation>列出这期间的命令，然后继续。</translation>
    </message>
    <message>
        <source>Pause the list.</source>
        <translation>让列表停住。</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 of %2 match</source>
        <translation>%2 条中有 %1 条匹配</translation>
    </message>
    <message>
        <source>last %1 shown</source>
        <translation>最近 %1 条</translation>
    </message>
    <message>
        <source>No command matches</source>
        <translation>没有匹配的命令</translation>
    </message>
    <message>
        <source>Commands are listed while this panel is open. Passwords, payloads and other values are replaced by their sizes.</source>
        <translation>此面板打开时列出命令。密码、载荷和其他值从不显示，只显示其大小。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Nothing has been sent yet</source>
        <translation>尚未发送任何命令</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Show reads as well</source>
        <translation>也显示读命令</translation>
    </message>
    <message numerus="yes">
        <source>The filter and &quot;Writes only&quot; hide the last %Ln command(s).</source>
        <translation>
            <numerusform>筛选和“仅写命令”隐藏了最近 %Ln 条命令。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The filter hides the last %Ln command(s).</source>
        <translation>
            <numerusform>筛选隐藏了最近 %Ln 条命令。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has been written yet</source>
        <translation>尚无写命令</translation>
    </message>
    <message numerus="yes">
        <source>&quot;Writes only&quot; hides the last %Ln command(s), which cannot change anything.</source>
        <translation>
            <numerusform>“仅写命令”隐藏了最近 %Ln 条不会更改任何内容的命令。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::CompareCommands</name>
    <message>
        <source>attempt %1 of %2</source>
        <comment>a number, a task</comment>
        <translation>%2 的第 %1 次尝试</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>dueline::CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>A or B, and what it is</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>A in the selected row</source>
        <translation>A，所选行的内容</translation>
    </message>
    <message>
        <source>B in the selected row</source>
        <translation>B，所选行的内容</translation>
    </message>
    <message>
        <source>Also show identical fields</source>
        <translation>也显示相同的字段</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy all visible rows, as tab-separated text</source>
        <translation>复制所有显示的行，单元格以制表符分隔</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A：%1</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
</context>
<context>
    <name>dueline::ComparisonModel</name>
    <message>
        <source>= same</source>
        <translation>= 相同</translation>
    </message>
    <message>
        <source>− only in A</source>
        <translation>− 仅在 A 中</translation>
    </message>
    <message>
        <source>+ only in B</source>
        <translation>+ 仅在 B 中</translation>
    </message>
    <message>
        <source>~ differs</source>
        <translation>~ 不同</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>State time</source>
        <translation>进入此状态于</translation>
    </message>
    <message>
        <source>Due at</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>Attempts made</source>
        <translation>已尝试次数</translation>
    </message>
    <message>
        <source>Attempt limit</source>
        <translation>最多尝试次数</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>Task lease</source>
        <translation>任务自有租约</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期时间</translation>
    </message>
    <message>
        <source>Keep result</source>
        <translation>保留结果</translation>
    </message>
    <message>
        <source>Leases</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Expired leases</source>
        <translation>过期的租约</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>上次操作</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>执行结果</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>JSON with more than 200,000 values or 200 levels is not compared by path.</source>
        <translation>超过 200,000 个值或 200 层的 JSON 不按路径比较。</translation>
    </message>
    <message>
        <source>More than %1 lines differ. They are shown as a single block.</source>
        <translation>不同的行超过 %1 行，因此从第一处到最后一处作为一整块显示。</translation>
    </message>
    <message>
        <source>Payloads over %1 are compared byte by byte, up to %2.</source>
        <translation>超过 %1 的内容按字节比较，最多比较 %2。</translation>
    </message>
    <message>
        <source>Masked payloads over %1 are not compared.</source>
        <translation>超过 %1 的已遮盖载荷不作比较。</translation>
    </message>
    <message>
        <source>%1, differs starting at byte %2</source>
        <translation>%1，自第 %2 字节起不同</translation>
    </message>
    <message>
        <source>Byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>Lines %1 and %2</source>
        <comment>of A and of B</comment>
        <translation>第 %1 行与第 %2 行</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Nothing differs.</source>
        <translation>没有不同之处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln difference(s).</source>
        <translation>
            <numerusform>有 %Ln 处不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>The JSON values are equal, but formatted differently.</source>
        <translation>JSON 的值相同，只是写法不同。</translation>
    </message>
    <message>
        <source>Only the first %1 differences are shown.</source>
        <translation>显示其中前 %1 处。</translation>
    </message>
    <message>
        <source>Masked fields are hidden here too, and their values were not compared.</source>
        <translation>遮盖的字段在这里同样隐藏，因此未比较其内容。</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Only %1 bytes are shown, starting at the first difference.</source>
        <translation>字节内容显示自首个不同处起的 %1 个。</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>不同之处</translation>
    </message>
</context>
<context>
    <name>dueline::ConfirmDialog</name>
    <message>
        <source>in %1 queues on %2</source>
        <comment>number, connection</comment>
        <translation>%2 上的 %1 个队列</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message numerus="yes">
        <source>Retry %Ln task(s)</source>
        <translation>
            <numerusform>重试 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %Ln task(s) now</source>
        <translation>
            <numerusform>立即执行 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reschedule %Ln task(s)</source>
        <translation>
            <numerusform>改期 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %Ln task(s)</source>
        <translation>
            <numerusform>丢弃 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %Ln task(s)</source>
        <translation>
            <numerusform>恢复 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln task(s)</source>
        <translation>
            <numerusform>永久删除 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>The tasks and their payloads are removed from Redis. This cannot be undone.</source>
        <translation>任务及其载荷将从 Redis 中移除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>due immediately, attempts reset to 0</source>
        <translation>立即到期，尝试次数清零</translation>
    </message>
    <message>
        <source>due immediately</source>
        <translation>立即到期</translation>
    </message>
    <message>
        <source>moved to the trash</source>
        <translation>移入回收站</translation>
    </message>
    <message>
        <source>restored to their previous state</source>
        <translation>恢复到之前的状态</translation>
    </message>
    <message>
        <source>permanently removed</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>in %1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Checking what will change…</source>
        <translation>正在检查会改变什么…</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>This action does not apply to any of these tasks.</source>
        <translation>此操作不适用于这些任务。</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>This kind of queue does not support undo.</source>
        <translation>这种队列无法撤销此操作。</translation>
    </message>
    <message>
        <source>Can be undone for %1. The trash keeps the tasks for %2; undo uses about %3 of Redis memory.</source>
        <translation>%1 内可撤销。回收站保留 %2；撤销约占 Redis 内存 %3。</translation>
    </message>
    <message>
        <source>Can be undone for %1; uses about %2 of Redis memory.</source>
        <translation>%1内可撤销；这期间占用 Redis 内存约 %2。</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message numerus="yes">
        <source>These %Ln task(s). Tasks that change in the meantime are skipped.</source>
        <translation>
            <numerusform>这 %Ln 个任务。其间发生变化的任务会跳过。</numerusform>
        </translation>
    </message>
    <message>
        <source>skipped, held by a worker</source>
        <translation>跳过，正由执行器持有</translation>
    </message>
    <message>
        <source>skipped, already due</source>
        <translation>跳过，已经到期</translation>
    </message>
    <message>
        <source>skipped, in the trash</source>
        <translation>跳过，已在回收站中</translation>
    </message>
    <message>
        <source>skipped, the action does not apply</source>
        <translation>跳过，此操作不适用</translation>
    </message>
    <message>
        <source>none (all tasks)</source>
        <translation>无：所有任务</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message numerus="yes">
        <source>Checking what will change… %1 task(s) checked</source>
        <translation>
            <numerusform>正在查看将要进行的操作… 已查看 %1 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>%1 not found</source>
        <translation>%1 个未找到</translation>
    </message>
    <message>
        <source>%1 changed in the meantime</source>
        <translation>%1 个在此期间有变化</translation>
    </message>
    <message>
        <source>%1 held by a worker</source>
        <translation>%1 个正由执行器持有</translation>
    </message>
    <message>
        <source>%1 already due</source>
        <translation>%1 个已到期</translation>
    </message>
    <message>
        <source>%1 that the action does not apply to</source>
        <translation>%1 个不适用此操作</translation>
    </message>
    <message>
        <source>For each queue and type, try 1, then 10, then the rest</source>
        <translation>每个队列和类型先试 1 个，再试 10 个，然后其余</translation>
    </message>
    <message>
        <source>Each queue and type continues or stops independently of the others.</source>
        <translation>各队列和类型分别继续或停止。</translation>
    </message>
    <message>
        <source>Try 1, then 10, then the rest</source>
        <translation>先试 1 个，再试 10 个，然后其余</translation>
    </message>
    <message>
        <source>Each stage waits up to a minute for its tasks to finish. The operation stops automatically if too many tasks fail or do not finish.</source>
        <translation>每个阶段都等其任务结束，最多一分钟；失败或未结束的任务过多时，操作自行停止。</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Percentage of a stage&apos;s tasks that may fail</source>
        <translation>一个阶段中允许失败的比例</translation>
    </message>
    <message>
        <source>Stop if failures exceed</source>
        <translation>失败超过此比例即停止</translation>
    </message>
    <message>
        <source>Canary</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>The task list uses %1 of Redis memory until the operation ends.</source>
        <translation>处理完毕之前，任务列表在 Redis 中另占 %1。</translation>
    </message>
    <message>
        <source>%1 in a flow</source>
        <translation>%1 个属于流程</translation>
    </message>
    <message>
        <source>%1 created as the next run of a schedule</source>
        <translation>%1 个是计划的下一次运行</translation>
    </message>
    <message>
        <source>%1 locked by a worker</source>
        <translation>%1 个被执行器锁定</translation>
    </message>
    <message>
        <source>%1 left by a lost worker</source>
        <translation>%1 个的执行器已不在</translation>
    </message>
    <message>
        <source>%1 without a due time</source>
        <translation>%1 个没有到期时间</translation>
    </message>
    <message>
        <source>%1 whose ID is used by another task</source>
        <translation>%1 个的标识已被占用</translation>
    </message>
    <message>
        <source>%1 that cannot be read</source>
        <translation>%1 个无法读取</translation>
    </message>
    <message>
        <source>%1 held back by a rate limit</source>
        <translation>%1 个被限速挡住</translation>
    </message>
    <message>
        <source>%1 too far down a long list</source>
        <translation>%1 个在长列表深处</translation>
    </message>
    <message>
        <source>%1 running, stored only in the worker</source>
        <translation>%1 个正在运行，没有别的副本</translation>
    </message>
    <message>
        <source>%1 in a batch</source>
        <translation>%1 个属于批次</translation>
    </message>
    <message>
        <source>%1 with a uniqueness lock</source>
        <translation>%1 个带有唯一锁</translation>
    </message>
    <message>
        <source>%1 (in the first %2)</source>
        <translation>%1（前 %2 个中）</translation>
    </message>
    <message>
        <source>The framework does not allow these tasks to be changed now; all others will be changed.</source>
        <translation>框架现在不允许更改这些任务；其余的都会更改。</translation>
    </message>
    <message>
        <source>%1 in a group</source>
        <translation>%1 个属于某个分组</translation>
    </message>
    <message>
        <source>%1 being run by a worker</source>
        <translation>%1 个正由执行器运行</translation>
    </message>
    <message>
        <source>%1 that other tasks are waiting for</source>
        <translation>%1 个有其他任务在等它</translation>
    </message>
    <message>
        <source>%1 reserved by a worker</source>
        <translation>%1 个由执行器保留</translation>
    </message>
    <message>
        <source>%1 whose lease has expired</source>
        <translation>%1 个租约已过期</translation>
    </message>
    <message>
        <source>%1 that no worker could read</source>
        <translation>%1 个没有执行器能读取</translation>
    </message>
    <message>
        <source>Cannot be changed</source>
        <translation>不能更改</translation>
    </message>
    <message>
        <source>%1 waiting for another task</source>
        <translation>%1 个在等待另一个任务</translation>
    </message>
    <message>
        <source>Don&apos;t keep undo data (cannot be undone)</source>
        <translation>不保留撤销数据（无法撤销）</translation>
    </message>
    <message>
        <source>Undo would use about %1, more than a quarter of the %2 of memory that Redis has left.</source>
        <translation>撤销约需占用 %1，超过 Redis 剩余 %2 的四分之一。</translation>
    </message>
    <message>
        <source>Undo uses about %1 of Redis memory.</source>
        <translation>撤销在 Redis 中约占用 %1。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Chained</source>
        <translation>链式任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) have chained tasks, which will not run</source>
        <translation>
            <numerusform>%Ln 个任务带有链式任务，这些链式任务不会执行</numerusform>
        </translation>
    </message>
    <message>
        <source>due at the time below, attempts reset to 0</source>
        <translation>在下面的时间到期，尝试次数清零</translation>
    </message>
    <message>
        <source>due at the time below</source>
        <translation>在下面的时间到期</translation>
    </message>
    <message>
        <source>Retry at</source>
        <translation>重试时间</translation>
    </message>
    <message>
        <source>Spread over</source>
        <translation>分散在</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>spread over the next</source>
        <translation>从现在起分散在</translation>
    </message>
    <message>
        <source>all at</source>
        <translation>全部设为</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Was due</source>
        <translation>原到期时间</translation>
    </message>
    <message>
        <source>%1 already retried</source>
        <translation>%1 个先前已重试</translation>
    </message>
    <message>
        <source>%1 whose retry has not finished</source>
        <translation>%1 个的重试尚未结束</translation>
    </message>
    <message>
        <source>%1 that a worker may still run</source>
        <translation>%1 个可能仍在由执行器运行</translation>
    </message>
    <message>
        <source>%1 whose message was deleted</source>
        <translation>%1 个的消息已被删除</translation>
    </message>
    <message>
        <source>%1 shared with other groups</source>
        <translation>%1 个会使其他消费者组丢失或收到消息</translation>
    </message>
    <message>
        <source>%1 due now or within 2 s</source>
        <translation>%1 个已到期或 2 秒内到期</translation>
    </message>
</context>
<context>
    <name>dueline::ConnectDialog</name>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Connect to Redis</source>
        <translation>连接 Redis</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Where the password is stored</source>
        <translation>密码保存在何处</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Key prefix</source>
        <translation>键的前缀</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Leave empty to connect without saving</source>
        <translation>留空则只连接，不保存</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>预发</translation>
    </message>
    <message>
        <source>Production: read-only until unlocked</source>
        <translation>生产：解锁前以只读方式打开</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the password</source>
        <translation>显示密码</translation>
    </message>
    <message>
        <source>System keyring</source>
        <translation>系统密钥环</translation>
    </message>
    <message>
        <source>Not saved: ask each time</source>
        <translation>不保存：每次询问</translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Save password in</source>
        <translation>密码保存在</translation>
    </message>
    <message>
        <source>Connect timeout</source>
        <translation>连接时限</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>停止测试</translation>
    </message>
    <message>
        <source>name of the variable</source>
        <translation>变量名</translation>
    </message>
    <message>
        <source>SSH host</source>
        <translation>SSH 主机</translation>
    </message>
    <message>
        <source>optional: [user@]host[:port]; uses your SSH config</source>
        <translation>可选：[用户@]主机[:端口]，使用你的 SSH 配置</translation>
    </message>
    <message>
        <source>A Unix socket cannot be used through SSH.</source>
        <translation>Unix 套接字不能经由 SSH 连接。</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Via SSH</source>
        <translation>经由 SSH</translation>
    </message>
    <message>
        <source>Enter a URL to see the tasks found on the server.</source>
        <translation>请先填写 URL，才能看到那里有什么。</translation>
    </message>
    <message>
        <source>Waiting for the keyring. Your desktop may ask you to unlock it.</source>
        <translation>正在等待密钥环：桌面可能会弹出窗口请你解锁。</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Cop&amp;y result</source>
        <translation>复制结果</translation>
    </message>
    <message>
        <source>Read-only: nothing is ever &amp;written</source>
        <translation>只读：不写入任何内容</translation>
    </message>
    <message>
        <source>C&amp;onnect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Save and &amp;open</source>
        <translation>保存并打开</translation>
    </message>
    <message>
        <source>Password command</source>
        <translation>密码命令</translation>
    </message>
    <message>
        <source>Not saved: run a command</source>
        <translation>不保存：由命令输出</translation>
    </message>
    <message>
        <source>a program and its arguments</source>
        <translation>程序及其参数</translation>
    </message>
    <message>
        <source>Runs for each connection, without a shell. The first line of the output is the password.</source>
        <translation>每次连接时运行，不经过命令解释器；输出的第一行即为密码。</translation>
    </message>
    <message>
        <source>Enter a name. Only saved connections can have a webhook.</source>
        <translation>请输入名称。只有已保存的连接才能使用 Webhook。</translation>
    </message>
    <message>
        <source>Webhook…</source>
        <translation>Webhook…</translation>
    </message>
    <message>
        <source>TLS, Sentinel, masking…</source>
        <translation>TLS、Sentinel、遮盖…</translation>
    </message>
    <message>
        <source>Max reply time</source>
        <translation>响应超时</translation>
    </message>
</context>
<context>
    <name>dueline::Connection</name>
    <message>
        <source>private Redis</source>
        <translation>私有 Redis</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>沙盒</translation>
    </message>
</context>
<context>
    <name>dueline::ConnectionBar</name>
    <message>
        <source>reconnecting in %1</source>
        <translation>%1后重新连接</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>正在重新连接</translation>
    </message>
    <message>
        <source>Stale since %1</source>
        <translation>自 %1 起未更新</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Reconnect now</source>
        <translation>立即重新连接</translation>
    </message>
    <message>
        <source>No response since %1</source>
        <translation>自 %1 起没有响应</translation>
    </message>
    <message>
        <source>The server is not responding. The data shown may be outdated.</source>
        <translation>服务器没有响应；显示的是之前的数据。</translation>
    </message>
    <message>
        <source>Not connected to %1.</source>
        <translation>未连接到 %1。</translation>
    </message>
    <message>
        <source>%1 is not responding.</source>
        <translation>%1 没有响应。</translation>
    </message>
    <message>
        <source>Waiting for %1 to respond.</source>
        <translation>正在等待 %1 响应。</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>no automatic retry</source>
        <translation>不会自动重试</translation>
    </message>
    <message>
        <source>The server requires a password.</source>
        <translation>服务器需要密码。</translation>
    </message>
    <message>
        <source>The server rejected the password.</source>
        <translation>服务器拒绝了密码。</translation>
    </message>
    <message>
        <source>The server rejected the username %1 or the password.</source>
        <translation>服务器拒绝了用户 %1 或密码。</translation>
    </message>
    <message>
        <source>Edit…</source>
        <comment>a saved connection</comment>
        <translation>编辑…</translation>
    </message>
</context>
<context>
    <name>dueline::ConnectionCommands</name>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a connection, its layout</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>dueline::ConnectionExtras</name>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
    <message>
        <source>CA certificate</source>
        <translation>CA 证书</translation>
    </message>
    <message>
        <source>system default</source>
        <translation>系统默认</translation>
    </message>
    <message>
        <source>Server name</source>
        <translation>服务器名称</translation>
    </message>
    <message>
        <source>same as the host</source>
        <translation>与主机相同</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Client key</source>
        <translation>客户端密钥</translation>
    </message>
    <message>
        <source>Sentinel user</source>
        <translation>Sentinel 的用户</translation>
    </message>
    <message>
        <source>Masked fields</source>
        <translation>遮盖字段</translation>
    </message>
    <message>
        <source>none, or payload field names, e.g. card, password</source>
        <translation>无；载荷成员名，以逗号分隔，如 card, password</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>same as the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>TLS: CA</source>
        <translation>TLS：CA</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Sentinels</source>
        <translation>Sentinel</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>遮盖</translation>
    </message>
    <message>
        <source>Counts and events only</source>
        <translation>仅计数和事件</translation>
    </message>
    <message>
        <source>Also the IDs of waiting tasks</source>
        <translation>还记录等待中任务的 ID</translation>
    </message>
    <message>
        <source>Also complete waiting tasks, with payloads</source>
        <translation>还记录等待中的完整任务（含负载）</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录内容</translation>
    </message>
    <message>
        <source>With IDs, lost tasks can be listed; with payloads, they can be put back. IDs can contain names or addresses. The recording stays on this computer for 7 days.</source>
        <translation>记录 ID 后可以列出丢失的任务；记录负载后可以恢复它们。ID 可能包含姓名或地址。记录会在本机保留 7 天。</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
</context>
<context>
    <name>dueline::ConnectionStepView</name>
    <message>
        <source>Sentinels</source>
        <translation>Sentinel</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Eviction</source>
        <translation>淘汰策略</translation>
    </message>
    <message>
        <source>Persistence</source>
        <translation>持久化</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Test steps</source>
        <translation>测试步骤</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>SSH</source>
        <translation>SSH</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
</context>
<context>
    <name>dueline::ConsentDialog</name>
    <message>
        <source>Allow changes</source>
        <translation>允许更改</translation>
    </message>
    <message>
        <source>Allow the layout file %1 to change tasks on this server?</source>
        <translation>是否允许布局文件 %1 更改此服务器上的任务？</translation>
    </message>
    <message>
        <source>What the file may change</source>
        <translation>此文件可以更改的内容</translation>
    </message>
    <message>
        <source>If the file or the server changes, Dueline asks again. Until you allow it, tasks are read-only.</source>
        <translation>如果文件或服务器发生变化，Dueline 会再次询问。在您允许之前，任务为只读。</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
</context>
<context>
    <name>dueline::ContextMenus</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>&amp;Duplicate…</source>
        <translation>创建副本…</translation>
    </message>
    <message>
        <source>Dele&amp;te…</source>
        <translation>删除…</translation>
    </message>
</context>
<context>
    <name>dueline::ContrastBars</name>
    <message>
        <source>%1: in %2 of failed and %3 of completed payloads</source>
        <translation>%1：失败载荷中占 %2，已完成载荷中占 %3</translation>
    </message>
    <message>
        <source>Common in failed payloads</source>
        <translation>失败载荷的共同点</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>dueline::DeleteQueueDialog</name>
    <message>
        <source>Delete queue</source>
        <translation>删除队列</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s), the settings, the recurring tasks and the operation history will also be deleted. This cannot be undone.</source>
        <translation>
            <numerusform>%Ln 个任务、设置、定时任务和操作历史将一并删除，且无法撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also delete %Ln task(s) held by workers</source>
        <translation>
            <numerusform>同时删除执行器持有的 %Ln 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::DescribeDialog</name>
    <message>
        <source>Sorted set</source>
        <translation>有序集合</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>Describe unknown keys</source>
        <translation>描述未知的键</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Described as</source>
        <translation>描述为</translation>
    </message>
    <message>
        <source>Watch for 10 seconds</source>
        <translation>观察 10 秒</translation>
    </message>
    <message>
        <source>Tasks as they will appear</source>
        <translation>任务将如何显示</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Layout file</source>
        <translation>布局文件</translation>
    </message>
    <message>
        <source>Discard edits</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Save file as</source>
        <translation>文件另存为</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Save and connect</source>
        <translation>保存并连接</translation>
    </message>
    <message>
        <source>Save and use</source>
        <translation>保存并使用</translation>
    </message>
    <message>
        <source>Keys of the queue</source>
        <translation>队列的键</translation>
    </message>
    <message>
        <source>Evidence and choices</source>
        <translation>依据与选择</translation>
    </message>
    <message>
        <source>Observes the lists while workers run, to learn which end of each list they read. Writes nothing.</source>
        <translation>在执行器运行期间观察列表，以判断它们从每个列表的哪一端读取。不写入任何内容。</translation>
    </message>
    <message>
        <source>Watching the lists while workers run: %1 left</source>
        <comment>duration</comment>
        <translation>正在执行器运行期间观察列表：还剩 %1</translation>
    </message>
    <message>
        <source>The lists did not change enough. Watch them again while workers run, or choose the end that workers read from.</source>
        <translation>列表的变化太少。请在执行器运行期间再次观察，或自行选择执行器读取的一端。</translation>
    </message>
    <message numerus="yes">
        <source>Detected which end workers read from in %Ln list(s).</source>
        <translation>
            <numerusform>已观察到执行器读取 %Ln 个列表的哪一端。</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching for keys that belong to no known system…</source>
        <translation>正在查找不属于任何已知系统的键…</translation>
    </message>
    <message>
        <source>Task data</source>
        <translation>任务数据</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln key(s)</source>
        <comment>name of a proposal</comment>
        <translation>
            <numerusform>%1：%Ln 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>No keys that belong to unknown queues were found.</source>
        <translation>未找到属于未知队列的键。</translation>
    </message>
    <message>
        <source>No key looks like part of an unknown queue. Select the keys of one queue.</source>
        <translation>没有键看起来属于未知的队列。请勾选同一个队列的键。</translation>
    </message>
    <message>
        <source>Known layouts can open other queues on this server: %1.</source>
        <translation>此服务器上的其他队列可用已知的布局打开：%1。</translation>
    </message>
    <message>
        <source>These keys look like queues in the %1 layout, which Dueline already supports.</source>
        <translation>这些键像是布局 %1 的队列，Dueline 已支持该布局。</translation>
    </message>
    <message>
        <source>The selected keys do not look like one queue. Select other keys, or write the layout file.</source>
        <translation>勾选的键不像是同一个队列。请勾选其他键，或自行编写布局文件。</translation>
    </message>
    <message>
        <source>Belongs to a task</source>
        <translation>属于某个任务</translation>
    </message>
    <message>
        <source>Not recognized</source>
        <translation>无法识别</translation>
    </message>
    <message>
        <source>No tasks found</source>
        <translation>没有找到任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) read, all match</source>
        <translation>
            <numerusform>已读取 %Ln 个任务，全部相符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) read, %1 match</source>
        <translation>
            <numerusform>已读取 %Ln 个任务，其中 %1 个相符</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止观察</translation>
    </message>
    <message>
        <source>Watching the lists while workers run…</source>
        <translation>正在执行器运行期间观察列表…</translation>
    </message>
</context>
<context>
    <name>dueline::DesignsDialog</name>
    <message>
        <source>Custom designs</source>
        <translation>自建队列方案</translation>
    </message>
    <message>
        <source>What each worker can lose or run twice</source>
        <translation>会丢失什么，会重复什么</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Its own worker</source>
        <translation>自带的执行器</translation>
    </message>
    <message>
        <source>Dueline&apos;s worker</source>
        <translation>Dueline 的执行器</translation>
    </message>
    <message>
        <source>Both together</source>
        <translation>两者同时</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>dueline::DesktopAlerts</name>
    <message>
        <source>Desktop notifications are not available</source>
        <translation>桌面不接收通知</translation>
    </message>
</context>
<context>
    <name>dueline::DesktopNotifier</name>
    <message>
        <source>There is no session bus.</source>
        <translation>没有会话总线。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>dueline::DialogFrame</name>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>STAGING</source>
        <translation>预发环境</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Copy the equivalent duectl command</source>
        <translation>复制效果相同的 duectl 命令</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Type %1 to confirm</source>
        <translation>输入 %1 以确认</translation>
    </message>
</context>
<context>
    <name>dueline::DiscardQuestion</name>
    <message>
        <source>Discard changes?</source>
        <translation>放弃更改？</translation>
    </message>
    <message>
        <source>Unsaved changes will be lost.</source>
        <translation>未保存的更改会丢失。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
</context>
<context>
    <name>dueline::Dock</name>
    <message>
        <source>Close the panels</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Open the panels</source>
        <translation>打开面板</translation>
    </message>
</context>
<context>
    <name>dueline::DockTabs</name>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>More panels</source>
        <translation>更多面板</translation>
    </message>
</context>
<context>
    <name>dueline::DoctorDialog</name>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现的问题</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Checking… %1</source>
        <translation>正在检查… %1</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Previous findings:</source>
        <translation>之前发现的：</translation>
    </message>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln 个严重问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln notice(s)</source>
        <translation>
            <numerusform>%Ln 个提示</numerusform>
        </translation>
    </message>
    <message>
        <source>Checked %1 entries in %2 queues.</source>
        <translation>检查了 %2 个队列中的 %1 个条目。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <source>Nothing on this server or in its queues can lose or delay tasks.</source>
        <translation>这台服务器及其队列没有会使任务丢失或延误的问题。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are not shown.</source>
        <translation>
            <numerusform>另有 %Ln 个未显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Copy as command: %1</source>
        <translation>复制为命令：%1</translation>
    </message>
    <message>
        <source>Repair…</source>
        <translation>修复…</translation>
    </message>
    <message>
        <source>Repair: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>This connection is read-only.</source>
        <translation>此连接为只读。</translation>
    </message>
    <message>
        <source>Repairing…</source>
        <translation>正在修复…</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>显示任务</translation>
    </message>
    <message>
        <source>Show tasks: %1</source>
        <translation>显示任务：%1</translation>
    </message>
</context>
<context>
    <name>dueline::DueHistogram</name>
    <message>
        <source>at most %1 per %2</source>
        <translation>每 %2最多 %1 个</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>time, number of tasks</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dueline::DurationEdit</name>
    <message>
        <source>Enter a duration from %1 to %2.</source>
        <comment>a duration</comment>
        <translation>请输入 %1 到 %2。</translation>
    </message>
    <message>
        <source>Enter a duration, such as 15m or 1h30m.</source>
        <translation>请输入时长，例如 15m 或 1h30m。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs a unit. Enter %1s, %1m, %1h or %1d.</source>
        <translation>“%1”缺少单位：%1s、%1m、%1h 或 %1d。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration. Enter a duration such as 15m or 1h30m.</source>
        <translation>“%1”不是时长：请写成 30s、15m、2h 或 1h30m。</translation>
    </message>
</context>
<context>
    <name>dueline::EditTaskDialog</name>
    <message>
        <source>Edit task</source>
        <translation>编辑任务</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Payloads are masked on this connection, so this payload cannot be edited.</source>
        <translation>此连接会遮盖载荷，因此该载荷不能编辑。</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Load file…</source>
        <translation>载入文件…</translation>
    </message>
    <message>
        <source>Load payload</source>
        <translation>载入载荷</translation>
    </message>
    <message>
        <source>Cannot read the file: %1.</source>
        <translation>无法读取文件：%1。</translation>
    </message>
    <message>
        <source>attempts, backoff</source>
        <translation>次尝试，退避</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>The payload is too large to edit here (%1). You can replace it with a file.</source>
        <translation>太大，无法在此编辑（%1）；可以用文件替换。</translation>
    </message>
    <message>
        <source>Cannot be edited here (%1): the payload is large or contains non-text bytes. You can replace it with a file.</source>
        <translation>内容较大或含有非文本字节，不能直接键入（%1）；可以用文件替换。</translation>
    </message>
    <message>
        <source>The payload is empty.</source>
        <translation>载荷为空。</translation>
    </message>
    <message>
        <source>Valid JSON, %1</source>
        <translation>有效的 JSON，%1</translation>
    </message>
    <message>
        <source>%1 Will be sent as is (%2).</source>
        <translation>%1将原样发送，%2。</translation>
    </message>
    <message>
        <source>Do not start after</source>
        <translation>不晚于此时开始</translation>
    </message>
    <message>
        <source>Keep the handler&apos;s return value with the task</source>
        <translation>将处理程序返回的内容随已完成任务保留</translation>
    </message>
    <message>
        <source>Expiry</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Edit and retry</source>
        <translation>编辑并重试</translation>
    </message>
    <message>
        <source>Saved only if the task is unchanged and still failed. The ID stays the same.</source>
        <translation>仅当任务仍为失败状态且未改变时才保存。ID 保持不变。</translation>
    </message>
    <message>
        <source>Saved only if the task is still waiting and unchanged.</source>
        <translation>仅当任务仍在等待且未改变时才保存。</translation>
    </message>
    <message>
        <source>Can be undone for %1, or until the task runs.</source>
        <translation>%1内可撤销，直到它执行。</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Save and retry</source>
        <translation>保存并重试</translation>
    </message>
    <message>
        <source>Only white space or the order of keys changes.</source>
        <translation>仅空格或键的顺序有变化。</translation>
    </message>
    <message>
        <source>The bytes from offset %1 on change.</source>
        <translation>从偏移量 %1 起的字节有变化。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more change(s)</source>
        <translation>
            <numerusform>另有 %Ln 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 added: %2</source>
        <comment>place, value</comment>
        <translation>%1 新增：%2</translation>
    </message>
    <message>
        <source>%1 removed: %2</source>
        <comment>place, value</comment>
        <translation>%1 删除：%2</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <comment>place, old value, new value</comment>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式化</translation>
    </message>
    <message>
        <source>Show each JSON value on a separate line. Only edited values are saved.</source>
        <translation>每个 JSON 值单独显示一行。只保存编辑过的值。</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>尚无更改</translation>
    </message>
</context>
<context>
    <name>dueline::EmbeddedWorker</name>
    <message>
        <source>The worker is connected again.</source>
        <translation>执行器已重新连接。</translation>
    </message>
    <message>
        <source>The local worker is already running.</source>
        <translation>内嵌执行器已在运行。</translation>
    </message>
    <message>
        <source>The worker is locked on this connection; unlock it for this session first.</source>
        <translation>此连接的队列尚不允许执行器处理；请先为本次会话解锁执行器。</translation>
    </message>
    <message>
        <source>There are no queues to process.</source>
        <translation>没有可处理的队列。</translation>
    </message>
    <message>
        <source>Add a handler first: a task type and how to run it.</source>
        <translation>请先添加处理程序：任务类型，以及由什么来执行。</translation>
    </message>
    <message>
        <source>The connection was locked, so the worker is stopping.</source>
        <translation>连接已锁定：执行器停止。</translation>
    </message>
    <message numerus="yes">
        <source>Running with %Ln slot(s)</source>
        <translation>
            <numerusform>运行中，%Ln 个并发位</numerusform>
        </translation>
    </message>
    <message>
        <source>Draining: no new tasks are being claimed</source>
        <translation>排空中：不再领取新任务</translation>
    </message>
    <message>
        <source>Stopping. Unfinished tasks go back to the queue.</source>
        <translation>正在停止。未完成的任务会回到队列。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message numerus="yes">
        <source>(%Ln line(s) omitted)</source>
        <translation>
            <numerusform>（略去 %Ln 行）</numerusform>
        </translation>
    </message>
    <message>
        <source>Tasks of type %1 can be started again.</source>
        <translation>%1 的任务又能启动了。</translation>
    </message>
</context>
<context>
    <name>dueline::EmptyState</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Data will appear when the server responds. Click &quot;Reconnect now&quot; to try immediately.</source>
        <translation>服务器一有响应就会读取数据；时间线上方的“立即重新连接”可马上重试。</translation>
    </message>
    <message>
        <source>Choose or add a connection on the left to see its data.</source>
        <translation>在左侧选择或添加一个连接即可查看其数据。</translation>
    </message>
</context>
<context>
    <name>dueline::EnvironmentStripe</name>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>STAGING</source>
        <translation>预发环境</translation>
    </message>
    <message>
        <source>READ-ONLY</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Read-only: the saved connection does not allow changes.</source>
        <translation>配置为只读：此处不能做任何更改。</translation>
    </message>
    <message>
        <source>Read-only for safety.</source>
        <translation>为安全起见，当前只读。</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Allow changes</source>
        <translation>允许更改</translation>
    </message>
    <message>
        <source>Changes allowed. For bulk changes, you must type the number of tasks.</source>
        <translation>已允许更改。批量更改时需要输入任务数量。</translation>
    </message>
    <message>
        <source>Allow changes…</source>
        <translation>允许更改…</translation>
    </message>
    <message>
        <source>PROD</source>
        <comment>environment tag</comment>
        <translation>生产</translation>
    </message>
    <message>
        <source>STAGE</source>
        <comment>environment tag</comment>
        <translation>预发</translation>
    </message>
    <message>
        <source>DEV</source>
        <comment>environment tag</comment>
        <translation>开发</translation>
    </message>
</context>
<context>
    <name>dueline::ErrorText</name>
    <message>
        <source>Full error</source>
        <translation>完整错误</translation>
    </message>
    <message numerus="yes">
        <source>%Ln library frame(s): %1</source>
        <translation>
            <numerusform>%Ln 个库堆栈帧：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ExportDialog</name>
    <message>
        <source>Export tasks</source>
        <translation>导出任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>JSON lines (lossless)</source>
        <translation>JSON 行，无损</translation>
    </message>
    <message>
        <source>CSV (for spreadsheets)</source>
        <translation>CSV，用于电子表格</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>Nothing in Redis changes. Pause the queue first for a consistent export.</source>
        <translation>Redis 中不会有任何更改。要得到一致的导出，请先暂停队列。</translation>
    </message>
    <message>
        <source>This connection masks payloads, so the file cannot be imported.</source>
        <translation>载荷按此连接的设置遮盖；该文件不能再导入。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message numerus="yes">
        <source>the selection, %Ln task(s)</source>
        <translation>
            <numerusform>所选的 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>all tasks in the queue</source>
        <translation>队列的全部任务</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Omits results, and all errors except the last. Text that looks like a formula gets a leading apostrophe.</source>
        <translation>不含结果，错误只含最后一个。形似公式的内容前会加撇号。</translation>
    </message>
    <message>
        <source>Contains complete payloads, all attempts and all options; importing restores them.</source>
        <translation>包含完整的载荷、所有尝试和所有选项；导入可全部恢复。</translation>
    </message>
    <message>
        <source>%1 of %2 checked, %3</source>
        <translation>已查看 %1 / %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln written</source>
        <translation>
            <numerusform>已写入 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>all tasks in the state %1</source>
        <translation>状态为 %1 的所有任务</translation>
    </message>
    <message>
        <source>tasks in the state %1 that match the filter %2</source>
        <translation>筛选匹配且状态为 %1 的任务：%2</translation>
    </message>
    <message>
        <source>all tasks in the queue except the trash</source>
        <translation>队列的所有任务（不含回收站）</translation>
    </message>
    <message>
        <source>tasks that match the filter %1, except the trash</source>
        <translation>筛选匹配的任务（不含回收站）：%1</translation>
    </message>
    <message>
        <source>duectl can export a whole queue, a state, or the tasks that match a filter, but not individual tasks.</source>
        <translation>duectl 只能导出整个队列、某个状态或筛选匹配的任务，不能导出单个任务。</translation>
    </message>
    <message>
        <source>With a byte order mark</source>
        <translation>带字节顺序标记</translation>
    </message>
    <message>
        <source>Lets Excel and other spreadsheets detect that the file is UTF-8. Other programs may not expect the mark.</source>
        <translation>电子表格软件由此看出 CSV 文件是 UTF-8；读取它的程序可能不接受这个标记。</translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupBody</name>
    <message>
        <source>Error and stack</source>
        <translation>错误与堆栈</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Payloads</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupModel</name>
    <message>
        <source>%1, %2: %3 times, last %4</source>
        <translation>%1，%2：%3 次，最近 %4</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupPage</name>
    <message>
        <source>Queues and types with this failure</source>
        <translation>有此失败的队列和类型</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>显示任务</translation>
    </message>
    <message>
        <source>Canary</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Retry one task from each selected queue and type, then ten, then the rest, as long as the retries succeed. Requires confirmation (C).</source>
        <translation>对所选的每个队列和类型先重试一个任务，再重试十个，成功后才重试其余；会先询问（C）。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry the tasks in the selected rows now, after confirmation (R).</source>
        <translation>立即重试所选队列和类型的任务；会先询问（R）。</translation>
    </message>
    <message>
        <source>Retry later</source>
        <translation>稍后重试</translation>
    </message>
    <message>
        <source>Retry later, at a set time or spread over 30 minutes, after confirmation (Shift+R).</source>
        <translation>稍后重试：分散在 30 分钟内，或在指定时间。会先询问 (Shift+R)。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Move the tasks in the selected rows to the trash, after confirmation (Del).</source>
        <translation>将所选队列和类型的任务移入回收站；会先询问（Del）。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy this page as text or Markdown.</source>
        <translation>将此处显示的内容复制为文本或 Markdown。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Go back to the previous page (Escape).</source>
        <translation>返回上一页（Esc）。</translation>
    </message>
    <message>
        <source>sample: %1 tasks</source>
        <translation>抽样：%1 个任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>counted %1 of %2</source>
        <translation>已统计 %1 / %2</translation>
    </message>
    <message>
        <source>Failure group</source>
        <translation>失败组</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>统计中</translation>
    </message>
    <message>
        <source>No task currently has this failure</source>
        <translation>现在没有任务有此失败</translation>
    </message>
    <message>
        <source>No failed tasks</source>
        <translation>没有失败</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>First seen %1 (%2)
Last seen %3 (%4)</source>
        <translation>首次出现 %1（%2）
最近出现 %3（%4）</translation>
    </message>
    <message>
        <source>Varies: %1</source>
        <translation>变化的部分：%1</translation>
    </message>
    <message>
        <source>%1 retried, but not tracked because the task IDs are unknown.</source>
        <translation>已重试 %1 个。此处未读取它们的 ID，因此不再跟踪。</translation>
    </message>
    <message>
        <source>Since your retry of %1: %2</source>
        <translation>自你重试 %1 个任务以来：%2</translation>
    </message>
    <message>
        <source>%1 of %2 checked</source>
        <translation>已检查 %1 / %2</translation>
    </message>
    <message>
        <source>all checked in the last %1</source>
        <translation>均在最近 %1 内检查过</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>作为文本</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>作为 Markdown</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not retried</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个未重试</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个等待中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln running</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个运行中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个已完成</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed with the same error</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个因相同错误失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed with a different error</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个因其他错误失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln discarded</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln 个已丢弃</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <comment>value and its share</comment>
        <translation>%1 %2%</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>values</comment>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>after &quot;%1&quot;: %2</source>
        <comment>what varies, its values</comment>
        <translation>“%1”之后：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed task(s) on %1</source>
        <translation>
            <numerusform>%1 上有 %Ln 个失败的任务</numerusform>
        </translation>
    </message>
    <message>
        <source>First seen: %1</source>
        <translation>首次出现：%1</translation>
    </message>
    <message>
        <source>Last seen: %1</source>
        <translation>最近出现：%1</translation>
    </message>
    <message>
        <source>At most %1 per %2</source>
        <translation>每 %2 最多 %1 个</translation>
    </message>
    <message>
        <source>%1 retried</source>
        <translation>已重试 %1 个</translation>
    </message>
    <message>
        <source>%1 retried: %2</source>
        <translation>已重试 %1 个：%2</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Varies:</source>
        <translation>变化的部分：</translation>
    </message>
    <message>
        <source>Common in failed payloads:</source>
        <translation>失败任务的载荷有何共同点：</translation>
    </message>
    <message>
        <source>Since your retry:</source>
        <translation>自你重试以来：</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>no differences between %1 failed and %2 completed tasks</source>
        <translation>没有内容能区分 %1 个失败的任务与 %2 个已完成的任务</translation>
    </message>
    <message>
        <source>too few failed tasks to compare (%1 needed)</source>
        <translation>失败任务太少，无法对比（需要 %1 个）</translation>
    </message>
    <message>
        <source>too few completed tasks to compare (%1 needed)</source>
        <translation>完成的任务太少，无法对比（需要 %1 个）</translation>
    </message>
    <message>
        <source>%1 present</source>
        <comment>a member</comment>
        <translation>含有 %1</translation>
    </message>
    <message>
        <source>%1 in %2 % of failed tasks, %3 % of completed tasks</source>
        <translation>%1：失败的占 %2%，已完成的占 %3%</translation>
    </message>
    <message>
        <source>sample: %1 failed, %2 completed</source>
        <translation>抽样：失败 %1 个，完成 %2 个</translation>
    </message>
    <message>
        <source>resolved, no tasks left</source>
        <comment>a kind of failure</comment>
        <translation>已解决，没有剩余任务</translation>
    </message>
    <message>
        <source>new</source>
        <comment>a kind of failure</comment>
        <translation>新出现</translation>
    </message>
    <message>
        <source>%1 values</source>
        <comment>values</comment>
        <translation>%1 个不同的值</translation>
    </message>
    <message>
        <source>now includes similar groups</source>
        <translation>已扩大：相似的失败组已并入</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
    <message>
        <source>No failed tasks in %1</source>
        <translation>%1 中没有失败的任务</translation>
    </message>
    <message numerus="yes">
        <source>Other queues have %Ln failed task(s).</source>
        <translation>
            <numerusform>其他队列有 %Ln 个失败的任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>Investigate other queues</source>
        <translation>查看其他队列的失败</translation>
    </message>
    <message>
        <source>No failed tasks in the queues found so far</source>
        <translation>目前找到的队列中没有失败</translation>
    </message>
    <message>
        <source>Canary retry %1…</source>
        <translation>试运行重试 %1 个…</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Recent samples</source>
        <translation>最近的样本</translation>
    </message>
    <message>
        <source>Common in failed payloads</source>
        <translation>失败载荷的共同点</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Possibly the same cause</source>
        <translation>可能是同一原因</translation>
    </message>
    <message>
        <source>growing by %1 per minute</source>
        <translation>正在增加，每分钟 %1 个</translation>
    </message>
    <message>
        <source>newest %1 of %2</source>
        <translation>最新 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Newest failed tasks</source>
        <translation>最新失败的任务</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>取消静音</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>Stop muting this group (M).</source>
        <translation>取消此失败组的静音（M）。</translation>
    </message>
    <message>
        <source>List this group last and do not mark it as new until it recurs (M).</source>
        <translation>在再次出现之前，将此组排在最后，并且不标记为新（M）。</translation>
    </message>
    <message>
        <source>muted until it recurs</source>
        <translation>已静音，直到再次出现</translation>
    </message>
    <message>
        <source>Link to this group</source>
        <translation>指向此分组的链接</translation>
    </message>
    <message>
        <source>List the current row&apos;s tasks (Return).</source>
        <translation>列出当前队列和类型的任务（回车）。</translation>
    </message>
    <message>
        <source>Stop canary</source>
        <translation>停止试运行</translation>
    </message>
    <message>
        <source>Stop the running canary. Retried tasks remain retried (C).</source>
        <translation>停止正在进行的试运行。已重试的任务不会撤回（C）。</translation>
    </message>
    <message>
        <source>too few JSON payloads to compare (%1 needed)</source>
        <translation>JSON 载荷太少，无法对比（需要 %1 个）</translation>
    </message>
    <message>
        <source>Before the first failure</source>
        <translation>首次失败之前</translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupTitle</name>
    <message>
        <source>Failed without an error message</source>
        <translation>失败，没有错误信息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <comment>number of tasks</comment>
        <translation>
            <numerusform>%Ln 个失败</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupTrail</name>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Go back to the previous page (Escape).</source>
        <translation>返回上一页（Esc）。</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Show all queues on the connection.</source>
        <translation>显示该连接的所有队列。</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>List all failure groups.</source>
        <translation>列出所有失败组。</translation>
    </message>
    <message>
        <source>Failure group</source>
        <translation>失败组</translation>
    </message>
    <message>
        <source>Previous failure group</source>
        <translation>上一个失败组</translation>
    </message>
    <message>
        <source>Show the next larger failure group (Alt+Up)</source>
        <translation>显示更大的失败组（Alt+Up）</translation>
    </message>
    <message>
        <source>Next failure group</source>
        <translation>下一个失败组</translation>
    </message>
    <message>
        <source>Show the next smaller failure group (Alt+Down)</source>
        <translation>显示更小的失败组（Alt+Down）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the place of a group</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
</context>
<context>
    <name>dueline::FailureModel</name>
    <message>
        <source>%1 (%2)</source>
        <comment>queue, its connection</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2, %3 times, last %4</source>
        <translation>%1：%2，%3 次，最近 %4</translation>
    </message>
    <message>
        <source>failed without an error message</source>
        <translation>失败，没有错误信息</translation>
    </message>
    <message>
        <source>at most %1 per %2 since %3</source>
        <translation>每 %2 最多 %1 个，自 %3 起</translation>
    </message>
    <message>
        <source>These tasks failed without an error message.</source>
        <translation>这些任务失败时没有错误信息。</translation>
    </message>
    <message>
        <source>The most recent one:</source>
        <translation>最近一个：</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Trend</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>new · </source>
        <translation>新 · </translation>
    </message>
    <message>
        <source>resolved · </source>
        <translation>已解决 · </translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>muted · </source>
        <translation>已静音 · </translation>
    </message>
</context>
<context>
    <name>dueline::FailuresPanel</name>
    <message>
        <source>All connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>Count failures on all open connections, not just the current one.</source>
        <translation>统计所有已打开连接的失败，无论当前显示哪一个。</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>显示任务</translation>
    </message>
    <message>
        <source>List this group&apos;s tasks.</source>
        <translation>列出此组的任务。</translation>
    </message>
    <message>
        <source>Retry group</source>
        <translation>重试此组</translation>
    </message>
    <message>
        <source>Reset the attempts of all tasks in this group and run them now, after confirmation.</source>
        <translation>将此组所有任务的尝试次数清零并立即执行；会先询问。</translation>
    </message>
    <message>
        <source>Discard group</source>
        <translation>丢弃此组</translation>
    </message>
    <message>
        <source>Move all tasks in this group to the trash, after confirmation.</source>
        <translation>将此组所有任务移入回收站；会先询问。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) cannot be read</source>
        <translation>
            <numerusform>%Ln 个队列无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failure group(s)</source>
        <translation>
            <numerusform>%Ln 个失败组</numerusform>
        </translation>
    </message>
    <message>
        <source>recounting, %1 of %2</source>
        <translation>重新统计中，%1 / %2</translation>
    </message>
    <message>
        <source>counted %1 of %2</source>
        <translation>已统计 %1 / %2</translation>
    </message>
    <message>
        <source>%1 tasks, %2 of them in other groups</source>
        <translation>%1 个任务，其中 %2 个属于其他失败组</translation>
    </message>
    <message numerus="yes">
        <source>%1 task(s)</source>
        <comment>with a number</comment>
        <translation>
            <numerusform>%1 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Choose a queue</source>
        <translation>请选择队列</translation>
    </message>
    <message>
        <source>Its failed tasks will appear here, grouped by error.</source>
        <translation>此处按错误统计其失败的任务。</translation>
    </message>
    <message>
        <source>No failed tasks</source>
        <translation>没有失败</translation>
    </message>
    <message>
        <source>Failures appear here, grouped by error, with the most frequent first.</source>
        <translation>失败的任务在此按错误统计，最多的在前。</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>统计中</translation>
    </message>
    <message>
        <source>Copy the error</source>
        <translation>复制错误</translation>
    </message>
    <message>
        <source>Copy as filter</source>
        <translation>复制为筛选条件</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>New since</source>
        <translation>新出现</translation>
    </message>
    <message>
        <source>Choose how recent a failure group must be to count as new. New groups are listed first.</source>
        <translation>选择从何时起出现的失败组算新的。新的排在最前。</translation>
    </message>
    <message>
        <source>The last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>The last day</source>
        <translation>最近一天</translation>
    </message>
    <message>
        <source>My last visit</source>
        <translation>我上次查看之后</translation>
    </message>
    <message>
        <source>sample: %1 tasks</source>
        <translation>抽样：%1 个任务</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open this failure group to see when it began, which queues are affected, and what you can do (Return).</source>
        <translation>打开这个失败组：何时开始、涉及哪些队列、可以怎么做（回车）。</translation>
    </message>
    <message>
        <source>updated %1</source>
        <translation>更新于 %1</translation>
    </message>
    <message>
        <source>No failed tasks in the queues found so far</source>
        <translation>目前找到的队列中没有失败</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>取消静音</translation>
    </message>
    <message>
        <source>Mute until it recurs</source>
        <translation>静音，直到再次出现</translation>
    </message>
</context>
<context>
    <name>dueline::FigureButton</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dueline::FigureStrip</name>
    <message>
        <source>Figures for all queues</source>
        <translation>所有队列的数字</translation>
    </message>
    <message>
        <source>Due now</source>
        <translation>现在到期</translation>
    </message>
    <message>
        <source>all in %1</source>
        <translation>全部在 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>其中 %1 个在 %2</translation>
    </message>
    <message>
        <source>Longest overdue</source>
        <translation>最久等待</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>no tasks are waiting</source>
        <translation>没有任务在等待</translation>
    </message>
    <message>
        <source>Failed, last hour</source>
        <translation>最近 1 小时失败</translation>
    </message>
    <message numerus="yes">
        <source>in %Ln queue(s)</source>
        <translation>
            <numerusform>在 %Ln 个队列中</numerusform>
        </translation>
    </message>
    <message>
        <source>In and out per minute</source>
        <translation>每分钟进出</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>tasks in and out</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1 more in than out</source>
        <translation>进比出多 %1</translation>
    </message>
    <message>
        <source>%1 more out than in</source>
        <translation>出比进多 %1</translation>
    </message>
    <message>
        <source>equal in and out</source>
        <translation>进出相等</translation>
    </message>
    <message>
        <source>Some layouts have no counters. Their numbers are estimated from the changes between refreshes.</source>
        <translation>有些布局没有计数器，其任务按两次刷新之间的变化计数。</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>%1 of %2 slots used</source>
        <translation>并发位已用 %1/%2</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 个失联</translation>
    </message>
    <message>
        <source>There may be more workers than are visible.</source>
        <translation>可能还有看不到的执行器。</translation>
    </message>
    <message>
        <source>Not read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>These queues&apos; layouts do not store this data.</source>
        <translation>这些队列的布局不保存此数据。</translation>
    </message>
    <message>
        <source>Some queues&apos; rates have not been read yet.</source>
        <translation>部分队列的速率尚未读取。</translation>
    </message>
</context>
<context>
    <name>dueline::FilterCommands</name>
    <message>
        <source>There is no filter to save</source>
        <translation>没有可保存的筛选</translation>
    </message>
    <message>
        <source>enter a filter first, e.g. state:failed type:mail.*</source>
        <translation>请先输入，例如 state:failed type:mail.*</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>保存筛选</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Rename filter</source>
        <translation>重命名筛选</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Filter %1 deleted</source>
        <translation>筛选 %1 已删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>dueline::FilterCompleter</name>
    <message>
        <source>%1, %2</source>
        <comment>what is offered, how many tasks it finds</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, at least %2</source>
        <comment>what is offered, how many tasks it finds</comment>
        <translation>%1，至少 %2</translation>
    </message>
    <message>
        <source>%1+</source>
        <comment>at least this many</comment>
        <translation>%1+</translation>
    </message>
</context>
<context>
    <name>dueline::FilterLine</name>
    <message>
        <source>Filter, e.g. state:failed type:mail.* error:timeout due&lt;+1h …</source>
        <translation>筛选：state:failed type:mail.* error:timeout due&lt;+1h …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Filter, e.g. state:failed type:mail.* …</source>
        <translation>筛选：state:failed type:mail.* …</translation>
    </message>
    <message>
        <source>Searches the text as stored, the text with JSON escapes decoded (\u0041 is A), and the contents of packed payloads.</source>
        <translation>文本按存储的写法、按 JSON 读出的写法（\u0041 即 A）查找，也在打包的载荷读出的内容中查找。</translation>
    </message>
</context>
<context>
    <name>dueline::FlowView</name>
    <message>
        <source>Flow</source>
        <translation>流程</translation>
    </message>
    <message>
        <source>not visible</source>
        <translation>无权查看</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>our state, the framework&apos;s word</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>This task&apos;s queue is not open in this connection.</source>
        <translation>此连接没有打开那个队列。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>higher-level tasks are not shown</source>
        <translation>未显示更上层的任务</translation>
    </message>
</context>
<context>
    <name>dueline::FoundModel</name>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%2 中的 %1，%3</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
</context>
<context>
    <name>dueline::GuessChoices</name>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>microseconds</source>
        <translation>微秒</translation>
    </message>
    <message>
        <source>nanoseconds</source>
        <translation>纳秒</translation>
    </message>
    <message>
        <source>State of the tasks in %1</source>
        <translation>%1 中任务的状态</translation>
    </message>
    <message>
        <source>Unit of the scores in %1</source>
        <translation>%1 的分值单位</translation>
    </message>
    <message>
        <source>Times in %1</source>
        <comment>unit</comment>
        <translation>时间，单位为%1</translation>
    </message>
    <message>
        <source>End of %1 that workers read from</source>
        <translation>执行器读取 %1 的哪一端</translation>
    </message>
    <message>
        <source>Next: unknown</source>
        <comment>end of a list</comment>
        <translation>下一个：未知</translation>
    </message>
    <message>
        <source>Next: last item (RPOP)</source>
        <comment>end of a list</comment>
        <translation>下一个：末尾项（RPOP）</translation>
    </message>
    <message>
        <source>Next: first item (LPOP)</source>
        <comment>end of a list</comment>
        <translation>下一个：开头项（LPOP）</translation>
    </message>
    <message>
        <source>Very likely.</source>
        <translation>很可能正确。</translation>
    </message>
    <message>
        <source>Likely.</source>
        <translation>可能正确。</translation>
    </message>
    <message>
        <source>Unsure.</source>
        <translation>不确定。</translation>
    </message>
    <message>
        <source>Scores are times in %1: %2 of %3 are within a year of now.</source>
        <comment>unit, counts of sampled scores</comment>
        <translation>分值是以%1为单位的时间：抽样的 %3 个中有 %2 个在距今一年之内。</translation>
    </message>
    <message>
        <source>Only the key&apos;s type suggests the state.</source>
        <translation>只能从键的类型推断状态。</translation>
    </message>
    <message>
        <source>The name contains “%1”.</source>
        <translation>名称包含“%1”。</translation>
    </message>
    <message>
        <source>Payloads were found for %1 of %2 sampled IDs.</source>
        <translation>抽样的 %2 个 ID 中有 %1 个找到了载荷。</translation>
    </message>
    <message>
        <source>The members are payloads (%1).</source>
        <comment>encoding</comment>
        <translation>成员就是载荷（%1）。</translation>
    </message>
    <message>
        <source>The members cannot be decoded.</source>
        <translation>成员无法解码。</translation>
    </message>
    <message>
        <source>Watch the list while workers run, or choose the end that workers read from.</source>
        <translation>请在执行器运行期间观察此列表，或选择执行器读取的一端。</translation>
    </message>
    <message>
        <source>Workers were seen taking the last item.</source>
        <translation>观察到执行器取走末尾的项。</translation>
    </message>
    <message>
        <source>Workers were seen taking the first item.</source>
        <translation>观察到执行器取走开头的项。</translation>
    </message>
    <message>
        <source>The oldest items are at the end.</source>
        <translation>最早的项在末尾。</translation>
    </message>
    <message>
        <source>The oldest items are at the start.</source>
        <translation>最早的项在开头。</translation>
    </message>
</context>
<context>
    <name>dueline::HelpDialog</name>
    <message>
        <source>Actions and keys</source>
        <translation>操作与快捷键</translation>
    </message>
    <message>
        <source>Single-key shortcuts work in the table and the timeline</source>
        <translation>单键在表格和时间线中有效</translation>
    </message>
    <message>
        <source>Search terms</source>
        <translation>要查找的词</translation>
    </message>
    <message>
        <source>Search actions and shortcuts</source>
        <translation>搜索操作和快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Copy as command: %1</source>
        <translation>复制为命令：%1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No action matches.</source>
        <translation>没有包含这些词的操作。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln 个操作</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ImportDialog</name>
    <message>
        <source>Import connections</source>
        <translation>导入连接</translation>
    </message>
    <message>
        <source>URLs or an export</source>
        <translation>URL 或导出内容</translation>
    </message>
    <message>
        <source>URLs</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Environment for a list of URLs</source>
        <translation>URL 列表所属的环境</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>预发</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Connections to save</source>
        <translation>将要保存的内容</translation>
    </message>
    <message>
        <source>Saved as</source>
        <translation>保存为</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>The file %1 cannot be read or is too large.</source>
        <translation>文件 %1 无法读取，或者太大。</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>这段文本</translation>
    </message>
    <message>
        <source>with a password</source>
        <translation>含密码</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln</source>
        <translation>
            <numerusform>导入 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Connections in the text appear here.</source>
        <translation>找到的连接会列在这里。</translation>
    </message>
</context>
<context>
    <name>dueline::ImportTasksDialog</name>
    <message>
        <source>Import tasks</source>
        <translation>导入任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>JSON lines, or CSV if the name ends in .csv</source>
        <translation>JSON 行；从名称看是 CSV 时按 CSV 读取</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>As</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Already there</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Skipped lines</source>
        <translation>被跳过的行</translation>
    </message>
    <message>
        <source>Lines that cannot be imported are listed here.</source>
        <translation>不合格的行会列在这里。</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>State, due time, attempts, errors and result are imported. Leased tasks become waiting tasks. Retention is counted from the time each task ended.</source>
        <translation>状态、到期时间、尝试、错误和结果一并导入。原在执行中的重新等待；已结束的从结束时起计算保留期。</translation>
    </message>
    <message>
        <source>Undo discards the imported tasks that have not run yet.</source>
        <translation>撤销会丢弃此次导入且尚未运行的任务。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>%1, %2 % of the file</source>
        <translation>%1，文件的 %2 %</translation>
    </message>
    <message>
        <source>%1 invalid</source>
        <translation>%1 行无效</translation>
    </message>
    <message>
        <source>%1 whose ID is used by another task</source>
        <translation>%1 个的 ID 已被其他任务占用</translation>
    </message>
    <message>
        <source>%1 in a state that this layout does not support</source>
        <translation>%1 个的状态此布局无法接收</translation>
    </message>
    <message>
        <source>There is nothing to add.</source>
        <translation>没有可新增的任务。</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln task(s)</source>
        <translation>
            <numerusform>导入 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Put lost tasks back</source>
        <translation>放回丢失的任务</translation>
    </message>
    <message>
        <source>Skipped tasks</source>
        <translation>跳过的任务</translation>
    </message>
    <message>
        <source>Tasks that cannot be put back are listed here.</source>
        <translation>无法放回的任务列在这里。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State and due time are restored; native queues also restore attempts and errors. Leased tasks become waiting tasks.</source>
        <translation>状态和到期时间会恢复；原生队列还会恢复尝试次数和错误。原在执行中的任务重新等待。</translation>
    </message>
    <message>
        <source>Undo discards the added tasks that have not run yet.</source>
        <translation>撤销会丢弃已添加但尚未执行的任务。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>The tasks were recorded on %1.</source>
        <comment>server</comment>
        <translation>这些任务是在 %1 上记录的。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were recorded without their payloads and cannot be put back.</source>
        <translation>
            <numerusform>%Ln 个任务没有记录载荷，无法放回。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) may still be in the queue and will not be put back.</source>
        <translation>
            <numerusform>%Ln 个任务可能仍在队列中，不会放回。</numerusform>
        </translation>
    </message>
    <message>
        <source>All of these tasks are already in the queue.</source>
        <translation>这些任务都已在队列中。</translation>
    </message>
    <message numerus="yes">
        <source>Put back %Ln task(s)</source>
        <translation>
            <numerusform>放回 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>放回</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will lose their attempts and errors.</source>
        <translation>
            <numerusform>%Ln 个任务会失去尝试记录和错误。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will lose their parent, deduplication, batch or lock, which only the framework can set.</source>
        <translation>
            <numerusform>%Ln 个任务会失去父任务、去重、批次或锁，只有框架才能设置这些内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will get a new ID, “ID~HASH”, because another task has the same ID or the framework assigns its own IDs.</source>
        <translation>
            <numerusform>%Ln 个任务会得到新的 ID“ID~HASH”，因为有其他任务使用相同的 ID，或者框架会自行分配 ID。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were added within the last day and will not be added again, although they are no longer in the queue.</source>
        <translation>
            <numerusform>%Ln 个任务在一天内被添加过，虽已不在队列中，也不会再次添加。</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue was paused before the loss. If it is not paused now, workers will start these tasks as soon as they are due.</source>
        <translation>丢失发生前队列已暂停。如果队列现在未暂停，这些任务一到期就会由执行器执行。</translation>
    </message>
    <message>
        <source>%1 waiting for child tasks</source>
        <translation>%1 个在等待子任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) that wait for their children will not be added, because only the framework can link them. The children will be added as independent tasks.</source>
        <translation>
            <numerusform>%Ln 个等待子任务的任务不会添加，因为只有框架能把它们与子任务关联起来。子任务会作为独立任务添加。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>No task selected</source>
        <translation>未选择任务</translation>
    </message>
    <message>
        <source>Select a row to see its payload and attempts.</source>
        <translation>选择一行以查看其载荷和各次尝试。</translation>
    </message>
    <message>
        <source>Close the inspector</source>
        <translation>关闭检查器</translation>
    </message>
    <message>
        <source>Copy the ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Lease until</source>
        <translation>租约至</translation>
    </message>
    <message>
        <source>Due at</source>
        <translation>到期时间</translation>
    </message>
    <message>
        <source>Failed at</source>
        <translation>失败时间</translation>
    </message>
    <message>
        <source>Done at</source>
        <translation>完成时间</translation>
    </message>
    <message>
        <source>Discarded</source>
        <translation>丢弃时间</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Last action</source>
        <translation>上次操作</translation>
    </message>
    <message>
        <source>Extend…</source>
        <translation>延长…</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The first attempt is running</source>
        <translation>正在进行第一次尝试</translation>
    </message>
    <message>
        <source>No attempts yet</source>
        <translation>还没有执行过</translation>
    </message>
    <message>
        <source>No failed attempts are recorded</source>
        <translation>没有失败尝试的记录</translation>
    </message>
    <message>
        <source>Last error before success: %1</source>
        <translation>成功前的最后一次错误：%1</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>添加时间</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Last output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The connection was lost before this data was read. The data will appear when the server responds again.</source>
        <translation>连接断开前未能读取；服务器恢复响应后会显示。</translation>
    </message>
    <message>
        <source>The server has not responded yet.</source>
        <translation>服务器尚未响应。</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>Next in line (no due time)</source>
        <translation>按顺序排队（没有到期时间）</translation>
    </message>
    <message>
        <source>Waiting for other tasks</source>
        <translation>等待其他任务</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>取走时间</translation>
    </message>
    <message>
        <source>Blocked by a task that failed or was removed</source>
        <translation>不会自行运行：它等待的任务已失败或不存在</translation>
    </message>
    <message>
        <source>Open the full log</source>
        <translation>打开完整日志</translation>
    </message>
    <message numerus="yes">
        <source>%Ln application frame(s)</source>
        <translation>
            <numerusform>%Ln 个应用堆栈帧</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, last %2</source>
        <translation>%1，最后 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%Ln option(s)</source>
        <translation>
            <numerusform>%Ln 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>position in a list</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Retry at…</source>
        <translation>定时重试…</translation>
    </message>
    <message>
        <source>Edit and retry…</source>
        <translation>编辑并重试…</translation>
    </message>
</context>
<context>
    <name>dueline::InspectorSections</name>
    <message>
        <source>Error and stack</source>
        <translation>错误与堆栈</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Return value</source>
        <translation>返回值</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>流程</translation>
    </message>
</context>
<context>
    <name>dueline::InstantEdit</name>
    <message>
        <source>Clocks skip %1 on that day, so %2 is used.</source>
        <translation>当天时钟会跳过 %1：按 %2 处理。</translation>
    </message>
    <message>
        <source>%1 occurs twice on that day, so %2 is used.</source>
        <translation>当天时钟会两次显示 %1：按 %2 处理。</translation>
    </message>
    <message>
        <source>Enter a time, such as %1 or +5m.</source>
        <translation>请输入时间，例如 %1 或 +5m。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time. Enter a time such as %2 or +5m.</source>
        <translation>“%1”不是有效时间。请写成 %2 或 +5m 的形式。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>instant, how far from now</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>In 15 min</source>
        <translation>15 分钟后</translation>
    </message>
    <message>
        <source>In 1 h</source>
        <translation>1 小时后</translation>
    </message>
    <message>
        <source>Tomorrow 9:00</source>
        <translation>明天 9:00</translation>
    </message>
    <message>
        <source>Monday 9:00</source>
        <translation>周一 9:00</translation>
    </message>
</context>
<context>
    <name>dueline::LayoutDialog</name>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>how this connection&apos;s tasks are stored</source>
        <translation>此连接的任务如何存放</translation>
    </message>
    <message>
        <source>First tasks found</source>
        <translation>找到的前几个任务</translation>
    </message>
    <message>
        <source>Keys that look like queues</source>
        <translation>像队列的键</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>使用此项</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Layout name</source>
        <translation>布局名称</translation>
    </message>
    <message>
        <source>On the server</source>
        <translation>现有内容</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Use this layout</source>
        <translation>使用此布局</translation>
    </message>
    <message>
        <source>Searching for keys that may be queues…</source>
        <translation>正在寻找可能是队列的键…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在查看…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>No queues yet. The first task will create one.</source>
        <translation>还没有队列；第一个任务会创建它。</translation>
    </message>
    <message>
        <source>%1, %2 tasks</source>
        <comment>queues, count</comment>
        <translation>%1，%2 个任务</translation>
    </message>
    <message>
        <source>No tasks yet. The first task will create the key, so check its name.</source>
        <translation>还没有内容：键会随第一个任务创建。请检查键名。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) waiting</source>
        <translation>
            <numerusform>%Ln 个任务在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln task(s) waiting</source>
        <comment>type of a key</comment>
        <translation>
            <numerusform>%1，%Ln 个任务在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %Ln item(s) are not tasks</source>
        <translation>
            <numerusform>；%Ln 个条目不是任务</numerusform>
        </translation>
    </message>
    <message>
        <source>No key looks like a custom queue.</source>
        <translation>没有看起来像自建队列的键。</translation>
    </message>
    <message>
        <source>Suggestions only. Select one, click &quot;Use this&quot;, and check the preview.</source>
        <translation>仅为建议。选择一项，点击“使用此项”，再检查预览。</translation>
    </message>
    <message>
        <source>Add this layout</source>
        <translation>添加此布局</translation>
    </message>
    <message>
        <source>This connection already has this layout.</source>
        <translation>此连接已有该布局。</translation>
    </message>
    <message>
        <source>No %1 queues found.</source>
        <translation>那里没有找到 %1 的队列。</translation>
    </message>
    <message>
        <source>No %1 queues found yet. Not all keys have been scanned.</source>
        <translation>还没有找到 %1 的队列：尚未查看全部键。</translation>
    </message>
    <message>
        <source>Sorted set</source>
        <translation>有序集合</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>String</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>Describe unknown keys…</source>
        <translation>描述未知的键…</translation>
    </message>
    <message>
        <source>Propose a layout file for keys on this server that belong to no known system.</source>
        <translation>为此服务器上不属于任何已知系统的键生成布局文件的建议。</translation>
    </message>
</context>
<context>
    <name>dueline::LayoutList</name>
    <message>
        <source>Add layout…</source>
        <translation>添加布局…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Also open another layout&apos;s queues in this connection.</source>
        <translation>在此连接中同时打开另一种布局的队列。</translation>
    </message>
    <message>
        <source>Change the selected layout (F2).</source>
        <translation>更改选中的布局（F2）。</translation>
    </message>
    <message>
        <source>This layout cannot be edited here. Remove it, and specify a replacement with --layout.</source>
        <translation>此布局在这里没有可填写的字段。如需更改，请先移除它，再用 --layout 指定新的布局。</translation>
    </message>
    <message>
        <source>A connection must have at least one layout.</source>
        <translation>一个连接至少要有一种布局。</translation>
    </message>
    <message>
        <source>Remove the selected layout from this connection (Del). Its tasks are not affected.</source>
        <translation>从此连接中去掉选中的布局（Del）。其中的任务保持不变。</translation>
    </message>
</context>
<context>
    <name>dueline::LeaseDialog</name>
    <message>
        <source>no worker</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 还有 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln lease(s)</source>
        <translation>
            <numerusform>释放 %Ln 个租约</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop %Ln task(s)</source>
        <translation>
            <numerusform>停止 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>The leases are revoked. The tasks return to the queue, and the attempts are not counted. Results from the current workers are rejected.</source>
        <translation>任务将从执行器收回：它们重新等待，不消耗尝试次数；执行器之后再为它们提交的结果会被拒绝。</translation>
    </message>
    <message>
        <source>The workers are asked to stop the tasks; each attempt counts as failed. A lost worker will not receive the request.</source>
        <translation>将请求其执行器停止这些任务；每个任务的本次尝试都计为失败。已失联的执行器收不到该请求。</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Affected tasks</source>
        <translation>涉及的任务</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Stop tasks</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Tasks with a new lease are skipped. This cannot be undone.</source>
        <translation>有新租约的任务会跳过。此操作无法撤销。</translation>
    </message>
</context>
<context>
    <name>dueline::LeaseEdits</name>
    <message numerus="yes">
        <source>Workers were asked to stop %Ln task(s)</source>
        <translation>
            <numerusform>已请求执行器停止 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) released; the tasks return to the queue</source>
        <translation>
            <numerusform>已释放 %Ln 个租约；任务重新等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) extended to %1 from now</source>
        <translation>
            <numerusform>%Ln 个租约已延长到 %1后</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed in the meantime</source>
        <translation>
            <numerusform>%Ln 个在此期间有变化</numerusform>
        </translation>
    </message>
    <message>
        <source>not recorded: %1</source>
        <translation>未记录：%1</translation>
    </message>
</context>
<context>
    <name>dueline::LeaseModel</name>
    <message>
        <source>claimed %1</source>
        <translation>%1取走</translation>
    </message>
    <message>
        <source>The worker holds the task until it has finished; the end time is unknown.</source>
        <translation>它的执行器会一直持有它直到执行结束；没有信息说明何时结束。</translation>
    </message>
    <message>
        <source>%1, held by %2, %3</source>
        <translation>%1，由 %2 持有，%3</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>expired just now</source>
        <translation>刚刚过期</translation>
    </message>
    <message>
        <source>expired %1 ago</source>
        <translation>%1前过期</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩 %1</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1后过期</translation>
    </message>
    <message>
        <source>No worker for this queue is running. Start a worker to recover the task, or release its lease.</source>
        <translation>没有此队列的执行器来收回它：须等到有执行器启动，或由你释放。</translation>
    </message>
    <message>
        <source>A worker for this queue will recover the task shortly.</source>
        <translation>此队列的执行器马上会收回它。</translation>
    </message>
    <message>
        <source>The worker is lost; another worker will recover the task when the lease ends.</source>
        <translation>其执行器已失联；租约结束后由另一个执行器收回任务。</translation>
    </message>
    <message>
        <source>The worker extends the lease while the task runs.</source>
        <translation>任务运行期间，执行器会延长租约。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>截止</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>this window</source>
        <translation>此窗口</translation>
    </message>
    <message>
        <source>recovered in %1</source>
        <translation>%1后收回</translation>
    </message>
    <message>
        <source>%1 is lost: its last heartbeat was %2.</source>
        <translation>%1 已失联：上次心跳在 %2。</translation>
    </message>
    <message>
        <source>%1 is lost: no heartbeat is recorded.</source>
        <translation>%1 已失联：没有它的心跳记录。</translation>
    </message>
</context>
<context>
    <name>dueline::LeasesPanel</name>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Leases</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Revoke the worker&apos;s lease. The task returns to the queue, and the attempt is not counted.</source>
        <translation>从执行器收回任务；任务重新等待，不消耗尝试次数。</translation>
    </message>
    <message>
        <source>Extend to %1</source>
        <translation>延长到 %1</translation>
    </message>
    <message>
        <source>Set the lease to end %1 from now.</source>
        <translation>让租约在 %1后结束。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s)</source>
        <translation>
            <numerusform>%Ln 个执行器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost</source>
        <translation>
            <numerusform>%Ln 个失联</numerusform>
        </translation>
    </message>
    <message>
        <source>first %1 of %2</source>
        <translation>前 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>No workers</source>
        <translation>没有执行器</translation>
    </message>
    <message>
        <source>Workers unknown</source>
        <translation>执行器未知</translation>
    </message>
    <message>
        <source>Start the local worker, or run &quot;duectl work&quot;.</source>
        <translation>请启动内嵌执行器，或运行 duectl work。</translation>
    </message>
    <message>
        <source>This layout does not record workers.</source>
        <translation>此布局不记录其执行器。</translation>
    </message>
    <message>
        <source>Nothing is leased</source>
        <translation>没有租约</translation>
    </message>
    <message>
        <source>No leases held</source>
        <translation>它没有持有任何任务</translation>
    </message>
    <message>
        <source>A worker holds a lease while it runs a task.</source>
        <translation>执行器执行任务期间持有租约。</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy the holder</source>
        <translation>复制持有者</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>延长</translation>
    </message>
    <message>
        <source>Show all leases</source>
        <translation>显示全部租约</translation>
    </message>
    <message>
        <source>Copy the worker&apos;s name</source>
        <translation>复制执行器名称</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s)</source>
        <translation>
            <numerusform>%Ln 个租约</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) of %1</source>
        <translation>
            <numerusform>%1 的 %Ln 个租约</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩 %1</translation>
    </message>
    <message>
        <source>Stop the task</source>
        <translation>停止任务</translation>
    </message>
    <message>
        <source>Ask the worker to stop the task; the attempt counts as failed.</source>
        <translation>请求其执行器停止该任务；本次尝试计为失败。</translation>
    </message>
    <message>
        <source>Repair leases…</source>
        <translation>修复租约…</translation>
    </message>
    <message>
        <source>Show which leases and tasks are stranded, and repair them after a preview.</source>
        <translation>查看哪些租约和任务已滞留，并在预览后修复。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln without a heartbeat</source>
        <comment>leases, of their workers</comment>
        <translation>
            <numerusform>%Ln 个没有心跳</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LinkQuestion</name>
    <message numerus="yes">
        <source>and %Ln more server(s)</source>
        <translation>
            <numerusform>以及另外 %Ln 台服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Unix socket: %1</source>
        <translation>Unix 套接字：%1</translation>
    </message>
    <message>
        <source>Through the SSH host: %1</source>
        <translation>经由 SSH 主机：%1</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>A link is trying to open a connection. Connect?</source>
        <translation>有链接要求建立连接。要打开吗？</translation>
    </message>
    <message>
        <source>Passwords from this program&apos;s environment are not sent to this server.</source>
        <translation>启动本程序时给出的密码不会发送到那里。</translation>
    </message>
    <message>
        <source>This is the saved connection %1; it opens with its saved settings.</source>
        <translation>这是已保存的连接 %1，将按保存的设置打开。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
</context>
<context>
    <name>dueline::LostLine</name>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Reconnect to %1</source>
        <translation>重新连接 %1</translation>
    </message>
</context>
<context>
    <name>dueline::MainWindow</name>
    <message>
        <source>%1 — Dueline</source>
        <translation>%1 — Dueline</translation>
    </message>
    <message>
        <source>%1 on %2 — Dueline</source>
        <translation>%1（%2）— Dueline</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Local %1</source>
        <comment>time zone</comment>
        <translation>本地 %1</translation>
    </message>
    <message>
        <source>all queues</source>
        <translation>所有队列</translation>
    </message>
    <message>
        <source>all connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>%1 (outdated)</source>
        <comment>connections</comment>
        <translation>%1 为最后所见</translation>
    </message>
    <message>
        <source>%1 (no data)</source>
        <comment>connections</comment>
        <translation>不含 %1</translation>
    </message>
    <message>
        <source>This queue cannot be read</source>
        <translation>无法读取此队列</translation>
    </message>
</context>
<context>
    <name>dueline::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>dueline::MetricsChart</name>
    <message>
        <source>Show the figures as a table</source>
        <translation>以表格显示数据</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1（表格）</translation>
    </message>
    <message>
        <source>Copy the figures as CSV</source>
        <translation>将数据复制为 CSV</translation>
    </message>
    <message>
        <source>Copy %1 as CSV</source>
        <translation>将%1复制为 CSV</translation>
    </message>
    <message>
        <source>No failures in this period.</source>
        <translation>这段时间内没有失败。</translation>
    </message>
    <message>
        <source>Lateness</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>Failures by type</source>
        <translation>按类型统计的失败</translation>
    </message>
    <message>
        <source>%1: %2 done, %3 failed</source>
        <comment>range, count, count</comment>
        <translation>%1：%2 个完成，%3 个失败</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
</context>
<context>
    <name>dueline::MetricsPanel</name>
    <message>
        <source>The last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>This queue</source>
        <translation>此队列</translation>
    </message>
    <message>
        <source>All queues</source>
        <translation>所有队列</translation>
    </message>
    <message>
        <source>Metrics for the queue in view</source>
        <translation>当前查看的队列的指标</translation>
    </message>
    <message>
        <source>Totals for all queues on this connection</source>
        <translation>此连接所有队列的合计</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Nothing ran in the last %1</source>
        <translation>最近 %1没有任务执行</translation>
    </message>
    <message>
        <source>Figures will appear when a worker runs a task.</source>
        <translation>有执行器领取任务后，这里会显示它们做了什么。</translation>
    </message>
    <message>
        <source>From %1&apos;s statistics in Redis</source>
        <translation>来自 Redis 中 %1 的统计</translation>
    </message>
    <message>
        <source>From every queue&apos;s statistics in Redis</source>
        <translation>来自 Redis 中各队列的统计</translation>
    </message>
    <message>
        <source>Redis keeps per-minute figures for 48 hours and per-hour figures for 30 days.</source>
        <translation>Redis 按分钟保存 48 小时，按小时保存 30 天。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
</context>
<context>
    <name>dueline::MetricsPlot</name>
    <message>
        <source>%1/s</source>
        <comment>tasks per second</comment>
        <translation>%1/秒</translation>
    </message>
</context>
<context>
    <name>dueline::MoveDialog</name>
    <message>
        <source>Move or copy tasks</source>
        <translation>移动或复制任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Transfers</source>
        <translation>涉及</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Kept: ID, type, payload, options, state, due time, attempts, errors and result.</source>
        <translation>保留：ID、类型、载荷、选项、状态、到期时间、尝试、错误和结果。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message numerus="yes">
        <source>the selection, %Ln task(s)</source>
        <translation>
            <numerusform>所选的 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>copy (the originals remain here)</source>
        <translation>复制，这里也保留</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Target connection</source>
        <translation>目标连接</translation>
    </message>
    <message>
        <source>Target queue</source>
        <translation>目标队列</translation>
    </message>
    <message>
        <source>a queue, created if it does not exist</source>
        <translation>队列名，不存在则新建</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Each copy has the same ID as its original, and both run. Leased tasks are not copied.</source>
        <translation>两个队列会以相同的 ID 各自运行其副本。正由执行器持有的不会复制。</translation>
    </message>
    <message>
        <source>No task can run in both queues, because each task passes through this queue&apos;s trash. Leased tasks are not moved. Tasks without their own attempts, backoff or lease use the other queue&apos;s defaults.</source>
        <translation>任何时刻都不会有两个队列能运行同一任务：它经由此队列的回收站转移。正由执行器持有的留下。任务自身未设尝试次数、退避或租约时，采用另一队列的设置。</translation>
    </message>
    <message>
        <source>Undo discards the copies that have not run yet.</source>
        <translation>撤销会丢弃尚未运行的副本。</translation>
    </message>
    <message>
        <source>Undo moves back the tasks that have not yet run in the other queue.</source>
        <translation>撤销会取回在那里尚未运行的任务。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在查看…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, in addition to %Ln task(s) already in the queue</source>
        <translation>
            <numerusform>，加入已有的 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>, into a new queue</source>
        <translation>，放入新队列</translation>
    </message>
    <message>
        <source> to the queue %1</source>
        <translation>，目标队列 %1</translation>
    </message>
    <message>
        <source> to the new queue %1</source>
        <translation>，目标为新队列 %1</translation>
    </message>
    <message>
        <source>; the interrupted run will be completed first</source>
        <translation>；先完成上次中断的部分</translation>
    </message>
    <message numerus="yes">
        <source>%Ln held by a worker</source>
        <translation>
            <numerusform>%Ln 个正由执行器持有</numerusform>
        </translation>
    </message>
    <message>
        <source>No tasks can be moved.</source>
        <translation>没有可移动或复制的任务。</translation>
    </message>
    <message>
        <source>%1 of %2 transferred</source>
        <translation>已到达 %1 / %2</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln task(s)</source>
        <translation>
            <numerusform>复制 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln task(s)</source>
        <translation>
            <numerusform>移动 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>The framework&apos;s tasks remain unchanged, and its workers run them. The type is added to each copy&apos;s ID (TYPE#ID), so that a native worker can find the handler. Leased tasks are not copied.</source>
        <translation>框架的任务保持原样，仍由其执行器运行。副本的 ID 前会加上类型（TYPE#ID），以便原生执行器找到处理程序。正由执行器持有的不会复制。</translation>
    </message>
    <message>
        <source>The destination queue&apos;s layout determines which data is kept.</source>
        <translation>保留哪些数据取决于另一队列的布局。</translation>
    </message>
    <message>
        <source>Kept: ID, type, payload, options and due time. Each task is added as a new task.</source>
        <translation>保留：ID、类型、载荷、选项和到期时间。每个任务都作为新任务加入。</translation>
    </message>
    <message>
        <source>Kept: ID, type, payload, attempt limit, backoff and due time. Each task is added as a new task.</source>
        <translation>保留：ID、类型、载荷、尝试上限、退避和到期时间。每个任务都作为新任务加入。</translation>
    </message>
</context>
<context>
    <name>dueline::NameDialog</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>dueline::OperationDialog</name>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Shown in Activity</source>
        <translation>显示在“活动”中</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限速</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 个</translation>
    </message>
    <message>
        <source>At this pace, the operation will take %1, but it can be undone only within %2 of its start.</source>
        <translation>按此速度需要 %1。自开始起 %2内可以撤销，这段时间会在操作结束前用完。</translation>
    </message>
</context>
<context>
    <name>dueline::OperationsCloseDialog</name>
    <message>
        <source>Some operations are still running</source>
        <translation>仍有操作正在运行</translation>
    </message>
    <message>
        <source>Closing will stop these operations. You can undo their changes, and resume the rest from Activity, here or on another computer.</source>
        <translation>关闭会结束这些操作。已完成的部分仍然有效，也照样可以撤销；其余任务保持原样，可以在“活动”面板中继续，在其他电脑上也可以。</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>让操作继续</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>结束操作并关闭</translation>
    </message>
    <message>
        <source>%1 in %2 on %3: %4</source>
        <comment>what an operation does, queue, connection, how many tasks</comment>
        <translation>%3 的 %2：%1，%4</translation>
    </message>
</context>
<context>
    <name>dueline::OutputText</name>
    <message>
        <source>Output of the task&apos;s program</source>
        <translation>任务程序的输出</translation>
    </message>
    <message>
        <source>Output of attempt %1; the first %2 are omitted.</source>
        <translation>第 %1 次尝试的输出；最前面的 %2 已省略。</translation>
    </message>
    <message>
        <source>Output of attempt %1</source>
        <translation>第 %1 次尝试的输出</translation>
    </message>
</context>
<context>
    <name>dueline::PaletteCommands</name>
    <message numerus="yes">
        <source>At least %Ln task(s)</source>
        <translation>
            <numerusform>至少 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 queues</source>
        <comment>searched</comment>
        <translation>%1/%2 个队列</translation>
    </message>
    <message>
        <source>At least %1 found · %2</source>
        <comment>tasks, queues</comment>
        <translation>至少找到 %1 个 · %2</translation>
    </message>
    <message>
        <source>%1 found · %2</source>
        <comment>tasks, queues</comment>
        <translation>找到 %1 个 · %2</translation>
    </message>
    <message>
        <source>Searching · %1</source>
        <comment>queues</comment>
        <translation>正在搜索 · %1</translation>
    </message>
    <message>
        <source>Stopped, nothing found so far · %1</source>
        <comment>queues</comment>
        <translation>已停止，尚未找到任务 · %1</translation>
    </message>
    <message>
        <source>No task with &quot;%1&quot; among the first %2 tasks</source>
        <translation>前 %2 个任务中没有包含“%1”的任务</translation>
    </message>
    <message numerus="yes">
        <source>No task with &quot;%1&quot; in %Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列中没有包含“%1”的任务</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <comment>server</comment>
        <translation>%1（未连接）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>server, error</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln unreadable queue(s))</source>
        <comment>server</comment>
        <translation>
            <numerusform>%1（%Ln 个队列无法读取）</numerusform>
        </translation>
    </message>
    <message>
        <source>Not searched: %1</source>
        <comment>servers</comment>
        <translation>未搜索：%1</translation>
    </message>
    <message>
        <source>Search all queues for &quot;%1&quot;</source>
        <translation>在所有队列中搜索“%1”</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>new</source>
        <comment>a failure group</comment>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>dueline::PaletteStory</name>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Everything about &quot;%1&quot;</source>
        <comment>a value that tasks contain</comment>
        <translation>与“%1”有关的全部任务</translation>
    </message>
    <message>
        <source>now</source>
        <comment>at an end of a line of time</comment>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>dueline::Panels</name>
    <message>
        <source>Local worker</source>
        <translation>内嵌执行器</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Recurring tasks</source>
        <translation>定时任务</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>dueline::PasswordDialog</name>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>for %1, used once and not saved</source>
        <translation>%1 的密码，仅使用，不保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>dueline::PasswordPrompt</name>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the password in the keyring, as configured for the connection, once the server has accepted it.</source>
        <translation>服务器接受后，按已保存连接的设置将其保存在密钥环中。</translation>
    </message>
    <message>
        <source>Keep the password in the keyring</source>
        <translation>将密码保存在密钥环中</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connect with this password.</source>
        <translation>用此密码尝试一次。</translation>
    </message>
</context>
<context>
    <name>dueline::PastQuestion</name>
    <message>
        <source>Due in the past?</source>
        <translation>到期时间在过去？</translation>
    </message>
    <message>
        <source>%1 has passed. Tasks with this time will run immediately.</source>
        <comment>instant</comment>
        <translation>%1 已经过去，这样的任务会立即执行。</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>Change the time</source>
        <translation>修改时间</translation>
    </message>
</context>
<context>
    <name>dueline::PayloadFind</name>
    <message>
        <source>Find in the payload</source>
        <translation>在载荷中查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+Return)</source>
        <translation>上一处（Shift+回车）</translation>
    </message>
    <message>
        <source>Next match (Return)</source>
        <translation>下一处（回车）</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>结束查找</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of more than %2</source>
        <translation>第 %1 处，超过 %2 处</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
</context>
<context>
    <name>dueline::PayloadStream</name>
    <message>
        <source>The payload changed while it was being read. Open the task again.</source>
        <translation>读取期间载荷已被改动；请重新打开该任务。</translation>
    </message>
</context>
<context>
    <name>dueline::PayloadView</name>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>Payload as %1</source>
        <comment>tree, text or hex</comment>
        <translation>载荷显示为%1</translation>
    </message>
    <message>
        <source>Copy the payload</source>
        <translation>复制载荷</translation>
    </message>
    <message>
        <source>Payload as tree</source>
        <translation>载荷（树）</translation>
    </message>
    <message>
        <source>Payload as text</source>
        <translation>载荷（文本）</translation>
    </message>
    <message>
        <source>The payload is empty.</source>
        <translation>载荷为空。</translation>
    </message>
    <message>
        <source>Payload as hex</source>
        <translation>载荷（十六进制）</translation>
    </message>
    <message>
        <source>First %1 of %2.</source>
        <translation>前 %1，共 %2。</translation>
    </message>
    <message>
        <source>Edit the task</source>
        <translation>编辑任务</translation>
    </message>
    <message>
        <source>More payload actions</source>
        <translation>载荷的更多操作</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>&amp;Save to file…</source>
        <translation>另存为文件…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show all (%1)</source>
        <translation>显示全部（%1）</translation>
    </message>
    <message>
        <source>Building the tree…</source>
        <translation>正在生成树…</translation>
    </message>
    <message>
        <source>Save the payload</source>
        <translation>保存载荷</translation>
    </message>
    <message>
        <source>Saved, %1.</source>
        <translation>已保存，%1。</translation>
    </message>
    <message>
        <source>Cannot write the file: %1.</source>
        <translation>无法写入文件：%1。</translation>
    </message>
    <message>
        <source>Too large for the tree view (%1).</source>
        <translation>数据过大，无法以树形显示（%1）。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Task details</source>
        <translation>任务详情</translation>
    </message>
    <message>
        <source>Show errors with their stack traces, logs, the return value and options</source>
        <translation>显示错误及其堆栈、日志、返回值和选项</translation>
    </message>
    <message>
        <source>No errors, logs, return value or options are recorded.</source>
        <translation>没有记录错误、日志、返回值或选项。</translation>
    </message>
    <message>
        <source>Not JSON. Shown as text.</source>
        <translation>不是 JSON，按文本显示。</translation>
    </message>
</context>
<context>
    <name>dueline::PlainLabel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>dueline::PrecedingEvents</name>
    <message>
        <source>%1 before</source>
        <translation>提前 %1</translation>
    </message>
</context>
<context>
    <name>dueline::ProfileCommands</name>
    <message>
        <source>Saved co&amp;nnections</source>
        <translation>已保存的连接</translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s) saved</source>
        <translation>
            <numerusform>已保存 %Ln 个连接</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot write the file %1: %2.</source>
        <translation>文件 %1 无法写入：%2。</translation>
    </message>
    <message>
        <source>Export connections</source>
        <translation>导出连接</translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s) written, without passwords</source>
        <translation>
            <numerusform>已写出 %Ln 个连接，不含密码</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Profiles</name>
    <message>
        <source>A connection named %1 already exists. Choose another name.</source>
        <translation>已有名为 %1 的连接；请另选名称。</translation>
    </message>
</context>
<context>
    <name>dueline::ProgressNotice</name>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1 / %2</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how many are done, where the canary is</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>Putting back %Ln task(s)</source>
        <translation>
            <numerusform>正在还原 %Ln 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::QueueCommands</name>
    <message>
        <source>Settings for %1 saved</source>
        <translation>已保存 %1 的设置</translation>
    </message>
    <message>
        <source>Queue %1 deleted</source>
        <translation>已删除队列 %1</translation>
    </message>
</context>
<context>
    <name>dueline::QueueSettingsDialog</name>
    <message>
        <source>Queue settings</source>
        <translation>队列设置</translation>
    </message>
    <message>
        <source>%1 needs a duration, such as 30s, 12h or 7d.</source>
        <translation>%1应为时长，如 30s、12h 或 7d。</translation>
    </message>
    <message>
        <source>Keep done</source>
        <translation>保留已完成</translation>
    </message>
    <message>
        <source>Keep failed</source>
        <translation>保留失败</translation>
    </message>
    <message>
        <source>Keep trash</source>
        <translation>保留回收站</translation>
    </message>
    <message>
        <source>Keep undo</source>
        <translation>保留撤销</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>%1 must be a whole number of at least 1.</source>
        <translation>%1应为不小于 1 的整数。</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>%1 must be none, fixed:5s, exp:2s:5m (first and longest delay) or list:1s,5s.</source>
        <translation>%1应为 none、fixed:5s、exp:2s:5m（首次与最长等待）或 list:1s,5s。</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>%1 needs a duration of at least 50ms.</source>
        <translation>%1应为至少 50ms 的时长。</translation>
    </message>
    <message>
        <source>Max lost leases</source>
        <translation>丢失租约</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>%1 must be empty or a duration, such as 1h.</source>
        <translation>%1应为时长，如 1h，或留空。</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Keep the return value of every task</source>
        <translation>保留每个任务处理程序的返回值</translation>
    </message>
    <message>
        <source>Keep the worker and run time of each done task</source>
        <translation>保留每个已完成任务的执行器和耗时</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>执行记录</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>dueline::ReaderBar</name>
    <message>
        <source>Read as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>Read the payload as</source>
        <translation>载荷读作</translation>
    </message>
    <message>
        <source>How payloads of this type are read</source>
        <translation>此类型的载荷如何读取</translation>
    </message>
    <message>
        <source>&amp;Read as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>&amp;Layers…</source>
        <translation>各层…</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>The stored bytes</source>
        <translation>原始字节</translation>
    </message>
    <message>
        <source>%1 decodes to more than 64 MiB; the rest is omitted.</source>
        <translation>%1 解出的内容超过 64 MiB，其余部分未显示。</translation>
    </message>
    <message>
        <source>The %1 data is truncated. Only the intact part is shown.</source>
        <translation>%1 提前结束，已显示此前的部分。</translation>
    </message>
    <message>
        <source>The data is not valid %1 or is too large.</source>
        <translation>这不是有效的 %1，或者过大。</translation>
    </message>
</context>
<context>
    <name>dueline::ReaderDialog</name>
    <message>
        <source>Read payloads</source>
        <translation>读取载荷</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>各层</translation>
    </message>
    <message>
        <source>Protocol Buffers schema</source>
        <translation>Protocol Buffers 的模式文件</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Choose a schema</source>
        <translation>选择模式文件</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>模式文件</translation>
    </message>
    <message>
        <source>From the outermost layer to the innermost, separated by commas: %1. protobuf needs a .proto file or a descriptor set.</source>
        <translation>由最外层到最内层，用逗号分隔：%1。protobuf 需要 .proto 文件或描述符集。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
</context>
<context>
    <name>dueline::RelatedGroups</name>
    <message>
        <source>Possibly the same cause</source>
        <translation>可能是同一原因</translation>
    </message>
</context>
<context>
    <name>dueline::RemoveScheduleDialog</name>
    <message>
        <source>Remove a recurring task</source>
        <translation>移除定时任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>When</source>
        <translation>执行规则</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The recurring task cannot be read, so its removal cannot be undone. Its existing tasks are kept.</source>
        <translation>此定时任务无法读取，因此移除后也无法恢复。它已添加的任务保留。</translation>
    </message>
    <message>
        <source>No more tasks will be added; its existing tasks are kept. Undo restores the recurring task.</source>
        <translation>不再添加任务，已添加的任务保留。撤销可以恢复此定时任务。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>dueline::RepairDialog</name>
    <message>
        <source>… and %1 more</source>
        <translation>… 还有 %1 个</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Affected tasks</source>
        <translation>涉及的任务</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Tasks that are already fixed are skipped. No payload is lost. This cannot be undone.</source>
        <translation>已经正常的任务会跳过。不会丢失载荷。此操作无法撤销。</translation>
    </message>
</context>
<context>
    <name>dueline::RescheduleDialog</name>
    <message>
        <source>in %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>改前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>改后</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>推后或提前</translation>
    </message>
    <message>
        <source>Shift by</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>by</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Shift by a duration</source>
        <translation>整体平移</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>All at</source>
        <translation>全部设为</translation>
    </message>
    <message>
        <source>all at</source>
        <translation>全部设为</translation>
    </message>
    <message>
        <source>Set to a fixed time</source>
        <translation>设为同一时间</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Spread from</source>
        <translation>分散起点</translation>
    </message>
    <message>
        <source>Spread to</source>
        <translation>分散终点</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Spread evenly</source>
        <translation>均匀分散</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>分散</translation>
    </message>
    <message>
        <source>The spread ends before it begins.</source>
        <translation>分散的终点早于起点。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) are not waiting and will be skipped.</source>
        <translation>
            <numerusform>%Ln 个任务不在等待，将被跳过。</numerusform>
        </translation>
    </message>
    <message>
        <source>You can undo this within %1 for tasks that have not started.</source>
        <translation>%1内可撤销，届时已开始的任务除外。</translation>
    </message>
    <message>
        <source>in list order</source>
        <translation>按列表顺序</translation>
    </message>
    <message>
        <source>Nothing to reschedule</source>
        <translation>没有可改期的任务</translation>
    </message>
    <message>
        <source>From</source>
        <comment>time at which a bar of a chart begins</comment>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>Due tasks, before and after</source>
        <translation>到期的任务，更改前与更改后</translation>
    </message>
    <message>
        <source>Show the figures as a table</source>
        <translation>以表格显示数据</translation>
    </message>
    <message>
        <source>The charts as a table</source>
        <translation>图表的表格形式</translation>
    </message>
    <message>
        <source>This time has passed, so the tasks will run immediately.</source>
        <translation>该时间已过：任务会立即执行。</translation>
    </message>
    <message>
        <source>All of these times have passed, so the tasks will run immediately.</source>
        <translation>这些时间都已过去：任务会立即执行。</translation>
    </message>
    <message>
        <source>Some of these times are in the past, so their tasks will run immediately.</source>
        <translation>其中一部分时间已过去：那些任务会立即执行。</translation>
    </message>
</context>
<context>
    <name>dueline::ResultModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>Not connected until %1 (%2): results published before then are missing.</source>
        <translation>%1 之前未连接（%2）：期间发布的内容缺失。</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>执行结果</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>运行时长</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Error or output</source>
        <translation>错误或输出</translation>
    </message>
    <message numerus="yes">
        <source>%Ln outcome(s) arrived too quickly to be listed.</source>
        <translation>
            <numerusform>%Ln 个执行结果来得太快，未能列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>The tasks below ended earlier and are still stored in their queues: %1, newest first. Their run times are unknown.</source>
        <translation>以下任务在此之前已结束，是队列仍保留的记录：%1，最新的在前，不含运行时长。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ResultsPanel</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Clear this list of outcomes.</source>
        <translation>清空此处列出的执行结果。</translation>
    </message>
    <message>
        <source>Filter, e.g. failed -timeout</source>
        <translation>筛选：failed -timeout</translation>
    </message>
    <message>
        <source>Shows results whose queue, ID, outcome, worker, error or output contains these words; -word hides results that contain the word.</source>
        <translation>在队列、ID、执行结果、执行器、错误或输出中出现的文字；前加 - 则隐藏。</translation>
    </message>
    <message>
        <source>Filter the results</source>
        <translation>筛选结果</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume, and list the results received during the pause.</source>
        <translation>列出期间到来的内容并继续。</translation>
    </message>
    <message>
        <source>Pause the list. No results are lost.</source>
        <translation>让列表保持静止；不会丢失任何内容。</translation>
    </message>
    <message>
        <source>%1 of %2 match</source>
        <translation>%2 个中有 %1 个匹配</translation>
    </message>
    <message>
        <source>%1 received since %2</source>
        <translation>自 %2 起收到 %1 个</translation>
    </message>
    <message>
        <source>the last %1 are kept</source>
        <translation>保留最近 %1 个</translation>
    </message>
    <message>
        <source>paused, %1 waiting</source>
        <translation>已暂停，%1 个待显示</translation>
    </message>
    <message>
        <source>not listening: %1</source>
        <translation>未在监听：%1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>not listening</source>
        <translation>未在监听</translation>
    </message>
    <message>
        <source>No result matches</source>
        <translation>没有匹配的结果</translation>
    </message>
    <message>
        <source>The filter hides all outcomes in this list.</source>
        <translation>筛选隐藏了此列表中的全部执行结果。</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>未在监听</translation>
    </message>
    <message>
        <source>No results are published</source>
        <translation>不发布结果</translation>
    </message>
    <message>
        <source>This layout does not record task outcomes.</source>
        <translation>此布局不记录任务的执行结果。</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy error or output</source>
        <translation>复制错误或输出</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>New results appear when you resume.</source>
        <translation>期间收到的结果会在继续后列出。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>No outcomes yet</source>
        <translation>还没有执行结果</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Outcomes since %1 appear here as workers publish them. Earlier outcomes are not kept.</source>
        <translation>自 %1 起，执行器发布的执行结果会显示在这里；此前的执行结果没有保留。</translation>
    </message>
</context>
<context>
    <name>dueline::RunningJob</name>
    <message>
        <source>The connection was closed. The remaining tasks are unchanged.</source>
        <translation>连接已关闭；尚未处理的任务保持原样。</translation>
    </message>
</context>
<context>
    <name>dueline::RunsModel</name>
    <message>
        <source>ddd d MMM HH:mm:ss</source>
        <comment>date format of a planned run</comment>
        <translation>M 月 d 日 ddd HH:mm:ss</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Here, %1</source>
        <comment>a time zone</comment>
        <translation>本窗口（%1）</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>In</source>
        <comment>how long until then</comment>
        <translation>多久后</translation>
    </message>
    <message>
        <source>ddd d MMM HH:mm</source>
        <comment>date format of a planned run</comment>
        <translation>M 月 d 日 ddd HH:mm</translation>
    </message>
</context>
<context>
    <name>dueline::SampleError</name>
    <message>
        <source>Sample error</source>
        <translation>错误示例</translation>
    </message>
    <message>
        <source>Latest error in this group</source>
        <translation>这个失败组的最近一条错误</translation>
    </message>
    <message>
        <source>Library frames</source>
        <translation>库的堆栈帧</translation>
    </message>
    <message>
        <source>Show library frames, or collapse them into one line</source>
        <translation>显示库的堆栈帧，或折叠为一行</translation>
    </message>
    <message>
        <source>Copy the error</source>
        <translation>复制错误</translation>
    </message>
    <message>
        <source>These tasks failed without an error message.</source>
        <translation>这些任务失败时没有错误信息。</translation>
    </message>
</context>
<context>
    <name>dueline::SampleModel</name>
    <message>
        <source>%1 %2 in %3, failed %4</source>
        <translation>%3 中的 %1 %2，失败于 %4</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>dueline::SamplePayload</name>
    <message>
        <source>Payload of the sample</source>
        <translation>样本的载荷</translation>
    </message>
</context>
<context>
    <name>dueline::SavedFilters</name>
    <message>
        <source>Failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>Overdue by 5 min</source>
        <translation>逾期 5 分钟</translation>
    </message>
    <message>
        <source>Retried at least once</source>
        <translation>至少重试过一次</translation>
    </message>
    <message>
        <source>A saved filter needs a name.</source>
        <translation>已存筛选需要一个名称。</translation>
    </message>
    <message>
        <source>The saved filter with this name no longer exists.</source>
        <translation>已没有这个名称的已存筛选。</translation>
    </message>
    <message>
        <source>Another saved filter already has this name.</source>
        <translation>已有同名的已存筛选。</translation>
    </message>
    <message>
        <source>Cannot save the filters to %1.</source>
        <translation>已存筛选无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleDetail</name>
    <message>
        <source>Next runs</source>
        <translation>接下来的执行</translation>
    </message>
    <message>
        <source>Next runs of %1</source>
        <translation>%1 接下来的执行</translation>
    </message>
    <message>
        <source>only the last missed run is executed</source>
        <translation>错过的只补最后一次</translation>
    </message>
    <message>
        <source>missed runs are skipped</source>
        <translation>跳过错过的执行</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attempt(s)</source>
        <translation>
            <numerusform>尝试 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>lease %1</source>
        <comment>a duration</comment>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>expires after %1</source>
        <comment>a duration</comment>
        <translation>%1后过期</translation>
    </message>
    <message>
        <source>result is kept</source>
        <translation>保留结果</translation>
    </message>
    <message>
        <source>payload %1</source>
        <comment>a size</comment>
        <translation>载荷 %1</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Select a recurring task to see its next runs.</source>
        <translation>选择一个定时任务，即可查看接下来的执行。</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Remove the recurring task and add it again.</source>
        <translation>请移除后重新添加该定时任务。</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Enable the recurring task to add tasks again.</source>
        <translation>启用后，该定时任务会重新添加任务。</translation>
    </message>
    <message>
        <source>No runs are planned</source>
        <translation>没有计划的执行</translation>
    </message>
    <message>
        <source>Edit the recurring task, and choose dates that exist.</source>
        <translation>请编辑该定时任务，改为实际存在的日期。</translation>
    </message>
    <message>
        <source>Next runs are unknown</source>
        <translation>本机无法得知它的执行时间</translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleDialog</name>
    <message>
        <source>New recurring task</source>
        <translation>新建定时任务</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>When</source>
        <translation>执行规则</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Missed runs</source>
        <translation>错过的执行</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Keep the result</source>
        <translation>保留结果</translation>
    </message>
    <message>
        <source>Enabled</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Next runs</source>
        <translation>接下来的执行</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>载荷</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>selects the handler, e.g. mail.send</source>
        <translation>决定由谁处理，如 mail.send</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Run only the last one</source>
        <translation>只补最后一次</translation>
    </message>
    <message>
        <source>Runs that were missed by more than a minute because no worker was running.</source>
        <translation>没有执行器时错过一分钟以上的执行。</translation>
    </message>
    <message>
        <source>Queue default</source>
        <translation>队列默认值</translation>
    </message>
    <message>
        <source>The delay after a failure: none, fixed:10s, exp:2s:5m or list:1s,10s,1m.</source>
        <translation>失败后的等待：none、fixed:10s、exp:2s:5m 或 list:1s,10s,1m。</translation>
    </message>
    <message>
        <source>How long a worker may hold the task before others may claim it; at least %1.</source>
        <translation>执行器独占任务多久，之后其他执行器可以接手；至少 %1。</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>A task expires if it has not started this long after its due time.</source>
        <translation>到点后这么久仍未开始的任务会过期。</translation>
    </message>
    <message>
        <source>backoff</source>
        <translation>退避</translation>
    </message>
    <message>
        <source>expires after</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Enter a name for the recurring task.</source>
        <translation>请为定时任务填写名称。</translation>
    </message>
    <message>
        <source>Choose a queue for the tasks.</source>
        <translation>请选择任务所在的队列。</translation>
    </message>
    <message>
        <source>Enter a type for the tasks. The type selects the handler.</source>
        <translation>请填写任务类型，它决定由哪个处理程序执行。</translation>
    </message>
    <message>
        <source>Minute, hour, day, month, weekday; or @hourly, @daily, @weekly, @monthly, @yearly, @every 90s.</source>
        <translation>分、时、日、月、星期；或 @hourly、@daily、@weekly、@monthly、@yearly、@every 90s。</translation>
    </message>
    <message>
        <source>See the next runs.</source>
        <translation>见接下来的执行。</translation>
    </message>
    <message>
        <source>The payload is not text (%1) and will not be changed.</source>
        <translation>不是文本，%1，将保持原样。</translation>
    </message>
    <message>
        <source>No payload</source>
        <translation>无载荷</translation>
    </message>
    <message>
        <source>Valid JSON, %1</source>
        <translation>有效的 JSON，%1</translation>
    </message>
    <message>
        <source>%1 Will be sent as is (%2).</source>
        <translation>%1将原样发送，%2。</translation>
    </message>
    <message>
        <source>Never runs: no date matches.</source>
        <translation>永远不会执行：没有这样的日子。</translation>
    </message>
    <message>
        <source>Edit a recurring task</source>
        <translation>编辑定时任务</translation>
    </message>
    <message>
        <source>Enter a schedule to see its next runs.</source>
        <translation>输入执行规则后，这里显示接下来的执行时间。</translation>
    </message>
    <message>
        <source>Correct the expression to see its next runs.</source>
        <translation>更正表达式后，这里显示接下来的执行时间。</translation>
    </message>
    <message>
        <source>Payloads are masked on this connection, so this payload cannot be edited.</source>
        <translation>此连接会遮盖载荷，因此该载荷不能编辑。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleEdits</name>
    <message>
        <source>%1 has been removed.</source>
        <translation>%1 在此期间已被移除。</translation>
    </message>
    <message>
        <source>%1 has changed in the meantime; check it again.</source>
        <translation>%1 在此期间已被更改，请重新查看。</translation>
    </message>
    <message>
        <source>Recurring task &quot;%1&quot; added</source>
        <translation>已添加定时任务“%1”</translation>
    </message>
    <message>
        <source>Undone: recurring task &quot;%1&quot; removed</source>
        <translation>已重新移除定时任务“%1”</translation>
    </message>
    <message>
        <source>Recurring task &quot;%1&quot; changed</source>
        <translation>已更改定时任务“%1”</translation>
    </message>
    <message>
        <source>Undone: recurring task &quot;%1&quot; changed back</source>
        <translation>已还原定时任务“%1”</translation>
    </message>
    <message>
        <source>%1 is enabled</source>
        <translation>%1 已启用</translation>
    </message>
    <message>
        <source>%1 is disabled</source>
        <translation>%1 已停用</translation>
    </message>
    <message>
        <source>existing tasks are kept; no more tasks will be added</source>
        <translation>已添加的任务保留，不再添加新任务</translation>
    </message>
    <message>
        <source>Recurring task &quot;%1&quot; restored</source>
        <translation>已恢复定时任务“%1”</translation>
    </message>
    <message>
        <source>Recurring task &quot;%1&quot; removed</source>
        <translation>已移除定时任务“%1”</translation>
    </message>
    <message>
        <source>existing tasks are kept</source>
        <translation>已添加的任务保留</translation>
    </message>
    <message>
        <source>A task was added for %1</source>
        <translation>已立即添加 %1 的一个任务</translation>
    </message>
    <message>
        <source>the next run is not affected</source>
        <translation>下次执行时间不变</translation>
    </message>
    <message>
        <source>This layout has no recurring tasks.</source>
        <translation>此布局没有定时任务。</translation>
    </message>
    <message>
        <source>not recorded: %1</source>
        <translation>未记录：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleModel</name>
    <message>
        <source>%1, %2, next run %3, last run %4</source>
        <comment>name, when</comment>
        <translation>%1，%2，下次执行 %3，上次执行 %4</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>enabled</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>overdue since %1, no worker</source>
        <comment>for a worker</comment>
        <translation>自 %1 起逾期，没有执行器</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>relative and absolute time</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>outcome, relative and absolute time</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>task no longer exists</source>
        <translation>任务已不在</translation>
    </message>
    <message>
        <source>The entry with this name cannot be read. Remove it and add the recurring task again.</source>
        <translation>此名称下存储的内容无法读取：请移除后重新添加定时任务。</translation>
    </message>
    <message>
        <source>No worker for this queue is running, so the task was not added. Start a worker.</source>
        <translation>此队列没有执行器来添加任务：将等到有执行器启动。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>When</source>
        <translation>执行规则</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>下次执行</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>上次执行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>when, time zone</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, in the time zone %2</source>
        <translation>%1，时区 %2</translation>
    </message>
    <message>
        <source>remove and add again</source>
        <comment>an entry that cannot be read</comment>
        <translation>请移除后重新添加</translation>
    </message>
    <message>
        <source>unreadable</source>
        <comment>a recurring task</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>unknown zone</source>
        <comment>a recurring task whose time zone this machine does not know</comment>
        <translation>时区未知</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>a recurring task&apos;s next run</comment>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>dueline::SchedulesPanel</name>
    <message>
        <source>Recurring tasks</source>
        <translation>定时任务</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln recurring task(s)</source>
        <translation>
            <numerusform>%Ln 个定时任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for a worker</source>
        <translation>
            <numerusform>%Ln 个在等执行器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln disabled</source>
        <translation>
            <numerusform>%Ln 个已停用</numerusform>
        </translation>
    </message>
    <message>
        <source>This layout has no recurring tasks</source>
        <translation>此布局没有定时任务</translation>
    </message>
    <message>
        <source>Only native queues have recurring tasks. To adopt a custom queue&apos;s tasks, use the queue&apos;s menu.</source>
        <translation>只有 Dueline 自有布局的队列才有定时任务；可在队列菜单中接管自建队列的任务。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>New recurring task…</source>
        <translation>新建定时任务…</translation>
    </message>
    <message>
        <source>No recurring tasks here</source>
        <translation>这里没有定时任务</translation>
    </message>
    <message>
        <source>A recurring task adds tasks on a schedule while a worker is running.</source>
        <translation>有执行器运行时，定时任务按计划添加任务。</translation>
    </message>
    <message>
        <source>This connection is read-only. Allow changes to add a recurring task.</source>
        <translation>此连接为只读；允许更改后可添加定时任务。</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Nothing was undone: the last edit of a recurring task was on %1</source>
        <translation>未撤销任何内容：最近一次对定时任务的修改在 %1 上</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>前往 %1</translation>
    </message>
    <message>
        <source>Payloads are masked on this connection, so a command that contains a payload cannot be copied.</source>
        <translation>此连接会遮盖载荷，因此不复制这条含有载荷的命令。</translation>
    </message>
</context>
<context>
    <name>dueline::SearchLine</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>dueline::SearchPanel</name>
    <message>
        <source>Found tasks</source>
        <translation>找到的任务</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>待执行</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the search and keep the results so far.</source>
        <translation>停止搜索；已找到的保留。</translation>
    </message>
    <message>
        <source>Show in queue</source>
        <translation>在其队列中显示</translation>
    </message>
    <message>
        <source>Open the task in its queue.</source>
        <translation>打开任务所在的队列并定位到该任务。</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Reset the attempts of the selected tasks and run them now.</source>
        <translation>将所选任务的尝试次数清零并立即执行。</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即执行</translation>
    </message>
    <message>
        <source>Make the selected tasks due now.</source>
        <translation>让所选任务立即到期。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Move the selected tasks to the trash.</source>
        <translation>将所选任务移入回收站。</translation>
    </message>
    <message>
        <source>All queues</source>
        <translation>所有队列</translation>
    </message>
    <message>
        <source>Filter for all queues</source>
        <translation>所有队列的筛选</translation>
    </message>
    <message>
        <source>%1 found</source>
        <comment>tasks</comment>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 queues</source>
        <comment>searched</comment>
        <translation>%2 个队列中的 %1 个</translation>
    </message>
    <message>
        <source>searching, %1 · %2</source>
        <comment>queues, tasks</comment>
        <translation>正在搜索，%1 · %2</translation>
    </message>
    <message>
        <source>stopped, %1 · %2</source>
        <comment>queues, tasks</comment>
        <translation>已停止，%1 · %2</translation>
    </message>
    <message>
        <source>first %1 shown; narrow the filter to find others</source>
        <translation>前 %1 个；更窄的筛选可找到其余的</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 queue(s)</source>
        <comment>tasks, queues</comment>
        <translation>
            <numerusform>%2 个队列中%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln payload(s) cannot be read: encrypted or too long</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%1 · %Ln 个任务的载荷无法读取：已加密或过长</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln queue(s) not fully searched, %2: %3</source>
        <comment>tasks, a queue, why</comment>
        <translation>
            <numerusform>%1 · %Ln 个队列未搜索到底，%2：%3</numerusform>
        </translation>
    </message>
    <message>
        <source>Search all queues</source>
        <translation>搜索所有队列</translation>
    </message>
    <message>
        <source>Type a filter and press Return to list matching tasks from every queue on this connection.</source>
        <translation>输入筛选并按回车：此连接每个队列中的任务会列在这里。</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>Press Escape to stop the search.</source>
        <translation>按 Esc 停止搜索。</translation>
    </message>
    <message>
        <source>No task matches</source>
        <translation>没有匹配的任务</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) were searched.</source>
        <translation>
            <numerusform>已搜索 %Ln 个队列。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found so far</source>
        <translation>目前没有找到</translation>
    </message>
    <message>
        <source>The search was stopped. Press Return in the filter to start again.</source>
        <translation>搜索已停止；在筛选中按回车可重新开始。</translation>
    </message>
    <message>
        <source>Copy ID</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>dueline::SelectionBar</name>
    <message>
        <source>Selection</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>%1 tasks are selected, but %2 match</source>
        <translation>已选择 %1 个，共匹配 %2 个</translation>
    </message>
    <message>
        <source>Select none</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Select all %1</source>
        <translation>选择全部 %1 个</translation>
    </message>
    <message>
        <source>All matching tasks (%1) are selected.</source>
        <translation>已选择全部 %1 个匹配的任务。</translation>
    </message>
    <message>
        <source>Every action counts the tasks again and asks for confirmation.</source>
        <translation>执行操作前会重新计数并先询问。</translation>
    </message>
    <message>
        <source>All tasks (%1) are selected because there is no filter.</source>
        <translation>已选择全部 %1 个任务：当前没有筛选条件。</translation>
    </message>
    <message>
        <source>Searching for the tasks from %1.</source>
        <comment>a time</comment>
        <translation>正在查找 %1 的任务。</translation>
    </message>
    <message>
        <source>All tasks from %2 (%1) are selected.</source>
        <comment>number of tasks, a time</comment>
        <translation>已选中 %2 的全部 %1 个任务。</translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation>清除框选</translation>
    </message>
</context>
<context>
    <name>dueline::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Table rows</source>
        <translation>表格行高</translation>
    </message>
    <message>
        <source>Dense</source>
        <comment>table rows</comment>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Normal</source>
        <comment>table rows</comment>
        <translation>标准</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <comment>table rows</comment>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>every %1</source>
        <comment>a duration</comment>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Settings take effect as soon as they are saved.</source>
        <translation>保存后立即生效。</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>桌面通知</translation>
    </message>
    <message>
        <source>Failed tasks</source>
        <translation>失败的任务</translation>
    </message>
    <message>
        <source>Never</source>
        <comment>notifications</comment>
        <translation>从不</translation>
    </message>
    <message>
        <source>When a queue has more than %1</source>
        <translation>某个队列超过 %1 个时</translation>
    </message>
    <message>
        <source>Late tasks</source>
        <translation>逾期的任务</translation>
    </message>
    <message>
        <source>When a due task has been waiting for more than %1</source>
        <translation>有任务等待超过 %1 时</translation>
    </message>
    <message>
        <source>When a connection is lost</source>
        <translation>连接断开时</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>When an operation ends in the background</source>
        <translation>在后台结束时</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>批量操作</translation>
    </message>
    <message>
        <source>Times in</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>This computer&apos;s time zone</source>
        <translation>本机时区</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>System</source>
        <comment>same as the desktop</comment>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>When no worker claims a queue&apos;s due tasks</source>
        <translation>当没有执行器领取队列中到期的任务时</translation>
    </message>
    <message>
        <source>Silence</source>
        <translation>停滞</translation>
    </message>
    <message>
        <source>Record counts and events from open connections for 7 days</source>
        <translation>记录已打开连接的计数和事件，保留 7 天</translation>
    </message>
    <message>
        <source>The timeline then shows restarts, flushes, evictions and lost tasks. IDs and payloads are not recorded.</source>
        <translation>时间线随后会显示重启、清空、淘汰和丢失的任务。不记录 ID 和载荷。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Delete recordings (%1)…</source>
        <translation>删除记录（%1）…</translation>
    </message>
    <message>
        <source>Delete recordings…</source>
        <translation>删除记录…</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size of text and controls. A change takes effect when you restart Dueline.</source>
        <translation>文字和控件的大小。更改在重新启动 Dueline 后生效。</translation>
    </message>
    <message>
        <source>%1%</source>
        <comment>size of text and controls</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Restart Dueline to apply the new size. All other settings take effect as soon as they are saved.</source>
        <translation>重新启动 Dueline 后，新的大小才会生效。其他设置在保存后立即生效。</translation>
    </message>
    <message>
        <source>Table rows, size</source>
        <translation>表格行高和大小</translation>
    </message>
    <message>
        <source>Editor command</source>
        <translation>编辑器命令</translation>
    </message>
    <message>
        <source>Opens the file when you click its name in a stack trace</source>
        <translation>在堆栈跟踪中点击文件名时，用此命令打开文件</translation>
    </message>
</context>
<context>
    <name>dueline::SharesDialog</name>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Who is filling this queue</source>
        <translation>谁占满了这个队列</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Count tasks by</source>
        <translation>任务统计依据</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Read all tasks</source>
        <translation>读取全部任务</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>显示任务</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>95% range</source>
        <translation>95% 区间</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务数</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Reading… %1 read</source>
        <translation>正在读取…已读取 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other value(s)</source>
        <translation>
            <numerusform>其他 %Ln 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>The queue has no tasks in the state %1.</source>
        <translation>队列中没有状态为“%1”的任务。</translation>
    </message>
    <message>
        <source>No payload field divides the tasks into groups. Enter a path, such as $.customer.id.</source>
        <translation>没有可将任务分组的载荷字段。请输入路径，例如 $.customer.id。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln task(s).</source>
        <comment>state</comment>
        <translation>
            <numerusform>%1：%Ln 个任务。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Estimated from a sample of %Ln task(s).</source>
        <translation>
            <numerusform>根据 %Ln 个任务的样本估算。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not counted: %Ln task(s) (too large, damaged, or removed during the count).</source>
        <translation>
            <numerusform>未统计：%Ln 个任务（过大、已损坏，或在统计期间被移除）。</numerusform>
        </translation>
    </message>
    <message>
        <source>This connection is read-only.</source>
        <translation>此连接为只读。</translation>
    </message>
    <message>
        <source>No such value</source>
        <translation>没有该值</translation>
    </message>
    <message>
        <source>There are too many different values; some rare ones are missing.</source>
        <translation>不同的值过多；未列出部分少见的值。</translation>
    </message>
    <message>
        <source>Set aside…</source>
        <translation>暂时搁置…</translation>
    </message>
    <message>
        <source>Spread…</source>
        <translation>分散…</translation>
    </message>
    <message>
        <source>Postpone these tasks; the default is 30 days.</source>
        <translation>改期这些任务，默认推迟 30 天。</translation>
    </message>
    <message>
        <source>Spread the due times of these tasks evenly over a period.</source>
        <translation>把这些任务的到期时间均匀分散到一段时间内。</translation>
    </message>
    <message>
        <source>Move these tasks to the trash. You can restore them from there.</source>
        <translation>把这些任务移到回收站，之后可以恢复。</translation>
    </message>
</context>
<context>
    <name>dueline::Sidebar</name>
    <message>
        <source>Open</source>
        <comment>column: tasks that are not done; at most 8 letters</comment>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>column; at most 8 letters</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Connections and queues</source>
        <translation>连接与队列</translation>
    </message>
    <message>
        <source>Connect to a Redis server</source>
        <translation>连接到 Redis</translation>
    </message>
    <message>
        <source>Save the current filter</source>
        <translation>保存输入的筛选</translation>
    </message>
</context>
<context>
    <name>dueline::SidebarModel</name>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message>
        <source>No queue matches.</source>
        <translation>没有这样的队列。</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln task(s)</source>
        <translation>
            <numerusform>%1，%Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>，%1 个失败</translation>
    </message>
    <message>
        <source>, paused</source>
        <translation>，已暂停</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>All tasks</source>
        <translation>全部任务</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>%1, saved filter</source>
        <translation>%1，已存筛选</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已存筛选</translation>
    </message>
    <message>
        <source>No connections yet. Connections and their queues appear here.</source>
        <translation>还没有连接。连接及其队列会列在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with %Ln task(s). Dueline cannot read it yet.</source>
        <translation>
            <numerusform>%1 的队列，有 %Ln 个任务：已发现，尚不能读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>no response</source>
        <translation>没有响应</translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with %Ln task(s). To open it, use a connection with its layout.</source>
        <translation>
            <numerusform>%1 的队列，有 %Ln 个任务：已发现，用其布局的连接可以打开。</numerusform>
        </translation>
    </message>
    <message>
        <source>Counted at %1. With many queues, only some are counted at each refresh.</source>
        <translation>计数于 %1；队列很多时，每次只计其中一部分。</translation>
    </message>
    <message>
        <source>Keys not scanned</source>
        <translation>没有查看键</translation>
    </message>
    <message>
        <source>This user is not allowed to scan keys (SCAN), so only framework queues with known names are listed.</source>
        <translation>该用户无权遍历键（SCAN），因此只列出按名字已知的框架队列。</translation>
    </message>
    <message>
        <source>Scanned %1 % of %2 keys</source>
        <translation>已看过 %2 个键中的 %1 %</translation>
    </message>
    <message>
        <source>All keys are being scanned for queues from other frameworks. There may be more queues.</source>
        <translation>正在所有键中查找其他框架的队列，每次查看一小部分；可能还有更多。</translation>
    </message>
    <message>
        <source>%1 includes waiting, leased and failed tasks, but not tasks that are done or in the trash.</source>
        <comment>a number</comment>
        <translation>%1 统计等待、执行中和失败的任务，不含已完成和回收站中的任务。</translation>
    </message>
    <message>
        <source>%1 includes waiting, leased and failed tasks in all these queues, but not tasks that are done or in the trash.</source>
        <comment>a number</comment>
        <translation>%1 统计所有这些队列中等待、执行中和失败的任务，不含已完成和回收站中的任务。</translation>
    </message>
    <message>
        <source>All tasks except those in the trash.</source>
        <translation>除回收站以外的所有任务。</translation>
    </message>
    <message>
        <source>Searching for more queues</source>
        <translation>正在查找更多队列</translation>
    </message>
    <message>
        <source>%1, cannot be read</source>
        <translation>%1，无法读取</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) cannot be read. The numbers do not include them.</source>
        <translation>
            <numerusform>%Ln 个队列无法读取，数字不含这些队列。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with at least %Ln task(s). To open it, use a connection with its layout.</source>
        <translation>
            <numerusform>%1 队列，至少 %Ln 个任务。要打开它，请使用带有其布局的连接。</numerusform>
        </translation>
    </message>
    <message>
        <source>All servers</source>
        <translation>所有服务器</translation>
    </message>
</context>
<context>
    <name>dueline::SidebarPane</name>
    <message>
        <source>Find a queue</source>
        <translation>查找队列</translation>
    </message>
    <message>
        <source>Only queues with failed tasks</source>
        <translation>仅显示有失败任务的队列</translation>
    </message>
    <message>
        <source>Only queues where a due task has been waiting for at least 5 minutes</source>
        <translation>仅显示有到期任务已等待 5 分钟的队列</translation>
    </message>
</context>
<context>
    <name>dueline::SilenceLine</name>
    <message>
        <source>Workers</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Workers of %1</source>
        <translation>%1 的执行器</translation>
    </message>
    <message>
        <source>Mute 1 h</source>
        <translation>静音 1 小时</translation>
    </message>
    <message>
        <source>Mute %1 for an hour</source>
        <translation>将 %1 静音一小时</translation>
    </message>
    <message>
        <source>Hide this silence alert in the window for an hour.</source>
        <translation>一小时内不在窗口中报告此停滞。</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>What changed in %1</source>
        <translation>%1 有何变化</translation>
    </message>
</context>
<context>
    <name>dueline::StatusLine</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>The server&apos;s clock minus this computer&apos;s clock. Due times use the server&apos;s clock.</source>
        <translation>服务器时钟减去本机时钟；到期时间以服务器为准。</translation>
    </message>
    <message>
        <source>refreshed %1</source>
        <translation>%1刷新</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>round trip</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Round-trip time of a small command (median of the last five).</source>
        <translation>一次小查询的往返时间：最近五次的中位数。</translation>
    </message>
    <message>
        <source>%1  TLS</source>
        <comment>address, encrypted</comment>
        <translation>%1  TLS</translation>
    </message>
    <message>
        <source>Redis %1</source>
        <translation>Redis %1</translation>
    </message>
    <message>
        <source>clock skew %1%2</source>
        <comment>sign, duration</comment>
        <translation>时钟偏差 %1%2</translation>
    </message>
    <message>
        <source>last data %1</source>
        <translation>最后数据：%1</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting in %1</source>
        <translation>连接已断开，%1后重新连接</translation>
    </message>
    <message>
        <source>Connection lost, reconnecting</source>
        <translation>连接已断开，正在重新连接</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>No response since %1</source>
        <translation>自 %1 起没有响应</translation>
    </message>
    <message>
        <source>refreshed just now</source>
        <translation>刚刚刷新</translation>
    </message>
    <message>
        <source>Not connected, reconnecting</source>
        <translation>未连接，正在重新连接</translation>
    </message>
    <message>
        <source>Not connected, reconnecting in %1</source>
        <translation>未连接，%1后重新连接</translation>
    </message>
    <message>
        <source>Connection lost, sign-in rejected</source>
        <translation>连接已断开，被拒绝</translation>
    </message>
    <message>
        <source>Not connected, sign-in rejected</source>
        <translation>未连接，被拒绝</translation>
    </message>
</context>
<context>
    <name>dueline::TaskCommands</name>
    <message>
        <source>Payloads are masked on this connection, so a copy would contain the mask instead of the payload.</source>
        <translation>此连接会遮盖载荷，副本中只会有遮盖后的内容。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>The payload (%1) is too large to copy here; use &quot;Move or copy&quot;.</source>
        <translation>载荷太大，无法在此复制（%1）；请使用“移动或复制”。</translation>
    </message>
    <message>
        <source>%1 was edited</source>
        <translation>已编辑 %1</translation>
    </message>
    <message>
        <source>can be undone for %1, or until the task runs or changes again</source>
        <translation>在其运行或再次被操作之前，%1内可以撤销</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>%1 was edited and retried</source>
        <translation>已编辑并重试 %1</translation>
    </message>
    <message>
        <source>%1 was edited, but not retried</source>
        <translation>已编辑 %1，但未重试</translation>
    </message>
</context>
<context>
    <name>dueline::TaskHeader</name>
    <message>
        <source>Select all (Ctrl+A)</source>
        <translation>全选 (Ctrl+A)</translation>
    </message>
    <message>
        <source>Select none (Esc)</source>
        <translation>取消全选 (Esc)</translation>
    </message>
    <message>
        <source>Sorted by time, latest first</source>
        <translation>按时间排序，最晚的在前</translation>
    </message>
    <message>
        <source>Sorted by time, earliest first</source>
        <translation>按时间排序，最早的在前</translation>
    </message>
    <message>
        <source>Sorted by type, Z to A</source>
        <translation>按类型排序，从 z 到 a</translation>
    </message>
    <message>
        <source>Sorted by type, A to Z</source>
        <translation>按类型排序，从 a 到 z</translation>
    </message>
    <message>
        <source>Sorted by attempts, most first</source>
        <translation>按尝试次数排序，最多的在前</translation>
    </message>
    <message>
        <source>Sorted by attempts, fewest first</source>
        <translation>按尝试次数排序，最少的在前</translation>
    </message>
</context>
<context>
    <name>dueline::TaskPane</name>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>found so far…</source>
        <translation>个，查找中…</translation>
    </message>
    <message>
        <source>No queue yet</source>
        <translation>还没有队列</translation>
    </message>
    <message>
        <source>Open sandbox</source>
        <translation>打开沙盒</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>This queue cannot be read</source>
        <translation>无法读取此队列</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose which columns are shown</source>
        <translation>选择显示哪些列</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Save the filter or choose columns</source>
        <translation>保存筛选或选择列</translation>
    </message>
    <message>
        <source>Back to the last filter</source>
        <translation>回到上一个筛选</translation>
    </message>
    <message>
        <source>The filter hides all tasks in this queue. The tasks still exist.</source>
        <translation>筛选隐藏了此队列的任务；它们并未消失。</translation>
    </message>
    <message>
        <source>Show all tasks</source>
        <translation>显示全部任务</translation>
    </message>
    <message>
        <source>No %1 tasks</source>
        <comment>a state</comment>
        <translation>没有%1的任务</translation>
    </message>
    <message>
        <source>The list on the left shows %1&apos;s tasks in other states.</source>
        <translation>%1 的其他状态在左侧列表中。</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>添加任务</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 为空</translation>
    </message>
    <message>
        <source>No tasks are waiting or running here, and none have ended recently.</source>
        <translation>这里最近没有等待、执行或结束的任务。</translation>
    </message>
    <message numerus="yes">
        <source>of %1 task(s)</source>
        <translation>
            <numerusform>/ %1 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>task(s)</source>
        <comment>behind their number</comment>
        <translation>
            <numerusform>个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>queue, number of open tasks</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more queue(s) are in the list on the left. The timeline shows all queues on this connection.</source>
        <translation>
            <numerusform>左侧列表中还有 %Ln 个队列。时间线显示此连接的所有队列。</numerusform>
        </translation>
    </message>
    <message>
        <source>The timeline shows all queues on this connection.</source>
        <translation>时间线显示此连接的所有队列。</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>the filter applies only to the timeline</source>
        <comment>a filter that dims it</comment>
        <translation>只筛选时间轴</translation>
    </message>
    <message>
        <source>not applied</source>
        <comment>the filter that is typed</comment>
        <translation>未应用</translation>
    </message>
    <message>
        <source>A queue appears with its first task. Add a task, or open the sandbox to explore.</source>
        <translation>队列随第一个任务出现。可添加一个任务，或打开沙盒随意看看。</translation>
    </message>
    <message>
        <source>A queue appears with its first task. This connection cannot add tasks. Open the sandbox to explore.</source>
        <translation>队列随第一个任务出现。此连接不能添加任务；可打开沙盒随意看看。</translation>
    </message>
    <message>
        <source>The filter is not valid</source>
        <translation>无法解析筛选</translation>
    </message>
    <message>
        <source>%1&apos;s queues and tasks will appear here when the server responds.</source>
        <translation>%1 一有响应，队列和任务就会列在这里。</translation>
    </message>
    <message>
        <source>No task matches</source>
        <translation>没有匹配的任务</translation>
    </message>
    <message>
        <source>There is no queue named %1</source>
        <translation>这里没有队列 %1</translation>
    </message>
    <message>
        <source>%1 · updated %2 (F5)</source>
        <comment>number, time</comment>
        <translation>%1 · 更新于 %2 (F5)</translation>
    </message>
    <message>
        <source>Filtering takes a while, so changes appear with a delay. Press F5 to refresh now.</source>
        <translation>匹配需要一些时间，变化会稍后显示。按 F5 立即刷新。</translation>
    </message>
    <message>
        <source>No response</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Open %1 · %2</source>
        <comment>a queue, its framework</comment>
        <translation>打开 %1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln)</source>
        <comment>queues of a framework</comment>
        <translation>
            <numerusform>%1 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No native queues here</source>
        <translation>这里没有 Dueline 自有布局的队列</translation>
    </message>
    <message>
        <source>Queues from other frameworks were found on this server: %1. They are in the list on the left.</source>
        <translation>在此服务器上发现其他框架的队列：%1。它们列在左侧。</translation>
    </message>
    <message>
        <source>No tasks in the range</source>
        <translation>框选内没有任务</translation>
    </message>
    <message>
        <source>None of the listed tasks are in the period %1.</source>
        <comment>a time</comment>
        <translation>列出的任务都不在时段 %1 内。</translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation>清除框选</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is %2.</source>
        <comment>words for a time, an instant</comment>
        <translation>“%1”是 %2。</translation>
    </message>
    <message>
        <source>Framework queues cannot be found</source>
        <translation>无法查找框架的队列</translation>
    </message>
    <message>
        <source>Searching for queues</source>
        <translation>正在查找队列</translation>
    </message>
    <message>
        <source>This user is not allowed to scan keys (SCAN). Allow SCAN, or open the connection with its queues&apos; layout.</source>
        <translation>此用户不能查看键（SCAN）。请授予该权限，或用队列所属的布局打开连接。</translation>
    </message>
    <message>
        <source>Queues from other frameworks are listed as they are found.</source>
        <translation>其他框架的队列会在找到时列出。</translation>
    </message>
    <message>
        <source>Scanned %1 % of %2 keys. Queues from other frameworks are listed as they are found.</source>
        <translation>已查看 %2 个键中的 %1 %。其他框架的队列会在找到时列出。</translation>
    </message>
    <message>
        <source>Describe unknown keys…</source>
        <translation>描述未知的键…</translation>
    </message>
    <message>
        <source>No queues left</source>
        <translation>没有剩余的队列</translation>
    </message>
    <message>
        <source>Tasks were lost at %1. Press Ctrl+H to see what changed.</source>
        <translation>%1 丢失了任务。按 Ctrl+H 查看变化。</translation>
    </message>
</context>
<context>
    <name>dueline::TaskTable</name>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1后</translation>
    </message>
</context>
<context>
    <name>dueline::TaskTableModel</name>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>%1, %2, %3 ms</source>
        <translation>%1，%2，%3 毫秒</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>lease expired</source>
        <translation>租约已过期</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>已勾选</translation>
    </message>
    <message>
        <source>not selected</source>
        <translation>未勾选</translation>
    </message>
    <message>
        <source>%1, attempt %2 of %3, %4</source>
        <translation>%1，第 %2/%3 次尝试，%4</translation>
    </message>
    <message>
        <source>attempt %1 of %2</source>
        <translation>第 %1/%2 次尝试</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>勾选</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>When</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>The task is waiting in the list and has no due time.</source>
        <translation>它在列表中按顺序等待，没有到期时间。</translation>
    </message>
    <message>
        <source>immediately</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>The task is waiting for other tasks and has no due time.</source>
        <translation>它在等待其他任务，没有到期时间。</translation>
    </message>
    <message>
        <source>after other tasks</source>
        <translation>待其他任务</translation>
    </message>
    <message>
        <source>held %1</source>
        <comment>for a duration</comment>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineBrushBar</name>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Filter to this range</source>
        <translation>筛选此范围</translation>
    </message>
    <message>
        <source>Clear the range</source>
        <translation>清除框选</translation>
    </message>
    <message>
        <source>Show only this time range</source>
        <translation>只显示这段时间</translation>
    </message>
    <message>
        <source>Show only tasks from this time range in the table</source>
        <translation>表格中只显示这段时间的任务</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineGroupLegend</name>
    <message>
        <source>%1: %2 in view</source>
        <comment>name, count</comment>
        <translation>%1：视图内 %2 个</translation>
    </message>
    <message>
        <source>%1. Click to show this queue.</source>
        <translation>%1。按下可显示该队列。</translation>
    </message>
    <message>
        <source>%1. Click to list only these tasks.</source>
        <translation>%1。按下则只列出这些任务。</translation>
    </message>
    <message>
        <source>Visible:</source>
        <comment>before counts of tasks per type, kind or queue</comment>
        <translation>可见：</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineLegend</name>
    <message>
        <source>%1. Click to hide.</source>
        <translation>%1。点按以隐藏。</translation>
    </message>
    <message>
        <source>%1. Hidden; click to show.</source>
        <translation>%1。已隐藏；点按以显示。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 in view</source>
        <comment>state, count that matches, count</comment>
        <translation>%1：视图内 %3 个中的 %2 个</translation>
    </message>
    <message>
        <source>%1: %2 in view</source>
        <comment>state, count</comment>
        <translation>%1：视图内 %2 个</translation>
    </message>
    <message>
        <source>Matching:</source>
        <comment>before counts of tasks per state</comment>
        <translation>匹配：</translation>
    </message>
    <message>
        <source>Visible:</source>
        <comment>before counts of tasks per state</comment>
        <translation>可见：</translation>
    </message>
    <message>
        <source>Match:</source>
        <comment>before counts of tasks per state, where there is little room</comment>
        <translation>匹配：</translation>
    </message>
</context>
<context>
    <name>dueline::TimelinePane</name>
    <message>
        <source>1 h</source>
        <comment>button: show one hour</comment>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>24 h</source>
        <comment>button: show 24 hours</comment>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>7 d</source>
        <comment>button: show seven days</comment>
        <translation>7 天</translation>
    </message>
    <message>
        <source>Fit</source>
        <comment>button: show all tasks</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1 per bar</source>
        <translation>每柱 %1</translation>
    </message>
    <message>
        <source>one mark per task</source>
        <translation>每个任务一个标记</translation>
    </message>
    <message>
        <source>&amp;Zoom into the range</source>
        <translation>放大到框选范围</translation>
    </message>
    <message>
        <source>Fi&amp;lter to this range</source>
        <translation>筛选此范围</translation>
    </message>
    <message>
        <source>Cl&amp;ear the range</source>
        <translation>清除框选</translation>
    </message>
    <message>
        <source>&amp;Patterns on bands</source>
        <translation>柱条加图案</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>暂无数据</translation>
    </message>
    <message>
        <source>%1 received from workers</source>
        <translation>%1 个由执行器通报</translation>
    </message>
    <message>
        <source>counting matches…</source>
        <translation>正在统计匹配的任务…</translation>
    </message>
    <message>
        <source>matches as of %1</source>
        <translation>匹配数截至 %1</translation>
    </message>
    <message>
        <source>counting %1…</source>
        <comment>types, kinds of failure, queues</comment>
        <translation>正在统计%1…</translation>
    </message>
    <message>
        <source>too many tasks to distinguish %1</source>
        <comment>types, kinds of failure, queues</comment>
        <translation>任务太多，无法区分%1</translation>
    </message>
    <message>
        <source>%1 as of %2</source>
        <comment>types, kinds of failure; time</comment>
        <translation>%1截至 %2</translation>
    </message>
    <message>
        <source>Colors show %1</source>
        <comment>states, types, kinds of failure, queues</comment>
        <translation>颜色表示%1</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineTableDialog</name>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Failure group</source>
        <translation>失败组</translation>
    </message>
    <message>
        <source>Timeline as a table</source>
        <translation>时间线表格</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No tasks in view (%1).</source>
        <translation>%1 内没有任务。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) in view (%1), one row per task.</source>
        <translation>
            <numerusform>%1 内有 %Ln 个任务，每行一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in view; each row covers %2, and empty intervals are omitted.</source>
        <comment>a range, a duration</comment>
        <translation>%1，每 %2一行，仅列有任务的时段。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy all rows as tab-separated text</source>
        <translation>复制所有行，单元格以制表符分隔</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No data yet.</source>
        <translation>暂无数据。</translation>
    </message>
    <message>
        <source>There are too many tasks to distinguish %1, so the columns show states.</source>
        <comment>types, kinds of failure, queues</comment>
        <translation>任务太多，无法区分%1：各列为状态。</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineTableModel</name>
    <message>
        <source>In view</source>
        <translation>视图内</translation>
    </message>
    <message>
        <source>From – to</source>
        <translation>起止</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>from – to</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>absolute and relative time</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Match</source>
        <comment>tasks that the filter finds</comment>
        <translation>匹配</translation>
    </message>
</context>
<context>
    <name>dueline::TimelineWidget</name>
    <message>
        <source>Task timeline</source>
        <translation>任务时间线</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>state, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no tasks</source>
        <translation>没有任务</translation>
    </message>
    <message>
        <source>%1: leased until %2</source>
        <translation>%1：租约至 %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>length, count</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>已领取</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln task(s)</source>
        <translation>
            <numerusform>约 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>暂无数据</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln 个标记</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>marks</comment>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gap(s) in the recording</source>
        <translation>
            <numerusform>记录中有 %Ln 处空缺</numerusform>
        </translation>
    </message>
    <message>
        <source>not recorded %1</source>
        <comment>a period</comment>
        <translation>%1 未记录</translation>
    </message>
    <message>
        <source>Dueline was not running or not connected</source>
        <translation>Dueline 未运行或未连接</translation>
    </message>
    <message>
        <source>Dueline ended unexpectedly</source>
        <translation>Dueline 意外退出</translation>
    </message>
    <message>
        <source>The server did not respond</source>
        <translation>服务器没有响应</translation>
    </message>
    <message>
        <source>The server was replaced</source>
        <translation>服务器已更换</translation>
    </message>
    <message>
        <source>This computer was suspended or overloaded</source>
        <translation>本机曾休眠或负载过高</translation>
    </message>
    <message>
        <source>The recording could not be written</source>
        <translation>无法写入记录</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Another program had locked the recording</source>
        <translation>另一个程序锁定了记录文件</translation>
    </message>
</context>
<context>
    <name>dueline::Toast</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>dueline::Toasts</name>
    <message>
        <source>%1: %2</source>
        <comment>connection, what happened there</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dueline::Toolbar</name>
    <message>
        <source>Find an action, queue or task</source>
        <translation>查找操作、队列或任务</translation>
    </message>
    <message>
        <source>Add task</source>
        <translation>添加任务</translation>
    </message>
    <message>
        <source>Time zone %1</source>
        <translation>时区 %1</translation>
    </message>
    <message>
        <source>Time zone for displayed times</source>
        <translation>显示时间所用的时区</translation>
    </message>
    <message>
        <source>Every %1</source>
        <comment>refresh period</comment>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Waiting</source>
        <comment>for the connection</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Live · %1</source>
        <comment>refresh period</comment>
        <translation>实时 · %1</translation>
    </message>
    <message>
        <source>Paused</source>
        <comment>refresh</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Refresh automatically every %1</source>
        <translation>刷新，实时每 %1</translation>
    </message>
    <message>
        <source>Refresh, paused</source>
        <translation>刷新，已静止</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
</context>
<context>
    <name>dueline::Tour</name>
    <message>
        <source>Every task on one timeline</source>
        <translation>所有任务在一条时间轴上</translation>
    </message>
    <message>
        <source>Tasks that have run are to the left of now; waiting tasks are to the right. Zoom with the wheel or %1 and %2; drag to select a range.</source>
        <translation>“现在”的左边是已运行或失败的，右边是等待中的。滚轮或 %1、%2 缩放；拖过一段即可选中它。</translation>
    </message>
    <message>
        <source>The same tasks as rows</source>
        <translation>同样的任务，逐行列出</translation>
    </message>
    <message>
        <source>Move with the arrow keys, select several tasks with Space, and open the details with %1. Filter in the line above (%2).</source>
        <translation>方向键移动，空格勾选多个，%1 打开一个任务的全部信息。上方的输入行用于筛选，按 %2 转到那里。</translation>
    </message>
    <message>
        <source>Act, then undo</source>
        <translation>操作，也能撤销</translation>
    </message>
    <message>
        <source>%1 retries failed tasks, %2 reschedules waiting ones, %3 discards tasks. %4 undoes the last change.</source>
        <translation>%1 重试失败的任务，%2 改变等待中任务的时间，%3 丢弃。%4 撤销最近一次改动。</translation>
    </message>
    <message>
        <source>A worker in this window</source>
        <translation>窗口里的执行器</translation>
    </message>
    <message>
        <source>The local worker runs the sandbox&apos;s tasks; some fail on purpose. %1 shows its log and handlers.</source>
        <translation>它运行沙盒的任务，让这里有事发生：有的成功，有的故意失败。%1 显示它的日志和运行的内容。</translation>
    </message>
    <message>
        <source>Find everything by name</source>
        <translation>按名称找到一切</translation>
    </message>
    <message>
        <source>%1 finds any action, queue or task from a few letters. %2 or ? lists every action with its keys.</source>
        <translation>%1 用几个字母就能找到任何操作、队列或任务。%2 或 ? 列出每个操作及其快捷键。</translation>
    </message>
    <message>
        <source>Connect to your own Redis</source>
        <translation>现在轮到你自己的 Redis</translation>
    </message>
    <message>
        <source>%1 connects to your own server. Nothing changes there until you act. The sandbox is private and disappears when you quit.</source>
        <translation>%1 连接你自己的服务器；在你操作之前，那里什么都不会改变。沙盒是私有的，退出后即消失。</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>End the tour (Esc); you can restart it from the Help menu</source>
        <translation>结束导览 (Esc)；可从“帮助”菜单再次开始</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>step of a tour</comment>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>tour</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <comment>tour</comment>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>dueline::TransferCommands</name>
    <message numerus="yes">
        <source>%Ln task(s) written to %1</source>
        <translation>
            <numerusform>已将 %Ln 个任务写入 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) left the queue before they could be read</source>
        <translation>
            <numerusform>%Ln 个在读取前已离开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) added to %1</source>
        <translation>
            <numerusform>已向 %1 新增 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) already existed</source>
        <translation>
            <numerusform>%Ln 个已存在</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln 个被跳过</numerusform>
        </translation>
    </message>
    <message>
        <source>interrupted; run the same import again to add the rest</source>
        <translation>已中断；再次导入同一文件会补全其余</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) copied to %1</source>
        <translation>
            <numerusform>已将 %Ln 个任务复制到 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) moved to %1</source>
        <translation>
            <numerusform>已将 %Ln 个任务移动到 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped: held by a worker, conflicting with another task, or changed in the meantime</source>
        <translation>
            <numerusform>跳过 %Ln 个：由执行器持有、与其他任务冲突，或期间已改变</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped: cannot be read</source>
        <translation>
            <numerusform>跳过 %Ln 个：无法读取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TrendBars</name>
    <message>
        <source>Trend: %1</source>
        <translation>趋势：%1</translation>
    </message>
    <message>
        <source>No data yet</source>
        <translation>暂无数据</translation>
    </message>
    <message>
        <source>at most %1 per %2 since %3</source>
        <translation>每 %2 最多 %1 个，自 %3 起</translation>
    </message>
    <message>
        <source>others</source>
        <comment>queues</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 per bar</source>
        <comment>a duration</comment>
        <translation>每柱 %1</translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation>现在 %1</translation>
    </message>
    <message>
        <source>New since %1</source>
        <translation>自 %1 起新出现</translation>
    </message>
    <message>
        <source>not stored before %1</source>
        <translation>%1 之前的未保存</translation>
    </message>
    <message>
        <source>none stored before</source>
        <translation>此前没有保存的失败</translation>
    </message>
</context>
<context>
    <name>dueline::UndoButton</name>
    <message>
        <source>Operations that can be undone</source>
        <translation>可撤销的操作</translation>
    </message>
    <message>
        <source>Show all in Activity</source>
        <translation>在“活动”中查看全部</translation>
    </message>
    <message>
        <source>The list has changed. Open this menu again.</source>
        <translation>列表有变化。请重新打开此菜单。</translation>
    </message>
</context>
<context>
    <name>dueline::UndoCommands</name>
    <message>
        <source>&amp;Undo… (last on %1)</source>
        <translation>撤销…（最近一次在 %1）</translation>
    </message>
    <message>
        <source>Last: %1. This opens the operation&apos;s queue; nothing is undone yet.</source>
        <translation>最近一次：%1。在这里不会撤销任何内容；点击会带您到那里。</translation>
    </message>
    <message>
        <source>%1: undone, %2</source>
        <comment>retry of 12 in a queue, when</comment>
        <translation>%1：已撤销，%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>undo something, when</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1: can no longer be undone, %2</source>
        <comment>retry of 12 in a queue, when</comment>
        <translation>%1：已无法撤销，%2</translation>
    </message>
    <message>
        <source>The last operation here is still running. Stop it first, then undo what it has changed.</source>
        <translation>这里最近的操作仍在运行中。请先停止它，然后撤销已做的更改。</translation>
    </message>
    <message numerus="yes">
        <source>Skipped: %Ln operation(s) still running. Stop them first.</source>
        <translation>
            <numerusform>已跳过：%Ln 个操作仍在运行中。请先停止它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a connection first</source>
        <translation>请先选择连接</translation>
    </message>
    <message>
        <source>Nothing here can be undone</source>
        <translation>这里没有可撤销的操作</translation>
    </message>
    <message>
        <source>This connection&apos;s operations cannot be read</source>
        <translation>无法读取这里做过的操作</translation>
    </message>
    <message>
        <source>Not connected: operations unknown</source>
        <translation>未连接：无法得知这里做过的操作</translation>
    </message>
    <message>
        <source>Loading operations…</source>
        <translation>正在读取这里做过的操作…</translation>
    </message>
</context>
<context>
    <name>dueline::UndoDialog</name>
    <message numerus="yes">
        <source>Put back %Ln task(s)</source>
        <translation>
            <numerusform>放回 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Undoes</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Tasks that have run or changed since then are skipped. You can pause or cancel the undo, but cannot revert it.</source>
        <translation>此后执行过或改变过的任务会跳过。撤销可以暂停或取消，但不能再撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Skipped: %Ln operation(s) still running. To undo them as well, stop them first.</source>
        <translation>
            <numerusform>已跳过：%Ln 个操作仍在运行中。要一并撤销，请先停止它们。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WallTile</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>min</source>
        <comment>minutes</comment>
        <translation>分</translation>
    </message>
    <message>
        <source>h</source>
        <comment>hours</comment>
        <translation>时</translation>
    </message>
    <message>
        <source>d</source>
        <comment>days</comment>
        <translation>天</translation>
    </message>
</context>
<context>
    <name>dueline::WallTimeline</name>
    <message>
        <source>Task timeline</source>
        <translation>任务时间线</translation>
    </message>
    <message>
        <source>Now %1</source>
        <translation>现在 %1</translation>
    </message>
</context>
<context>
    <name>dueline::WebhookFields</name>
    <message>
        <source>Webhook URL</source>
        <translation>Webhook 地址</translation>
    </message>
    <message>
        <source>Send test</source>
        <translation>发送测试</translation>
    </message>
    <message>
        <source>None</source>
        <comment>no webhook</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Feishu</source>
        <translation>飞书</translation>
    </message>
    <message>
        <source>DingTalk</source>
        <translation>钉钉</translation>
    </message>
    <message>
        <source>WeCom</source>
        <translation>企业微信</translation>
    </message>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>While the window is open, the webhook receives the events that are selected in the settings under &quot;Desktop notifications&quot;.</source>
        <translation>窗口打开期间，Webhook 会收到在设置的“桌面通知”中选择的事件。</translation>
    </message>
    <message>
        <source>Sends a test message to the webhook</source>
        <translation>向 Webhook 发送一条测试消息</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>This URL sends its token unencrypted. Use https if the server supports it.</source>
        <translation>使用此地址会以明文发送令牌。如果服务器支持，请使用 https。</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>The webhook accepted the test message.</source>
        <translation>Webhook 已接收测试消息。</translation>
    </message>
    <message>
        <source>Test message</source>
        <translation>测试消息</translation>
    </message>
    <message>
        <source>This webhook receives notifications about queues.</source>
        <translation>此 Webhook 会收到有关队列的通知。</translation>
    </message>
</context>
<context>
    <name>dueline::WebhookSender</name>
    <message>
        <source>%1 did not respond within %2.</source>
        <translation>%1 在 %2 内没有响应。</translation>
    </message>
    <message>
        <source>%1 redirects to another address. Enter that address as the URL.</source>
        <translation>%1 重定向到另一个地址。请改填该地址。</translation>
    </message>
    <message>
        <source>%1 responded with status %2.</source>
        <translation>%1 返回了状态码 %2。</translation>
    </message>
    <message>
        <source>%1 rejected the message: %2.</source>
        <translation>%1 拒绝了消息：%2。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid: %2.</source>
        <translation>%1 的证书无效：%2。</translation>
    </message>
    <message>
        <source>%1 refused the connection.</source>
        <translation>%1 拒绝了连接。</translation>
    </message>
    <message>
        <source>The host of %1 was not found.</source>
        <translation>找不到 %1 的主机。</translation>
    </message>
    <message>
        <source>The TLS handshake with %1 failed.</source>
        <translation>与 %1 的 TLS 握手失败。</translation>
    </message>
    <message>
        <source>%1 closed the connection without a response.</source>
        <translation>%1 未响应就关闭了连接。</translation>
    </message>
    <message>
        <source>The connection to %1 failed.</source>
        <translation>无法连接到 %1。</translation>
    </message>
    <message>
        <source>Enter a complete URL for the webhook, such as https://example.org/hook.</source>
        <translation>请输入完整的 Webhook 地址，例如 https://example.org/hook。</translation>
    </message>
    <message>
        <source>Too many messages are waiting to be sent.</source>
        <translation>等待发送的消息过多。</translation>
    </message>
</context>
<context>
    <name>dueline::Webhooks</name>
    <message>
        <source>The keyring has no webhook URL for %1. Enter the URL again in the connection settings.</source>
        <translation>密钥环中没有 %1 的 Webhook 地址。请在连接设置中重新输入。</translation>
    </message>
    <message>
        <source>Cannot save the settings to %1.</source>
        <translation>设置无法保存到 %1。</translation>
    </message>
</context>
<context>
    <name>dueline::WelcomePage</name>
    <message>
        <source>See every delayed task on one timeline</source>
        <translation>在一条时间线上查看每个延迟任务</translation>
    </message>
    <message>
        <source>Start with demo queues in a private Redis, or connect to your own. Production connections open read-only.</source>
        <translation>可先试用私有 Redis 中的演示队列，也可连接你自己的 Redis。生产连接以只读方式打开。</translation>
    </message>
    <message>
        <source>Open the demo sandbox</source>
        <translation>打开演示沙盒</translation>
    </message>
    <message>
        <source>Connect to Redis</source>
        <translation>连接到 Redis</translation>
    </message>
    <message>
        <source>Enter the server&apos;s address, username and password</source>
        <translation>通过地址，可带用户名和密码</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>A password in the URL is used for this connection and not shown again.</source>
        <translation>URL 中的密码仅用于此连接，不会再次显示。</translation>
    </message>
    <message>
        <source>Paste a URL, e.g. %1</source>
        <translation>粘贴 URL：%1</translation>
    </message>
    <message>
        <source>Redis URL</source>
        <translation>Redis 的 URL</translation>
    </message>
    <message>
        <source>A private Redis with demo queues and a running worker</source>
        <translation>私有 Redis，带演示队列和一个运行中的执行器</translation>
    </message>
    <message>
        <source>Return</source>
        <comment>the key</comment>
        <translation>回车</translation>
    </message>
</context>
<context>
    <name>dueline::WindowCommands</name>
    <message>
        <source>All connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>queue, connection</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Dueline %1</source>
        <translation>Dueline %1</translation>
    </message>
    <message>
        <source>GPL-3.0-or-later; with Qt %1, hiredis and QtKeychain</source>
        <translation>GPL-3.0-or-later；使用 Qt %1、hiredis 和 QtKeychain</translation>
    </message>
    <message>
        <source>Name the first queue</source>
        <translation>为第一个队列命名</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Only saved connections have links. Save this connection first.</source>
        <translation>只有已保存的连接才有链接。请先保存此连接。</translation>
    </message>
    <message>
        <source>Link copied</source>
        <translation>已复制链接</translation>
    </message>
</context>
<context>
    <name>dueline::WindowRecord</name>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Events are not recorded in %1: %2.</source>
        <translation>未在 %1 中记录事件：%2。</translation>
    </message>
    <message>
        <source>The recording %1 cannot be deleted.</source>
        <translation>无法删除记录 %1。</translation>
    </message>
</context>
<context>
    <name>dueline::Workbench</name>
    <message numerus="yes">
        <source>%Ln task(s) retried</source>
        <translation>
            <numerusform>已重试 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will run now</source>
        <translation>
            <numerusform>%Ln 个任务即将执行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) rescheduled</source>
        <translation>
            <numerusform>已改期 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) discarded</source>
        <translation>
            <numerusform>已丢弃 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) restored</source>
        <translation>
            <numerusform>已恢复 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) permanently deleted</source>
        <translation>
            <numerusform>已永久删除 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>No tasks to change</source>
        <translation>没有可操作的任务</translation>
    </message>
    <message>
        <source>skipped: %1</source>
        <translation>已跳过：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 is paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 resumed</source>
        <translation>%1 已继续</translation>
    </message>
    <message>
        <source>running tasks will finish, but no new ones will be claimed</source>
        <translation>执行器完成手中的任务，不再领取新任务</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Sorted by time again</source>
        <translation>已恢复按时间排序</translation>
    </message>
    <message>
        <source>%1 tasks match, but at most %2 can be sorted by another column; narrow the filter first</source>
        <translation>共匹配 %1 个任务，按其他方式最多可排序 %2 个：请先缩小筛选范围</translation>
    </message>
    <message>
        <source>canary: waiting for the first task</source>
        <translation>试运行：等待第一个任务</translation>
    </message>
    <message>
        <source>canary: waiting for ten tasks</source>
        <translation>试运行：等待十个任务</translation>
    </message>
    <message>
        <source>canary passed; continuing with the rest</source>
        <translation>试运行通过，其余继续</translation>
    </message>
    <message>
        <source>stopped by the canary: %1 of %2 failed</source>
        <translation>试运行已将其停止：%2 个中有 %1 个失败</translation>
    </message>
    <message>
        <source>stopped by the canary: %1 of %2 failed, %3 did not finish in time</source>
        <translation>试运行已将其停止：%2 个中有 %1 个失败，%3 个未及时结束</translation>
    </message>
    <message>
        <source>%1 of %2 restored</source>
        <translation>已恢复 %1 个（共 %2 个）</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln have changed since</source>
        <translation>
            <numerusform>%1，%Ln 个又有变化</numerusform>
        </translation>
    </message>
    <message>
        <source>can be undone for %1</source>
        <translation>%1内可撤销</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>how many and why, the first tasks</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The connection was closed. Nothing was changed.</source>
        <translation>连接已在此期间关闭；什么也没有做。</translation>
    </message>
    <message>
        <source>Nothing was undone: the last operation was on %1</source>
        <translation>未撤销任何内容：最近一次操作在 %1 上</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>前往 %1</translation>
    </message>
    <message>
        <source>Show</source>
        <comment>the task</comment>
        <translation>显示</translation>
    </message>
    <message>
        <source>%1 was added</source>
        <translation>%1 已添加</translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) added</source>
        <translation>
            <numerusform>已添加 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>the unique key is held by an earlier task</source>
        <translation>其唯一键已被较早的任务占用</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ID(s) already exist</source>
        <translation>
            <numerusform>%Ln 个 ID 已存在</numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Nothing was undone: the last operation was in %1</source>
        <comment>queue</comment>
        <translation>没有撤销任何内容：最近一次操作在 %1 中</translation>
    </message>
    <message>
        <source>retry of %1</source>
        <translation>重试 %1 个任务</translation>
    </message>
    <message>
        <source>run-now of %1</source>
        <translation>立即执行 %1 个任务</translation>
    </message>
    <message>
        <source>reschedule of %1</source>
        <translation>改期 %1 个任务</translation>
    </message>
    <message>
        <source>discard of %1</source>
        <translation>丢弃 %1 个任务</translation>
    </message>
    <message>
        <source>restore of %1</source>
        <translation>恢复 %1 个任务</translation>
    </message>
    <message>
        <source>adding %1</source>
        <translation>添加 %1 个任务</translation>
    </message>
    <message>
        <source>edit of %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>adoption of %1</source>
        <translation>接管 %1 个任务</translation>
    </message>
    <message>
        <source>import of %1</source>
        <translation>导入 %1 个任务</translation>
    </message>
    <message>
        <source>move of %1</source>
        <translation>移动 %1 个任务</translation>
    </message>
    <message>
        <source>%1 in %2 (%3)</source>
        <comment>retry of 12, queue, connection</comment>
        <translation>%2（%3）中的“%1”</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <comment>retry of 12</comment>
        <translation>撤销“%1”</translation>
    </message>
    <message>
        <source>Undo %1 in %2 (%3)</source>
        <comment>retry of 12, queue, connection</comment>
        <translation>撤销 %2（%3）中的“%1”</translation>
    </message>
    <message>
        <source>Nothing was undone</source>
        <translation>没有撤销任何内容</translation>
    </message>
    <message numerus="yes">
        <source>Nothing to undo: %Ln task(s) already ran or changed</source>
        <translation>
            <numerusform>没有可撤销的：%Ln 个任务已经执行或改变</numerusform>
        </translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>a queue, or 3 queues</comment>
        <translation>在 %1 中</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>skipped: %Ln operation(s) still running</source>
        <translation>
            <numerusform>已跳过：%Ln 个操作仍在运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t undo yet: the operation is still running</source>
        <translation>还不能撤销：操作仍在运行中</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 of %2 imported tasks removed</source>
        <translation>已移除 %2 个导入任务中的 %1 个</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerCloseDialog</name>
    <message numerus="yes">
        <source>The local worker is running %Ln task(s)</source>
        <translation>
            <numerusform>内嵌执行器正在执行 %Ln 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>&quot;Drain&quot; lets running tasks finish, then closes the window. &quot;Stop now&quot; returns the tasks to their queues without counting the attempts, and closes immediately.</source>
        <translation>“排空”让它们完成，不再领取新任务，然后关闭窗口。“立即停止”释放它们，任务回到队列，不消耗尝试次数，并立即关闭。</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>排空</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerHandlerModel</name>
    <message>
        <source>Add a handler…</source>
        <translation>添加处理程序…</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Handler</source>
        <translation>处理程序</translation>
    </message>
    <message>
        <source>Choose a handler for %1: echo, sleep:MS, fail:PERCENT, command:PROGRAM ARGUMENTS or http:URL.</source>
        <translation>请为 %1 选择处理程序：echo、sleep:MS、fail:PERCENT、command:PROGRAM ARGUMENTS 或 http:URL。</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerHandlerTable</name>
    <message>
        <source>no handler yet</source>
        <translation>还没有处理程序</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Handler</source>
        <translation>处理程序</translation>
    </message>
    <message>
        <source>e.g. mail.send, mail.*</source>
        <translation>mail.send、mail.* 或 *</translation>
    </message>
    <message>
        <source>Local worker handlers</source>
        <translation>内嵌执行器的处理程序</translation>
    </message>
    <message>
        <source>e.g. echo, sleep:800, fail:20, command:/path arg, http:https://…</source>
        <translation>echo、sleep:800、fail:20、command:/path argument 或 http:https://…</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerHeader</name>
    <message>
        <source>Not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Draining</source>
        <translation>排空中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>Choose a queue.</source>
        <translation>请选择一个队列。</translation>
    </message>
    <message>
        <source>Read-only: the saved connection does not allow running tasks.</source>
        <translation>配置为只读：此处不能执行任务。</translation>
    </message>
    <message>
        <source>This layout has no leases, so workers cannot share its tasks.</source>
        <translation>此布局没有租约：执行器无法分担它的任务。</translation>
    </message>
    <message>
        <source>Allow changes first, then unlock the worker.</source>
        <translation>请先允许更改，再解锁执行器。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Lock the worker again</source>
        <translation>重新锁定执行器</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Number of tasks that run at the same time.</source>
        <translation>同时执行多少个任务。</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Unlock the worker</source>
        <translation>解锁执行器</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln slot(s)</source>
        <translation>
            <numerusform>%1/%Ln 个并发位</numerusform>
        </translation>
    </message>
    <message>
        <source>last run: %1 done, %2 failed</source>
        <translation>上次运行：%1 个完成，%2 个失败</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 个</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 个完成</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>%1 to retry</source>
        <translation>%1 个等待重试</translation>
    </message>
    <message>
        <source>p95 delay %1</source>
        <translation>p95 延迟 %1</translation>
    </message>
    <message>
        <source>The current queue</source>
        <translation>当前队列</translation>
    </message>
    <message>
        <source>All queues</source>
        <translation>所有队列</translation>
    </message>
    <message>
        <source>A lease must be at least 1 s.</source>
        <translation>此处的租约至少为 1 秒。</translation>
    </message>
    <message>
        <source>The local worker is locked.</source>
        <translation>本地执行器已锁定。</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>无连接</translation>
    </message>
    <message>
        <source>How long a worker holds a task before others may claim it; renewed while the task runs. At least 1 s.</source>
        <translation>执行器独占任务多久，之后其他执行器可以接手；执行期间会续租。不少于 1 秒。</translation>
    </message>
    <message>
        <source>Not connected: no queues yet.</source>
        <translation>未连接：还没有队列。</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerLogModel</name>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>canceled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>the lease was lost, so the result will not be stored</source>
        <translation>租约已丢失；结果未写入</translation>
    </message>
    <message>
        <source>%1, %2 late</source>
        <translation>%1，延迟 %2</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerLogPane</name>
    <message>
        <source>Filter the log</source>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Save the displayed lines to a file</source>
        <translation>将显示的行保存到文件</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Resume the log</source>
        <translation>继续日志</translation>
    </message>
    <message>
        <source>Pause the log (the worker keeps running)</source>
        <translation>暂停日志（执行器继续运行）</translation>
    </message>
    <message>
        <source>Cannot save the log to %1: %2.</source>
        <translation>日志无法保存到 %1：%2。</translation>
    </message>
    <message>
        <source>Text (*.log *.txt)</source>
        <translation>文本 (*.log *.txt)</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerLogView</name>
    <message>
        <source>Local worker log</source>
        <translation>内嵌执行器的日志</translation>
    </message>
    <message>
        <source>No log line matches the filter.</source>
        <translation>没有匹配筛选的日志行。</translation>
    </message>
    <message>
        <source>The worker&apos;s log appears here.</source>
        <translation>执行器的日志显示在这里。</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerModel</name>
    <message>
        <source>Lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1, worker %2, heartbeat %3</source>
        <translation>%1，执行器 %2，心跳 %3</translation>
    </message>
    <message>
        <source>this window</source>
        <translation>此窗口</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The worker holds leases but has no recorded heartbeat, so it is considered lost.</source>
        <translation>它持有租约，但没有留下心跳记录，因此视为失联。</translation>
    </message>
    <message>
        <source>%1, started %2</source>
        <translation>%1，启动于 %2</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <translation>%2 上的进程 %1</translation>
    </message>
    <message>
        <source>%1 of %2 slots were in use at the last heartbeat</source>
        <translation>上次心跳时使用了 %1/%2 个并发位</translation>
    </message>
    <message>
        <source>The worker&apos;s heartbeat is overdue. Its tasks will be recovered when their leases end.</source>
        <translation>其心跳已超时；租约结束后，它持有的任务会被收回。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>执行器</translation>
    </message>
    <message>
        <source>Host/pid</source>
        <translation>主机/进程</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>心跳</translation>
    </message>
    <message>
        <source>Identified by its connection name. The number of slots is unknown.</source>
        <translation>由其连接的名称得知；有多少个并发位未知。</translation>
    </message>
    <message>
        <source>Inferred from a subscription to a worker channel. Nothing else is known about this worker.</source>
        <translation>根据执行器频道的订阅推断。关于此执行器没有其他信息。</translation>
    </message>
    <message>
        <source>Identified by the job it holds. Idle workers are not listed.</source>
        <translation>由它所持有的任务得知；可能还有未持有任务的其他执行器。</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Listening</source>
        <translation>监听中</translation>
    </message>
    <message>
        <source>Has a job</source>
        <translation>持有任务</translation>
    </message>
    <message>
        <source>Listed by a consumer group, which may still list consumers that stopped long ago.</source>
        <translation>由消费者组列出，即使工作进程早已结束。</translation>
    </message>
    <message>
        <source>Quiet</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>活动过</translation>
    </message>
    <message>
        <source>%1, worker %2</source>
        <translation>%1，执行器 %2</translation>
    </message>
</context>
<context>
    <name>dueline::WorkerPanel</name>
    <message>
        <source>Local worker</source>
        <translation>内嵌执行器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln 个队列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %Ln queue(s)</source>
        <translation>
            <numerusform>全部 %Ln 个队列</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerStartDialog</name>
    <message>
        <source>Run tasks on this machine</source>
        <translation>在本机执行任务</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>The local worker competes with your other workers for due tasks. Running a task cannot be undone.</source>
        <translation>内嵌执行器会从平常的执行器那里领走到期任务，执行的结果无法撤销。</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>并发</translation>
    </message>
    <message numerus="yes">
        <source>%Ln at a time</source>
        <translation>
            <numerusform>同时 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Tasks that will run</source>
        <translation>将执行的内容</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Start the worker</source>
        <translation>启动执行器</translation>
    </message>
</context>
</TS>
