/**
 * For a page whose address is a secret. The address goes nowhere, not even to us; the origin does, since a form that says nothing
 * of where it comes from (`no-referrer`) looks like one from another site and is turned down.
 */
export const secretLinkMeta = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'strict-origin' },
]
