import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { LanguageProvider } from './i18n/context.tsx'
import { clientTranslator, loadMessages } from './i18n/messages.client.ts'
import { loadRail } from './layouts/shell.tsx'
import { pageFacts } from './page.ts'
import { loadMeasuring } from './parts/measuring/place.tsx'
import { guardSinks } from './trusted.ts'

guardSinks()
const facts = pageFacts()

/** Tells intent.js that every handler is in place. */
function Awake() {
  useEffect(() => {
    // After React's own work: pressed in the middle of it, a piece that is still to be taken over would not hear.
    setTimeout(() => {
      document.documentElement.dataset['awake'] = ''
      dispatchEvent(new Event('fanlight:awake'))
    })
    if (import.meta.env.PROD)
      void navigator.serviceWorker?.register(`/sw.js?lang=${facts.locale}`).catch(() => undefined)
  }, [])
  return null
}

const names = (document.documentElement.dataset['messages'] ?? '').split(' ').filter(Boolean)
// A form came back: what is wrong with its fields has to be read as the server wrote it.
const { __reactRouterContext: page } = window as { __reactRouterContext?: { state?: { actionData?: object | null } } }
if (page?.state?.actionData) names.push('fields')
// A page for one person mostly has the rail around it: what is inside of it could not be pressed before its code is there.
void Promise.all([
  loadMessages(facts.locale, names),
  facts.nonce ? loadRail() : undefined,
  document.querySelector('[data-measuring]') && loadMeasuring(),
]).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LanguageProvider translate={clientTranslator(facts.locale)} facts={facts}>
          <HydratedRouter />
          <Awake />
        </LanguageProvider>
      </StrictMode>,
    )
  })
})
