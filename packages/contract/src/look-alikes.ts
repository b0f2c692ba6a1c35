// Names that the eye takes for other names. A skeleton is what is left of a name once everything is the same that looks the same.

const drawnAlike: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', m: 'rn', w: 'vv' }

/** Two usernames with one skeleton are told apart by nobody. The database keeps it too: `username_skeleton` says the same. */
export const usernameSkeleton = (username: string): string =>
  username.replaceAll(/[._]/g, '').replaceAll(/[01i5mw]/g, (letter) => drawnAlike[letter]!)

// Letters of other alphabets, and letters that are drawn as smaller ones, beside the Latin ones they pass for.
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
const latin = new Map(Object.entries(passingFor).flatMap(([to, drawn]) => [...drawn].map((one) => [one, to] as const)))

/** The skeleton of a name in any writing: width, style, case, accents and signs aside. */
export const nameSkeleton = (name: string): string =>
  usernameSkeleton(
    [
      ...name
        .normalize('NFKD')
        .replaceAll(/[\p{M}\p{Cf}]/gu, '')
        .toLowerCase(),
    ]
      .map((letter) => latin.get(letter) ?? letter)
      .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
      .join(''),
  )

/** Words for those who run the site. A name made of them alone speaks for the house. */
const houseWords = `admin administrator administration customer desk fanlight help mod moderation moderator
  moderators official security service staff support system team the`.split(/\s+/)

/** True for `Adm1n`, `fan_light.support`, `Ｓｕｐｐｏｒｔ Team`; the site's own name counts as ours does. */
export function speaksForTheHouse(name: string, siteName = ''): boolean {
  const words = [...houseWords, siteName].map(nameSkeleton).filter((word) => word.length > 2)
  const made = new RegExp(`^(?:${words.join('|')})+$`, 'u')
  return made.test(nameSkeleton(name)) || made.test(nameSkeleton(name.replace(/\d+$/, '')))
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
/** A word in two alphabets that share shapes was put together to deceive. Others stand side by side in one name all the time. */
const mixesAlphabets = (name: string): boolean =>
  (name.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1,
  )

/** Signs that stand beside the names of those whose papers were seen. */
const approvalSign = /[\u2705\u2611\u2713\u2714\u{1f5f8}\u{1f5f9}]/u

/** A name under which somebody would be taken for the house, for an approved creator, or for another person written otherwise. */
export const isMisleadingName = (name: string, siteName = ''): boolean =>
  speaksForTheHouse(name, siteName) || mixesAlphabets(name) || approvalSign.test(name)
