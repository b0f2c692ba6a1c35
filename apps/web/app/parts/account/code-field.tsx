import type { ReactNode, RefObject } from 'react'
import { Field, Input } from '../../ui/field.tsx'

const digits = 6

interface CodeFieldProps {
  label: ReactNode
  onFull?: (form: HTMLFormElement) => void
  /** For a window, which gives the focus itself: a field that takes it would keep the window from giving it back. */
  ref?: RefObject<HTMLInputElement | null>
}

/** Six digits of an authenticator app: large, pasted with or without spaces, offered by phones that know the code. */
export function CodeField({ label, onFull, ref }: CodeFieldProps) {
  return (
    <Field label={label} name="code" required>
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        maxLength={20}
        dir="ltr"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- this is the only purpose of the page
        autoFocus={!ref}
        ref={ref}
        className="num h-14! text-center text-2xl! tracking-[.35em] placeholder:tracking-[.35em]"
        placeholder="000000"
        onInput={({ currentTarget: { value, form } }) => {
          if (form && value.replaceAll(/\D/g, '').length === digits) onFull?.(form)
        }}
      />
    </Field>
  )
}
