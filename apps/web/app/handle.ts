// spec: layout.names
export type LayoutName = 'public' | 'primary' | 'studio' | 'admin' | 'blank'

/** What every page declares about itself with `export const handle`; one guard and the layouts obey it. */
export interface PageHandle {
  /** `public` is the slim bar for everybody; `primary` has the rail, and the slim bar for who is signed out. */
  layout?: LayoutName
  /** `required`: others go to log in. `optional`: anybody. `none`: for who is not signed in, others go home. */
  signIn?: 'required' | 'optional' | 'none'
  performerOnly?: boolean
  staffOnly?: boolean
  /** Also for those whose account has no username or address yet, who are led to their account page from everywhere else. */
  whileUnfinished?: boolean
  /** Also for users who have not accepted the current terms; all other pages require acceptance. */
  whileTermsDue?: boolean
  /** Its scripts run at once, also for signed-out visitors: the page does something without a click. */
  hydrated?: boolean
  /** Its address is a secret, such as a link of a mail: no request that leaves the page says it. */
  secretAddress?: boolean
  /** The guard redirects no viewer from this page. */
  noRedirect?: boolean
  /** Which bar a phone shows: the home bar with logo, search and balance, or the one that `PageHead` renders. */
  bar?: 'home' | 'page' | 'none'
  /** It is as high as the window, and its parts scroll by themselves. */
  isFull?: boolean
  /** Off where a phone shows nothing but the page, such as one conversation. */
  hasTabBar?: boolean
  /** The navigation at the side is icons alone, however wide the screen is: a live video takes the room. */
  hasSlimRail?: boolean
  /** The centre column extends to the edges; the page renders its own gutters. */
  bleed?: boolean
  /**
   * How page views of visitors with consent are measured, and where others see the consent question: by the page's address, or by
   * its area only. Off by default; `never` where an address may contain a secret, or where the question must not block the page.
   */
  measured?: 'address' | 'area' | 'never'
  /** Message files this page needs beside those of its area. */
  messages?: readonly string[]
}
