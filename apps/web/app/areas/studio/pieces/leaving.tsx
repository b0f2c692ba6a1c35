import { type RefObject, useCallback } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Leaving as Question } from '../../../ui/leaving.tsx'

/** Asks for confirmation before the user leaves with unsaved work. */
export function Leaving({ dirty, title, text }: { dirty: RefObject<boolean>; title: string; text: string }) {
  const t = useT()
  const isDirty = useCallback(() => dirty.current, [dirty])
  return (
    <Question isDirty={isDirty} title={title} text={text} go={t('studio.leave.go')} stay={t('studio.leave.stay')} />
  )
}
