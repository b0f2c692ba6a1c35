// Profiles live at the top level of the site, so a username must not be one of our own addresses or look like a file.

const addresses = [
  // First path segments of our pages.
  'admin',
  'age',
  'api',
  'assets',
  'auth',
  'contact',
  'cookies',
  'creator',
  'embed',
  'explore',
  'flags',
  'gallery',
  'health',
  'home',
  'live',
  'media',
  'messages',
  'notifications',
  'overlay',
  'page',
  'post',
  'preferences',
  'product',
  'search',
  'socket.io',
  'studio',
  'user',
  'video',
  'whep',
  'whip',
  // Words that calls use where a name or an id may stand.
  'me',
  'top',
  'user',
  'users',
  'search',
  'view',
  'random',
  'performer',
  'performers',
  'null',
  'undefined',
  // Names that would pass for the house.
  'administrator',
  'fanlight',
  'help',
  'legal',
  'moderator',
  'official',
  'privacy',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'terms',
]
const reserved = new Set(addresses)
const fileLike =
  /\.(?:aspx?|avif|bak|cfg|cgi|conf|css|csv|env|gif|gz|html?|ico|ini|jpe?g|js|json|jsp|log|m3u8|map|md|mjs|mp[34]|pdf|php\d?|png|rss|sql|svg|tar|toml|ts|txt|wasm|webm|webmanifest|webp|woff2?|xml|ya?ml|zip)$/

/** True for a well-formed username that nobody may have. */
export const isReservedUsername = (username: string): boolean =>
  reserved.has(username) || fileLike.test(username) || /^\.|\.$|\.\./.test(username) || !/[a-z0-9]/.test(username)
