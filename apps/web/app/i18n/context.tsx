import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { PageFacts } from '../page.ts'
import { type Formats, formats } from './formats.ts'
import type { MessageKey } from './keys.ts'
import type { Translator, Values } from '@fanlight/contract/translator'

interface Language {
  translate: Translator
  facts: PageFacts
}
const LanguageContext = createContext<Language | null>(null)
/** The clock of whoever looks. The server doesn't know it: a page is written in UTC and the browser puts it right. */
const ZoneContext = createContext('UTC')

export function LanguageProvider({
  translate,
  facts,
  children,
}: {
  translate: Translator
  facts: PageFacts
  children: ReactNode
}) {
  const language = useMemo(() => ({ translate, facts }), [translate, facts])
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (
    <LanguageContext value={language}>
      <ZoneContext value={zone}>{children}</ZoneContext>
    </LanguageContext>
  )
}

function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('Outside of LanguageProvider')
  return language
}

export type T = ((key: MessageKey, values?: Values) => string) & {
  /** Puts elements around `<name>words</name>` in a message. */
  rich(key: MessageKey, tags: Record<string, (words: string) => ReactNode>, values?: Values): ReactNode
  /** For keys made at run time, such as `errors.${code}`; undefined when there is no such message. */
  maybe(key: string, values?: Values): string | undefined
}

/** `const t = useT()`, then `t('auth.login.title')`. */
export const useT = (): T => wordsOf(useLanguage().translate)

const made = new WeakMap<Translator, T>()

// A page asks for it in a hundred places: one for each translator.
function wordsOf(translate: Translator): T {
  const known = made.get(translate)
  if (known) return known
  const t = Object.assign((key: MessageKey, values?: Values) => translate(key, values), {
    maybe: (key: string, values?: Values) => (translate.has(key) ? translate(key, values) : undefined),
    rich: (key: MessageKey, tags: Record<string, (words: string) => ReactNode>, values?: Values) =>
      translate(key, values)
        .split(/(<\w+>.*?<\/\w+>)/g)
        .map((piece, at) => {
          const [, name, words] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? []
          // The pieces of one sentence never move.
          return <Fragment key={at}>{name && tags[name] ? tags[name](words ?? '') : piece}</Fragment>
        }),
  })
  made.set(translate, t)
  return t
}

/** Numbers, tokens, money and dates in the reader's manner, on the reader's clock. */
export const useFormats = (): Formats => formats(useLanguage().facts.locale, useViewerZone())
export const usePageFacts = (): PageFacts => useLanguage().facts
export const useViewerZone = (): string => useContext(ZoneContext)
