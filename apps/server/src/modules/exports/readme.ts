import { nearestLocale } from '@fanlight/contract/locales'
import { translator } from '@fanlight/contract/translator'
import ar from './words/ar.json' with { type: 'json' }
import english from './words/en-US.json' with { type: 'json' }
import japanese from './words/ja-JP.json' with { type: 'json' }
import korean from './words/ko-KR.json' with { type: 'json' }
import chinese from './words/zh-TW.json' with { type: 'json' }

// What stands in the archive for its owner to read first, in the account's language.

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'en-US': english,
  'ja-JP': japanese,
  'zh-TW': chinese,
  'ko-KR': korean,
  ar,
}
const files = {
  'manifest.json': 'manifest',
  'schema.json': 'schema',
  '*.json': 'subjects',
  '*.csv': 'tables',
  'media/': 'media',
  'papers/': 'papers',
} as const

export function readme(
  wish: string,
  { site, takenAt }: { site: { name: string; url: string }; takenAt: Date },
): string {
  const locale = nearestLocale(wish, Object.keys(words)) ?? 'en-US'
  const say = translator(locale, [words[locale] ?? {}, english])
  const on = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(takenAt)
  const isolated = (text: string) => `\u2068${text}\u2069`
  const values = { site: isolated(site.name), url: isolated(site.url), on: isolated(`${on} UTC`) }
  return [
    say('title', values),
    '',
    say('lead', values),
    say('keep'),
    '',
    ...Object.entries(files).flatMap(([path, key]) => [isolated(path), `    ${say(key)}`]),
    '',
    say('amounts'),
    say('secrets'),
    '',
  ].join('\n')
}
