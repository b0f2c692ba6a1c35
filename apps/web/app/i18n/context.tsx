import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { PageInfo } from '../page.ts'
import { type Formats, formats } from './formats.ts'
import type { MessageKey } from './keys.ts'
import type { Translator, Values } from '@fanlight/contract/translator'

interface Language {
  translate: Translator
  info: PageInfo
}
const LanguageContext = createContext<Language | null>(null)
/** The viewer's time zone. The server doesn't know it: a page is rendered in UTC and the browser corrects it. */
const ZoneContext = createContext('UTC')

export function LanguageProvider({
  translate,
  info,
  children,
}: {
  translate: Translator
  info: PageInfo
  children: ReactNode
}) {
  const language = useMemo(() => ({ translate, info }), [translate, info])
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
  /** Puts elements around `<name>text</name>` in a message. */
  rich(key: MessageKey, tags: Record<string, (text: string) => ReactNode>, values?: Values): ReactNode
  /** For keys made at run time, such as `errors.${code}`; undefined when there is no such message. */
  maybe(key: string, values?: Values): string | undefined
  /** '5 tokens': an amount in the reader's manner and in the plural form of the language, to stand in another message. */
  tokens(value: number): string
}

/** `const t = useT()`, then `t('auth.login.title')`. */
export const useT = (): T => translatorOf(useLanguage().translate)

const made = new WeakMap<Translator, T>()

// A page requests it in a hundred components: one instance is cached for each translator.
function translatorOf(translate: Translator): T {
  const known = made.get(translate)
  if (known) return known
  const t = Object.assign((key: MessageKey, values?: Values) => translate(key, values), {
    maybe: (key: string, values?: Values) => (translate.has(key) ? translate(key, values) : undefined),
    rich: (key: MessageKey, tags: Record<string, (text: string) => ReactNode>, values?: Values) =>
      translate(key, values)
        .split(/(<\w+>.*?<\/\w+>)/g)
        .map((piece, at) => {
          const [, name, text] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? []
          // The pieces of one sentence never move.
          return <Fragment key={at}>{name && tags[name] ? tags[name](text ?? '') : piece}</Fragment>
        }),
    tokens: (value: number) =>
      translate('ui.tokenAmount', { count: value, shown: formats(translate.locale).tokens(value) }),
  })
  made.set(translate, t)
  return t
}

/** Numbers, tokens, money and dates in the reader's manner, on the reader's clock. */
export const useFormats = (): Formats => formats(useLanguage().info.locale, useViewerZone())
export const usePageInfo = (): PageInfo => useLanguage().info
export const useViewerZone = (): string => useContext(ZoneContext)
