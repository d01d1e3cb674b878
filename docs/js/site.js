// Whatever is wider than its page can be reached, and scrolled, with the keyboard.
document$.subscribe(() => {
  for (const it of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
    if (it.scrollWidth > it.clientWidth) it.tabIndex = 0
  }
})
