import { nearestLocale } from '@fanlight/contract/locales'
import ar from './locales/ar.json' with { type: 'json' }
import english from './locales/en-US.json' with { type: 'json' }
import japanese from './locales/ja-JP.json' with { type: 'json' }
import korean from './locales/ko-KR.json' with { type: 'json' }
import chinese from './locales/zh-TW.json' with { type: 'json' }

// The text that a participant agrees to. What was agreed to is stored with the signature, so that a later change of the text leaves it.

const texts: Readonly<Record<string, readonly string[]>> = {
  'en-US': english,
  'ja-JP': japanese,
  'zh-TW': chinese,
  'ko-KR': korean,
  ar,
}

/** Paragraphs, in the language of the reader. */
export const releaseText = (locale: string, { creator, site }: { creator: string; site: string }): string[] =>
  texts[nearestLocale(locale, Object.keys(texts)) ?? 'en-US']!.map((paragraph) =>
    paragraph.replaceAll('{{creator}}', () => creator).replaceAll('{{site}}', () => site),
  )

export const storedRelease = (paragraphs: readonly string[]): string => paragraphs.join('\n\n')
export const releaseParagraphs = (stored: string): string[] => stored.split('\n\n')
