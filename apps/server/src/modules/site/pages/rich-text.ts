import { isUrl, isWebAddress } from '@fanlight/contract/fields'
import sanitizeHtml from 'sanitize-html'

// What the site's own pages may be made of. Everything else is removed, when it is stored and again when it is sent.

// spec: richtext.sanitised
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2 h3 h4 p br hr blockquote ul ol li dl dt dd',
    'a strong b em i u s small sup sub code pre mark abbr',
    'table caption thead tbody tfoot tr th td',
  ].flatMap((line) => line.split(' ')),
  allowedAttributes: {
    a: ['href', 'rel'],
    ol: ['start'],
    abbr: ['title'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  // `//elsewhere` has the form of a path, but leads to another site.
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'template', 'svg', 'math'],
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: attributesTo(href.trim()) }),
  },
}

/** A path of this site, an email address, or a web address that passes `isWebAddress`. */
function attributesTo(href: string): Record<string, string> {
  if (isUrl(href)) return isWebAddress(href) ? { href, rel: 'noopener nofollow' } : {}
  return /^(?:https?:|[\\/]{2}|\/\\)/i.test(href) ? {} : { href }
}

/** Keeps what is in the allow list: no scripts, styles or comments, and no addresses other than web and mail. */
export const clean = (html: string): string => sanitizeHtml(html, allowed).trim()

/** The names of the elements that `clean` takes out, each once. */
export function removedFrom(html: string): string[] {
  const removed = new Set<string>()
  sanitizeHtml(html, {
    allowedTags: false,
    allowVulnerableTags: true,
    onOpenTag: (name) => {
      if (!(allowed.allowedTags as string[]).includes(name)) removed.add(name)
    },
  })
  return [...removed].slice(0, 20)
}

/** The plain text only, as it is read. */
const plainTextOf = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {}, textFilter: (text) => text })
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .trim()

/** Gives the second-level headings ids, so that a page can list its sections. */
export function withSections(html: string): { html: string; sections: { id: string; title: string }[] } {
  const sections: { id: string; title: string }[] = []
  const marked = html.replace(/<h2>([\s\S]*?)<\/h2>/g, (_whole, inside: string) => {
    const id = `section-${sections.length + 1}`
    sections.push({ id, title: plainTextOf(inside) })
    return `<h2 id="${id}">${inside}</h2>`
  })
  return { html: marked, sections }
}
