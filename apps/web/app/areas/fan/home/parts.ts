// What stands around the feed and over suggested posts, as one part that comes after it: the feed is what one came for.
export { BesidePanels } from './beside.tsx'
export { FollowedStrip } from './followed-strip.tsx'
export { PostReason } from './post-reason.tsx'
export { SoonStrip, WatchingStrip } from './strips.tsx'
export { Suggestions } from './suggestions.tsx'
