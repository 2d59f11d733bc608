// Theme script, which runs before the page is drawn so that the chosen colors do not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system's colors apply.
}
