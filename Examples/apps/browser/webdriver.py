"""The part of WebDriver that the bridge needs: JSON over HTTP to Debian's chromedriver."""
import http.client, json, os, re, shutil, subprocess

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self, width, height, reduced, directory):
        width, height = round(width), round(height)
        self.directory = directory
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = next(found[1] for line in self.driver.stdout if (found := re.search(r"successfully on port (\d+)", line)))
        self.connection, self.url = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20), "/session"
        arguments = ["--headless=new", "--disable-gpu", "--no-first-run", f"--user-data-dir={directory}",
                     f"--window-size={width},{height}"]
        if os.geteuid() == 0: arguments.append("--no-sandbox")
        if reduced: arguments.append("--force-prefers-reduced-motion")
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}})
        self.url += "/" + session["sessionId"]
        self.pid = session["capabilities"].get("goog:processID")
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

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
        """Clicks the first element as a person does: WebDriver refuses if it is hidden or covered."""
        self.ask("POST", f"/element/{self.find(selector)[0]}/click", {})

    def type(self, selector, text):
        self.ask("POST", f"/element/{self.find(selector)[0]}/value", {"text": text})

    def quit(self):
        try: self.ask("DELETE", "")
        except (OSError, http.client.HTTPException): pass
        self.driver.kill(), self.driver.wait()
        shutil.rmtree(self.directory, ignore_errors=True)
