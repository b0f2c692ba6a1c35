/** The links of public pages until staff write their own, by their text's key. */
export const standardMenus = {
  header: [
    { label: 'ui.nav.explore', path: '/explore' },
    { label: 'ui.nav.forCreators', path: '/auth/register/creator' },
  ],
  footer: [
    { label: 'ui.footer.help', path: '/page/help' },
    { label: 'ui.footer.terms', path: '/page/terms' },
    { label: 'ui.footer.privacy', path: '/page/privacy' },
    { label: 'ui.footer.contact', path: '/contact' },
  ],
} as const
