#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forwards TCP connections to a Unix socket: forward.py SOCKET. Prints its port. While the process is stopped (SIGSTOP),
its connections are half open: nothing is delivered, and nothing is closed."""

import socket
import sys
import threading


def pass_on(source, target):
    while data := source.recv(65536):
        target.sendall(data)
    target.shutdown(socket.SHUT_WR)


def serve(client):
    server = socket.socket(socket.AF_UNIX)
    server.connect(sys.argv[1])
    for source, target in ((client, server), (server, client)):
        threading.Thread(target=pass_on, args=(source, target), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)
while True:
    serve(listener.accept()[0])
