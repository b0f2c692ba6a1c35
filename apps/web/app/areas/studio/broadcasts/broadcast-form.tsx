import { messageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { CalendarClock, Send, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { AttachFiles } from '../../../parts/messages/attach-files.tsx'
import { useAttachments } from '../../../parts/messages/attachments.ts'
import { EmojiButton } from '../../../parts/messages/emoji-button.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Checkbox, Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Recipients, useRecipients } from '../pieces/use-recipients.ts'
import { MessagePreview } from './message-preview.tsx'
import { useStartedMessage } from './started-message.ts'

type Audience = Recipients[number]
type Plan = Pick<Reply<'GET /performer/plans'>['data'][number], '_id' | 'name' | 'type' | 'months' | 'active'>
interface BroadcastFormProps {
  lists: readonly { _id: string; name: string }[]
  plans: readonly Plan[]
  onSent: () => void
}

const kinds = ['subscribers', 'followers', 'expired', 'buyers'] as const

/** Who receives the message, what it says and costs, and when it goes. */
export function BroadcastForm({ lists, plans, onSent }: BroadcastFormProps) {
  const t = useT()
  const { number, list } = useFormats()
  const planName = ({ name, type, months }: Plan) =>
    t('broadcast.plan', {
      name,
      length: type === 'bundle' ? t('studio.pricing.bundle', { count: months }) : t(`studio.pricing.${type}`),
    })
  const { people, segment, text: written } = useStartedMessage()
  const choices = [
    ...(people.length > 0
      ? [
          {
            key: 'people',
            label: t('broadcast.people', { count: people.length, shown: number(people.length) }),
            audience: { kind: 'people', ids: people.map(({ _id }) => _id) } as Audience,
          },
        ]
      : []),
    ...(segment
      ? [
          {
            key: 'segment',
            label: t('broadcast.people', { count: segment.total, shown: segment.shown }),
            audience: { kind: 'segment', segment: segment.segment } as Audience,
          },
        ]
      : []),
    ...kinds.map((kind) => ({ key: kind as string, label: t(`broadcast.to.${kind}`), audience: { kind } as Audience })),
    ...lists.map(({ _id, name }) => ({
      key: _id,
      label: t('broadcast.list', { name }),
      audience: { kind: 'list', id: _id } as Audience,
    })),
    ...plans
      .filter(({ active }) => active)
      .map((plan) => ({
        key: plan._id,
        label: planName(plan),
        audience: { kind: 'plan', id: plan._id } as Audience,
      })),
  ]
  const audiences = (keys: readonly string[]) =>
    choices.filter(({ key }) => keys.includes(key)).map(({ audience }) => audience)
  const [include, setInclude] = useState<readonly string[]>([
    people.length > 0 ? 'people' : segment ? 'segment' : 'subscribers',
  ])
  const [exclude, setExclude] = useState<readonly string[]>([])
  const [text, setText] = useState(written)
  const [priceText, setPriceText] = useState('')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState('')
  const [leaveOutOwners, setLeaveOutOwners] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const attachments = useAttachments()
  const fileIds = attachments.items.flatMap(({ fileId }) => fileId ?? [])
  const isUploading = attachments.items.some(({ fileId }) => fileId === null)
  const { send, working, problem } = useMutation()
  const [isAsking, setAsking] = useState(false)
  const { counted, hasFailed, again } = useRecipients(audiences(include), audiences(exclude), fileIds)
  const price = priceText.trim() === '' ? undefined : (readTokens(priceText) ?? undefined)
  const receivers = counted ? counted.recipients - (leaveOutOwners ? counted.owners : 0) : null
  const isReady =
    include.length > 0 &&
    !isUploading &&
    (text.trim() !== '' || fileIds.length > 0) &&
    (priceText.trim() === '' || (price !== undefined && fileIds.length > 0)) &&
    (when === 'now' || at !== '')
  const submit = async () => {
    const reply = await send('POST /performer/broadcasts', {
      body: {
        text: text.trim(),
        fileIds,
        include: audiences(include),
        exclude: audiences(exclude),
        leaveOutOwners,
        ...(price !== undefined && { price }),
        ...(when === 'later' && { publishAt: new Date(at).toISOString() }),
      },
      once: true,
    })
    if (!reply) return
    toast.say(t(when === 'later' ? 'broadcast.scheduled' : 'broadcast.sending'))
    if (field.current) {
      field.current.value = ''
      field.current.dispatchEvent(new Event('input', { bubbles: true }))
    }
    setPriceText('')
    attachments.clear()
    onSent()
  }
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:items-start">
        <section className="min-w-0 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
          <FormProblem problem={problem}>
            <h2 className="text-lg">{t('broadcast.recipients')}</h2>
            <Choices legend={t('broadcast.include')} choices={choices} chosen={include} onChange={setInclude} />
            {people.length > 0 && include.includes('people') ? (
              <p className="mt-2 line-clamp-3 text-sm wrap-anywhere text-ink-2">
                {list(people.map(({ name }) => name))}
              </p>
            ) : null}
            <Choices legend={t('broadcast.exclude')} choices={choices} chosen={exclude} onChange={setExclude} />
            <div role="status" className="num mt-4 flex min-h-12 items-center rounded-md bg-surface-2 px-4 text-sm">
              {include.length === 0 ? (
                t('broadcast.noRecipients')
              ) : hasFailed ? (
                <>
                  <span className="me-3">{t('broadcast.countFailed')}</span>
                  <Button size="sm" variant="outline" onClick={again}>
                    {t('ui.retry')}
                  </Button>
                </>
              ) : receivers === null ? (
                t('ui.loading')
              ) : (
                <strong className="font-strong">
                  {t('broadcast.receivers', { count: receivers, shown: number(receivers) })}
                </strong>
              )}
            </div>
            <h2 className="mt-6 mb-2 text-lg">{t('broadcast.message')}</h2>
            <Field label={t('broadcast.text')} name="text" hideLabel>
              <Textarea
                ref={field}
                rows={4}
                dir="auto"
                maxLength={messageLengthMax}
                defaultValue={written}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </Field>
            <div className="mt-3">
              <AttachFiles attachments={attachments}>
                <span className="pointer-coarse:hidden">
                  <EmojiButton field={field} size="sm" />
                </span>
              </AttachFiles>
            </div>
            {counted && counted.owners > 0 ? (
              <div className="mt-3 flex items-start gap-2.5 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink">
                <TriangleAlert className="icon mt-px" aria-hidden="true" />
                <div>
                  <p>{t('broadcast.owners', { count: counted.owners, shown: number(counted.owners) })}</p>
                  <Checkbox
                    className="mt-2"
                    label={t('broadcast.leaveOut')}
                    checked={leaveOutOwners}
                    onChange={(event) => setLeaveOutOwners(event.currentTarget.checked)}
                  />
                </div>
              </div>
            ) : null}
            <Field label={t('broadcast.price')} name="price" hint={t('broadcast.priceHint')} className="mt-5 max-w-xs">
              <Input
                inputMode="decimal"
                value={priceText}
                onChange={(event) => setPriceText(event.currentTarget.value)}
                end={<Price tokens={price ?? 0} className={clsx('pe-3 text-sm', price === undefined && 'invisible')} />}
                className="num pe-32!"
              />
            </Field>
            <div className="mt-5">
              <RadioCards
                name="when"
                legend={t('broadcast.when')}
                columns
                value={when}
                onChange={(value) => setWhen(value as 'now' | 'later')}
                choices={[
                  { value: 'now', title: t('broadcast.now'), detail: t('broadcast.nowHint') },
                  { value: 'later', title: t('broadcast.later'), detail: t('broadcast.laterHint') },
                ]}
              />
            </div>
            {when === 'later' ? (
              <Field label={t('broadcast.at')} name="publishAt" className="mt-4 max-w-xs" required>
                <Input type="datetime-local" value={at} onChange={(event) => setAt(event.currentTarget.value)} />
              </Field>
            ) : null}
            <div className="mt-6 flex justify-end">
              <Button
                variant="primary"
                size="lg"
                disabled={!isReady}
                busy={working ? t('ui.sending') : undefined}
                onClick={() => (when === 'later' ? void submit() : setAsking(true))}
              >
                {when === 'later' ? (
                  <CalendarClock aria-hidden="true" />
                ) : (
                  <Send className="rtl:-scale-x-100" aria-hidden="true" />
                )}
                {t(when === 'later' ? 'broadcast.schedule' : 'broadcast.send')}
              </Button>
            </div>
          </FormProblem>
        </section>
        <div className="min-w-0 lg:sticky lg:top-6">
          <MessagePreview text={text.trim()} files={attachments.items} price={price ?? null} />
        </div>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={
            receivers === null
              ? t('broadcast.sureUnknown')
              : t('broadcast.sure', { count: receivers, shown: number(receivers) })
          }
          action={t('broadcast.send')}
          busy={t('ui.sending')}
          variant="primary"
          onConfirm={submit}
          onClose={() => setAsking(false)}
        >
          {t('broadcast.sureHint')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

interface ChoicesProps {
  legend: string
  choices: readonly { key: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}
function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {choices.map(({ key, label }) => {
          const isOn = chosen.includes(key)
          return (
            <button
              key={key}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? chosen.filter((other) => other !== key) : [...chosen, key])}
              className={`inline-flex min-h-9 max-w-full items-center rounded-full px-3.5 text-sm font-medium focus-visible:rounded-full pointer-coarse:min-h-11 ${isOn ? 'bg-ink text-canvas' : 'bg-surface-2 text-ink-2 hover:bg-surface-3'}`}
            >
              <bdi className="truncate">{label}</bdi>
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
