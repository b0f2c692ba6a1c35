import type { RoomKey } from '@fanlight/contract/room-keys'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'

export interface MadeRoomKey {
  key: string
  signingSecret: string | null
  createdAt: string
}
const texts = {
  overlay: {
    none: 'liveStudio.overlay.none',
    made: 'liveStudio.overlay.made',
    make: 'liveStudio.overlay.make',
    replace: 'liveStudio.overlay.replace',
    replaceTitle: 'liveStudio.overlay.replaceTitle',
    replaceText: 'liveStudio.overlay.replaceText',
    revoke: 'liveStudio.overlay.revoke',
    revokeTitle: 'liveStudio.overlay.revokeTitle',
    revokeText: 'liveStudio.overlay.revokeText',
  },
  feed: {
    none: 'liveStudio.tools.none',
    made: 'liveStudio.tools.made',
    make: 'liveStudio.tools.make',
    replace: 'liveStudio.tools.replace',
    replaceTitle: 'liveStudio.tools.replaceTitle',
    replaceText: 'liveStudio.tools.replaceText',
    revoke: 'liveStudio.tools.revoke',
    revokeTitle: 'liveStudio.tools.revokeTitle',
    revokeText: 'liveStudio.tools.revokeText',
  },
} as const

interface RoomKeyActionsProps {
  kind: RoomKey['kind']
  /** null: there is none; undefined: that is not known yet. */
  madeAt: string | null | undefined
  isApproved: boolean
  onMade: (made: MadeRoomKey) => void
  onRevoked: () => void
}
/** When a key was made, and the ways to make, replace and revoke it. */
export function RoomKeyActions({ kind, madeAt, isApproved, onMade, onRevoked }: RoomKeyActionsProps) {
  const t = useT()
  const { date } = useFormats()
  const isHydrated = useHydrated()
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const { send, sendOrThrow, working } = useMutation({ toasts: true })
  const text = texts[kind]
  const make = async () => {
    const reply = await send('POST /streaming/room-keys/:kind', { params: { kind } })
    if (reply) onMade(reply.data)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="basis-full text-sm text-ink-3">
        {madeAt ? t(text.made, { date: date(madeAt) }) : madeAt === null ? t(text.none) : null}
      </p>
      {madeAt ? (
        <Button variant="ghost" disabled={!isHydrated} onClick={() => setAsking('revoke')}>
          {t(text.revoke)}
        </Button>
      ) : null}
      <Button
        variant="quiet"
        disabled={madeAt === undefined || !isHydrated || !isApproved}
        busy={working ? t('liveStudio.overlay.making') : undefined}
        onClick={() => (madeAt ? setAsking('replace') : void make())}
      >
        {t(madeAt ? text.replace : text.make)}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t(text[`${asking}Title`])}
          action={t(text[asking])}
          busy={t(asking === 'replace' ? 'liveStudio.overlay.making' : 'liveStudio.overlay.revoking')}
          keep={t('ui.back')}
          onConfirm={async () => {
            if (asking === 'revoke') {
              if (await sendOrThrow('DELETE /streaming/room-keys/:kind', { params: { kind } })) onRevoked()
              return
            }
            const reply = await sendOrThrow('POST /streaming/room-keys/:kind', { params: { kind } })
            if (reply) onMade(reply.data)
          }}
          onClose={() => setAsking(null)}
        >
          <p>{t(text[`${asking}Text`])}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
