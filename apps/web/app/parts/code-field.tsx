import type { ReactNode } from 'react'
import { Field, Input } from '../ui/field.tsx'

const digits = 6

/** Six digits of an authenticator app: large, pasted with or without spaces, offered by phones that know the code. */
export function CodeField({ label, onFull }: { label: ReactNode; onFull?: (form: HTMLFormElement) => void }) {
  return (
    <Field label={label} name="code" required>
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        maxLength={20}
        dir="ltr"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for this and nothing else
        autoFocus
        className="num h-14! text-center text-2xl! tracking-[.35em] placeholder:tracking-[.35em]"
        placeholder="000000"
        onInput={({ currentTarget: { value, form } }) => {
          if (form && value.replaceAll(/\D/g, '').length === digits) onFull?.(form)
        }}
      />
    </Field>
  )
}
