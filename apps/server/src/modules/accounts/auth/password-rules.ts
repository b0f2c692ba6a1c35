import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Context } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { type GivenPassword, isDigest } from './password-hash.ts'

export const passwordLengthMin = 10

/** Ten characters or more, and on no list of stolen passwords. A hashed one was checked in the browser; it must be expected to come so. */
export async function checkStrength(ctx: Context, given: GivenPassword): Promise<void> {
  if (given.hashed) {
    if (!ctx.config.hashPasswordOnClient || !isDigest(given.password)) refuseField('INVALID_INPUT', 'password')
    return
  }
  if ([...given.password].length < passwordLengthMin) refuseField('PASSWORD_TOO_SHORT', 'password')
  if (await isStolen(given.password)) refuseField('PASSWORD_BREACHED', 'password')
}

let stolen: Promise<Set<string>> | undefined
/** Also what is only a stolen one with a tail (`sunshine2024!`), one character repeated, or a row of keys. */
async function isStolen(password: string): Promise<boolean> {
  stolen ??= readFile(new URL('stolen-passwords.txt.gz', import.meta.url)).then(
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
