"""The built site, a server, and a Chromium that tells on every error, every failed request, every foreign address."""

import threading
from urllib.parse import urlsplit

import pytest
from browser.controllers import LIVE, WidgetDriver
from browser.hosting import Server, Wayward
from chromium import launch
from playwright.sync_api import Error, expect, sync_playwright

from sitebuild.serve import Handler, server

expect.set_options(timeout=20_000)


@pytest.hookimpl(tryfirst=True)  # before the groups are handed out
def pytest_collection_modifyitems(config, items):
    """Tests of a standing widget one after the other and in one process, so that each widget is put up once."""

    def order(item):
        standing = getattr(item, "callspec", None) and item.callspec.params.get("standing")
        return (0, *standing) if standing else (1,)

    places = [place for place, item in enumerate(items) if "standing" in getattr(item, "fixturenames", ())]
    for place, item in zip(places, sorted((items[place] for place in places), key=order), strict=True):
        items[place] = item
        item.add_marker(pytest.mark.xdist_group("-".join(item.callspec.params["standing"])))


class Host(Handler):
    """A host without Brotli: gzip is unpacked in half the time."""

    ways = {"gzip": ".gz"}


@pytest.fixture(scope="session")
def address(site):
    """Where the built site is served: http://127.0.0.1:<some free port>/."""
    serving = server(site, handler=Host)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests of a process; each opens contexts of its own."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def host(site, request):
    """The site on a host that does as the test wants."""
    server = Server(("127.0.0.1", 0), getattr(request, "param", Wayward))
    server.folder, server.down, server.hanging, server.bad, server.asked = site, False, False, {}, []
    server.over = threading.Event()
    server.address = f"http://127.0.0.1:{server.server_port}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()


class Watch:
    """Everything in a context that a reader must never cause: errors, warnings, failed and foreign requests."""

    def __init__(self, context, address):
        self.troubles = []
        self.requests = []
        self.origin = urlsplit(address)[:2]
        context.on("console", self.console)
        context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        context.on("requestfailed", self.failed)
        context.on("request", self.asked)
        context.on("response", self.answered)

    def console(self, message):
        if "blocked by Playwright" in message.text:
            return  # the service worker that open_page() has turned off
        if message.type in ("error", "warning", "assert"):
            self.troubles.append(f"console {message.type}: {message.text}")

    def failed(self, request):
        if request.failure != "net::ERR_ABORTED":  # what was under way when the test left the page
            self.troubles.append(f"request failed: {request.url} ({request.failure})")

    def asked(self, request):
        self.requests.append(request.url)
        scheme, host = urlsplit(request.url)[:2]
        if scheme not in ("data", "blob") and (scheme, host) != self.origin:
            self.troubles.append(f"request to another origin: {request.url}")

    def answered(self, response):
        if response.status >= 400:
            self.troubles.append(f"HTTP {response.status}: {response.url}")

    def tell(self):
        """Fails the test that caused trouble; each trouble is told once."""
        troubles, self.troubles = self.troubles, []
        if troubles:
            pytest.fail("\n".join(dict.fromkeys(troubles)), pytrace=False)


@pytest.fixture
def open_page(chromium, address, request):
    """Opens pages, each in a context of its own (options as Playwright's new_context), and watches them.

    Without service workers, unless they are asked for: a page that keeps the whole site would be at it in every test.
    """
    watches, contexts = [], []

    def open_page(**options):
        context = chromium.new_context(**{"base_url": address, "service_workers": "block"} | options)
        contexts.append(context)
        watches.append(Watch(context, address))
        if request.node.get_closest_marker("without_python"):
            context.route("**/python/*/*", lambda route: None)
        page = context.new_page()
        page.watch = watches[-1]
        return page

    yield open_page
    for context in contexts:
        context.close()
    if not request.node.get_closest_marker("expects_errors"):
        for watch in watches:
            watch.tell()


@pytest.fixture
def page(open_page):
    """A fresh page in a fresh context."""
    return open_page()


@pytest.fixture
def hold(page):
    """Holds back what matches a pattern; what it gives lets it through."""

    def hold(pattern):
        held, free = [], []

        def handle(route):
            if free:
                route.continue_()
            else:
                held.append(route)

        def release():
            free.append(True)
            for route in held:
                route.continue_()

        page.route(pattern, handle)
        return release

    return hold


@pytest.fixture
def visit(page):
    """Goes to a widget's embed page and gives its driver."""

    def visit(name, lang="en", query="", page=page):
        page.goto(f"embed/{lang}/{name}/{query}")
        return WidgetDriver(page, name, lang)

    return visit


# Puts another widget into the page of one, as a host page does by script, and takes away the one that stood there.
REPLACE = """([name, lang]) => {
  const element = document.createElement("attention-widget");
  for (const [key, value] of Object.entries({ name, lang, load: "eager" })) element.setAttribute(key, value);
  document.documentElement.lang = lang;
  document.querySelector("main").replaceChildren(document.querySelector("h1"), element);
}"""


class Standing:
    """A widget that stands while tests of it follow each other, on a page with one Python for all widgets."""

    def __init__(self, chromium, address):
        self.chromium, self.address = chromium, address
        self.page = self.key = None

    def go(self, key):
        name, lang = key
        if self.page is None:
            context = self.chromium.new_context(base_url=self.address, service_workers="block")
            watch = Watch(context, self.address)
            self.page = context.new_page()
            self.page.watch = watch
            self.page.goto(f"embed/{lang}/{name}/", wait_until="commit")
        elif key != self.key:
            self.page.evaluate(REPLACE, list(key))
        self.key = key
        return WidgetDriver(self.page, name, lang)

    def drop(self):
        """The next test gets a new page."""
        if self.page:
            self.page.context.close()
        self.page = self.key = None


@pytest.fixture(scope="session")
def stand(chromium, address):
    """The page that stands."""
    stand = Standing(chromium, address)
    yield stand
    stand.drop()


@pytest.fixture
def standing(stand, request):
    """A live widget at its first state, on a page that tests of the same widget share: parametrise by (name, lang)."""
    driver = stand.go(tuple(request.param))
    try:
        driver.wait_live()
        driver.restart()
    except (AssertionError, Error):
        stand.drop()
        raise
    yield driver
    watch = driver.page.watch
    if request.node.stash.get(FAILED, False):
        stand.drop()
    watch.tell()


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Lets fixtures know that their test has failed."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture
def everywhere(page):
    """Opens a page of the site and gives the drivers of its widgets, each scrolled to and live."""

    def everywhere(path, lang):
        page.goto(path)
        widgets = page.locator("attention-widget")
        drivers = []
        for place in range(widgets.count()):
            name = widgets.nth(place).get_attribute("name")
            before = [driver.name for driver in drivers].count(name)
            drivers.append(WidgetDriver(page, name, lang, before))
            drivers[-1].element.scroll_into_view_if_needed()
            drivers[-1].wait_live(LIVE)
        return drivers

    return everywhere
