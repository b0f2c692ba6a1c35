import { Smile } from 'lucide-react'
import { lazy, type RefObject, startTransition, Suspense, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { insertText } from './insert-text.ts'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))

interface EmojiButtonProps {
  /** Where a chosen emoji is put. */
  field: RefObject<HTMLTextAreaElement | null>
  size?: 'sm' | 'md'
  className?: string
}

/** Opens the emoji; they are loaded with the first press. */
export function EmojiButton({ field, size = 'md', className }: EmojiButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        label={t('messages.emoji')}
        size={size}
        tip="top"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={className}
        onClick={() => startTransition(() => setOpen(!open))}
      >
        <Smile aria-hidden="true" />
      </IconButton>
      {open ? (
        <Suspense>
          <EmojiPicker
            anchor={button}
            field={field}
            onChoose={(emoji) => insertText(field.current, emoji)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
