"""The site as it lies on a disk, before any browser sees it."""

import hashlib
import io
import json
import re
import shutil
import struct
import tarfile
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import pytest
from conftest import ROOT, build, files, python_files, python_listing, release
from PIL import Image

from attention.widget import find, names
from sitebuild.pages import exercises
from sitebuild.python import image, vendor, wasm

pytestmark = pytest.mark.xdist_group("test_build")  # what they share takes long to make

LANGUAGES = ("ja", "en")
FOREIGN = ("bokeh.min.js", "minisearch.js")  # as others have made them
NAMESPACES = ("http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
LARGEST_JSON = 200_000  # bytes of one widget, prerendered


class Parsed(HTMLParser):
    """A page's tags in order, and its ids."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def all(self, tag, **having):
        return [a for t, a in self.tags if t == tag and having.items() <= a.items()]


@pytest.fixture(scope="session")
def pages_of(site):
    """Every page, parsed, by its path in the site."""
    return {path.relative_to(site).as_posix(): Parsed(path.read_text()) for path in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="session")
def ours(site):
    """The text of every file that we wrote, by its path in the site, or in its folder that is named by the content."""
    texts = {}
    for path in files(site):
        if (
            path.parts[len(site.parts)] != "python"
            and path.name not in FOREIGN
            and path.suffix not in (".png", ".ico", ".woff2")
        ):
            base = release(site) if release(site) in path.parents else site
            texts[path.relative_to(base).as_posix()] = path.read_text()
    return texts


def test_the_tree(site):
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    wanted = {"index.html", "embed/schema.json", "static/embed.js", "static/embed.d.ts", "sw.js"}
    wanted |= {f"{lang}.webmanifest" for lang in LANGUAGES} | {"404.html", "favicon.ico", "robots.txt"}
    named = release(site).relative_to(site).as_posix()
    for source in (ROOT / "pages").rglob("*.md"):
        stem, lang, _ = source.name.split(".")
        slug = source.with_name(stem).relative_to(ROOT / "pages").as_posix()
        wanted.add(f"{lang}/{re.sub('(^|/)index$|(?<=/)[0-9]+-', '', slug)}/index.html".replace("//", "/"))
    for lang in LANGUAGES:
        for name in names():
            wanted |= {f"embed/{lang}/{name}/index.html", f"{named}/widgets/{lang}/{name}.json"}
        wanted |= {f"{named}/exercises/{lang}/{name}.json" for name in exercises.names()}
        wanted |= {f"embed/{lang}/exercise/{name}/index.html" for name in exercises.names()}
        wanted.add(f"{lang}/course/handout/index.html")
        wanted |= {f"embed/{lang}/index.html", f"embed/{lang}/exercise/index.html"}  # for names that are not there
    scripts = ("page/page.js", "page/cards.js", "page/theme.js", "python/early.js", "python/worker.js")
    wanted |= {f"{named}/static/{name}" for name in (*scripts, "python/files.js", "python/restore.js")}
    others = (
        "style/style.css",
        "theme.css",
        "strings.json",
        "swaps.json",
        "style/icon.svg",
        "icon-192.png",
        "icon-512.png",
    )
    wanted |= {f"{named}/static/{name}" for name in (*others, *FOREIGN)}
    python = {path.relative_to(site).as_posix() for path in python_files(site).values()}
    assert {"image.bin", "image.json", "pyodide.asm.js", "pyodide.asm.wasm", "python.tar"} <= set(python_files(site))
    wanted |= python | {f"{name}.gz" for name in python if name.endswith((".bin", ".tar", ".wasm"))}
    wanted.add(f"{named}/python/files.bin")
    assert wanted <= there


def test_what_others_ask_for_lies_at_the_root(site, pages_of):
    assert (site / "robots.txt").read_text().startswith("User-agent: *\nAllow: /\n")
    assert (site / "favicon.ico").read_bytes()[:4] == b"\0\0\1\0"
    missing = pages_of["404.html"]
    assert {section["lang"] for section in missing.all("section")} == set(LANGUAGES)
    for lang in LANGUAGES:
        assert {f"/{lang}/", f"/{lang}/course/", f"/{lang}/#search"} <= {link["href"] for link in missing.all("a")}
    assert not re.search(r'(?:href|src)="(?!/|#|https?:)', (site / "404.html").read_text()), "shown at any depth"


def said(page, name):
    """What a page says under a name in its head; none where it does not."""
    return [meta["content"] for meta in page.all("meta", name=name) + page.all("meta", property=name)]


def titles(ours):
    return {
        path: re.search("<title>(.*?)</title>", text, re.S)[1] for path, text in ours.items() if path[-5:] == ".html"
    }


def test_a_page_says_what_it_is(ours, pages_of):
    for path, title in titles(ours).items():
        page = pages_of[path]
        [description] = said(page, "description")
        assert 10 < len(description) <= 170, path
        assert not re.search(r"<|\{|&\w+;|\s\s", description), f"{path}: {description}"
        assert len(said(page, "theme-color")) == 2, path
        parts = title.split(" · ")
        assert len(parts) == len(set(parts)), f"doubled: {title}"
        apart = path.startswith("embed/") or path == "404.html"
        assert said(page, "robots") == (["noindex"] if apart else []), path
        assert not page.all("link", rel="canonical"), "no address was told to this build"
        if not apart:
            assert said(page, "og:title"), path
            assert said(page, "og:description") == [description], path
            twins = {link["hreflang"]: link["href"] for link in page.all("link", rel="alternate")}
            assert set(twins) == {*LANGUAGES, "x-default"}, path
    lists = [title for path, title in titles(ours).items() if path.startswith(LANGUAGES)]
    assert len(lists) == len(set(lists)), "two pages of one title"


def test_absolute_addresses_come_from_one_setting(tmp_path, monkeypatch):
    from sitebuild.output import writing

    monkeypatch.setenv("SITE_URL", "https://example.org/attention")
    site = writing.Site(ROOT, tmp_path)
    explained = [page for page in site.pages if page.slug in ("explorable", "glossary")]
    for page in explained:
        writing.write_page(site, page)
    writing.write_root(site)
    head = Parsed((tmp_path / "ja/explorable/index.html").read_text())
    [canonical] = [link["href"] for link in head.all("link", rel="canonical")]
    assert canonical == "https://example.org/attention/ja/explorable/"
    twins = {link["hreflang"]: link["href"] for link in head.all("link", rel="alternate")}
    assert twins["x-default"] == twins["en"] == "https://example.org/attention/en/explorable/"
    assert said(head, "og:url") == [canonical]
    assert said(head, "twitter:card") == ["summary_large_image"]
    for page in (head, Parsed((tmp_path / "ja/glossary/index.html").read_text())):  # with widgets and without
        [picture] = said(page, "og:image")
        drawn = (tmp_path / picture.removeprefix("https://example.org/attention/")).read_bytes()
        assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">2I", drawn[16:24]) == (1200, 630)
        assert len(Image.open(io.BytesIO(drawn)).convert("L").getcolors()) > 20, "nothing is drawn"
    mapped = re.findall("<loc>(.*?)</loc>", (tmp_path / "sitemap.xml").read_text())
    assert sorted(mapped) == sorted(f"https://example.org/attention/{page.path}" for page in explained)
    assert "Sitemap: https://example.org/attention/sitemap.xml" in (tmp_path / "robots.txt").read_text()
    assert 'href="/attention/ja/"' in (tmp_path / "404.html").read_text()


def test_nothing_of_a_half_done_build_is_left(site):
    assert not site.with_name(f".{site.name}.new").exists()


def test_every_link_resolves(site, pages_of):
    for path, page in pages_of.items():
        here = (site / path).parent
        for tag, attributes in page.tags:
            for reference in filter(None, (attributes.get("href"), attributes.get("src"))):
                parts = urlsplit(reference)
                if parts.scheme in ("http", "https", "mailto", "data"):
                    continue
                start = site if parts.path.startswith("/") else here  # the page for addresses that are none
                target = (start / unquote(parts.path).removeprefix("/")).resolve() if parts.path else site / path
                target = target / "index.html" if target.is_dir() else target
                where = f"{path}: <{tag}> to {reference}"
                assert target.is_file(), where
                assert site in target.parents, where
                if parts.fragment:
                    tags = pages_of[target.relative_to(site).as_posix()].tags
                    ids = {a["id"] for _, a in tags if "id" in a}
                    ids |= {a["name"] for tag, a in tags if tag == "attention-widget"}  # #name?param=value
                    assert unquote(parts.fragment).split("?")[0] in ids, where


def test_every_file_named_in_a_script_or_style_sheet_is_there(site, ours):
    for path, text in ours.items():
        if not path.endswith((".js", ".css")):
            continue
        for name in re.findall(r"""(?:from|import)\s*["'](\.[^"']+)["']|url\(["']?([^"')]+)""", text):
            reference = next(filter(None, name))
            if not reference.startswith(("data:", "#")):
                assert (release(site) / path).parent.joinpath(reference).resolve().is_file(), (
                    f"{path} names {reference}"
                )
    asked = {
        name
        for path in (ROOT / "static/element").glob("*.js")
        for name in re.findall(r"""\bjson\("([\w./-]+)"\)""", path.read_text())
    }
    assert asked
    for name in asked:
        assert (release(site) / name).is_file(), name


def test_nothing_is_loaded_from_another_origin(ours):
    for path, text in ours.items():
        if path.startswith("licences/"):
            continue
        # A reader may follow a link elsewhere, or read of one in a listing; the page itself must not go there.
        loads = re.sub(r'<a\b[^>]*?\bhref="https?://[^"]*"|<pre\b[^>]*>.*?</pre>', "", text, flags=re.S)
        loads = re.sub("|".join(map(re.escape, NAMESPACES)), "", loads)
        elsewhere = re.findall(
            r"""(?:https?|wss?):\\?/\\?/[^\s"'<>)]+|(?:src|href)=["']?//[^\s"'>]+|url\(["']?//""", loads
        )
        assert not elsewhere, f"{path} refers to {elsewhere}"


def test_a_link_elsewhere_keeps_the_reader_s_page_to_itself(pages_of):
    for path, page in pages_of.items():
        for link in page.all("a", target="_blank"):
            assert "noopener" in (link.get("rel") or ""), f"{path} {link}"


def test_the_pages_forbid_what_they_do_not_need(pages_of):
    for path, page in pages_of.items():
        [policy] = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
        rules = {rule.split()[0]: rule.split()[1:] for rule in policy["content"].split(";")}
        assert rules["default-src"] == ["'self'"], path
        assert set(rules["script-src"]) == {"'self'", "'wasm-unsafe-eval'"}, path
        assert rules["form-action"] == rules["base-uri"] == ["'none'"], path
        for sources in rules.values():
            assert not [source for source in sources if "*" in source or "http" in source], path
        order = [tag for tag, attributes in page.tags if tag == "script" or attributes == policy]
        assert order[0] == "meta", f"{path}: a script stands before the policy"
        for script in page.all("script"):
            assert script.get("src"), f"{path}: a script in the page itself, which the policy forbids"


def test_a_page_asks_for_all_modules_at_once(ours, pages_of):
    needed, names = set(), {"page/page.js"}
    while names:
        needed |= names
        found = {
            normpath(f"{one}/../{name}")
            for one in names
            for name in re.findall(r"""\b(?:from|import)"(\.[^"]+)";""", ours[f"static/{one}"])
        }
        names = found - needed
    assert 1 < len(needed) < 6, "they are put together"
    for path, page in pages_of.items():
        asked = {link["href"].partition("/static/")[2] for link in page.all("link", rel="modulepreload")}
        assert asked == needed, path


def test_no_handlers_in_the_markup(pages_of):
    for path, page in pages_of.items():
        assert not [a for _, attributes in page.tags for a in attributes if a.startswith("on")], path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_set_leads_from_its_contents_through_every_part(pages_of, lang):
    path, walked = f"{lang}/course", []
    while path:
        page, before = pages_of[f"{path}/index.html"], walked[-1:] if walked[1:] else []
        walked.append(path)
        links = {}
        for rel in ("prev", "next"):  # the same in the head and at the page's end
            links[rel] = [normpath(f"{path}/{link['href']}") for link in page.all("link", rel=rel)]
            assert links[rel] == [normpath(f"{path}/{link['href']}") for link in page.all("a", rel=rel)]
        assert links["prev"] == before
        [path] = links["next"] or [None]
    assert {f"{path}/index.html" for path in [*walked, f"{lang}/course/handout"]} == {
        path for path in pages_of if path.startswith(f"{lang}/course/")
    }
    header = [a["href"] for a in pages_of[f"{walked[-1]}/index.html"].all("a") if a["href"].endswith("course/")]
    assert header, "the set stands in the navigation"


def test_ids_are_unique_in_a_page(pages_of):
    for path, page in pages_of.items():
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        assert sorted(ids) == sorted(set(ids)), path


def model_ids(node):
    """The ids of the models that a Bokeh document defines."""
    if isinstance(node, list):
        return [id for item in node for id in model_ids(item)]
    if not isinstance(node, dict):
        return []
    own = [node["id"]] if node.get("type") == "object" and "id" in node else []
    return own + [id for item in node.values() for id in model_ids(item)]


def test_models_are_unique_in_a_page(site, pages_of):
    for path, page in pages_of.items():
        seen = {}
        for widget in page.all("attention-widget"):
            if widget["name"] in seen:
                continue  # the same widget twice: each has a document of its own
            drawn = json.loads((release(site) / f"widgets/{widget['lang']}/{widget['data-file']}.json").read_text())
            ids = model_ids(drawn["document"])
            assert len(ids) == len(set(ids)) > 0
            for other, theirs in seen.items():
                assert not theirs & set(ids), f"{path}: {other} and {widget['name']} share models"
            seen[widget["name"]] = set(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_widget_has_its_json_and_its_page(site, pages_of, name, lang):
    path = release(site) / f"widgets/{lang}/{name}.json"
    drawn = json.loads(path.read_text(), parse_constant=lambda constant: pytest.fail(f"{constant} is no JSON"))
    assert path.stat().st_size < LARGEST_JSON
    assert drawn["name"] == name
    assert drawn["params"] == find(name)().state()
    assert drawn["facts"] == find(name)().answer()[1]
    assert drawn["title"] == find(name).word("title")[lang]
    looks = tomllib.loads((ROOT / "pages/_figures.toml").read_text())[name][lang]
    assert len(looks) == len(drawn["figures"]), "each figure says what is drawn in it"
    assert all(len(look) > 15 for look in looks)
    answer = drawn["html"].partition('<details class="looks">')[2].partition("</details>")[0]
    assert answer.count("<p>") == len(looks)
    assert not re.search(r"[*{}]|\$", answer), "Markdown that was not rendered"
    [widget] = pages_of[f"embed/{lang}/{name}/index.html"].all("attention-widget")
    assert (widget["name"], widget["lang"], widget["data-file"]) == (name, lang, name)
    assert pages_of[f"embed/{lang}/{name}/index.html"].all("html", lang=lang)


@pytest.mark.parametrize("name", names())
def test_links_can_set_what_the_schema_says(site, name):
    schema = json.loads((site / "embed/schema.json").read_text())[name]
    assert list(schema) == list(find(name).parameters())
    assert {param: spec["default"] for param, spec in schema.items()} == find(name)().state()


def test_the_sentence_stands_in_the_page_filled(ours):
    for path, text in ours.items():
        if not path.endswith(".html"):
            continue
        for sentence in re.findall(r'<p class="sentence"[^>]*>(.*?)</p>', text, re.S):
            said = re.sub("<[^>]+>", "", sentence).strip()
            assert said, path
            assert not re.search(r"[{}]|\bnan\b|None", said), f"{path}: {said}"


def test_the_embed_speaks_the_sentence_of_the_page(ours):
    for lang in LANGUAGES:
        for name in names():
            embed = re.search(r'<p class="sentence".*?</p>', ours[f"embed/{lang}/{name}/index.html"], re.S)[0]
            standing = [
                text
                for path, text in ours.items()
                if path.startswith(f"{lang}/") and f'data-file="{name}"' in text and embed in text
            ]
            assert standing or not any(
                path.startswith(f"{lang}/") and f'data-file="{name}"' in text for path, text in ours.items()
            ), f"{lang}/{name}"


def travelling():
    """The notices of all that travels."""
    from sitebuild.output import notices, writing

    _, packages = writing.Site(ROOT, ROOT / "dist").bokeh
    return notices.travelling(packages), packages


def test_every_vendored_thing_that_travels_has_its_notice(site, tmp_path):
    told, packages = travelling()
    foreign = [path for path in files(site) if path.is_relative_to(site / "python") or path.name in FOREIGN]
    foreign += site.rglob("*.woff2")
    assert len(foreign) > 10
    for path in foreign:
        assert [one for one in told if any(path.match(pattern) for pattern in one.files)], path
    for one in told:
        assert all(any(site.glob(pattern)) for pattern in one.files), f"{one.name}: none of its files travels"
        text = (site / one.path).read_text(encoding="utf-8-sig")
        assert re.search(r"copyright|\(c\)|©", text, re.I), one.name
        assert len(text) > 500, one.name
    shutil.unpack_archive(f"{python_files(site)['python.tar']}.gz", tmp_path, filter="data")
    names = {one.name.lower() for one in told}
    assert {path.name for path in tmp_path.iterdir()} - {"attention"} <= names
    script = (release(site) / "static/bokeh.min.js").read_text()
    for package, sign in {"proj4": "+proj=longlat", "nouislider": "noUi-"}.items():
        assert (sign in script) == (package in names), "a package that the bundler did not tell of"
    assert "@bokeh/bokehjs" in {one.name for one in packages} <= {one.name for one in told}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_licences_are_told_and_linked_from_the_foot_of_every_page(site, pages_of, ours, lang):
    page = pages_of[f"{lang}/licences/index.html"]
    linked = {(site / lang / "licences" / link["href"]).resolve() for link in page.all("a") if "href" in link}
    assert {(site / one.path).resolve() for one in travelling()[0]} <= linked
    licence = (ROOT / "LICENSE").read_text()
    assert "MIT" in licence
    assert "CC BY 4.0" in licence
    assert "CC BY 4.0" in ours[f"{lang}/teachers/index.html"]
    for path, text in ours.items():
        if path.endswith(".html") and not path.startswith("embed/"):
            feet = re.findall(r'<footer class="colophon">.*?href="(.*?)"', text, re.S)
            here = path.partition("/")[0]
            wanted = [here] if here in LANGUAGES else list(LANGUAGES)
            assert [foot.removesuffix("/licences/").rpartition("/")[2] for foot in sorted(feet)] == sorted(wanted), path


def test_sizes_are_told_truly(site):
    there = python_files(site)
    for name, (size, travels) in python_listing(site)["sizes"].items():
        path = there[name]
        assert size == path.stat().st_size
        packed = path.with_name(f"{name}.gz")
        assert travels == (packed.stat().st_size if name.endswith(image.PACKED) else size)
    assert set(files(site / "python")) == set(there.values())
    assert set(there) == set(python_listing(site)["sizes"])


def test_what_travels_is_made_of_what_is_pinned(site):
    pinned, folder = vendor.lock()["sha256"], vendor.collect()
    assert {"pyodide.asm.js", "pyodide.asm.wasm"} <= pinned.keys()
    for name, sha256 in pinned.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha256
    script = (folder / "pyodide.asm.js").read_bytes()
    core = {"pyodide.asm.js": script, "pyodide.asm.wasm": (folder / "pyodide.asm.wasm").read_bytes()}
    with tarfile.open(python_files(site)["python.tar"]) as archive:
        libraries = [archive.extractfile(one).read() for one in archive if one.name.endswith(".so")]
    pruned = image.pruned(core, libraries)
    whole, hot, cold = (
        wasm.Module(content)
        for content in (
            pruned["pyodide.asm.wasm"],
            *(python_files(site)[f"pyodide.asm.{part}"].read_bytes() for part in ("wasm", "cold.wasm")),
        )
    )
    assert python_files(site)["pyodide.asm.js"].read_bytes() == pruned["pyodide.asm.js"]
    assert all(body in (one, other) for body, one, other in zip(whole.bodies, hot.bodies, cold.bodies, strict=False))


def test_neither_panel_nor_bokeh_travels_as_python(site, tmp_path):
    shutil.unpack_archive(f"{python_files(site)['python.tar']}.gz", tmp_path, filter="data")
    there = {path.name for path in tmp_path.iterdir()}
    assert {"attention", "param", "numpy"} <= there
    assert there <= {"attention", "param", "numpy"}
    widgets = {path.stem for path in (tmp_path / "attention/widgets").iterdir()} - {"__init__"}
    assert widgets == set(names())
    built = {path.stem for path in tmp_path.rglob("*.pyc")}
    assert not built & {"writing", "canvas", "theme", "gallery", "controls"}
    assert not list(tmp_path.rglob("*.py")), "sources travel beside the bytecode"


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_same_sources_give_the_same_bytes(site, tmp_path):
    def sums(folder):
        files = (path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    again = build(tmp_path / "again", hash_seed=2, cache=tmp_path / "cache")
    assert sums(again) == sums(site)


def test_a_build_that_stops_leaves_the_site_as_it_was(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    import build as recipe
    from sitebuild.pages.pages import PageError

    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "index.html").write_text("the last good one")
    monkeypatch.setattr(recipe, "names", lambda: [*names(), "never_placed"])
    with pytest.raises(PageError, match="never_placed"):
        recipe.main(dist)
    assert (dist / "index.html").read_text() == "the last good one"


# Where the files of Pyodide come from.

GOOD = {"a.js": b"alpha", "b.wasm": b"beta"}


@pytest.fixture
def pinned(tmp_path, monkeypatch):
    """Two pinned files and an empty cache; the sources are for the test to name."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in GOOD.items()}
    lock = vendor.lock() | {"sha256": sums}
    monkeypatch.setattr(vendor, "lock", lambda: lock)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(vendor.FOLDER_VARIABLE, raising=False)
    asked = []

    def sources(**contents):
        def copier(source, files):
            def copy(name, to):
                asked.append((source, name))
                if isinstance(files.get(name), Exception):
                    raise files[name]
                if name not in files:
                    raise FileNotFoundError(name)
                Path(to).write_bytes(files[name])

            return copy

        monkeypatch.setattr(vendor, "sources", lambda: iter([(s, copier(s, f)) for s, f in contents.items()]))
        return asked

    return sources


def kept():
    return {path.name: path.read_bytes() for path in vendor.cache().iterdir()}


def test_what_the_first_source_has_is_taken_and_kept(pinned):
    asked = pinned(near=GOOD, far=GOOD)
    assert vendor.collect() == vendor.cache()
    assert kept() == GOOD
    assert asked == [("near", "a.js"), ("near", "b.wasm")]
    vendor.collect()
    assert len(asked) == 2, "what is in the cache is not asked for again"


def test_wrong_bytes_are_refused_and_the_next_source_is_asked(pinned):
    asked = pinned(near=GOOD | {"a.js": b"alphA"}, far=GOOD)
    vendor.collect()
    assert kept() == GOOD
    assert asked == [("near", "a.js"), ("near", "b.wasm"), ("far", "a.js")]


def test_a_damaged_cache_is_filled_again(pinned):
    pinned(near=GOOD)
    (vendor.collect() / "a.js").write_bytes(b"alpha, once")
    vendor.collect()
    assert kept() == GOOD


@pytest.mark.parametrize("trouble", [OSError("no way there"), KeyError("not inside"), TimeoutError()], ids=repr)
def test_a_source_that_fails_is_passed_over(pinned, trouble):
    pinned(near={"a.js": trouble, "b.wasm": trouble}, far=GOOD)
    vendor.collect()
    assert kept() == GOOD


def test_when_all_fail_the_error_names_the_file_and_what_was_tried(pinned):
    pinned(near=GOOD | {"a.js": b"alphA"}, far={})
    with pytest.raises(RuntimeError, match=r"a\.js; tried near; far") as told:
        vendor.collect()
    assert "b.wasm" not in str(told.value)
    assert vendor.FOLDER_VARIABLE in str(told.value)
    assert kept() == {"b.wasm": b"beta"}, "nothing half done is left"


def test_the_sources_in_their_order(monkeypatch, tmp_path):
    monkeypatch.delenv(vendor.FOLDER_VARIABLE, raising=False)
    assert [name for name, _ in vendor.sources()] == ["Pyodide's CDN", f"the package {vendor.lock()['package']}"]
    monkeypatch.setenv(vendor.FOLDER_VARIABLE, str(tmp_path))
    (first, copy), *_ = vendor.sources()
    assert vendor.FOLDER_VARIABLE in first
    (tmp_path / "a.js").write_bytes(b"alpha")
    copy("a.js", tmp_path / "copied")
    assert (tmp_path / "copied").read_bytes() == b"alpha"


def test_a_wheel_without_the_file_is_passed_over(tmp_path, monkeypatch):
    import zipfile

    with zipfile.ZipFile(tmp_path / "package-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"inside/{vendor.lock()['package_folder']}/a.js", b"alpha")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    vendor.cache().mkdir(parents=True)

    def copy(name, to):
        vendor.from_package(vendor.lock()["package"], f"{vendor.lock()['package_folder']}/{name}", to, tmp_path)

    assert vendor.take(copy, "a.js", hashlib.sha256(b"alpha").hexdigest())
    assert not vendor.take(copy, "gone.js", hashlib.sha256(b"").hexdigest())
