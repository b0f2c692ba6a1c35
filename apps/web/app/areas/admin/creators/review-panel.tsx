import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { type OpenForm, Decision } from './decision.tsx'
import { VerificationDetails } from './verification-details.tsx'

export type Opened = Reply<'GET /admin/verifications/:id'>['data']
interface PanelProps {
  verification: Opened | null
  loading: boolean
  onClose: () => void
  onDecided: () => void
  onUndo: (id: string) => void
}
/** Statuses that need a decision; the others are already decided, or need an answer from the creator. */
const open = new Set<Opened['status']>(['submitted', 'in_review'])

/** One creator beside the queue: what they declared, what the account says, the documents, and the decision. */
export function ReviewPanel({ verification, loading, onClose, onDecided, onUndo }: PanelProps) {
  const t = useT()
  const [openForm, setOpenForm] = useState<OpenForm>(null)
  // Which documents were opened here; the server has the last word. Where it refuses, they are opened again.
  const [openedHere, setOpenedHere] = useState<readonly string[]>([])
  const [round, setRound] = useState(0)
  const heading = useRef<HTMLDivElement>(null)
  const mayDecide = verification !== null && open.has(verification.status) && verification.claim?.mine !== false

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest('input, textarea, select')
      if (typing || event.altKey || event.ctrlKey || event.metaKey) return
      const key = event.key.toLowerCase()
      const target = document.querySelector<HTMLElement>(`[data-key="${key}"]`)
      // The same as a click: a decision needs a second step either way.
      if (target && (key === 'a' || key === 'o')) {
        event.preventDefault()
        if (key === 'a') target.click()
        else target.focus()
      } else if (mayDecide && (key === 'm' || key === 'r')) {
        event.preventDefault()
        setOpenForm(key === 'm' ? 'more' : 'rejection')
      }
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [mayDecide])

  return (
    <Sheet
      open
      onOpenChange={(next) => {
        if (next) return
        if (openForm) setOpenForm(null)
        else onClose()
      }}
      initialFocus={heading}
      width={860}
      title={
        verification ? <bdi>{verification.performer.name}</bdi> : loading ? t('review.opening') : t('review.title')
      }
      description={verification ? <bdi>@{verification.performer.username ?? ''}</bdi> : undefined}
      footer={
        mayDecide ? (
          <Decision
            verification={verification}
            openForm={openForm}
            setOpenForm={setOpenForm}
            onDecided={onDecided}
            onUndo={onUndo}
            isOpened={({ _id, opened }) => opened || openedHere.includes(_id)}
            onNotOpened={() => {
              setOpenedHere([])
              setOpenForm(null)
              setRound((last) => last + 1)
            }}
          />
        ) : undefined
      }
    >
      <div ref={heading} tabIndex={-1} className="outline-none">
        {verification ? (
          <VerificationDetails
            key={round}
            verification={verification}
            onOpened={(id) => setOpenedHere((before) => [...before, id])}
            onUndo={onUndo}
          />
        ) : loading ? (
          <Loading>
            <div className="grid gap-3 pb-3">
              <Skeleton className="h-6 w-56" />
              <Skeleton className="h-58" />
              <Skeleton className="h-5 w-24" />
              <Skeleton className="h-44" />
            </div>
          </Loading>
        ) : (
          <EmptyState
            title={t('review.gone')}
            action={
              <Button variant="quiet" onClick={onClose}>
                {t('ui.close')}
              </Button>
            }
          />
        )}
      </div>
    </Sheet>
  )
}
