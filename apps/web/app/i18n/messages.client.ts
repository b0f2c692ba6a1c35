import { pageInfo } from '../page.ts'
import { type Translator, translator } from '@fanlight/contract/translator'

type Messages = Record<string, string>
const loaded: Messages = {}
const requested = new Map<string, Promise<void>>()

/** Fetches the message files a page needs, each once. */
export async function loadMessages(locale: string, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      let load = requested.get(name)
      if (!load) {
        load = fetchFile(locale, name)
        requested.set(name, load)
        // What did not come may come the next time.
        load.catch(() => requested.delete(name))
      }
      return load
    }),
  )
}

async function fetchFile(locale: string, name: string): Promise<void> {
  const { config, overridden } = pageInfo()
  const [shipped, own] = await Promise.all([
    fetchShipped(`${import.meta.env.LOCALES_AT}/${locale}/${name}.json`),
    overridden?.includes(name) ? translationOverrides(config.apiUrl, locale, name) : [],
  ])
  for (const [key, text] of Object.entries(shipped)) loaded[`${name}.${key}`] = text
  for (const { key, value } of own) loaded[key] = value
}

async function fetchShipped(address: string): Promise<Messages> {
  const reply = await fetch(address)
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`)
  return reply.json() as Promise<Messages>
}

/** The translations that this site overrides. If they can't be loaded, the shipped ones are used. */
async function translationOverrides(
  apiUrl: string,
  locale: string,
  area: string,
): Promise<{ key: string; value: string }[]> {
  try {
    const reply = await fetch(`${apiUrl}/translations/search?locale=${locale}&area=${area}&overridden=true`)
    return reply.ok ? ((await reply.json()) as { data: { key: string; value: string }[] }).data : []
  } catch {
    return []
  }
}

/** Reads what has been loaded so far, and sees what is loaded later. */
export const clientTranslator = (locale: string): Translator => translator(locale, [loaded])
