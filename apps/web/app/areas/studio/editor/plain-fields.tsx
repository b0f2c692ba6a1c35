import type { ComponentProps } from 'react'
import { useControlProps } from '../../../ui/field.tsx'

const plain =
  'block w-full min-w-0 bg-transparent text-ink placeholder:text-ink-3 [unicode-bidi:plaintext] rounded-sm focus-visible:outline-offset-4 aria-invalid:shadow-[inset_0_-2px_0_0_var(--danger-text)]'

/** A title that is written where it will stand: no frame until it has the focus. */
export function PlainInput(props: ComponentProps<'input'>) {
  const control = useControlProps(props)
  return (
    <input {...control} className={`${plain} h-10 pointer-coarse:h-11 font-display text-xl font-bold tracking-tight`} />
  )
}

/** A text that grows with what is written. */
export function PlainTextarea(props: ComponentProps<'textarea'>) {
  const control = useControlProps(props)
  return <textarea {...control} className={`${plain} min-h-[3.6em] resize-none py-1 text-lg [field-sizing:content]`} />
}
