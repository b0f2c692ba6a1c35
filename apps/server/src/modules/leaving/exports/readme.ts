import { nearestLocale } from '@fanlight/contract/locales'
import { translator } from '@fanlight/contract/translator'
import ar from './locales/ar.json' with { type: 'json' }
import english from './locales/en-US.json' with { type: 'json' }
import japanese from './locales/ja-JP.json' with { type: 'json' }
import korean from './locales/ko-KR.json' with { type: 'json' }
import chinese from './locales/zh-TW.json' with { type: 'json' }

// README.txt of the archive, in the account's language.

const readmeTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
  'identity-documents/': 'identityDocuments',
} as const

export function readme(
  requestedLocale: string,
  { site, takenAt }: { site: { name: string; url: string }; takenAt: Date },
): string {
  const locale = nearestLocale(requestedLocale, Object.keys(readmeTexts)) ?? 'en-US'
  const translate = translator(locale, [readmeTexts[locale] ?? {}, english])
  const on = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(takenAt)
  const isolated = (text: string) => `\u2068${text}\u2069`
  const values = { site: isolated(site.name), url: isolated(site.url), on: isolated(`${on} UTC`) }
  return [
    translate('title', values),
    '',
    translate('lead', values),
    translate('keep'),
    '',
    ...Object.entries(files).flatMap(([path, key]) => [isolated(path), `    ${translate(key)}`]),
    '',
    translate('amounts'),
    translate('secrets'),
    '',
  ].join('\n')
}
