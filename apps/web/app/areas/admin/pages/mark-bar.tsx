import { Bold, Heading2, Heading3, Link2, List, ListOrdered, Pilcrow, Quote } from 'lucide-react'
import type { RefObject } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { marked, type Mark } from './marking.ts'

const marks = [
  ['h2', Heading2],
  ['h3', Heading3],
  ['p', Pilcrow],
  ['strong', Bold],
  ['a', Link2],
  ['ul', List],
  ['ol', ListOrdered],
  ['blockquote', Quote],
] as const satisfies readonly (readonly [Mark, typeof Bold])[]

/** Puts an element around what is selected in the text. */
export function MarkBar({
  area,
  onChange,
}: {
  area: RefObject<HTMLTextAreaElement | null>
  onChange: (html: string) => void
}) {
  const t = useT()
  const put = (mark: Mark) => {
    const field = area.current
    if (!field) return
    const { value, from, to } = marked(field.value, field.selectionStart, field.selectionEnd, mark)
    onChange(value)
    field.focus()
    // The text is updated in the next frame; the selection is restored after it.
    requestAnimationFrame(() => field.setSelectionRange(from, to))
  }
  return (
    <div role="toolbar" aria-label={t('staff.posts.marks')} className="strip gap-1">
      {marks.map(([mark, Icon]) => (
        <IconButton key={mark} size="sm" label={t(`staff.posts.mark.${mark}`)} onClick={() => put(mark)}>
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </div>
  )
}
