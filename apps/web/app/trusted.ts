interface Policy {
  createHTML(html: string): string
}
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?: (html: string) => string | null; createScriptURL?: (url: string) => string | null },
  ): Policy
}
const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
let policy: Policy | undefined

/** Called once, before React: strings may become markup or script addresses only through the few doors below. */
export function guardSinks(): void {
  if (!types || policy) return
  policy = types.createPolicy('fanlight', { createHTML: (html) => html })
  types.createPolicy('default', {
    // React makes a script element from this text so that it does not run.
    createHTML: (html) => (html === '<script></script>' ? html : null),
    createScriptURL: (url) =>
      new URL(url, location.href).origin === location.origin || url.startsWith('blob:') ? url : null,
  })
}

/** Marks rich text as safe to show. Only for text that the server has sanitised by its allow list. */
export const sanitised = (html: string): { __html: string } => ({ __html: policy ? policy.createHTML(html) : html })
