import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Switch } from '../../../ui/field.tsx'
import { Section } from '../account/account-frame.tsx'

/** Whether others may see that one is online. */
export function Presence({ isShown }: { isShown: boolean }) {
  const t = useT()
  const me = useMe()
  const { send, working } = useMutation({ toasts: true })
  const [on, setOn] = useState(isShown)
  const change = async (showPresence: boolean) => {
    setOn(showPresence)
    const body = { showPresence }
    const reply = me?.isPerformer ? await send('PUT /performers/me', { body }) : await send('PUT /users', { body })
    if (!reply) setOn(!showPresence)
  }
  return (
    <Section title={t('privacy.presence.title')} lead={null}>
      <Switch
        className="rounded-lg bg-surface p-4 ring-1 ring-line"
        label={t('privacy.presence.show')}
        hint={t('privacy.presence.hint')}
        checked={on}
        disabled={working}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Section>
  )
}
