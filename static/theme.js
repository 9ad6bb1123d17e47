// Before the first paint: the theme the reader chose here earlier, if any, and if this browser lets us remember it.
try {
  const theme = localStorage.getItem("attention-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* storage is blocked: the system's theme holds */ }
