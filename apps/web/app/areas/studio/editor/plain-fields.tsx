import type { ComponentProps } from 'react'
import { useControlProps } from '../../../ui/field.tsx'

const plain =
  'block w-full min-w-0 bg-transparent text-ink placeholder:text-ink-3 [unicode-bidi:plaintext] rounded-sm focus-visible:outline-offset-4 aria-invalid:shadow-[inset_0_-2px_0_0_var(--danger-text)]'

/** A title that is written where it will stand: no frame until it has the focus. */
export function PlainTitle({
  onWrite,
  ...props
}: Omit<ComponentProps<'textarea'>, 'onChange'> & { onWrite: (title: string) => void }) {
  const control = useControlProps(props)
  return (
    // A title is one line and is read whole: it wraps, and takes no line breaks.
    <textarea
      {...control}
      rows={1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
      }}
      onChange={(event) => onWrite(event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
      className={`${plain} min-h-10 pointer-coarse:min-h-11 resize-none py-1.5 font-display text-xl font-bold tracking-tight [field-sizing:content]`}
    />
  )
}

/** A text that grows with what is written. */
export function PlainTextarea(props: ComponentProps<'textarea'>) {
  const control = useControlProps(props)
  return <textarea {...control} className={`${plain} min-h-[3.6em] resize-none py-1 text-lg [field-sizing:content]`} />
}
