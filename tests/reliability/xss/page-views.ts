import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { World } from '../api-world.ts'
import routes from '../../../apps/web/app/routes.ts'
import type { Filled } from './writer.ts'

// Which pages exist, read from the site map: every route is visited by its intended role. A route with a parameter says here what
// is in it.

interface RouteNode {
  path?: string | undefined
  index?: boolean | undefined
  file: string
  children?: RouteNode[] | undefined
}
export interface PageView {
  who: string
  token: string | undefined
  path: string
}

interface Page {
  /** As the site map writes it. */
  pattern: string
  area: string
}
export function sitePages(): Page[] {
  const walk = (node: RouteNode, above: string): Page[] => {
    const pattern = [above, node.path].filter(Boolean).join('/')
    if (node.children?.length) return node.children.flatMap((child) => walk(child, pattern))
    const [, area = 'public'] = /areas\/(\w+)\//.exec(node.file) ?? []
    return node.file.endsWith('.ts') ? [] : [{ pattern, area }]
  }
  return (routes as RouteNode[]).flatMap((route) => walk(route, ''))
}

/** What is in the gaps of a path, and after it, where a page shows more of what was written. */
const ways = (world: World, filled: Filled): Record<string, string[]> => ({
  ':profileId': ['', '?tab=about', '?tab=photos', '?tab=galleries', '?tab=shop'].map(
    (more) => world.cast.performer.username + more,
  ),
  ':profileId/live': [`${world.cast.performer.username}/live`],
  'product/:id': filled.products.map((id) => `product/${id}`),
  // Texts of messages are looked for in their conversations.
  'user/purchases/messages/:id': [],
  'user/orders/:id': filled.orders.map((id) => `user/orders/${id}`),
  'messages/:conversationId': [
    'messages',
    'messages?filter=unread',
    'messages?q=a',
    ...filled.conversations.map((id) => `messages/${id}`),
  ],
  'post/:id': filled.posts.map((id) => `post/${id}`),
  'video/:id': filled.videos.map((id) => `video/${id}`),
  'creator/videos/:id': filled.videos.slice(-2).map((id) => `creator/videos/${id}`),
  'consent/:token': filled.consentLinks.map((secret) => `consent/${secret}`),
  'creator/audience/:username': filled.fans.map((username) => `creator/audience/${username}`),
  'creator/lists/:id': filled.fanLists.map((id) => `creator/audience?list=${id}`),
  'admin/consents': ['admin/consents', ...filled.consents.map((id) => `admin/consents?open=${id}`)],
  'page/:slug': [...filled.pages, 'terms'].map((slug) => `page/${slug}`),
  'show/:id': filled.shows.map((id) => `show/${id}`),
  'gallery/:id': filled.galleries.map((id) => `gallery/${id}`),
  'creator/galleries/:id': filled.galleries.map((id) => `creator/galleries/${id}`),
  'creator/products/:id': filled.products.map((id) => `creator/products/${id}`),
  'creator/payouts/:id': filled.payouts.map((id) => `creator/payouts/${id}`),
  'creator/earnings/statements/:month': [`creator/earnings/statements/${new Date().toISOString().slice(0, 7)}`],
  // The newest entries, and those of settings and menus, which came first.
  'admin/audit': ['admin/audit', 'admin/audit?action=settings'],
  'admin/order-cases': ['admin/order-cases', 'admin/order-cases?show=closed'],
  'admin/order-cases/:id': filled.orders.map((id) => `admin/order-cases/${id}`),
  'admin/payouts': ['admin/payouts', 'admin/payouts?show=all'],
  'admin/payouts/:id': filled.payouts.map((id) => `admin/payouts/${id}`),
  'creator/orders': ['creator/orders', 'creator/orders?fulfilment=all'],
  'creator/orders/slips': ['creator/orders/slips?fulfilment=all'],
  'creator/orders/:id': filled.orders.map((id) => `creator/orders/${id}`),
  'creator/posts/:id': filled.posts.slice(0, 2).map((id) => `creator/posts/${id}`),
  'auth/:provider/start': ['auth/google/start'],
  'auth/:provider/callback': ['auth/google/callback?error=access_denied'],
  '*': ['no-such-page/at/all'],
  __ui: [],
  home: ['home', 'home?view=discover'],
  'user/addresses': ['user/addresses', ...filled.addresses.map((id) => `user/addresses?edit=${id}`)],
  'user/transactions': ['user/transactions', 'user/transactions?view=paid'],
  'admin/posts': ['admin/posts', 'admin/posts?state=draft'],
  'admin/posts/:slug/:locale': filled.pages.slice(0, 4).map((slug) => `admin/posts/${slug}/en-US`),
  'admin/translations': ['admin/translations', 'admin/translations?state=changed'],
  'admin/users/:id': [world.cast.fan.id, world.cast.performer.id, ...filled.accounts].map((id) => `admin/users/${id}`),
  'admin/reports': ['admin/reports?state=all'],
  'admin/reports/:id': filled.reports.map((id) => `admin/reports/${id}`),
  appeal: ['appeal', ...filled.reports.map((id) => `appeal?id=${id}`)],
  'admin/creators': [
    'admin/creators',
    ...['submitted', 'approved', 'rejected', 'revoked', 'more_info'].map((status) => `admin/creators?status=${status}`),
    ...filled.reviews.map((id) => `admin/creators?open=${id}`),
  ],
})

export function pageViewsOf(world: World, filled: Filled): { pageViews: PageView[]; unknown: string[] } {
  const { cast } = world
  const readers: Record<string, string[]> = {
    public: ['anonymous', 'fan'],
    fan: ['fan'],
    studio: ['performer'],
    admin: ['owner'],
  }
  const known = ways(world, filled)
  const unknown: string[] = []
  const pageViews = sitePages().flatMap(({ pattern, area }) => {
    const paths = known[pattern] ?? (pattern.includes(':') ? undefined : [pattern])
    if (!paths) unknown.push(pattern)
    return (readers[area] ?? []).flatMap((who) =>
      (paths ?? []).map((path) => ({ who, token: cast[who as 'fan']?.token, path: `/${path}` })),
    )
  })
  const more: PageView[] = [
    ...filled.conversations.map((id) => ({ who: 'performer', token: cast.performer.token, path: `/messages/${id}` })),
    ...filled.answered.map((who, index) => ({
      who: `answered ${index}`,
      token: who.token,
      path: '/creator/verification',
    })),
    ...(filled.termsDue ? [{ who: 'terms due', token: filled.termsDue, path: '/terms-changed' }] : []),
    ...(filled.newcomer ? [{ who: 'newcomer', token: filled.newcomer, path: '/home' }] : []),
    { who: 'anonymous', token: undefined, path: `/${cast.performer.username}/rss.xml` },
    { who: 'anonymous', token: undefined, path: '/sitemap/pages.xml' },
    { who: 'in Japanese', token: undefined, path: '/contact?locale=ja-JP' },
  ]
  return { pageViews: [...pageViews, ...more], unknown }
}

const app = fileURLToPath(new URL('../../../apps/web/app/', import.meta.url))
/** Every name that a page reads from its address, found in the pages' own code. */
export function queryNames(): string[] {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const names = files.flatMap((file) =>
    [...readFileSync(join(app, file), 'utf8').matchAll(/\.(?:get|has|filter)\('([a-zA-Z]\w*)'/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set([...names, 'locale', 'redirect'])].sort()
}
