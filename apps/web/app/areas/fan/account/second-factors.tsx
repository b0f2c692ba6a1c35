import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Section } from './account-frame.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type Factors = Reply<'GET /auth/second-factor'>['data']
// Fetched by those who set one up.
const AuthenticatorSetup = lazy(() => import('./authenticator-setup.tsx'))

type Open =
  | { what: 'set-up'; secret: string; uri: string }
  | { what: 'remove' | 'renew' }
  | { what: 'codes'; codes: readonly string[] }
  | null

/** What beyond the password opens the account: an app, recovery codes, passkeys. */
export function SecondFactors({ factors }: { factors: Factors }) {
  const t = useT()
  const { date } = useFormats()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)
  const { send, sendOrThrow } = useMutation({ toasts: true })
  const close = () => {
    setOpen(null)
    void revalidate()
  }
  const setUp = async () => {
    const begun = await send('POST /auth/authenticator')
    if (begun) setOpen({ what: 'set-up', ...begun.data })
  }
  const renew = async () => {
    const made = await sendOrThrow('POST /auth/recovery-codes')
    if (made) setOpen({ what: 'codes', codes: made.data.recoveryCodes })
  }
  const { authenticatorAddedAt: addedAt, passkeys, recoveryCodesLeft } = factors
  return (
    <>
      <Section title={t('security.title')} lead={t('security.lead')}>
        {factors.isDemanded ? (
          <p role="status" className="mb-4 rounded-lg bg-token-soft px-4 py-3.5 text-token-soft-ink">
            {t('security.demanded')}
          </p>
        ) : null}
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          <Row
            icon={<Smartphone className="icon" aria-hidden="true" />}
            title={t('security.app.title')}
            text={addedAt ? t('security.app.on', { when: date(addedAt) }) : t('security.app.off')}
            isOn={addedAt !== null}
          >
            {addedAt ? (
              <Button
                size="sm"
                variant="outline"
                aria-label={t('security.app.removeLabel')}
                onClick={() => setOpen({ what: 'remove' })}
              >
                {t('security.app.remove')}
              </Button>
            ) : (
              <Button size="sm" variant="ink" onClick={() => void setUp()}>
                {t('security.app.setUp')}
              </Button>
            )}
          </Row>
          {addedAt || passkeys.length > 0 ? (
            <Row
              icon={<KeyRound className="icon" aria-hidden="true" />}
              title={t('security.codes.title')}
              text={t('security.codes.left', { count: recoveryCodesLeft })}
              isOn={recoveryCodesLeft > 0}
            >
              <Button size="sm" variant="outline" onClick={() => setOpen({ what: 'renew' })}>
                {t('security.codes.renew')}
              </Button>
            </Row>
          ) : null}
        </ul>
      </Section>
      <Passkeys
        passkeys={passkeys}
        canRemove={factors.can.removePasskey}
        onAdded={(codes) => (codes ? setOpen({ what: 'codes', codes }) : void revalidate())}
      />
      {open?.what === 'set-up' ? (
        <Suspense>
          <AuthenticatorSetup secret={open.secret} uri={open.uri} onClose={close} />
        </Suspense>
      ) : null}
      {open?.what === 'codes' ? (
        <Dialog open onOpenChange={(next) => next || close()} title={t('security.codes.title')} locked>
          <RecoveryCodes codes={open.codes} onDone={close} />
        </Dialog>
      ) : null}
      {open?.what === 'remove' ? (
        <ConfirmDialog
          title={t('security.app.removeTitle')}
          action={t('security.app.remove')}
          busy={t('security.removing')}
          onClose={close}
          onConfirm={async () => void (await sendOrThrow('DELETE /auth/authenticator'))}
        >
          {t('security.app.removeText')}
        </ConfirmDialog>
      ) : null}
      {open?.what === 'renew' ? (
        <ConfirmDialog
          title={t('security.codes.renewTitle')}
          action={t('security.codes.renew')}
          busy={t('security.codes.renewing')}
          variant="primary"
          onClose={() => setOpen((now) => (now?.what === 'renew' ? null : now))}
          onConfirm={renew}
        >
          {t('security.codes.renewText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface RowProps {
  icon: ReactNode
  title: ReactNode
  text: ReactNode
  isOn?: boolean
  children: ReactNode
}
export function Row({ icon, title, text, isOn = false, children }: RowProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-sm ${isOn ? 'bg-success-soft text-success-soft-ink' : 'bg-surface-2 text-ink-2'}`}
      >
        {isOn ? <ShieldCheck className="icon" aria-hidden="true" /> : icon}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-xs text-ink-3">{text}</p>
      </div>
      {children}
    </li>
  )
}
