/** What runs in the frame, before Google's loader and beside it. */
export const script = `
const { id, site, page } = document.documentElement.dataset
// The loader counts nothing without cookies, and a frame without an origin has none: these exist as long as the frame.
const jar = new Map()
Object.defineProperty(document, 'cookie', {
  get: () => [...jar].map((pair) => pair.join('=')).join('; '),
  set(text) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(text) ?? []
    if (/;\\s*max-age=0|;\\s*expires=[^;]*1970/i.test(text)) jar.delete(name)
    else if (name) jar.set(name, value)
  },
})
Object.defineProperty(window, 'origin', { value: site })

window.dataLayer = []
function gtag() {
  dataLayer.push(arguments)
}
gtag('consent', 'default', {
  analytics_storage: 'granted',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
})
gtag('set', { allow_google_signals: false, allow_ad_personalization_signals: false, ads_data_redaction: true })
gtag('js', new Date())
// The address of the frame itself is not a page of the site.
const about = (path) => ({ page_location: site + path, page_title: '', page_referrer: '' })
gtag('config', id, { ...about(page), send_page_view: false, anonymize_ip: true, cookie_expires: 0, cookie_update: false })

const count = (path) => {
  gtag('set', about(path))
  gtag('event', 'page_view', about(path))
}
let counted = 0
count(page)
addEventListener('message', ({ source, data }) => {
  if (source !== parent || !(data?.view > counted) || !/^\\/(?!\\/)[^?#]*$/.test(data.page)) return
  counted = data.view
  count(data.page)
})
parent.postMessage('analytics-ready', '*')

const load = () => {
  const loader = document.createElement('script')
  loader.src = 'https://www.googletagmanager.com/gtag/js?id=' + id
  document.head.append(loader)
}
const later = () => (window.requestIdleCallback ?? setTimeout)(load, { timeout: 2000 })
// First the page itself.
setTimeout(later, 1500)
`
