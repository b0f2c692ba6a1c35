import { type ReactNode, useEffect } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'

// Between a form of ours and another company stands a page, and not a redirect: a form may lead nowhere but to us (form-action),
// wherever the other company then sends its visitors.

/** Leads to another company: by itself, and by a button. */
export function Leading({ url, children }: { url: string; children: ReactNode }) {
  // After a form that the page itself sent; a page that was loaded refreshes by itself.
  useEffect(() => location.assign(url), [url])
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <ButtonLink to={url} reloadDocument look="primary" size="lg" wide>
        {children}
      </ButtonLink>
    </>
  )
}
