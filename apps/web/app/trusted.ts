interface Policy {
  createHTML(html: string): string
}
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?: (html: string) => string; createScriptURL?: (url: string) => string | null },
  ): Policy
}
const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
let policy: Policy | undefined

/** Called once, before React: strings become markup or script addresses only by the rules below. */
export function guardSinks(): void {
  if (!types || policy) return
  policy = types.createPolicy('fanlight', { createHTML: (html) => html })
  types.createPolicy('default', {
    createHTML: markup,
    createScriptURL: (url) =>
      new URL(url, location.href).origin === location.origin || url.startsWith('blob:') ? url : null,
  })
}

/**
 * Refused markup becomes nothing instead of an exception: thrown while React renders the document again after a failed hydration (it
 * writes the router's inline scripts as markup), the exception would leave an empty page.
 */
export function markup(html: string): string {
  // React makes a script element from this text so that it does not run.
  if (html === '<script></script>') return html
  console.error('Refused to write markup that is not trusted.')
  return ''
}

/** Marks rich text as safe to show. Only for text that the server has sanitised by its allow list. */
export const sanitised = (html: string): { __html: string } => ({ __html: policy ? policy.createHTML(html) : html })
