/* Before the first paint: the theme that was chosen, or the system's. */
(function () {
  var theme = 'system';
  try {
    theme = (JSON.parse(localStorage.getItem('fanorona.settings')) || {}).theme || theme;
  } catch (error) {
    /* No store, or a damaged one: as the system says. */
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
