"""Drives a page in a browser without a window, over the protocol of its developer tools.

Reads a script as JSON from standard input: {"browser", "address", "width", "height", "dark", "steps"}. A step is
{"expect": EXPRESSION} (JavaScript, whose value is a result), {"key": NAME}, {"click": SELECTOR}, {"drag": [SELECTOR, PIXELS]},
{"wheel": [SELECTOR, PIXELS]} with Ctrl held, {"type": TEXT}, {"screenshot": PATH} or {"go": FRAGMENT}.

Prints {"results": [...], "console": [...], "loadMilliseconds": NUMBER}: the values of the expressions, what the page said on its
console, errors and blocked requests included, and how long it took to open.
"""
import asyncio
import base64
import collections
import json
import subprocess
import sys
import tempfile
import time

import websockets

SETTINGS = [
    # Tests may run as root, which the sandbox does not allow; the pages are the project's own.
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
]
KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "Tab": 9, "Enter": 13, "+": 0, "-": 0}


class Tools:
    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.console = []
        # By the loader of a document: the empty page that the browser begins with has a load of its own.
        self.loaded = collections.defaultdict(asyncio.Event)
        self.waiting = {}
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for message in self.socket:
            said = json.loads(message)
            if "id" in said:
                self.waiting.pop(said["id"]).set_result(said)
            elif said["method"] == "Page.lifecycleEvent":
                if said["params"]["name"] == "load":
                    self.loaded[said["params"]["loaderId"]].set()
            elif said["method"] == "Runtime.exceptionThrown":
                details = said["params"]["exceptionDetails"]
                self.console.append(details.get("exception", {}).get("description") or details["text"])
            elif said["method"] == "Log.entryAdded":
                self.console.append(said["params"]["entry"]["text"])
            elif said["method"] == "Runtime.consoleAPICalled":
                self.console.append(json.dumps([one.get("value") for one in said["params"]["args"]]))

    async def call(self, method, **parameters):
        self.number += 1
        answer = asyncio.get_running_loop().create_future()
        self.waiting[self.number] = answer
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        said = await asyncio.wait_for(answer, 60)
        if "error" in said:
            raise RuntimeError(f"{method}: {said['error']['message']}")
        return said["result"]

    async def value(self, expression):
        said = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in said:
            raise RuntimeError(f"{expression}: {said['exceptionDetails']}")
        return said["result"].get("value")

    async def middle(self, selector):
        box = await self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        return {"x": box[0], "y": box[1]}

    async def mouse(self, kind, place, **more):
        await self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place, **more)

    async def step(self, step, results):
        [(kind, what)] = step.items()
        if kind == "expect":
            results.append(await self.value(what))
        elif kind == "go":
            await self.value(f"(async () => {{ location.hash = {json.dumps(what)}; await new Promise((r) => setTimeout(r, 50)); }})()")
        elif kind == "key":
            code = KEYS[what]
            text = {"text": what} if len(what) == 1 else {"text": "\r"} if what == "Enter" else {}
            await self.call("Input.dispatchKeyEvent", type="keyDown", key=what, code=what, windowsVirtualKeyCode=code, **text)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=what, code=what, windowsVirtualKeyCode=code)
        elif kind == "type":
            await self.call("Input.insertText", text=what)
        elif kind == "click":
            place = await self.middle(what)
            await self.mouse("mousePressed", place)
            await self.mouse("mouseReleased", place)
        elif kind == "drag":
            place = await self.middle(what[0])
            await self.mouse("mousePressed", place)
            for share in (0.25, 0.5, 0.75, 1):
                await self.mouse("mouseMoved", {"x": place["x"] + what[1] * share, "y": place["y"]}, buttons=1)
            await self.mouse("mouseReleased", {"x": place["x"] + what[1], "y": place["y"]})
        elif kind == "wheel":
            place = await self.middle(what[0])
            await self.call("Input.dispatchMouseEvent", type="mouseWheel", deltaX=0, deltaY=what[1], modifiers=2, **place)
            await self.value("new Promise((r) => setTimeout(r, 100))")
        elif kind == "screenshot":
            picture = await self.call("Page.captureScreenshot", captureBeyondViewport=False)
            with open(what, "wb") as file:
                file.write(base64.b64decode(picture["data"]))
        else:
            raise RuntimeError(f"not a step: {kind}")


async def drive(script, folder):
    browser = subprocess.Popen(
        [script["browser"], *SETTINGS, f"--user-data-dir={folder}", "about:blank"], stderr=subprocess.PIPE, text=True)
    try:
        for line in browser.stderr:
            if line.startswith("DevTools listening on "):
                address = line.split()[-1]
                break
        else:
            raise RuntimeError("the browser ended without a word of its tools")
        return await drive_page(script, address)
    finally:
        browser.kill()
        browser.wait()


async def drive_page(script, address):
    async with websockets.connect(address, max_size=1 << 28, proxy=None) as socket:
        tools = Tools(socket)
        targets = await tools.call("Target.getTargets")
        target = next(one for one in targets["targetInfos"] if one["type"] == "page")
        page_address = address.split("/devtools/")[0] + "/devtools/page/" + target["targetId"]
    async with websockets.connect(page_address, max_size=1 << 28, proxy=None) as socket:
        tools = Tools(socket)
        for domain in ("Page", "Runtime", "Log"):
            await tools.call(f"{domain}.enable")
        await tools.call(
            "Emulation.setDeviceMetricsOverride", width=script["width"], height=script["height"], deviceScaleFactor=1,
            mobile=False)
        await tools.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if script["dark"] else "light"}])
        await tools.call("Page.setLifecycleEventsEnabled", enabled=True)
        began = time.monotonic()
        navigation = await tools.call("Page.navigate", url=script["address"])
        if "errorText" in navigation:
            raise RuntimeError(f"{script['address']}: {navigation['errorText']}")
        await asyncio.wait_for(tools.loaded[navigation["loaderId"]].wait(), 60)
        # Modules run before the page counts as loaded; what they drew has to be laid out too.
        await tools.value("new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)))")
        took = (time.monotonic() - began) * 1000
        results = []
        for step in script["steps"]:
            await tools.step(step, results)
        return {"results": results, "console": tools.console, "loadMilliseconds": round(took)}


def main():
    script = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        print(json.dumps(asyncio.run(drive(script, folder))))


main()
