#!/bin/sh
# Runs workerd so that it ends with the process that started it, also when that one was killed: else it keeps the port.
# In a session of its own: a signal to the whole group (Ctrl-C) would end it before the portal has drained its queues.
exec setpriv --pdeathsig KILL -- setsid "$WORKERD" "$@"
