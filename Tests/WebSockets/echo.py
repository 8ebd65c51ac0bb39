"""Sends 1,000 messages with a token through `tracetool record` and back, with the defaults of Python's `websockets`.

usage: echo.py TRACETOOL TRACE TOKEN

Prints what the server answered on extensions, and the last line of the command. Ends with the command's exit code.
"""
import asyncio
import json
import signal
import subprocess
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

tracetool, trace, token = sys.argv[1:]


async def echo(socket):
    async for message in socket:
        await socket.send(message)


async def main():
    async with serve(echo, "127.0.0.1", 0) as server:
        upstream = "ws://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
        command = subprocess.Popen(
            [tracetool, "record", "--format", "json", "--listen", "127.0.0.1:0", "--upstream", upstream, "-o", trace],
            stdout=subprocess.PIPE, text=True)
        address = json.loads(command.stdout.readline())["address"]
        async with connect("ws://%s/realm-sync?baas_at=%s" % (address, token)) as client:
            print(client.response.headers.get("Sec-WebSocket-Extensions"))
            for number in range(1000):
                message = b"bind %d 5 %d 1 0\n/test%s" % (number + 1, len(token), token.encode())
                await client.send(message)
                assert await client.recv() == message
        command.send_signal(signal.SIGINT)
        print(command.communicate(timeout=60)[0].splitlines()[-1])
        return command.returncode


sys.exit(asyncio.run(main()))
