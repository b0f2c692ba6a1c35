import { Fingerprint, Plus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { createPasskey, PasskeyStopped } from '../../../parts/account/passkey.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from './account-frame.tsx'
import type { Factors } from './second-factors.tsx'

type Passkey = Factors['passkeys'][number]
interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** The last way in stays. */
  canRemove: boolean
  /** With the recovery codes that came along, if it was the first factor. */
  onAdded: (codes: readonly string[] | null) => void
}

export function Passkeys({ passkeys, canRemove, onAdded }: PasskeysProps) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null>(null)
  const { attemptOrThrow, sendOrThrow } = useMutation()
  const [known, setKnown] = useState(true)
  useEffect(() => setKnown(globalThis.PublicKeyCredential !== undefined), [])
  const close = () => {
    setOpen(null)
    void revalidate()
  }
  const add = async (name: string) => {
    await attemptOrThrow(name, async (change) => {
      const { data } = await change('POST /auth/passkeys/options')
      const saved = await change('POST /auth/passkeys', {
        body: { name, passkey: await createPasskey(data.options) },
      })
      onAdded(saved.data.recoveryCodes?.length ? saved.data.recoveryCodes : null)
    })
    setOpen(null)
  }
  return (
    <Section title={t('security.passkeys.title')} lead={t('security.passkeys.lead')}>
      {passkeys.length > 0 ? (
        <ul className="mb-4 divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              canRemove={canRemove}
              onRename={() => setOpen({ what: 'rename', passkey })}
              onRemove={() => setOpen({ what: 'remove', passkey })}
            />
          ))}
        </ul>
      ) : (
        <p className="mb-4 text-sm text-ink-2">{t('security.passkeys.empty')}</p>
      )}
      {known ? (
        <Button variant="outline" onClick={() => setOpen({ what: 'add' })}>
          <Plus aria-hidden="true" />
          {t('security.passkeys.add')}
        </Button>
      ) : null}
      {open?.what === 'add' ? (
        <NameDialog
          title={t('security.passkeys.add')}
          action={t('security.passkeys.add')}
          busyText={t('security.passkeys.adding')}
          onSave={add}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.what === 'rename' ? (
        <NameDialog
          title={t('security.passkeys.rename')}
          action={t('security.passkeys.rename')}
          busyText={t('ui.saving')}
          present={open.passkey.name}
          onSave={async (name) => {
            await sendOrThrow('PUT /auth/passkeys/:id', { params: { id: open.passkey._id }, body: { name } })
            close()
          }}
          onClose={close}
        />
      ) : null}
      {open?.what === 'remove' ? (
        <ConfirmDialog
          title={t('security.passkeys.removeTitle')}
          action={t('security.app.remove')}
          busy={t('security.removing')}
          onClose={close}
          onConfirm={async () =>
            void (await sendOrThrow('DELETE /auth/passkeys/:id', { params: { id: open.passkey._id } }))
          }
        >
          {t('security.passkeys.removeText', { name: open.passkey.name })}
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  canRemove: boolean
  onRename: () => void
  onRemove: () => void
}
function PasskeyRow({ passkey, canRemove, onRename, onRemove }: PasskeyRowProps) {
  const t = useT()
  const { date, dateTime } = useFormats()
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-success-soft text-success-soft-ink">
        <Fingerprint className="icon" aria-hidden="true" />
      </span>
      <div className="min-w-32 flex-1">
        <p className="truncate font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-xs text-ink-3">
          {lastUsedAt
            ? t('security.passkeys.used', { when: dateTime(lastUsedAt) })
            : t('security.passkeys.added', { when: date(createdAt) })}
        </p>
      </div>
      <div className="flex gap-1.5">
        <Button size="sm" variant="ghost" aria-label={t('security.passkeys.renameLabel', { name })} onClick={onRename}>
          {t('security.passkeys.rename')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={!canRemove}
          aria-label={t('security.passkeys.removeLabel', { name })}
          onClick={onRemove}
        >
          {t('security.app.remove')}
        </Button>
      </div>
      {canRemove ? null : <p className="basis-full text-xs text-ink-3">{t('security.passkeys.last')}</p>}
    </li>
  )
}

interface NameDialogProps {
  title: string
  action: string
  busyText: string
  present?: string
  onSave: (name: string) => Promise<void>
  onClose: () => void
}
function NameDialog({ title, action, busyText, present = '', onSave, onClose }: NameDialogProps) {
  const t = useT()
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await onSave(String(new FormData(event.currentTarget).get('name') ?? '').trim())
    } catch (error) {
      if (error instanceof PasskeyStopped) toast.error('security.passkeys.stopped')
      else setProblem(asProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} locked={busy}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-5 py-3">
        <FormProblem problem={problem}>
          <Field label={t('security.passkeys.name')} name="name" hint={t('security.passkeys.nameHint')} required>
            <Input defaultValue={present} maxLength={60} autoComplete="off" />
          </Field>
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? busyText : undefined}>
            {action}
          </Button>
        </FormProblem>
      </form>
    </Dialog>
  )
}
