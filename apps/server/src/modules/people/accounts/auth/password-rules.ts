import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Context } from '../../../../platform/context.ts'
import { refuseField } from '../../../../platform/refusal.ts'
import { digestOf, type GivenPassword, isDigest } from './password-hash.ts'

export const passwordLengthMin = 10

/** Ten characters or more, on no list of stolen passwords, and neither the username nor the name of the site. A hashed one was checked in the browser; it must be expected to come so. */
export async function checkStrength(ctx: Context, given: GivenPassword, username: string | null = null): Promise<void> {
  const names = [ctx.settings.get('siteName'), ...(username === null ? [] : [username])]
  if (names.some((name) => isMadeOf(given, name))) refuseField('PASSWORD_IS_NAME', 'password')
  if (given.hashed) {
    if (!ctx.config.hashPasswordOnClient || !isDigest(given.password)) refuseField('INVALID_INPUT', 'password')
    return
  }
  if ([...given.password].length < passwordLengthMin) refuseField('PASSWORD_TOO_SHORT', 'password')
  if (await isStolen(given.password)) refuseField('PASSWORD_BREACHED', 'password')
}

const signs = /[^\p{L}\p{N}]/gu
/** The name itself, also repeated, spaced or with digits behind it. Of a hashed password only the name itself can be recognised. */
function isMadeOf({ password, hashed }: GivenPassword, name: string): boolean {
  if (hashed)
    return [name, name.toLowerCase()].some(
      (form) => digestOf({ password: form, hashed: false }) === password.toLowerCase(),
    )
  const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(signs, '')
  const bare = plain(name)
  const rest = plain(password).replaceAll(bare, '')
  return bare !== '' && plain(password).startsWith(bare) && /^\d*$/.test(rest)
}

let stolen: Promise<Set<string>> | undefined
/** Also what is only a stolen one with a tail (`sunshine2024!`), one character repeated, or a row of keys. */
async function isStolen(password: string): Promise<boolean> {
  stolen ??= readFile(new URL('./stolen-passwords.txt.gz', import.meta.url)).then(
    (file) => new Set(gunzipSync(file).toString().split('\n')),
  )
  const list = await stolen
  const plain = password.toLowerCase()
  const withoutTail = plain.replace(/[^a-z]{1,6}$/, '')
  return list.has(plain) || list.has(withoutTail) || new Set(plain).size <= 3 || isRun(plain)
}

/** `abcdefghijk`, `0987654321`: every character follows the one before it. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((entry, index) => entry.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1 || step === 9)
}
