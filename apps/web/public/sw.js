// Only for the page that says the network is away. Nothing else is kept: what one sees is always what is.
const kept = 'offline-3'
// The page that left this worker says in which language it was read.
const asked = new URL(location.href).searchParams.get('lang') ?? ''
const lang = ['ja', 'zh-TW', 'ko', 'ar'].find((name) => asked.startsWith(name)) ?? 'en'

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(kept)
      .then((cache) => cache.add('/offline.html'))
      .then(() => self.skipWaiting()),
  )
})
addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(offline))
})

/** One page has the text of every language, and shows that of its own. */
async function offline() {
  const page = await caches.match('/offline.html')
  const html = await page.text()
  const title = html.split(`<section lang="${lang}">\n<h1>`)[1].split('</h1>')[0]
  const body = html
    .replace('<html lang="en">', `<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
  return new Response(body, { headers: page.headers })
}

// Who did what, in the language of the account: the server sends nothing private.
addEventListener('push', (event) => {
  const { title = 'Fanlight', path = '/notifications', tag } = event.data?.json() ?? {}
  event.waitUntil(
    registration.showNotification(title, {
      tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      lang,
      data: { path },
    }),
  )
})
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})
/** In a page that is open already, or in a new one. */
async function open(path) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(url.href)
  await page.focus()
  await page.navigate(url.href)
}
