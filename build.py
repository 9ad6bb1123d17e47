"""Build the site into a folder (dist unless another is named). Run it through make, which sets up what it needs.

With --draft it is quicker after a change of Python's, but heavier; tracebacks in the browser have line numbers then.
"""

import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

from attention.widget import names
from sitebuild.output import release, squeeze, writing
from sitebuild.pages import check
from sitebuild.python import image, split, vendor


def main(dist: Path, draft: bool = False, parted: image.Parted = split.parted) -> None:
    fresh = dist.with_name(f".{dist.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)

    site = writing.Site(ROOT, fresh)
    check.twins(site.pages, site.languages)
    check.placed(site.pages, names())
    for said in check.untold(site.languages):
        print(said)

    for page in site.pages:
        writing.write_page(site, page)
        writing.write_handout(site, page)
    writing.write_front(site)
    writing.write_exercises(site)
    writing.write_root(site)
    writing.write_search(site)
    writing.write_static(site)
    writing.write_embedding(site)
    writing.write_python(site, draft, parted)

    release.seal(fresh, site.strings)
    check.links(fresh, urlsplit(site.base).path or "/")
    squeeze.squeeze(fresh, vendor.cache(), draft)

    shutil.rmtree(dist, ignore_errors=True)
    fresh.rename(dist)


if __name__ == "__main__":
    folders = [argument for argument in sys.argv[1:] if argument != "--draft"]
    main(Path(*folders or [ROOT / "dist"]).resolve(), draft="--draft" in sys.argv)
