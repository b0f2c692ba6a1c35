import { type ChangedSettings, secretMark, secretSettings } from '@fanlight/contract/settings'
import type { Context } from './context.ts'
import { keyFor, keysFor } from './keys.ts'
import { encrypt, decrypt } from './encryption.ts'

// Settings that are secrets are stored encrypted in the database and never leave the server: staff see that there is one, and replace it.

type SecretName = (typeof secretSettings)[number]
const purpose = 'settings'
const isSecret = (name: string): name is SecretName => secretSettings.some((setting) => setting === name)

/** Encrypts the values that were entered; the placeholder of a secret leaves the stored secret unchanged. */
export function withEncryptedSecrets({ secret }: Context, values: ChangedSettings): ChangedSettings {
  const encrypted = Object.entries(values).flatMap(([name, value]) => {
    if (!isSecret(name) || value === '') return [[name, value]]
    if (value === secretMark) return []
    return [[name, encrypt(keyFor(secret, purpose), name, String(value)).toString('base64')]]
  })
  return Object.fromEntries(encrypted) as ChangedSettings
}

export const withoutSecrets = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && value !== '' ? secretMark : value]),
  ) as T

export function openSecret(ctx: Context, name: SecretName): string {
  const encrypted = ctx.settings.get(name)
  return encrypted === '' ? '' : decrypt(keysFor(ctx, purpose), name, Buffer.from(encrypted, 'base64'))
}
