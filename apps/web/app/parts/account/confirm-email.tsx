import { MailCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMutation } from '../forms/use-mutation.ts'

const laterKey = 'confirm-email-later'

/** Asks whoever has not opened the link yet to do so. Put away, it comes back with the next visit. */
export default function ConfirmEmail({ email }: { email: string }) {
  const t = useT()
  const [isLater, setLater] = useState(false)
  const { send, working } = useMutation({ toasts: true })
  useEffect(() => setLater(sessionStorage.getItem(laterKey) !== null), [])
  if (isLater) return null
  const sendAgain = async () => {
    if (await send('POST /auth/email-verification', { body: { email } })) toast.say(t('confirmEmail.sent'))
  }
  return (
    <section
      aria-label={t('confirmEmail.title')}
      className="mx-4 mt-3 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 rounded-lg bg-primary-soft py-3 ps-4 pe-2 text-primary-soft-ink md:mx-auto md:flex md:w-[min(100%-48px,64rem)]"
    >
      <MailCheck className="icon shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 text-sm wrap-break-word">
        <strong className="font-strong">{t('confirmEmail.title')}</strong>{' '}
        {t.rich('confirmEmail.text', { address: () => <bdi key="address">{email}</bdi> })}
      </p>
      <IconButton
        size="sm"
        className="md:order-last"
        label={t('confirmEmail.later')}
        tip="none"
        onClick={() => {
          sessionStorage.setItem(laterKey, '1')
          setLater(true)
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
      <Button
        size="sm"
        variant="ink"
        className="col-start-2 justify-self-start"
        busy={working ? t('ui.sending') : undefined}
        onClick={() => void sendAgain()}
      >
        {t('confirmEmail.again')}
      </Button>
    </section>
  )
}
