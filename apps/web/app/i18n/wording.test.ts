import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedLocales } from '@fanlight/contract/locales'
import { expect, test } from 'vitest'
import { stemOf, textsOf } from '../../build-tools/locale-texts.ts'

// Patterns that the glossary can't hold: they depend on gaps, on the end of a sentence, or have texts that are right.

interface Pattern {
  locale: string
  /** What is wrong about it. */
  about: string
  found: RegExp
  /** Keys whose text is right. */
  except?: RegExp
}
const han = String.raw`\p{Script=Han}`
const kana = String.raw`[\p{Script=Hiragana}\p{Script=Katakana}]`
const patterns: Pattern[] = [
  {
    locale: 'en-US',
    about: '“at once” also means simultaneously: say immediately',
    found: /\bat once\b/,
    except: /^(?:replay\.watchedLive|live\.endedText|liveStudio\.summary\.peak|errors\.TOO_MANY_SHOWS)/,
  },
  { locale: 'en-US', about: 'translated', found: /\bby itself\b|\bwhat became of\b|\bthat wait\b/ },
  { locale: 'en-US', about: 'Canceled and canceling have one l', found: /\bcancell(?:ed|ing|ers?)\b/i },
  {
    locale: 'en-US',
    about: 'a site is no house',
    found: /\b(?:doors?|doorstep|curtains?|knock(?:ing)?|walk into|step inside|threshold)\b/i,
  },
  { locale: 'en-US', about: 'a question word is no header', found: /^(?:What|When|Who|By|Kind|State)$/ },
  { locale: 'ja-JP', about: 'さん without a space, never 様', found: /\}\} ?様|\}\} さん/ },
  { locale: 'ja-JP', about: 'no space before トークン', found: /\}\} トークン/ },
  { locale: 'ja-JP', about: 'full-width punctuation', found: new RegExp(`${kana}[(:!?]|[):!?]${kana}`, 'u') },
  { locale: 'zh-TW', about: '、 and not the Japanese ・', found: /・/ },
  { locale: 'zh-TW', about: 'full-width punctuation', found: new RegExp(`${han}[,:;(]|[),:;]${han}`, 'u') },
  { locale: 'zh-TW', about: 'no space between a name and 的', found: /\{\{(?:name|creator|device|fan|actor)\}\} 的/ },
  { locale: 'zh-TW', about: 'a salutation is 「{{name}}，你好：」', found: /\}\} 你好|你好，/ },
  {
    locale: 'ko-KR',
    about: '해요체, except in a declaration',
    found: /(?<!감사합)니다(?:[.!?]|$|\n)/,
    except: /^(?:participants\.|consent\.thanks)/,
  },
  { locale: 'ko-KR', about: 'no space before 님', found: /\}\} 님/ },
  {
    locale: 'ko-KR',
    about: 'a particle can’t stand after a gap whose last sound isn’t known',
    found: /\{\{(?:amount|minimum|price|number|bytes)\}\}(?:이에요|예요|을(?!\()|이 |가 |는 |은(?!\())/,
    // There an amount is one of tokens, which ends in 개.
    except: /^(?:mail|notify)\./,
  },
  { locale: 'ar', about: 'a subscription is في صفحة, not مع or لدى', found: /اشتراك(?:ك|ه|هم)? (?:مع|لدى) / },
]

test.each(patterns)('$locale: $about', ({ locale, found, except }) => {
  const wrong = [...textsOf(locale)].filter(([key, text]) => found.test(text) && !except?.test(key))
  expect(wrong).toEqual([])
})

test('an Arabic form for one or two says its number once', () => {
  const twice = [...textsOf('ar')].filter(([key, text]) => /_(?:one|two)$/.test(key) && text.includes('({{'))
  expect(twice).toEqual([])
})

/** Gaps that hold a number, and how English counts something after one. */
const counted =
  /\{\{(?:count|shown|tokens|missing|days|most|max|seats|buyers|available|pending|total|limit|minutes|hours|joined|frames|seconds|least)\}\}(?:<\/\w+>)? (?:more |free |earlier )?(?!is\b|was\b|has\b|as\b)[a-z]+s\b/
/** The number is a limit or a constant, so that each language is written for it. */
const fixed =
  /^(?:explore\.countMany|live\.group\.(?:detail|rules|waitingText)|liveStudio\.group\.(?:offer|notYet)|profile\.plan\.bundle|studio\.pricing\.bundle|wallet\.subs\.type\.bundle|errors\.|fields\.(?!COUPON_USES_BELOW)|auth\.(?:forgot\.sent|verify\.lead)|cookies\.howLong|liveStudio\.(?:activity\.days|goal\.range|show\.range|picture\.quality)|creator\.contact\.priceHint|messages\.priceRange|post\.tip\.range|studio\.(?:editor\.(?:oneKind|priceLimits)|dashboard\.(?:up|down)|photos\.(?:dropHint|full)|products\.imagesHint)|orders\.cases\.lead|staff\.posts\.textHint|mail\.(?:verify_email|reset_password|email_change_requested|email_change_confirm)\.)/

test('where a number stands before a noun, the text has plural forms', () => {
  const english = textsOf('en-US')
  const without = [...english].filter(
    ([key, text]) => counted.test(text) && !fixed.test(key) && !english.has(`${stemOf(key)}_one`),
  )
  expect(without).toEqual([])
})

test.each(shippedLocales)('%s writes out no share that is a setting', (locale) => {
  const shares = [...textsOf(locale)].filter(([key, text]) => /^(?:landing|auth)\./.test(key) && /\d ?[%٪]/.test(text))
  expect(shares).toEqual([])
})

test('who won a dispute is said to the fan and to staff in words of their own', () => {
  const english = textsOf('en-US')
  for (const state of ['won', 'lost'])
    expect(english.get(`wallet.status.dispute_${state}`)).not.toBe(english.get(`staff.disputes.is.${state}`))
})

/** What stands between `title={` and its `}` in each place that says that there is nothing. */
function emptyTitles(source: string): string[] {
  const starts = [...source.matchAll(/<(?:EmptyState|NothingFound|NoGalleries|Empty)\s[^<]*?title=\{/g)]
  return starts.map((start) => {
    const from = start.index + start[0].length
    let depth = 1
    let to = from
    for (; depth > 0; to++) depth += source[to] === '{' ? 1 : source[to] === '}' ? -1 : 0
    return source.slice(from, to - 1)
  })
}

test('the title of an empty state is no sentence: it ends without a full stop', () => {
  const app = join(import.meta.dirname, '..')
  const titles = globSync('**/*.tsx', { cwd: app }).flatMap((path) =>
    emptyTitles(readFileSync(join(app, path), 'utf8')),
  )
  const keys = titles.flatMap((title) =>
    [...title.matchAll(/['`]((?:\w+\.)+[\w.${}]+)['`]/g)].map(([, key]) => key ?? ''),
  )
  expect(keys.length).toBeGreaterThan(50)
  const isTitle = new RegExp(
    `^(?:${keys.map((key) => key.replaceAll('.', String.raw`\.`).replace(/\$\{[^}]*\}/g, String.raw`\w+`)).join('|')})$`,
  )
  const wrong = shippedLocales.flatMap((locale) =>
    [...textsOf(locale)].flatMap(([key, text]) =>
      isTitle.test(stemOf(key)) && /[.。]$/.test(text) ? [`${locale} ${key}: ${text}`] : [],
    ),
  )
  expect(wrong).toEqual([])
})
