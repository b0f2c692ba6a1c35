import { type ChangedSettings, secretMark, secretSettings } from '@fanlight/contract/settings'
import type { Context } from '../../platform/context.ts'
import { keyFor, keysFor } from '../../platform/keys.ts'
import { seal, unseal } from '../../platform/seal.ts'

// Settings that are secrets lie sealed in the database and never leave the server: staff see that there is one, and replace it.

type SecretName = (typeof secretSettings)[number]
const purpose = 'settings'
const isSecret = (name: string): name is SecretName => secretSettings.some((one) => one === name)

/** What was typed, sealed; the mark that stands for a secret changes nothing. */
export function withSealedSecrets({ secret }: Context, values: ChangedSettings): ChangedSettings {
  const kept = Object.entries(values).flatMap(([name, value]) => {
    if (!isSecret(name) || value === '') return [[name, value]]
    if (value === secretMark) return []
    return [[name, seal(keyFor(secret, purpose), name, String(value)).toString('base64')]]
  })
  return Object.fromEntries(kept) as ChangedSettings
}

export const withoutSecrets = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && value !== '' ? secretMark : value]),
  ) as T

export function openSecret(ctx: Context, name: SecretName): string {
  const sealed = ctx.settings.get(name)
  return sealed === '' ? '' : unseal(keysFor(ctx, purpose), name, Buffer.from(sealed, 'base64'))
}
