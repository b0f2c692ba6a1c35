import { useCallback, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Dismissed } from './dismissing.ts'

/** What was dismissed on this page; each can be undone from its toast. A refusal takes it back. */
export function useNotInterested() {
  const t = useT()
  const { send } = useMutation({ toasts: true })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // Several that are pressed soon after each other are sent one after the other.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const sendLatest = useRef(send)
  sendLatest.current = send
  const dismiss = useCallback(
    ({ type, id, name }: Dismissed) => {
      const show = () => setHidden((now) => new Set([...now].filter((other) => other !== id)))
      const hide = () => setHidden((now) => new Set(now).add(id))
      const next = (work: () => Promise<unknown>) => (line.current = line.current.then(work))
      const undo = () => {
        show()
        void next(async () => {
          if (!(await sendLatest.current('DELETE /user/not-interested/:id', { params: { id } }))) hide()
        })
      }
      hide()
      void next(async () => {
        if (!(await sendLatest.current('POST /user/not-interested', { body: { type, id } }))) return show()
        toast.say(t(`home.hidden.${type}`, { name }), { action: { label: t('home.undo'), run: undo } })
      })
    },
    [t],
  )
  return { hidden, dismiss }
}
