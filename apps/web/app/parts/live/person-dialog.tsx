import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import type { PublicMessage } from './chat-state.ts'

export type PersonAction = 'muted' | 'banned' | 'moderator'
const durations = ['minutes-5', 'hour', 'stream'] as const
const texts = {
  muted: {
    title: 'live.person.muteTitle',
    text: 'live.person.muteText',
    action: 'live.person.mute',
    busy: 'live.person.muting',
    done: 'live.person.muted',
  },
  banned: {
    title: 'live.person.banTitle',
    text: 'live.person.banText',
    action: 'live.person.ban',
    busy: 'live.person.banning',
    done: 'live.person.banned',
  },
  moderator: {
    title: 'live.person.moderatorTitle',
    text: 'live.person.moderatorText',
    action: 'live.person.moderator',
    busy: 'live.person.naming',
    done: 'live.person.named',
  },
} as const

interface PersonDialogProps {
  chatId: string
  person: PublicMessage['sender']
  action: PersonAction
  onClose: () => void
}
/** Mutes or bans who wrote a message, or makes them a moderator, once it is confirmed what that means. */
export function PersonDialog({ chatId, person, action, onClose }: PersonDialogProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const [muteFor, setMuteFor] = useState<(typeof durations)[number]>('minutes-5')
  const { title, text, action: verb, busy, done } = texts[action]
  const { name } = person
  return (
    <ConfirmDialog
      title={t(title, { name })}
      action={t(verb)}
      busy={t(busy)}
      variant={action === 'banned' ? 'danger' : 'primary'}
      fields={
        action === 'muted' ? (
          <RadioCards
            name="muteFor"
            legend={t('live.person.for')}
            value={muteFor}
            onChange={(value) => setMuteFor(durations.find((duration) => duration === value) ?? 'minutes-5')}
            choices={durations.map((value) => ({ value, title: t(`live.person.for.${value}`) }))}
          />
        ) : undefined
      }
      onClose={onClose}
      onConfirm={async () => {
        await sendOrThrow('PUT /conversations/stream/:id/people/:userId', {
          params: { id: chatId, userId: person._id },
          body: action === 'muted' ? { standing: action, muteFor } : { standing: action },
        })
        toast.say(t(done, { name }))
      }}
    >
      {t(text)}
    </ConfirmDialog>
  )
}
