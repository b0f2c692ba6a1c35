import { speaksForTheHouse, usernameSkeleton } from './confusables.ts'
import { pageNames } from './page-names.ts'

// Profiles live at the top level of the site, so a username must not be one of our own addresses or look like a file.

/** Paths that are not pages, or not yet, and path segments that calls use where a name or an id is allowed. */
const otherAddresses = `api assets embed flags health live media messages notifications overlay product socket.io
  studio video whep whip gallery me null performer performers random top undefined users view`.split(/\s+/)
/** Names that look official, in addition to those that consist of the reserved words. */
const houseNames = ['legal', 'privacy', 'root', 'terms']
const reserved = new Set([...pageNames, ...otherAddresses, ...houseNames].map(usernameSkeleton))
const fileLike =
  /\.(?:aspx?|avif|bak|cfg|cgi|conf|css|csv|env|gif|gz|html?|ico|ini|jpe?g|js|json|jsp|log|m3u8|map|md|mjs|mp[34]|pdf|php\d?|png|rss|sql|svg|tar|toml|ts|txt|wasm|webm|webmanifest|webp|woff2?|xml|ya?ml|zip)$/

/** True for a well-formed username that is reserved, or that looks like a reserved one. */
export const isReservedUsername = (username: string, siteName = ''): boolean =>
  reserved.has(usernameSkeleton(username)) ||
  speaksForTheHouse(username, siteName) ||
  fileLike.test(username) ||
  /^\.|\.$|\.\./.test(username) ||
  !/[a-z0-9]/.test(username)
