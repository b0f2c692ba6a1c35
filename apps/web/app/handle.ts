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
  /** Also for those who have not accepted the terms now in force, who are asked to everywhere else. */
  whileTermsDue?: boolean
  /** Its scripts run at once, for visitors too: it has something to do that nobody presses. */
  awake?: boolean
  /** Its address is a secret, such as a link of a mail: no request that leaves the page says it. */
  secretAddress?: boolean
  /** The guard sends nobody away from here. */
  noRedirect?: boolean
  /** Which bar a phone shows: the home bar with logo, search and balance, or the one that `PageHead` draws. */
  bar?: 'home' | 'page' | 'none'
  /** The centre column goes to the edges and draws its own gutters. */
  bleed?: boolean
  /**
   * How a visit is measured of who agreed to that, and where others are asked: by the page's address, or by its area alone. Nothing by
   * default, and `never` where an address may hold a secret or nothing may stand in the way.
   */
  measured?: 'address' | 'area' | 'never'
  /** Message files this page needs beside those of its area. */
  messages?: readonly string[]
}
