"""Looks at the page in Chromium: the options of an address, time limits, right-to-left, and the points of WCAG 2.2
AA that a program can check. Prints a line for each check, and exits with 1 at the first that fails.

usage: page.py HWDBD DIRECTORY
"""
import json, pathlib, socket, subprocess, sys, time, urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "Examples/apps/browser"))
from webdriver import Browser

# What is wrong with the accessibility of the screen, in words; the checks of WCAG that each line names.
LOOK = r"""
const problems = [], shown = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest('.unseen');
const colour = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return {r, g, b, a}; };
const light = ({r, g, b}) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const ratio = (one, two) => { const [a, b] = [light(one), light(two)].sort((x, y) => y - x); return (a + .05) / (b + .05); };
const behind = e => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c.a > 0) return c; } return {r: 255, g: 255, b: 255}; };
const name = e => `${e.localName}#${e.id || e.className} "${e.textContent.trim().slice(0, 30)}"`;
for (const e of document.querySelectorAll('body *')) {
  if (!shown(e)) continue;
  const style = getComputedStyle(e), own = [...e.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  if (own && !e.closest(':disabled, [aria-disabled=true], [aria-hidden=true]')) {
    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    const found = ratio(colour(style.color), behind(e));
    if (found < (large ? 3 : 4.5)) problems.push(`1.4.3 contrast ${found.toFixed(2)} of ${name(e)}`);
    if (e.scrollWidth > e.clientWidth + 1 && style.display !== 'inline' && style.overflowX !== 'auto') problems.push(`1.4.4 cut off: ${name(e)}`);
  }
  if (e.matches('button, input, textarea, a')) {
    const {width, height} = e.getBoundingClientRect();
    if (width < 24 || height < 24) problems.push(`2.5.8 ${width} × ${height}: ${name(e)}`);
    if (e.matches('input, textarea') && ratio(colour(style.borderTopColor), behind(e.parentElement)) < 3 && ratio(colour(style.backgroundColor), behind(e.parentElement)) < 3)
      problems.push(`1.4.11 contrast of the border: ${name(e)}`);
  }
}
const scroll = document.scrollingElement;
if (scroll.scrollWidth > innerWidth + 1) problems.push(`1.4.10 ${scroll.scrollWidth} wide at ${innerWidth}`);
if (document.documentElement.lang !== 'en') problems.push('3.1.1 no language');
if (!document.title) problems.push('2.4.2 no title');
if (!document.querySelector('main h1, main #grade')) problems.push('2.4.6 no heading');
return problems;
"""
# A picture of three red pixels in two rows.
RED = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR42mP4z8AAQQxwFgBB0gX7b/EWxwAAAABJRU5ErkJggg=="
SPACING = """const style = document.createElement('style'); style.id = 'spacing';
style.textContent = '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }';
if (arguments[0]) document.head.append(style); else document.getElementById('spacing').remove();"""


class Daemon:
    def __init__(self, *options):
        self.socket = f"{directory}/socket"
        self.process = subprocess.Popen(
            [program, "--database", f"{directory}/one.sqlite", "--socket", self.socket, "--http", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.page = self.address.split("#")[0]

    def call(self, method, **params):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
            reply = json.loads(connection.makefile().readline())
        assert "result" in reply, reply
        return reply["result"]

    def end(self): self.process.terminate(), self.process.wait()


def open(address): browser.open("about:blank"), browser.open(address)


def wait(selector, seconds=20):
    end = time.time() + seconds
    while not shows(selector):
        assert time.time() < end, f"no {selector}: {browser.run('return document.body.innerText')}"
        time.sleep(0.05)


def wait_for_rest(selector):
    """Waits until an element has slid to its place: a click would miss one that moves."""
    last = None
    while (place := browser.run("const r = document.querySelector(arguments[0])?.getBoundingClientRect(); return r && [r.x, r.y]", selector)) != last:
        last = place
        time.sleep(0.05)


def click(selector): wait(selector), wait_for_rest(selector), browser.click(selector)
def text(selector="body"): return wait(selector) or browser.run("return document.querySelector(arguments[0]).innerText", selector)
def answer(letter): wait("#skip"), click(f"#options [data-letter={letter}]"), wait("#next")
def shows(selector): return browser.run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector)
def typed(words): wait("#skip"), wait("#answer"), browser.run("document.querySelector('#answer').value = arguments[0]", words), click("#submit"), wait("#next")
def click_number(selector, count):
    """Sends a click as the first or the second of a double click."""
    wait(selector)
    x, y = browser.run("""const e = document.querySelector(arguments[0]);
        e.scrollIntoViewIfNeeded();
        const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]""", selector)
    for kind in ("mousePressed", "mouseReleased"):
        browser.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)


def right(): click("#submit"), wait(".feedback.correct"), click("#next")


def shown(selector):
    """Waits for a picture that has come."""
    wait(selector)
    end = time.time() + 20
    while browser.run("return document.querySelector(arguments[0]).naturalWidth", selector) != 3:
        assert time.time() < end, f"no picture at {selector}"
        time.sleep(0.05)
    assert browser.run("return document.querySelector(arguments[0]).alt", selector) == "A red field"


def ok(what): print("ok", what, flush=True)


def key(name):
    for kind in ("keyDown", "keyUp"):
        browser.devtools("Input.dispatchKeyEvent", type=kind, key=name, text=name if kind == "keyDown" and len(name) == 1 else "",
                         windowsVirtualKeyCode=9 if name == "Tab" else ord(name.upper()[0]))


def look(screen):
    """Checks the screen on a narrow phone, at twice the size, with more space in the text, and in the dark."""
    time.sleep(0.7)
    for scheme in ("light", "dark"):
        browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for width, height, spaced in ((320, 640, False), (640, 400, True), (1280, 800, False)):
            browser.width, browser.height = width, height
            browser.measure()
            if spaced: browser.run(SPACING, True)
            time.sleep(0.25)
            problems = browser.run(LOOK)
            if spaced: browser.run(SPACING, False)
            assert not problems, f"{screen}, {scheme}, {width}: {problems}"
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    nameless = [node["role"]["value"] for node in nodes
                if node.get("role", {}).get("value") in ("button", "textbox", "dialog", "group", "img")
                and not node.get("ignored") and not node.get("name", {}).get("value")]
    assert not nameless, f"{screen}: 4.1.2 without a name: {nameless}"
    ok(f"{screen}: WCAG 1.4.3, 1.4.4, 1.4.10, 1.4.11, 1.4.12, 2.4.2, 2.4.6, 2.5.8, 3.1.1, 4.1.2")


def tab_through(screen):
    """Reaches every control by Tab, sees where the focus is, and covers it with nothing (2.1.1, 2.4.3, 2.4.7, 2.4.11)."""
    wanted = browser.run("return [...document.querySelectorAll('button, input, textarea')].filter(e => e.checkVisibility() && !e.disabled).length")
    reached = []
    # The page moves the focus to what is new, so Tab may begin in the middle, and comes to the rest after the end.
    for _ in range(wanted + 3):
        key("Tab")
        at = browser.run("""const e = document.activeElement, r = e.getBoundingClientRect(), s = getComputedStyle(e);
            if (e === document.body) return null;
            const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
            return {name: e.id + e.textContent.slice(0, 20), outline: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2,
              free: !top || e.contains(top), order: [...document.querySelectorAll('*')].indexOf(e)}""")
        if at is None: continue
        if reached and at["order"] == reached[0]["order"]: break
        assert at["outline"], f"{screen}: 2.4.7 no focus on {at}"
        assert at["free"], f"{screen}: 2.4.11 {at} is covered"
        reached.append(at)
    orders = [at["order"] for at in reached]
    first = orders.index(min(orders))
    isInOrder = len(reached) == wanted and orders[first:] + orders[:first] == sorted(orders)
    assert isInOrder, f"{screen}: Tab reaches {reached}, not {wanted} in order"
    ok(f"{screen}: WCAG 2.1.1, 2.4.3, 2.4.7, 2.4.11")


program, directory = sys.argv[1:]
browser = Browser(390, 780, False, f"{directory}/browser")
daemon = None
try:
    daemon = Daemon("0")
    question = {"type": "mcq", "question": "ما هو نصف 4؟", "options": ["2 اثنان", "3"], "correctIndex": 0, "explanation": "نصف."}
    work = daemon.call("homework.add", title="أنصاف", quiz={"questions": [question] * 3})["id"]
    words = daemon.call("homework.add", title="Words", quiz={"questions": [
        {"type": "fillBlank", "question": "A half of four is …", "correctAnswer": "two", "explanation": ""}] * 2})["id"]

    open(daemon.page)
    wait("[role=alert]")
    assert "no longer good" in text(), text()
    look("an address without a token")
    tab_through("an address without a token")
    open(daemon.page + "#" + "0" * 64)
    wait("[role=alert]")
    ok("an address without a token is refused")
    # Pasted into the same tab.
    browser.open(daemon.address)
    wait("#list")
    assert browser.run("return location.href") == daemon.page, "the token stays in the address"
    browser.run("location.reload()")
    wait("#list")
    ok("the address loses its token, and the tab keeps it")
    look("the list")
    tab_through("the list")
    click(f"[data-homework='{work}'] button.main")
    wait("#options")
    look("a question")
    tab_through("a question")
    browser.run("document.querySelector('#exit').focus()"), key("s")
    assert text("#place").startswith("Question 1 "), "2.1.4 a letter acts outside the question"
    browser.run("document.querySelector('#question').focus()"), key("b")
    assert browser.run("return document.activeElement.dataset.letter") == "B"
    ok("letters act on the question alone: WCAG 2.1.4")
    answer("A")
    look("a right answer")
    assert "Correct" in text("#live"), text("#live")
    # A double click on "Next question" does not answer that one, wherever its options are.
    click_number("#next", 1), wait("#skip"), time.sleep(0.7)
    for selector in ("#options [data-letter=A]", "#skip", "#exit"): click_number(selector, 2)
    time.sleep(0.5)
    assert not shows("#next") and text("#place").startswith("Question 2 ") and not shows("dialog"), text()
    ok("a double click acts once")
    answer("B")
    look("a wrong answer")
    ok("what was answered is announced: WCAG 4.1.3")
    click("#exit")
    look("the question before leaving")
    browser.run("document.querySelector('dialog').close()")

    # Right-to-left: a title in Arabic keeps its own order, and so do the page's English words in a page of that direction.
    assert browser.run("return getComputedStyle(document.querySelector('#question')).direction") == "rtl"
    browser.run("document.documentElement.dir = 'rtl'")
    order = browser.run("""return [...document.querySelectorAll('#score, #place, #skip, #next')].filter(e => e.checkVisibility()).map(e => {
        const words = [...e.firstChild.data.matchAll(/\\S+/g)].map(({index, 0: word}) => {
            const range = document.createRange();
            range.setStart(e.firstChild, index), range.setEnd(e.firstChild, index + word.length);
            return range.getBoundingClientRect().x; });
        return [e.textContent, words.every((x, i) => !i || x > words[i - 1])]; })""")
    assert order and all(isInOrder for _, isInOrder in order), order
    browser.run("document.documentElement.dir = 'ltr'")
    ok("English words stay in order from right to left")

    click("#next"), answer("A"), click("#next")
    wait("#results")
    look("the results")
    tab_through("the results")
    click("#review")
    look("the review")

    # Each type of questions, with pictures, answered right; and a quiz with a card, which is practice.
    picture = {"base64": RED, "alternative": "A red field"}
    types = daemon.call("homework.add", title="Types", quiz={"questions": [
        {"type": "multi", "question": "Which?", "options": ["a", "b", "c"], "correctIndexes": [0, 2], "picture": picture},
        {"type": "ordering", "question": "Count", "items": ["one", "two", "three"]},
        {"type": "numeric", "question": "g?", "correctAnswer": 9.81, "tolerance": 0.05, "unit": "m/s²"},
        {"type": "gaps", "text": "{1} lies on the {2}", "gaps": [
            {"correctAnswer": "Paris"}, {"options": ["Loire", "Seine"], "correctIndex": 1}]},
        {"type": "mcq", "question": "Which is red?", "options": ["x", "y"], "correctIndex": 1,
         "optionPictures": [{"index": 1, **picture}], "answerPicture": picture}]})
    cards = daemon.call("homework.add", title="Cards", quiz={"questions": [
        {"type": "card", "question": "le chat", "back": "the cat"}]})["id"]
    open(daemon.address)
    click(f"[data-homework='{types['id']}'] button.main")
    wait("#options"), shown("#card > .picture")
    look("several options, with a picture")
    for letter in "AC": click(f"#options [data-letter={letter}]")
    right()
    order = next(q["shown"] for q in daemon.call("quiz.get", homeworkId=types["id"])["questions"] if q["type"] == "ordering")
    wait("#options")
    look("an order")
    for place in range(3): click(f"#options [data-letter={'ABC'[order.index(place)]}]")
    right()
    wait("#answer"), browser.type("#answer", "9,8")
    look("a number")
    assert text("#unit").strip() == "m/s²", text("#unit")
    right()
    wait("[data-gap='1']"), browser.type("[data-gap='0']", "paris"), browser.type("[data-gap='1']", "Seine")
    look("gaps")
    right()
    shown("#options [data-letter=B] .picture")
    answer("B"), shown("#feedback .picture")
    look("pictures of an option and of the answer")
    click("#next"), wait("#results"), click("#review"), shown("#reviewed .picture")
    assert text("#score").startswith("5/5"), text("#score")
    assert browser.run("return document.querySelector('#stats .wrong')") is None, "red without a mistake"
    open(daemon.address)
    click(f"[data-homework='{cards}'] button.main")
    click("#reveal"), wait("#back .answer")
    assert text("#top").strip().endswith("practice"), text("#top")
    look("the back of a card")
    click("#back [data-response=known]"), wait("#next"), click("#next"), wait("#results")
    ok("each type of questions is answered, and its pictures show")

    # Code keeps its lines and its indentation wherever it shows, and long lines do not widen the page.
    code, flat, wide = "if x:\n    y\n\n  z", "if x:\ny\n\n  z", "x = " + "0123456789" * 40
    programs = daemon.call("homework.add", title="Programs", quiz={"questions": [
        {"type": "mcq", "introduction": code, "question": f"{code}\n{wide}", "options": [code, flat, wide], "correctIndex": 0,
         "explanation": f"{code}\n{wide}"},
        {"type": "shortAnswer", "question": code, "correctAnswer": code}]})["id"]
    backs = daemon.call("homework.add", title="Backs", quiz={"questions": [
        {"type": "card", "question": code, "back": code}]})["id"]

    def keeps(*shown):
        for selector, words in shown: assert text(selector) == words, f"{selector}: {text(selector)!r}, not {words!r}"

    open(daemon.address)
    click(f"[data-homework='{programs}'] button.main"), wait("#options")
    keeps((".introduction", code), ("#question", f"{code}\n{wide}"), ("[data-letter=A] .words", code),
          ("[data-letter=B] .words", flat), ("[data-letter=C] .words", wide))
    look("a question about code")
    answer("B")
    keeps((".feedback .answer", f"The answer is A: {code}."), (".feedback p:last-child", f"{code}\n{wide}"))
    look("an answer about code")
    click("#next"), typed("y")
    keeps(("#question", code), (".feedback .answer", f"The answer is {code}."))
    click("#next"), wait("#results"), click("#review")
    keeps(("#reviewed h2", f"{code}\n{wide}"), ("#reviewed bdi", flat), ("#reviewed .answer", f"The answer is A: {code}."))
    look("a review about code")
    open(daemon.address)
    click(f"[data-homework='{backs}'] button.main")
    click("#reveal")
    keeps(("#back .answer", code))
    ok("code keeps its lines and its indentation")

    # A time limit: the time that is left shows, and the results come by themselves when it is over.
    attempt = daemon.call("attempt.start", homeworkId=words, timeLimitMs=5000)["id"]
    open(f"{daemon.page}#attempt/{attempt}")
    wait("#typed")
    time.sleep(1.1)
    assert text("#left").endswith(" left"), text("#left")
    look("a typed answer")
    wait("#results")
    assert "Time is up." in text("#results")
    ok("a time limit shows, and ends the quiz")

    # "I was right": where the library allows it, and only after a wrong typed answer.
    attempt = daemon.call("attempt.start", homeworkId=words)["id"]
    open(f"{daemon.page}#attempt/{attempt}")
    typed("a pair")
    time.sleep(0.7)
    assert not shows("#accept"), "offered where the library does not allow it"
    daemon.call("settings.set", acceptsAnswers=True)
    click("#next"), typed("a pair")
    wait("#accept")
    look("a wrong typed answer")
    tab_through("a wrong typed answer")
    click("#accept"), wait("#feedback .correct")
    assert text("#feedback").startswith("✓ Counted as correct") and not shows("#accept"), text("#feedback")
    assert browser.run("return document.activeElement.id") == "next"
    click("#next"), wait("#results")
    assert text("#score").startswith("1/2"), text("#score")
    kinds = [answer["outcome"] for answer in daemon.call("attempt.get", attemptId=attempt)["answers"]]
    assert kinds == ["wrong", "correct"], kinds
    ok("a wrong typed answer counts if the learner says so")

    # The options after the token apply to the first attempt only; the learner and the motion stay.
    def begin(**options):
        open(f"{daemon.address}/{urllib.parse.quote(json.dumps(options))}")
        if "homeworkId" not in options: click(f"[data-homework='{works[-1]}'] button.main")
        wait("#question")
        return daemon.call("attempt.get", attemptId=browser.run("return location.hash.split('/')[1]"))

    works = [daemon.call("homework.add", title=title, quiz={"questions": [
        {"type": "mcq", "question": f"{title} {n}?", "options": ["a", "b", "c"], "correctIndex": 0, "explanation": ""}
        for n in range(6)]})["id"] for title in ("One", "Two", "Three", "Four", "Five", "Six", "Seven")]
    ada, ben = (daemon.call("learner.add", name=name)["id"] for name in ("Ada", "Ben"))
    attempt = begin(homeworkId=works[0], learnerId=ada)
    assert attempt["homeworkId"] == works[0] and attempt["learnerId"] == ada and not attempt.get("isPractice"), attempt
    assert text("#top").endswith("Ada"), text("#top")
    attempt = begin(homeworkId=works[1], learnerId=ben, practice=True, only=[1, 4])
    assert attempt["isPractice"] and attempt["questionCount"] == 2, attempt
    assert text("#question").startswith("Two 1"), text("#question")
    attempt = begin(homeworkId=works[2], learnerId=ada, shuffle="both", seed=7)
    assert attempt["shuffle"] == "both" and attempt["seed"] == 7, attempt
    attempt = begin(homeworkId=works[3], learnerId=ada, timeLimitMs=90_000)
    time.sleep(1.1)
    assert text("#left").startswith("1:") and attempt["deadline"], text("#left")
    daemon.call("attempt.extend", attemptId=attempt["id"], byMs=600_000)
    time.sleep(1.5)
    assert text("#left").startswith("11:"), f"more time is not seen: {text('#left')}"
    attempt = begin(learnerId=ada, practice=True)
    assert attempt["homeworkId"] == works[-1] and attempt["isPractice"], attempt
    # The next attempt of the tab has none of them, except for who plays.
    click("#exit"), click("dialog button:nth-of-type(2)")
    click(f"[data-homework='{works[4]}'] button.main"), wait("#question")
    attempt = daemon.call("attempt.get", attemptId=browser.run("return location.hash.split('/')[1]"))
    assert attempt["learnerId"] == ada and not attempt.get("isPractice"), attempt
    for motion, moves in (("reduced", False), ("full", True)):
        begin(homeworkId=works[5], learnerId=ada if moves else ben, motion=motion)
        browser.run("""
            window.fills = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) {
              if (this.className === 'disc' && frames.some(frame => frame.backgroundColor)) fills.push(options.fill);
              return animate.call(this, frames, options);
            };""")
        for question in range(5):
            if question: click("#next")
            answer("A")
        # Nothing of A1 lies over the dot while it settles from blue to green.
        fills = browser.run("return fills")
        assert fills == ["backwards"] * 5 + (["none"] if moves else []), fills
        moving = browser.run("return document.getAnimations().some(a => a.effect.getKeyframes().some(k => 'scale' in k && k.scale !== 'none'))")
        assert moving == moves, f"{motion}: {moving}"
    ok("what an address says after its token is for its first attempt")

    # An address of an earlier daemon says so, also where the page was open.
    port = daemon.page.split(":")[2].strip("/")
    daemon.end()
    daemon = Daemon(port)
    wait("[role=alert]")
    assert "no longer good" in text(), text()
    browser.open(daemon.address)
    wait("#learners")
    ok("a daemon that was started anew wants its own address")
finally:
    browser.quit()
    if daemon: daemon.end()
