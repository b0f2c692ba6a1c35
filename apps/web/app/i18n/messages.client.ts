import { type Translator, translator } from '@fanlight/contract/translator'

type Load = () => Promise<Record<string, string>>
const files = import.meta.glob<Record<string, string>>('../messages/*/*.json', { import: 'default' }) as Record<
  string,
  Load
>
const loaded: Record<string, string> = {}
const asked = new Map<string, Promise<void>>()

/** Fetches the message files a page needs, each once. */
export async function loadMessages(locale: string, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      let load = asked.get(name)
      if (!load) {
        load = fetchFile(locale, name)
        asked.set(name, load)
      }
      return load
    }),
  )
}

async function fetchFile(locale: string, name: string): Promise<void> {
  const load = files[`../messages/${locale}/${name}.json`] ?? files[`../messages/en-US/${name}.json`]
  if (!load) return
  for (const [key, text] of Object.entries(await load())) loaded[`${name}.${key}`] = text
}

/** Reads what has been loaded so far, and sees what is loaded later. */
export const clientTranslator = (locale: string): Translator => translator(locale, [loaded])
