import { type ReactNode, useEffect } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'

// A page, not a redirect, leads from our form to the provider: `form-action` allows a form to lead to our own origin only,
// and this also applies to every address to which the provider then redirects.

/** Leads to the provider: automatically, and with a button. */
export function Leading({ url, children }: { url: string; children: ReactNode }) {
  // After a form that the page itself sent; a page that was loaded refreshes by itself.
  useEffect(() => location.assign(url), [url])
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <ButtonLink to={url} reloadDocument variant="primary" size="lg" wide>
        {children}
      </ButtonLink>
    </>
  )
}
