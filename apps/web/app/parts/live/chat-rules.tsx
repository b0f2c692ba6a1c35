import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field, Select, Switch } from '../../ui/field.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import type { PublicChat } from './chat-state.ts'
import { HeldWords } from './held-words.tsx'
import { RoomPeople } from './room-people.tsx'

const pauses = [0, 5, 10, 30, 60, 300]
const writers = ['everyone', 'followers', 'subscribers', 'none'] as const

interface ChatRulesProps {
  chat: PublicChat
  onChange: (chat: PublicChat) => void
  onCleared: () => void
}
/** The settings of a chat: its rules, for its creator, and its people, for those who moderate it. */
export function ChatRules({ chat, onChange, onCleared }: ChatRulesProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [isClearing, setClearing] = useState(false)
  const { sendOrThrow } = useMutation()
  const { _id: id, can } = chat
  return (
    <>
      <IconButton label={t('live.rules')} onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" />
      </IconButton>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('live.rules')}>
        <div className="grid gap-6">
          {can.manage ? <Rules chat={chat} onChange={onChange} /> : null}
          <RoomPeople chatId={id} standing="moderator" mayRemove={can.manage} />
          <RoomPeople chatId={id} standing="muted" mayRemove />
          <RoomPeople chatId={id} standing="banned" mayRemove />
          <Button variant="quiet" onClick={() => setClearing(true)}>
            {t('live.clear')}
          </Button>
        </div>
      </Sheet>
      {isClearing ? (
        <ConfirmDialog
          title={t('live.clearTitle')}
          action={t('live.clear')}
          busy={t('live.clearing')}
          onClose={() => setClearing(false)}
          onConfirm={async () => {
            await sendOrThrow('DELETE /messages/stream/:id', { params: { id } })
            onCleared()
          }}
        >
          {t('live.clearText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface Changes {
  slowModeSeconds?: number
  whoMayWrite?: (typeof writers)[number]
  holdsLinks?: boolean
}
function Rules({ chat, onChange }: Pick<ChatRulesProps, 'chat' | 'onChange'>) {
  const t = useT()
  const { seconds } = useFormats()
  const save = useMutation({ toasts: true })
  const { _id: id, slowModeSeconds, whoMayWrite, holdsLinks } = chat
  const set = async (body: Changes) => {
    const reply = await save.send('PUT /conversations/stream/:id/update', { params: { id }, body })
    if (reply) onChange(reply.data)
  }
  return (
    <>
      <Field label={t('live.rules.pause')}>
        <Select
          small
          value={slowModeSeconds}
          onChange={(event) => void set({ slowModeSeconds: Number(event.currentTarget.value) })}
        >
          {[...new Set([...pauses, slowModeSeconds])]
            .toSorted((one, other) => one - other)
            .map((pause) => (
              <option key={pause} value={pause}>
                {pause === 0 ? t('live.rules.noPause') : t('live.rules.each', { time: seconds(pause) })}
              </option>
            ))}
        </Select>
      </Field>
      <Field label={t('live.rules.who')}>
        <Select
          small
          value={whoMayWrite}
          onChange={(event) => void set({ whoMayWrite: writers[event.currentTarget.selectedIndex] ?? 'everyone' })}
        >
          {writers.map((who) => (
            <option key={who} value={who}>
              {t(`live.rules.${who}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Switch
        label={t('live.rules.links')}
        hint={t('live.rules.linksHint')}
        checked={holdsLinks}
        onChange={(event) => void set({ holdsLinks: event.currentTarget.checked })}
      />
      <HeldWords />
    </>
  )
}
