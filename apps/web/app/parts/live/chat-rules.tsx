import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button, iconButtonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DetailsMenu } from '../../ui/details-menu.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import type { PublicChat } from './chat-state.ts'

const pauses = [0, 5, 10, 30, 60, 300]
const writers = ['everyone', 'followers', 'subscribers', 'none'] as const

interface ChatRulesProps {
  chat: PublicChat
  onChange: (chat: PublicChat) => void
  onCleared: () => void
}
/** How often people may write, and who. For the creator of the chat. */
export function ChatRules({ chat, onChange, onCleared }: ChatRulesProps) {
  const t = useT()
  const { seconds } = useFormats()
  const [isClearing, setClearing] = useState(false)
  const save = useMutation({ toasts: true })
  const { _id: id, slowModeSeconds, whoMayWrite } = chat
  const set = async (body: { slowModeSeconds: number } | { whoMayWrite: (typeof writers)[number] }) => {
    const reply = await save.send('PUT /conversations/stream/:id/update', { params: { id }, body })
    if (reply) onChange(reply.data)
  }
  return (
    <>
      <DetailsMenu
        label={t('live.rules')}
        tip
        summaryClass={iconButtonClass('ghost')}
        summary={<SlidersHorizontal aria-hidden="true" />}
      >
        <div className="grid w-64 gap-3 p-2">
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
          <Button size="sm" variant="quiet" onClick={() => setClearing(true)}>
            {t('live.clear')}
          </Button>
        </div>
      </DetailsMenu>
      {isClearing ? (
        <ConfirmDialog
          title={t('live.clearTitle')}
          action={t('live.clear')}
          busy={t('live.clearing')}
          onClose={() => setClearing(false)}
          onConfirm={async () => {
            await save.sendOrThrow('DELETE /messages/stream/:id/remove-all-message', { params: { id } })
            onCleared()
          }}
        >
          {t('live.clearText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
