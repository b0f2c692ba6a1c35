import { type FormEvent, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { useT } from '../../../i18n/context.tsx'
import { CodeField } from '../../../parts/account/code-field.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { CopyButton, RecoveryCodes } from './recovery-codes.tsx'

interface AuthenticatorSetupProps {
  secret: string
  uri: string
  onClose: () => void
}

/** Scan, type what the app shows, keep the recovery codes. */
export default function AuthenticatorSetup({ secret, uri, onClose }: AuthenticatorSetupProps) {
  const t = useT()
  const code = useRef<HTMLInputElement>(null)
  const { send: change, working: busy, problem } = useMutation({ fields: { CODE_INCORRECT: 'code' } })
  const [codes, setCodes] = useState<string[] | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const digits = String(new FormData(event.currentTarget).get('code') ?? '')
    const added = await change('PUT /auth/authenticator', { body: { code: digits } })
    if (added?.data.recoveryCodes) setCodes(added.data.recoveryCodes)
    else if (added) onClose()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t(codes ? 'security.codes.title' : 'security.setUp.title')}
      locked={busy || codes !== null}
      initialFocus={code}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form onSubmit={(event) => void send(event)} className="flex flex-col gap-5 py-3">
          <p className="text-sm text-ink-2">{t('security.setUp.scan')}</p>
          <QrCode text={uri} label={t('security.setUp.qr')} />
          <details className="rounded-md bg-surface-2 px-4 py-3 text-sm">
            <summary className="cursor-pointer font-medium">{t('security.setUp.byHand')}</summary>
            <p dir="ltr" className="num mt-3 mb-3 break-all select-all">
              {secret.replaceAll(/.{4}(?!$)/g, '$& ')}
            </p>
            <CopyButton text={secret} />
          </details>
          <FormProblem problem={problem}>
            <CodeField ref={code} label={t('security.setUp.code')} onFull={(form) => form.requestSubmit()} />
            <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('security.checking') : undefined}>
              {t('security.setUp.confirm')}
            </Button>
          </FormProblem>
        </form>
      )}
    </Sheet>
  )
}

/** Dark on white in either theme: cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { border: 2 })
    return { size, path: data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-lg bg-white p-1 shadow-[0_0_0_1px_var(--line)]"
    >
      <path d={path} fill="#16110e" />
    </svg>
  )
}
