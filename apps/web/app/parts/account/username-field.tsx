import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Field, Input } from '../../ui/field.tsx'

const pauseMs = 500
const shape = /^[A-Za-z0-9_.]{3,30}$/

interface Checked {
  username: string
  /** Why it can't be taken; null where it can. */
  code: string | null
}

/** A username to choose. While it is typed, the field says whether it can be taken; where the check gets no answer, it says nothing. */
export function UsernameField({
  name,
  defaultValue,
  onTaken,
}: {
  name: string
  defaultValue?: string | undefined
  /** The name is found taken, which may be after the form went on to its next step. */
  onTaken?: () => void
}) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const taken = useRef(onTaken)
  taken.current = onTaken
  useEffect(() => {
    if (!shape.test(typed)) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call('GET /auth/usernames/:username', { params: { username: typed }, signal: abort.signal }).then(
        ({ data: { code } }) => {
          setChecked({ username: typed, code })
          if (code !== null) taken.current?.()
        },
        () => undefined,
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  const answer = checked?.username === typed ? checked : null
  const wrong = answer?.code ? t.maybe(`errors.${answer.code}`) : undefined
  useEffect(() => input.current?.setCustomValidity(wrong ?? ''), [wrong])
  return (
    <Field
      label={t('auth.username')}
      name={name}
      error={wrong ?? (answer ? '' : undefined)}
      hint={<span role="status">{answer && !wrong ? t('auth.usernameFree') : t('auth.usernameHint')}</span>}
      required
    >
      <Input
        ref={input}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        minLength={3}
        maxLength={30}
        pattern="[A-Za-z0-9_.]+"
        defaultValue={defaultValue}
        onInput={(event) => setTyped(event.currentTarget.value.trim())}
        start={<span aria-hidden="true">@</span>}
        className="ps-9!"
      />
    </Field>
  )
}
