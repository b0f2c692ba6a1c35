import { Archive, CalendarClock, Coins, Lock, Tags, Trash2, UserRoundCheck, X } from 'lucide-react'
import { useState } from 'react'
import type { Reply, RequestInput } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toast } from '../../../ui/toast.tsx'
import { gateKinds, tagsOf } from '../editor/draft.ts'
import { usePriceLimits } from '../editor/use-price-limits.ts'
import { instantOf } from '../../../parts/time/zone.ts'
import { useOwnZone } from '../../../parts/time/own-zone.ts'
import { ChosenPeople, PeopleFinder, type Person } from './people-choice.tsx'
import type { StudioKindName } from './studio-items.ts'
import { audienceBack, type Before, publishingBack, useUndo } from './undo.ts'

type Changes = RequestInput<'PUT /performer/items'>['body']['changes']
type Results = Reply<'PUT /performer/items'>['data']
const actions = ['access', 'price', 'tags', 'people', 'schedule', 'archive', 'delete'] as const
type Action = (typeof actions)[number]
const icons = {
  access: Lock,
  price: Coins,
  tags: Tags,
  people: UserRoundCheck,
  schedule: CalendarClock,
  archive: Archive,
  delete: Trash2,
} as const

interface BarProps {
  kind: StudioKindName
  /** What was chosen, with the name that the list shows. */
  chosen: readonly (Before & { name: string })[]
  onClear: () => void
  onDone: () => void
}

/** What can be done with several items at once. Stays at the bottom. */
export function BulkBar({ kind, chosen, onClear, onDone }: BarProps) {
  const t = useT()
  const [action, setAction] = useState<Action | null>(null)
  const label = (name: Action) => (name === 'delete' ? t('studio.delete') : t(`studio.bulk.${name}`))
  return (
    <div
      role="region"
      data-bottom-bar="always"
      aria-label={t('studio.vault.selected', { count: chosen.length })}
      className="sticky bottom-[calc(64px+env(safe-area-inset-bottom))] z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-1 rounded-lg bg-surface p-2 shadow-(--shadow-2) ring-1 ring-line md:bottom-4"
    >
      <p role="status" className="num px-3 text-sm font-semibold">
        {t('studio.vault.selected', { count: chosen.length })}
      </p>
      {actions
        .filter((name) => kind !== 'product' || name !== 'access')
        .map((name) => {
          const Icon = icons[name]
          return (
            <Button
              key={name}
              size="sm"
              variant="ghost"
              className={name === 'delete' ? 'text-danger-text!' : undefined}
              onClick={() => setAction(name)}
            >
              <Icon aria-hidden="true" />
              {label(name)}
            </Button>
          )
        })}
      <IconButton size="sm" label={t('studio.vault.clear')} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
      {action ? (
        <BulkDialog
          action={action}
          title={label(action)}
          kind={kind}
          chosen={chosen}
          onClose={() => setAction(null)}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}

interface DialogProps extends Omit<BarProps, 'onClear'> {
  action: Action
  title: string
  onClose: () => void
}

function BulkDialog({ action, title, kind, chosen, onClose, onDone }: DialogProps) {
  const t = useT()
  const zone = useOwnZone()
  const { least, most } = usePriceLimits()
  const { send, working, problem } = useMutation()
  const undo = useUndo(onDone)
  const [gate, setGate] = useState<string>('subscribers')
  const [price, setPrice] = useState('')
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const [at, setAt] = useState('')
  const [named, setNamed] = useState<Person[]>([])
  const [unnamed, setUnnamed] = useState<Person[]>([])
  const [results, setResults] = useState<Results | null>(null)
  const tokens = readTokens(price)
  const needsPrice = action === 'price' || (action === 'access' && gate === 'paid')
  const fits = tokens !== null && tokens >= least && tokens <= most
  const instant = at ? instantOf(zone, at) : null
  const tags = { addTags: tagsOf(added), removeTags: tagsOf(removed) }
  const people = {
    addParticipantIds: named.map(({ _id }) => _id),
    removeParticipantIds: unnamed.map(({ _id }) => _id),
  }
  const changes: Changes | null =
    action === 'archive'
      ? { status: 'archived' }
      : action === 'schedule'
        ? instant === null
          ? null
          : { publishAt: instant }
        : action === 'tags'
          ? tags.addTags.length + tags.removeTags.length > 0
            ? tags
            : null
          : action === 'people'
            ? named.length + unnamed.length > 0
              ? people
              : null
            : needsPrice
              ? fits
                ? { price: tokens }
                : null
              : { gate: { type: gate as 'public' } }
  const apply = async () => {
    const ids = chosen.map(({ _id }) => _id)
    const reply =
      action === 'delete'
        ? await send('POST /performer/items/deletion', { body: { ids } })
        : changes && (await send('PUT /performer/items', { body: { ids, changes } }))
    if (!reply) return
    const refused = reply.data.filter(({ result }) => result === 'refused')
    const changed = chosen.filter(({ _id }) =>
      reply.data.some((entry) => entry._id === _id && entry.result !== 'refused'),
    )
    const deleted = reply.data.flatMap(({ _id, result }) => (result === 'deleted' ? _id : []))
    const extra =
      changed.length === 0
        ? undefined
        : action === 'delete'
          ? undo(deleted, publishingBack(changed))
          : action === 'access'
            ? undo([], audienceBack(changed))
            : undefined
    if (changed.length > 0) toast.say(t('studio.bulk.done', { changed: changed.length }), extra)
    if (refused.length === 0) onDone()
    else setResults(refused)
  }
  const close = () => (results ? onDone() : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={action === 'delete' ? t('studio.bulk.deleteSure') : title}
      locked={working}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={close}>
            {t(results ? 'ui.close' : 'ui.back')}
          </Button>
          {results ? null : (
            <Button
              variant={action === 'delete' ? 'danger' : 'primary'}
              disabled={action !== 'delete' && changes === null}
              busy={working ? t('studio.bulk.applying') : undefined}
              onClick={() => void apply()}
            >
              {action === 'delete' ? t('studio.delete') : t('studio.bulk.apply')}
            </Button>
          )}
        </div>
      }
    >
      <FormProblem problem={problem}>
        {results ? (
          <div role="alert">
            <p className="font-strong">{t('studio.bulk.refused')}</p>
            <ul className="mt-2 grid gap-2">
              {results.map(({ _id, message }) => (
                <li key={_id} className="rounded-md bg-surface-2 p-3 text-sm wrap-anywhere">
                  <bdi className="font-semibold">{chosen.find((item) => item._id === _id)?.name}</bdi>
                  <span className="block text-ink-2">{message}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : action === 'delete' || action === 'archive' ? (
          <p className="text-ink-2">{t(action === 'delete' ? 'studio.bulk.deleteHint' : 'studio.bulk.archiveHint')}</p>
        ) : action === 'schedule' ? (
          <Field
            label={t('studio.editor.when')}
            hint={t('studio.bulk.scheduleHint', { zone: zone.replaceAll('_', ' ') })}
          >
            <Input type="datetime-local" value={at} onChange={(event) => setAt(event.currentTarget.value)} />
          </Field>
        ) : action === 'tags' ? (
          <div className="grid gap-4">
            <Field label={t('studio.bulk.addTags')} hint={t('studio.bulk.tagsHint')}>
              <Input value={added} maxLength={400} onChange={(event) => setAdded(event.currentTarget.value)} />
            </Field>
            <Field label={t('studio.bulk.removeTags')} hint={t('studio.bulk.tagsHint')}>
              <Input value={removed} maxLength={400} onChange={(event) => setRemoved(event.currentTarget.value)} />
            </Field>
          </div>
        ) : action === 'people' ? (
          <div className="grid gap-5">
            <PeopleField title={t('studio.bulk.addPeople')} people={named} onChange={setNamed} />
            <PeopleField title={t('studio.bulk.removePeople')} people={unnamed} onChange={setUnnamed} />
            <p className="text-xs text-ink-3">{t('studio.bulk.peopleHint')}</p>
          </div>
        ) : (
          <div className="grid gap-4">
            {action === 'access' ? (
              <RadioCards
                name="bulk-gate"
                legend={t('studio.editor.who')}
                value={gate}
                onChange={setGate}
                choices={gateKinds
                  .filter((name) => name !== 'list')
                  .map((name) => ({
                    value: name,
                    title: t(`studio.gate.${name}`),
                    detail: t(`studio.gateHint.${name}`),
                  }))}
              />
            ) : null}
            {needsPrice ? (
              <Field
                label={t('studio.editor.price')}
                hint={kind === 'product' || action === 'access' ? undefined : t('studio.bulk.priceHint')}
                error={
                  price && !fits
                    ? t('studio.editor.priceLimits', { least: String(least), most: String(most) })
                    : undefined
                }
              >
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  className="num"
                  value={price}
                  onChange={(event) => setPrice(event.currentTarget.value)}
                />
              </Field>
            ) : null}
          </div>
        )}
      </FormProblem>
    </Dialog>
  )
}

function PeopleField({
  title,
  people,
  onChange,
}: {
  title: string
  people: Person[]
  onChange: (people: Person[]) => void
}) {
  const t = useT()
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ChosenPeople people={people} onChange={onChange} />
      <PeopleFinder people={people} label={t('studio.bulk.choosePeople')} onChange={onChange} />
    </section>
  )
}
