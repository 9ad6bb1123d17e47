// In a sandbox without an origin, modules may not even load: the page says so itself.
if (self.origin === "null") document.documentElement.dataset.sandboxed = "";
// Before the first paint: the theme the reader chose here earlier, if any, and if this browser lets us remember it.
try {
  const theme = localStorage.getItem("attention-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  /* storage is blocked: the system's theme holds */
}
// The site's own first page has both languages: of the two, the one that comes first among the reader's.
document.documentElement.dataset.reads =
  (navigator.languages ?? [navigator.language]).find((lang) => /^(ja|en)\b/.test(lang))?.slice(0, 2) ?? "en";
