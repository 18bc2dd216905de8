// Applies the stored theme before the first paint; loaded as a classic script in the head.
try {
  const theme = localStorage.getItem("coxswain-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be disabled: the system's preference applies.
}
