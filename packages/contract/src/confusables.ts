// Confusable names (UTS 39). Names with the same skeleton are confusable.

const confusableCharacters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '5': 's',
  m: 'rn',
  w: 'vv',
}

/** Two usernames with one skeleton are confusable. The SQL function `username_skeleton` computes the same. */
export const usernameSkeleton = (username: string): string =>
  username.replaceAll(/[._]/g, '').replaceAll(/[01i5mw]/g, (character) => confusableCharacters[character]!)

// Characters of other alphabets, and small capitals, with the Latin characters that they resemble.
const passingFor: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'вьßβʙ',
  c: 'сϲᴄ',
  d: 'ԁᴅ',
  e: 'еεєᴇ',
  f: 'ꜰϝ',
  g: 'ɡɢց',
  h: 'һнʜհ',
  i: 'іιıɪӏ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏʟ|ǀ',
  m: 'мᴍ',
  n: 'пηɴո',
  o: 'оοσᴏօ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ѡԝωᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ',
}
const latin = new Map(
  Object.entries(passingFor).flatMap(([to, characters]) => [...characters].map((entry) => [entry, to] as const)),
)

/** The skeleton of a name in any writing: width, style, case, accents and signs aside. */
export const nameSkeleton = (name: string): string =>
  usernameSkeleton(
    [
      ...name
        .normalize('NFKD')
        .replaceAll(/[\p{M}\p{Cf}]/gu, '')
        .toLowerCase(),
    ]
      .map((character) => latin.get(character) ?? character)
      .filter((character) => /[\p{L}\p{N}]/u.test(character))
      .join(''),
  )

/** Words for the people who run the site. A name that consists only of them looks official. */
const reservedNames = `admin administrator administration customer desk fanlight help mod moderation moderator
  moderators official security service staff support system team the`.split(/\s+/)

/** True for `Adm1n`, `fan_light.support`, `Ｓｕｐｐｏｒｔ Team`; the site's own name counts as ours does. */
export function speaksForTheHouse(name: string, siteName = ''): boolean {
  const reserved = [...reservedNames, siteName].map(nameSkeleton).filter((word) => word.length > 2)
  const made = new RegExp(`^(?:${reserved.join('|')})+$`, 'u')
  return made.test(nameSkeleton(name)) || made.test(nameSkeleton(name.replace(/\d+$/, '')))
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
/** A word that mixes two alphabets with similar characters is deceptive. Other alphabets often appear together in one name. */
const mixesAlphabets = (name: string): boolean =>
  (name.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1,
  )

/** Signs that are beside the names of those whose documents were seen. */
const approvalSign = /[\u2705\u2611\u2713\u2714\u{1f5f8}\u{1f5f9}]/u

/** A name that could be mistaken for the site itself, for an approved creator, or for another person's name. */
export const isMisleadingName = (name: string, siteName = ''): boolean =>
  speaksForTheHouse(name, siteName) || mixesAlphabets(name) || approvalSign.test(name)
