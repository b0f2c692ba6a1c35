import type { FormEvent } from 'react'
import { useSubmit } from 'react-router'
import { usePageInfo } from '../../i18n/context.tsx'

/** spec §5: where the installation requires it, the browser sends the password's SHA-256 instead, and marks it as hashed. */
export function useHashedSubmit(passwordNames: readonly string[]) {
  const submit = useSubmit()
  const { config } = usePageInfo()
  return (event: FormEvent<HTMLFormElement>) => {
    if (!config.hashPasswords || !crypto.subtle) return
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form, (event.nativeEvent as SubmitEvent).submitter)
    void Promise.all(
      passwordNames
        .filter((name) => data.get(name))
        .map(async (name) => data.set(name, await sha256(String(data.get(name))))),
    ).then(() => {
      data.set('hashed', 'true')
      return submit(data, { method: 'post' })
    })
  }
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The fields of a form, with the passwords in them as the installation wants them. */
export async function fieldsOf(form: HTMLFormElement, hashPasswords: boolean): Promise<FormData> {
  const data = new FormData(form)
  const password = String(data.get('currentPassword') ?? '')
  if (hashPasswords && password) {
    data.set('currentPassword', await sha256(password))
    data.set('hashed', 'true')
  }
  return data
}
