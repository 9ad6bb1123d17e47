"""After one visit the site needs no network; a new build replaces the old one whole; nothing bad is ever kept."""

import hashlib
import json
import os
import re
import shutil
from urllib.parse import urlsplit

import pytest
from browser.controllers import LIVE, WidgetDriver, interface
from browser.hosting import Labelling, Plain, Wayward
from conftest import release
from playwright.sync_api import Error, expect

from sitebuild.output import release as naming

KEEP = """() => new Promise((resolve) => {
  navigator.serviceWorker.addEventListener("message", resolve, { once: true });
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active.postMessage("keep"));
})"""
# What lies in our caches: by cache, the path of each file and the sha256 of what is held of it.
HELD = """async () => {
  const hex = (sum) => [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const held = {}, root = `${location.origin}/`;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    held[name] = {};
    for (const { url } of await cache.keys()) {
      const body = await (await cache.match(url)).arrayBuffer();
      held[name][decodeURI(url.slice(root.length))] = hex(await crypto.subtle.digest("SHA-256", body));
    }
  }
  return held;
}"""
PATIENCE = 90  # seconds for what is kept quietly


@pytest.fixture
def reader(open_page, host):
    """A browser with service workers; what its pages cannot fetch is the test's own doing."""
    page = open_page(base_url=host.address, service_workers="allow")
    page.watch.origin = urlsplit(host.address)[:2]
    return page


def files_of(folder):
    """Every file that a build lists for its service worker, with its sha256."""
    return json.loads(re.search(r"FILES = (\{.*?\})", (folder / "sw.js").read_text(), re.S)[1])


def wanted(files, compressing=True):
    """The names under which they are kept: a file that is also there gzipped, once."""
    packed = {name for name in files if f"{name}.gz" in files}
    return set(files) - ({f"{name}.gz" for name in packed} if compressing else packed)


def held(page, names):
    """What our caches hold, as soon as these are among it."""
    for _ in range(PATIENCE):
        there = page.evaluate(HELD)
        if any(names <= set(files) for files in there.values()):
            return there
        page.wait_for_timeout(1000)
    raise AssertionError(f"not kept: {sorted(names - set().union(*there.values()))[:5]}")


def live(page, path, name, lang):
    page.goto(path)
    return WidgetDriver(page, name, lang).wait_live(LIVE)


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    "host",
    # Wayward: takes minutes since the fonts and the cold parts came, and is not understood yet.
    [pytest.param(Wayward, marks=pytest.mark.slow), Plain, pytest.param(Labelling, marks=pytest.mark.slow)],
    indirect=True,
    ids=["compressing", "plain", "labelling"],
)
def test_after_one_visit_everything_works_without_a_network(reader, host, site):
    driver = live(reader, "embed/en/key_stretch/", "key_stretch", "en")
    assert "sw.js" not in host.asked, "something is kept before the first widget lives"
    files = files_of(site)
    names = wanted(files, host.RequestHandlerClass is not Plain)
    [[name, there]] = held(reader, names).items()
    assert name.startswith("attention / ")
    assert there == {path: files[path] for path in names}
    host.down = True
    driver = live(reader, "embed/ja/shuffle/?order=5,4,3,2,1,0", "shuffle", "ja")
    assert driver.params["order"] == [5, 4, 3, 2, 1, 0]
    page = reader.context.new_page()
    driver = live(page, "en/explorable?from=a#link", "three_roles", "en")
    assert page.url == f"{host.address}en/explorable/?from=a#link"
    statuses = page.evaluate(
        "(paths) => Promise.all(paths.map((path) => fetch(`/${path}`).then(({ status }) => status)))",
        [path.removesuffix("index.html") for path in files if path.endswith(".html")],
    )
    assert set(statuses) == {200}
    with pytest.raises(Error):
        page.goto("no/such/page/")
    page.close()
    host.down, host.hanging = False, True
    live(reader.context.new_page(), "embed/en/key_stretch/", "key_stretch", "en")


def successor(site, folder):
    """A second build: other words, therefore another name, but the same Python."""
    shutil.copytree(site, folder, copy_function=os.link)
    old = release(folder)
    new = old.with_name("0" * 16)
    old.rename(new)
    changed = [*folder.rglob("*.html"), new / "static/strings.json"]
    for path in changed:
        text = path.read_text().replace(old.name, new.name).replace("Back to the start", "Back to square one")
        for form in (path, path.with_name(f"{path.name}.br"), path.with_name(f"{path.name}.gz")):
            form.unlink(missing_ok=True)
        path.write_text(text)
    script = (folder / "sw.js").read_text().partition("};\n")[2]
    for form in folder.glob("sw.js*"):
        form.unlink()
    naming.serve_offline(folder, script)
    return folder


@pytest.mark.expects_errors
def test_a_new_build_replaces_the_old_one_whole(reader, host, site, tmp_path):
    reader.goto("")
    reader.evaluate(
        "() => Promise.all(['somebody else’s', 'attention /elsewhere/ 1'].map((name) => caches.open(name)))"
    )
    reader.evaluate(KEEP)
    [first] = [name for name in held(reader, wanted(files_of(site))) if name.startswith("attention / ")]
    host.folder = successor(site, tmp_path / "next")
    host.asked.clear()

    driver = live(reader, "embed/en/key_stretch/", "key_stretch", "en")
    assert driver.element.locator(".reset").inner_text() == "Back to square one", "the page is old, or mixed"
    asked = [path for path in host.asked if path.startswith("release/")]
    assert asked
    assert all(path.startswith(f"release/{'0' * 16}/") for path in asked), "parts of the old build are asked for"
    names = wanted(files_of(host.folder))
    there = held(reader, names)
    assert not [path for path in host.asked if path.startswith("python/")], (
        "Python is fetched again, though it is the same"
    )
    assert first in there, "the cache of pages that may still be open is gone"

    context = reader.context
    reader.close()
    page = context.new_page()
    page.goto("ja/teachers/")
    for _ in range(PATIENCE):
        if first not in (there := page.evaluate(HELD)):
            break
        page.wait_for_timeout(1000)
    [second] = [name for name in there if name.startswith("attention / ")]
    assert second != first
    assert there[second] == {path: files_of(host.folder)[path] for path in names}
    assert {"somebody else’s", "attention /elsewhere/ 1"} < set(there)
    host.down = True
    driver = live(page, "embed/en/key_stretch/", "key_stretch", "en")
    assert driver.element.locator(".reset").inner_text() == "Back to square one"


@pytest.mark.expects_errors
def test_a_page_whose_build_is_gone_is_loaded_anew_and_nothing_moved_is_lost(open_page, host, site, tmp_path):
    page = open_page(base_url=host.address)
    page.watch.origin = urlsplit(host.address)[:2]
    page.goto("embed/en/key_stretch/?load=click")
    driver = WidgetDriver(page, "key_stretch").wait_drawn()
    driver.slider("stretch").press(*["ArrowRight"] * 34)
    host.folder = successor(site, tmp_path / "next")
    driver.element.get_by_role("button", name=interface("en")["start"]).click()
    driver.wait_state("failed")
    expect(driver.notice).to_contain_text(interface("en")["replaced"])
    driver.retry.click()
    expect(driver.reset).to_have_text("Back to square one", timeout=LIVE)
    assert driver.wait_live().params == {"stretch": 4.4}


# A page that holds a widget of each of two builds, and another of the first.
FRAMES = """<!doctype html><title>Two builds</title>
<iframe src="v1/embed/en/key_stretch/?load=eager"></iframe>
<iframe src="v2/embed/en/key_stretch/?load=eager"></iframe>
<iframe src="v1/embed/en/shuffle/?load=eager"></iframe>"""


def test_frames_of_two_builds_do_not_share_a_python(open_page, host, site, tmp_path):
    (tmp_path / "v1").symlink_to(site)
    successor(site, tmp_path / "v2")
    (tmp_path / "index.html").write_text(FRAMES)
    host.folder = tmp_path
    page = open_page(base_url=host.address)
    page.watch.origin = urlsplit(host.address)[:2]
    page.goto("")
    for place, name in enumerate(("key_stretch", "key_stretch", "shuffle")):
        WidgetDriver(page.frame_locator("iframe").nth(place), name).wait_live(LIVE)
    builds = sorted(urlsplit(worker.url).path.split("/")[1] for worker in page.workers)
    assert builds == ["v1", "v2"]


@pytest.mark.expects_errors
def test_nothing_bad_is_kept(reader, host, site):
    files = files_of(site)
    part = next(path for path in files if path.endswith("/widgets/ja/shuffle.json"))
    for bad in ("404", "cut off", "altered"):
        host.bad = {part: bad}
        reader.goto("en/glossary/")  # where no widget asks for it as well
        reader.evaluate(KEEP)
        [there] = reader.evaluate(HELD).values()
        assert there.items() <= files.items()
        assert part not in there, bad
        assert not [path for path in there if path.endswith(".html")], f"pages are kept without {part}"
    host.bad = {"en/explorable/index.html": "404", "en/explorable/": "404"}
    reader.evaluate(KEEP)
    [there] = reader.evaluate(HELD).values()
    assert set(there) == wanted(files) - {"en/explorable/index.html"}
    assert there.items() <= files.items()
    host.bad = {}
    reader.evaluate(KEEP)
    [there] = reader.evaluate(HELD).values()
    assert there == {path: files[path] for path in wanted(files)}
    assert hashlib.sha256((site / part).read_bytes()).hexdigest() == there[part]


@pytest.mark.expects_errors  # such as the icon that no page names
def test_nothing_is_kept_for_who_pays_by_the_byte_nor_in_a_frame(reader, host):
    reader.add_init_script(
        """if (location.search.includes("saving"))
             Object.defineProperty(navigator, "connection", { value: { saveData: true } });"""
    )
    live(reader, "embed/en/key_stretch/?saving", "key_stretch", "en")
    reader.wait_for_timeout(4000)
    reader.goto("en.webmanifest")
    reader.evaluate(
        """document.body.append(Object.assign(document.createElement("iframe"),
             { src: "embed/en/key_stretch/?load=eager" }))"""
    )
    WidgetDriver(reader.frame_locator("iframe"), "key_stretch", "en").wait_live(LIVE)
    reader.wait_for_timeout(4000)
    assert "sw.js" not in host.asked
    assert not reader.evaluate("() => navigator.serviceWorker.getRegistration()")


def test_the_site_can_be_installed(reader):
    for lang in ("ja", "en"):
        reader.goto(f"{lang}/teachers/")
        session = reader.context.new_cdp_session(reader)
        manifest = session.send("Page.getAppManifest")
        assert not manifest["errors"]
        assert json.loads(manifest["data"])["lang"] == lang
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}, "which the browser of the tests is"
