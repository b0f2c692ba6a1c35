import { Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Where a program sends, and the key for it, which is shown only when it is made. */
export function StreamKey({ isApproved }: { isApproved: boolean }) {
  const t = useT()
  const { date } = useFormats()
  const [server, setServer] = useState('')
  const [madeAt, setMadeAt] = useState<string | null | undefined>()
  const [key, setKey] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const { sendOrThrow, send, working } = useMutation({ toasts: true })
  const heading = useId()
  useEffect(() => {
    setServer(`${location.origin}/live/whip`)
    if (isApproved)
      call('GET /streaming/key').then(
        ({ data }) => setMadeAt(data.createdAt),
        () => toast.error(),
      )
  }, [isApproved])
  const take = ({ data }: { data: { key: string; createdAt: string } }) => {
    setKey(data.key)
    setMadeAt(data.createdAt)
    setShown(false)
  }
  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {t('liveStudio.obs.title')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('liveStudio.obs.text')}</p>
      </div>
      <Field label={t('liveStudio.obs.server')}>
        <Input
          dir="ltr"
          readOnly
          value={server}
          end={<CopyButton text={server} label={t('liveStudio.obs.copyServer')} />}
        />
      </Field>
      {key === null ? null : (
        <Field label={t('liveStudio.obs.key')} hint={t('liveStudio.obs.keyOnce')}>
          <Input
            dir="ltr"
            readOnly
            autoComplete="off"
            className="pe-24"
            type={isShown ? 'text' : 'password'}
            value={key}
            end={
              <span className="flex">
                <IconButton
                  label={t(isShown ? 'liveStudio.obs.hide' : 'liveStudio.obs.show')}
                  aria-pressed={isShown}
                  size="md"
                  tip="none"
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
                </IconButton>
                <CopyButton text={key} label={t('liveStudio.obs.copyKey')} />
              </span>
            }
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-sm text-ink-3">
          {madeAt
            ? t('liveStudio.obs.keyMade', { date: date(madeAt) })
            : madeAt === null
              ? t('liveStudio.obs.keyNone')
              : null}
        </p>
        <Button
          variant="quiet"
          disabled={madeAt === undefined}
          busy={working ? t('liveStudio.obs.making') : undefined}
          onClick={() =>
            madeAt ? setReplacing(true) : void send('POST /streaming/key').then((reply) => reply && take(reply))
          }
        >
          {t(madeAt ? 'liveStudio.obs.replace' : 'liveStudio.obs.make')}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t('liveStudio.obs.advice')}</p>
      {replacing ? (
        <ConfirmDialog
          title={t('liveStudio.obs.replaceTitle')}
          action={t('liveStudio.obs.replace')}
          busy={t('liveStudio.obs.making')}
          keep={t('liveStudio.obs.keep')}
          onConfirm={async () => {
            const reply = await sendOrThrow('POST /streaming/key')
            if (reply) take(reply)
          }}
          onClose={() => setReplacing(false)}
        >
          <p>{t('liveStudio.obs.replaceText')}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <IconButton
      label={label}
      size="md"
      tip="none"
      onClick={() => void navigator.clipboard.writeText(text).then(toast.copied, () => toast.error())}
    >
      <Copy aria-hidden="true" />
    </IconButton>
  )
}
