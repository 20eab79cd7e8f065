"""The part of WebDriver that the bridge needs: JSON over HTTP to Debian's chromedriver."""
import http.client, json, os, pathlib, re, shutil, subprocess

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# The middle of an element, if a person could click it there.
MIDDLE = """
    const element = document.querySelector(arguments[0]);
    element.scrollIntoViewIfNeeded();
    const {x, y, width, height} = element.getBoundingClientRect(), middle = {x: x + width / 2, y: y + height / 2};
    const top = document.elementFromPoint(middle.x, middle.y);
    return !element.disabled && element.contains(top) ? middle : null;"""


def family(pid):
    """The arguments of a process and of its descendants, by process id."""
    all, found = {}, [pid]
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[1]
            all[int(process.name)] = int(parent), (process / "cmdline").read_text().replace("\0", " ")
        except OSError: pass
    for parent in found: found += [child for child, (its, _) in all.items() if its == parent]
    return {pid: all[pid][1] for pid in found if pid in all}


class Browser:
    def __init__(self, width, height, reduced, directory):
        self.width, self.height, self.directory = round(width), round(height), directory
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = next(found[1] for line in self.driver.stdout if (found := re.search(r"successfully on port (\d+)", line)))
        self.connection, self.url = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20), "/session"
        arguments = ["--headless=new", "--disable-gpu", "--no-first-run", f"--user-data-dir={directory}",
                     f"--window-size={self.width},{self.height}",
                     # So that the only process that renders is the tab's.
                     "--disable-features=SpareRendererForSitePerProcess"]
        if os.geteuid() == 0: arguments.append("--no-sandbox")
        if reduced: arguments.append("--force-prefers-reduced-motion")
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}})
        self.url += "/" + session["sessionId"]
        self.pid = session["capabilities"].get("goog:processID")
        self.tools = session["capabilities"]["goog:chromeOptions"]["debuggerAddress"]
        self.measure()

    def measure(self):
        self.devtools("Emulation.setDeviceMetricsOverride", width=self.width, height=self.height, deviceScaleFactor=1,
                      mobile=False)

    @property
    def tab(self):
        """The process of the tab."""
        [tab] = [pid for pid, words in family(self.pid).items()
                 if "--type=renderer" in words and "--top-chrome-webui" not in words]
        return tab

    def open_tab(self):
        """Opens a tab in place of one whose process is gone, to which the driver says nothing but that."""
        def ask(method, path):
            connection = http.client.HTTPConnection(self.tools, timeout=20)
            connection.request(method, path)
            return connection.getresponse().read()
        [gone] = self.ask("GET", "/window/handles")
        self.ask("POST", "/window", {"handle": json.loads(ask("PUT", "/json/new"))["id"]})
        ask("GET", f"/json/close/{gone}")
        self.measure()

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        self.connection.request(method, self.url + path, data, {"Content-Type": "application/json"})
        with self.connection.getresponse() as reply: value = json.load(reply)["value"]
        if reply.status != 200: raise OSError(value["message"])
        return value

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, address): self.ask("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return [found[ELEMENT] for found in
                self.ask("POST", "/elements", {"using": "css selector", "value": selector})]

    def click(self, selector):
        """Clicks the first element as a person does, in a fifth of the time that WebDriver's own click takes."""
        place = self.run(MIDDLE, selector)
        if not place: raise OSError(f"{selector} is hidden, covered or disabled")
        for kind in ("mousePressed", "mouseReleased"):
            self.devtools("Input.dispatchMouseEvent", type=kind, **place, button="left", clickCount=1)

    def type(self, selector, text):
        self.ask("POST", f"/element/{self.find(selector)[0]}/value", {"text": text})

    def quit(self):
        try: self.ask("DELETE", "")
        except (OSError, http.client.HTTPException): pass
        self.driver.kill(), self.driver.wait()
        shutil.rmtree(self.directory, ignore_errors=True)
