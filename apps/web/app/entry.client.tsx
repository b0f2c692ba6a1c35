import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { LanguageProvider } from './i18n/context.tsx'
import { clientTranslator, loadMessages } from './i18n/messages.client.ts'
import { pageFacts } from './page.ts'
import { guardSinks } from './trusted.ts'

guardSinks()
const facts = pageFacts()

/** Tells intent.js that every handler is in place. */
function Awake() {
  useEffect(() => {
    dispatchEvent(new Event('fanlight:awake'))
    if (import.meta.env.PROD)
      void navigator.serviceWorker?.register(`/sw.js?lang=${facts.locale}`).catch(() => undefined)
  }, [])
  return null
}

const names = (document.documentElement.dataset['messages'] ?? '').split(' ').filter(Boolean)
void loadMessages(facts.locale, names).then(() => {
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
