import { useEffect, useId, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CopyField, SecretField } from './copy-field.tsx'

/** Where a program sends, and the key for it, which is shown only when it is made. */
export function StreamKey({ isApproved }: { isApproved: boolean }) {
  const t = useT()
  const { date } = useFormats()
  const [server, setServer] = useState('')
  const [rtmp, setRtmp] = useState<string | null>(null)
  const [madeAt, setMadeAt] = useState<string | null | undefined>()
  const [key, setKey] = useState<string | null>(null)
  const [replacing, setReplacing] = useState(false)
  const { sendOrThrow, send, working } = useMutation({ toasts: true })
  const heading = useId()
  useEffect(() => {
    setServer(`${location.origin}/live/whip`)
    if (isApproved)
      call('GET /streaming/key').then(
        ({ data }) => {
          setMadeAt(data.createdAt)
          setRtmp(data.rtmp)
        },
        () => toast.error(),
      )
  }, [isApproved])
  const take = ({ data }: { data: { key: string; createdAt: string } }) => {
    setKey(data.key)
    setMadeAt(data.createdAt)
  }
  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {t('liveStudio.obs.title')}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{t('liveStudio.obs.text')}</p>
      </div>
      <CopyField label={t('liveStudio.obs.server')} copy={t('liveStudio.obs.copyServer')} value={server} />
      {key === null ? null : (
        <SecretField
          // Another key is hidden again.
          key={key}
          label={t('liveStudio.obs.key')}
          copy={t('liveStudio.obs.copyKey')}
          hint={t('liveStudio.obs.keyOnce')}
          value={key}
        />
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
      {rtmp === null ? null : <RtmpServer address={rtmp} />}
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

/** The second way, for programs that have no WHIP. */
function RtmpServer({ address }: { address: string }) {
  const t = useT()
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-3 border-t border-line pt-4">
      <div>
        <h3 id={heading} className="font-semibold">
          {t('liveStudio.obs.rtmpTitle')}
        </h3>
        <p className="mt-1 text-sm text-ink-2">{t('liveStudio.obs.rtmpText')}</p>
      </div>
      <CopyField label={t('liveStudio.obs.rtmpServer')} copy={t('liveStudio.obs.copyRtmpServer')} value={address} />
      <p className="text-sm text-ink-3">{t('liveStudio.obs.rtmpCost')}</p>
    </section>
  )
}
