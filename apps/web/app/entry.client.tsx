import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { LanguageProvider } from './i18n/context.tsx'
import { clientTranslator, loadMessages } from './i18n/messages.client.ts'
import { loadRail } from './layouts/shell.tsx'
import { pageInfo } from './page.ts'
import { endStreamsQuietly } from './api/end-streams.ts'
import { loadAnalytics } from './parts/analytics/slot.tsx'
import { guardSinks } from './trusted.ts'

guardSinks()
endStreamsQuietly()
const info = pageInfo()

/**
 * Signals to intent.js that every handler is attached. It is around the router, not beside it: ids of `useId` follow from the place in the
 * tree, which has to be the server's.
 */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    // After React's own work: pressed in the middle of it, a piece that is still to be taken over would not hear.
    setTimeout(() => {
      document.documentElement.dataset['hydrated'] = ''
      dispatchEvent(new Event('fanlight:hydrated'))
      void import('./layouts/focus-keeper.ts').then(({ keepFocus }) => keepFocus())
    })
    if (import.meta.env.PROD)
      void navigator.serviceWorker?.register(`/sw.js?lang=${info.locale}`).catch(() => undefined)
  }, [])
  return children
}

const names = (document.documentElement.dataset['messages'] ?? '').split(' ').filter(Boolean)
// A page for one person mostly has the rail around it: what is inside of it could not be pressed before its code is there.
void Promise.all([
  loadMessages(info.locale, names),
  info.nonce ? loadRail() : undefined,
  document.querySelector('[data-analytics]') && loadAnalytics(),
]).then(() => {
  const translate = clientTranslator(info.locale)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LanguageProvider translate={translate} info={info}>
          <Hydrated>
            <HydratedRouter />
          </Hydrated>
        </LanguageProvider>
      </StrictMode>,
      {
        onUncaughtError(error) {
          reportError(error)
          void import('./layouts/bare-error-page.ts').then((page) => page.showBareErrorPage(translate, info))
        },
      },
    )
  })
})
