#!/usr/bin/env bash
# Runs workerd so that it ends with the process that started it, also when that one was killed: else it keeps the port.
# In a session of its own: a signal to the whole group (Ctrl-C) would end it before the portal has drained its queues.
#
# --single-threaded-gc: on two cores V8 has one helper thread for all Workers of the process. While it compiles for one of
# them and waits for that one's collection, another one's collection waits for the thread, in a loop that never ends: the
# portal answers nothing any more. Collecting without helpers waits for none.
flags=$(dirname "$0")/workerdFlags.mjs
exec setpriv --pdeathsig KILL -- setsid "$WORKERD" "$@" < <("$NODE" "$flags" --single-threaded-gc)
