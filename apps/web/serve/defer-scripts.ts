import { createHash } from 'node:crypto'

const scriptTag = /<script([^>]*)>([\s\S]*?)<\/script>/g
const preload = /<link[^>]*rel="modulepreload"[^>]*>/g

/**
 * Puts the router's scripts to sleep: they stay in the page as text, and intent.js wakes them at the first pointer, touch,
 * key or focus. The hashes let exactly these texts run, without a nonce, so that the page can be shared as it is.
 */
export function deferScripts(page: string, intentUrl: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const deferred = page.replace(preload, '').replace(scriptTag, (whole, attributes: string, text: string) => {
    if (/\ssrc=|type="application\//.test(attributes)) return whole
    hashes.push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    return `<script type="text/later"${attributes.replace(/\stype="/, ' data-type="').replace(/\sasync(=""|\b)/, '')}>${text}</script>`
  })
  return {
    html: deferred.replace('</body>', `<script type="module" src="${intentUrl}" async=""></script></body>`),
    hashes,
  }
}
