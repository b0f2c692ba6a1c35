import { messageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { CalendarClock, Send, Trash2, TriangleAlert, Undo2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../../api/socket.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { AttachFiles } from '../../../parts/messages/attach-files.tsx'
import { useAttachments } from '../../../parts/messages/attachments.ts'
import { EmojiButton } from '../../../parts/messages/emoji-button.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Checkbox, Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Recipients, useRecipients } from '../pieces/use-recipients.ts'
import { MessagePreview } from './message-preview.tsx'
import { useStartedMessage } from './started-message.ts'

export const handle = { messages: ['studio', 'messages', 'broadcast', 'post'] }
export const clientMiddleware = [withMessages('studio', 'messages', 'broadcast', 'post')]

type Broadcast = Reply<'GET /performer/broadcasts'>['data'][number]
type Audience = Recipients[number]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current, pageSize } = tableQuery(new URL(request.url))
  const api = apiOf(context)
  const [past, lists, plans] = await Promise.all([
    api.call('GET /performer/broadcasts', { query: { current, pageSize } }),
    api.call('GET /performer/fan-lists', { query: { pageSize: 100 } }),
    api.call('GET /performer/plans', { query: { pageSize: 100 } }),
  ])
  return {
    past,
    lists: lists.data.map(({ _id, name }) => ({ _id, name })),
    plans: plans.data.map(({ _id, name, type, months, active }) => ({ _id, name, type, months, active })),
  }
}

const kinds = ['subscribers', 'followers', 'expired', 'buyers'] as const

/** Writes one message to many fans, and shows what became of earlier ones. */
export default function Broadcasts() {
  const t = useT()
  const { number, list } = useFormats()
  const { past, lists, plans } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const known = useProgress(past.data, revalidate)
  const planName = ({ name, type, months }: (typeof plans)[number]) =>
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
    void revalidate()
  }
  return (
    <>
      <PageTitle>{t('broadcast.title')}</PageTitle>
      <PageHead title={t('broadcast.title')} detail={t('broadcast.detail')} back="/messages" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:items-start">
        <section className="min-w-0 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
          <FormProblem problem={problem}>
            <h2 className="text-lg">{t('broadcast.recipients')}</h2>
            <Choices legend={t('broadcast.include')} choices={choices} chosen={include} onChange={setInclude} />
            {people.length > 0 && include.includes('people') ? (
              <p className="mt-2 line-clamp-3 text-sm text-ink-2">{list(people.map(({ name }) => name))}</p>
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
      <Past past={known} onChanged={() => void revalidate()} />
      <Pagination total={past.total} />
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

type Progress = Pick<Broadcast, 'status' | 'recipients' | 'sent'>
/** The list with how far each is by now. What else changes with the status is loaded again, and then counts alone. */
function useProgress(past: readonly Broadcast[], revalidate: () => Promise<void>): readonly Broadcast[] {
  const [progress, setProgress] = useState<{ of: unknown; known: ReadonlyMap<string, Progress> } | null>(null)
  const latest = useRef(past)
  latest.current = past
  useSocketMessage(
    'broadcast/changed',
    useCallback(
      ({ broadcastId, status, recipients, sent }) => {
        const of = latest.current
        setProgress((now) => ({
          of,
          known: new Map(now?.of === of ? now.known : []).set(broadcastId, { status, recipients, sent }),
        }))
        if (of.find(({ _id }) => _id === broadcastId)?.status !== status) void revalidate()
      },
      [revalidate],
    ),
  )
  useSocketRefetch(useCallback(() => void revalidate(), [revalidate]))
  if (progress?.of !== past) return past
  return past.map((broadcast) => ({ ...broadcast, ...progress.known.get(broadcast._id) }))
}

function Past({ past, onChanged }: { past: readonly Broadcast[]; onChanged: () => void }) {
  const t = useT()
  const { number, percent } = useFormats()
  const { sendOrThrow } = useMutation()
  const [ending, setEnding] = useState<Broadcast | null>(null)
  const isScheduled = ending?.status === 'scheduled'
  return (
    <section aria-label={t('broadcast.past')} className="mt-6">
      <h2 className="mb-3">{t('broadcast.past')}</h2>
      {past.length === 0 ? (
        <EmptyState title={t('broadcast.empty')}>{t('broadcast.emptyHint')}</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
          {past.map((broadcast) => (
            <li key={broadcast._id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3.5">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="line-clamp-2 font-semibold text-match [overflow-wrap:anywhere]">
                  {broadcast.text || t('broadcast.files', { count: broadcast.fileIds.length })}
                </p>
                <p className="mt-0.5 flex flex-wrap items-center gap-2 text-xs text-ink-3">
                  <Badge
                    tone={broadcast.status === 'sent' ? 'leaf' : broadcast.status === 'scheduled' ? 'sky' : 'quiet'}
                  >
                    {t(`broadcast.status.${broadcast.status}`)}
                  </Badge>
                  <LocalTime at={broadcast.publishAt} />
                  {broadcast.price === null ? null : <Price tokens={broadcast.price} />}
                </p>
                {broadcast.status === 'sending' ? (
                  <div className="mt-2 max-w-64">
                    <ProgressBar
                      share={broadcast.recipients > 0 ? broadcast.sent / broadcast.recipients : 0}
                      label={t('broadcast.status.sending')}
                    />
                  </div>
                ) : null}
              </div>
              {broadcast.status === 'scheduled' || broadcast.status === 'cancelled' ? null : (
                <dl className="num flex flex-wrap gap-x-5 gap-y-1 text-sm">
                  <Figure
                    name={t('broadcast.sentTo')}
                    value={`${number(broadcast.sent)} / ${number(broadcast.recipients)}`}
                  />
                  <Figure
                    name={t('broadcast.opened')}
                    value={`${number(broadcast.opened)}${broadcast.sent > 0 ? ` (${percent(broadcast.opened / broadcast.sent)})` : ''}`}
                  />
                  {broadcast.price === null ? null : (
                    <>
                      <Figure name={t('broadcast.bought')} value={number(broadcast.bought)} />
                      <div>
                        <dt className="text-xs text-ink-3">{t('broadcast.revenue')}</dt>
                        <dd>
                          <Price tokens={broadcast.revenue} />
                        </dd>
                      </div>
                    </>
                  )}
                </dl>
              )}
              {broadcast.status === 'scheduled' || broadcast.canUnsend ? (
                <Button size="sm" variant="outline" onClick={() => setEnding(broadcast)}>
                  {broadcast.status === 'scheduled' ? (
                    <Trash2 aria-hidden="true" />
                  ) : (
                    <Undo2 className="rtl:-scale-x-100" aria-hidden="true" />
                  )}
                  {t(broadcast.status === 'scheduled' ? 'broadcast.cancel' : 'broadcast.unsend')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {ending ? (
        <ConfirmDialog
          title={t(isScheduled ? 'broadcast.cancelTitle' : 'broadcast.unsendTitle')}
          action={t(isScheduled ? 'broadcast.cancel' : 'broadcast.unsend')}
          busy={t('ui.saving')}
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            const params = { id: ending._id }
            if (isScheduled) await sendOrThrow('DELETE /performer/broadcasts/:id', { params })
            else await sendOrThrow('POST /performer/broadcasts/:id/unsend', { params })
            onChanged()
          }}
        >
          {t(isScheduled ? 'broadcast.cancelText' : 'broadcast.unsendText')}
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="font-semibold">{value}</dd>
  </div>
)
